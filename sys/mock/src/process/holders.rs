//! Who has something that processes share: a list in words of it, into which each process enters itself.
//!
//! It only grows: who gave it back stays in, and who ended is told by that. So the list may name too many, and never too few.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};

use super::identity::Identity;

/// Processes that a list has room for.
const MOST: usize = 15;
/// Words of a list: one of marks, and two for each process.
pub(crate) const HOLDER_WORDS: usize = 1 + 2 * MOST;

/// Anybody may come to have it.
const OPEN: u64 = 1;
/// There are more than the list has room for.
const MORE: u64 = 2;

/// A list, all of whose words were 0 at first.
#[derive(Clone, Copy)]
pub(crate) struct Holders<'a>(&'a [AtomicU64]);

/// Who has something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) by: Vec<Holder>,
    /// Others whom nobody here knows may have it, or come to have it.
    pub(crate) is_open: bool,
}

/// A process that has something, or may come to have it, and lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    pub(crate) pid: u32,
    /// The process, and its descriptor of its device memory, once it has it.
    pub(crate) is: Option<(Identity, i32)>,
}

impl<'a> Holders<'a> {
    /// The list in some words.
    pub(crate) fn new(words: &'a [AtomicU64]) -> Self {
        Self(words)
    }

    /// A process has it from now on, which has its device memory under a descriptor.
    pub(crate) fn enter(self, process: Identity, descriptor: i32) {
        if let Some([known, start]) = self.place(process.pid) {
            known.store(word_of(process.pid, descriptor), Release);
            start.store(process.start, Release);
        }
    }

    /// A process may come to have it.
    pub(crate) fn admit(self, pid: u32) {
        self.place(pid);
    }

    /// Any process may come to have it.
    pub(crate) fn open(self) {
        self.mark(OPEN);
    }

    /// Some processes may come to have it, or all.
    pub(crate) fn admit_all(self, pids: Option<&[i32]>) {
        match pids {
            Some(pids) => pids.iter().filter_map(|&pid| u32::try_from(pid).ok()).for_each(|pid| self.admit(pid)),
            None => self.open(),
        }
    }

    /// Who has it or may come to have it, and lives, but for one process.
    pub(crate) fn but(self, pid: u32) -> Held {
        let of = |[known, start]: &[AtomicU64; 2]| {
            let (known, start) = (known.load(Acquire), start.load(Acquire));
            let holder = (u32::try_from(known >> 32).unwrap_or(0), (known & 0xFFFF_FFFF) as u32);
            let is = (start != 0).then(|| (Identity { pid: holder.0, start }, holder.1.cast_signed()));
            Holder { pid: holder.0, is }
        };
        let lives = |holder: &Holder| match holder.is {
            Some((process, _)) => process.is_there(),
            None => Identity::of(holder.pid).is_some(),
        };
        let all = self.places().iter().map(of).take_while(|holder| holder.pid != 0);
        let by = all.filter(|holder| holder.pid != pid && lives(holder)).collect();
        Held { by, is_open: self.0.first().is_none_or(|marks| marks.load(Acquire) != 0) }
    }

    fn mark(self, mark: u64) {
        if let Some(marks) = self.0.first() {
            marks.fetch_or(mark, AcqRel);
        }
    }

    fn places(self) -> &'a [[AtomicU64; 2]] {
        self.0.split_first().map(|(_, places)| places.as_chunks().0).unwrap_or_default()
    }

    /// The place of a process, which may be taken just now.
    fn place(self, pid: u32) -> Option<&'a [AtomicU64; 2]> {
        let is_its = |[known, _]: &&[AtomicU64; 2]| {
            let there = known.compare_exchange(0, word_of(pid, 0), AcqRel, Acquire).unwrap_or_else(|there| there);
            there == 0 || there >> 32 == u64::from(pid)
        };
        let place = self.places().iter().find(is_its);
        if place.is_none() {
            self.mark(MORE);
        }
        place
    }
}

fn word_of(pid: u32, descriptor: i32) -> u64 {
    u64::from(pid) << 32 | u64::from(descriptor.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<AtomicU64> {
        (0..HOLDER_WORDS).map(|_| AtomicU64::new(0)).collect()
    }

    #[test]
    fn who_lives_is_in_the_list_once_and_who_has_ended_is_not() {
        let words = words();
        let (list, own) = (Holders::new(&words), Identity::own());
        list.admit(own.pid);
        assert_eq!(list.but(0).by, [Holder { pid: own.pid, is: None }]);
        list.enter(own, 7);
        list.enter(own, 7);
        // Of the same number, before this one.
        assert_eq!(list.but(0), Held { by: vec![Holder { pid: own.pid, is: Some((own, 7)) }], is_open: false });
        assert_eq!(list.but(own.pid), Held::default());
        list.enter(Identity { pid: own.pid, start: own.start + 1 }, 7);
        assert_eq!(list.but(0), Held::default());
    }

    #[test]
    fn a_list_that_is_full_does_not_tell_all() {
        let words = words();
        let list = Holders::new(&words);
        // No process has such a number.
        (1..=MOST as u32).for_each(|number| list.admit(u32::MAX - number));
        assert_eq!(list.but(0), Held::default());
        list.admit(1);
        assert!(list.but(0).is_open);
    }
}
