//! What processes say to each other: what will never come from them.
//!
//! Each says so in words of its own behind its bell, which the others have mapped: those with which it has a communicator, and those
//! with which it shares an event, a notify or memory.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use crate::check::switch::looks_for_deadlocks;
use crate::check::told::{put_text, take_text};
use crate::exec::{Arrival, Changed};
use crate::hccl;
use crate::memory::reached;
use crate::memory::shared::Mailbox;
use crate::process::{Holder, Identity};
use crate::shared::{WeakWords, Words};

/// What a process says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// Which process it is.
    pub(super) process: u32,
    /// How often it has looked.
    pub(super) looks: u64,
    /// At which look those were stuck first who are now.
    pub(super) since: u64,
    /// It takes things never to come of which no process says so.
    pub(super) trusts: bool,
    /// Whether it has told of a deadlock with others.
    pub(super) has_told: bool,
    /// The processes whose word it takes.
    pub(super) hangs_on: Vec<u32>,
    /// What its streams wait for that others can change.
    pub(super) awaits: HashSet<Changed>,
    /// What will never come, unless others bring something first, and what keeps it.
    pub(super) never: Vec<(Arrival, String)>,
}

/// The processes that this one shares something with.
#[derive(Default)]
pub(super) struct Others(HashMap<Identity, Option<Mailbox>>);

/// Words that this process shares.
static HELD: Mutex<Vec<WeakWords>> = Mutex::new(Vec::new());

/// This process has words that others may have too.
pub(crate) fn holds(words: &Words) {
    if looks_for_deadlocks() {
        HELD.lock().unwrap_or_else(PoisonError::into_inner).push(words.downgrade());
    }
}

impl Said {
    /// Says it to all other processes.
    pub(super) fn say(&self) {
        if let Some(mailbox) = Mailbox::own() {
            mailbox.say(&self.words());
        }
    }

    fn words(&self) -> Vec<u64> {
        let Self { process: _, looks, since, trusts, has_told, hangs_on, awaits, never } = self;
        let mut words = vec![*looks, *since, u64::from(*trusts), u64::from(*has_told)];
        words.push(hangs_on.len() as u64);
        words.extend(hangs_on.iter().map(|process| u64::from(*process)));
        words.push(awaits.len() as u64);
        words.extend(awaits.iter().flat_map(|changed| [changed.words, changed.file, changed.offset]));
        words.push(never.len() as u64);
        for (arrival, why) in never {
            words.extend([arrival.operation, u64::from(arrival.rank)]);
            put_text(why, &mut words);
        }
        words
    }

    fn of_words(process: u32, mut words: &[u64]) -> Option<Self> {
        let words = &mut words;
        let [looks, since, trusts, has_told] = take(words)?;
        let mut said = Self { process, looks, since, trusts: trusts != 0, has_told: has_told != 0, ..Self::default() };
        let [count] = take(words)?;
        for _ in 0..count {
            let [process] = take(words)?;
            said.hangs_on.push(u32::try_from(process).ok()?);
        }
        let [count] = take(words)?;
        for _ in 0..count {
            let [words, file, offset] = take(words)?;
            said.awaits.insert(Changed { words, file, offset });
        }
        let [count] = take(words)?;
        for _ in 0..count {
            let [operation, rank] = take(words)?;
            let rank = u32::try_from(rank).ok()?;
            said.never.push((Arrival { operation, rank }, take_text(words)?));
        }
        Some(said)
    }
}

fn take<const N: usize>(words: &mut &[u64]) -> Option<[u64; N]> {
    let (first, rest) = words.split_first_chunk()?;
    *words = rest;
    Some(*first)
}

impl Others {
    /// What all others say.
    pub(super) fn said(&mut self) -> Vec<Said> {
        self.meet();
        let of_sharers = self.0.iter().filter_map(|(process, mailbox)| Some((*process, mailbox.as_ref()?.said()?)));
        let said: HashMap<Identity, Vec<u64>> = of_sharers.chain(hccl::said_by_peers()).collect();
        said.into_iter().filter_map(|(process, words)| Said::of_words(process.pid, &words)).collect()
    }

    /// Gets to know who has what this process has, and forgets who has ended.
    fn meet(&mut self) {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|words| words.upgrade().is_some());
        let words: Vec<Words> = held.iter().filter_map(WeakWords::upgrade).collect();
        drop(held);
        let heads = reached::heads();
        let own = std::process::id();
        let lists = words.iter().map(Words::holders).chain(heads.iter().map(|head| head.holders()));
        let met: HashMap<Identity, i32> =
            lists.flat_map(|list| list.but(own).by).filter_map(|Holder { is, .. }| is).collect();
        self.0.retain(|process, _| met.contains_key(process));
        for (process, descriptor) in met {
            self.0.entry(process).or_insert_with(|| Mailbox::of_process(process.pid, descriptor).ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_comes_back_and_what_is_cut_does_not() {
        let said = Said {
            process: 7,
            looks: 9,
            since: 8,
            trusts: true,
            has_told: false,
            hangs_on: vec![3, 4],
            awaits: [Changed::notify(5), Changed::value(6, 7)].into(),
            never: vec![(Changed::notify(5).by(8), "it waits".to_owned())],
        };
        let words = said.words();
        assert_eq!(Said::of_words(7, &words), Some(said));
        for length in 0..words.len() {
            assert_eq!(Said::of_words(7, words.get(..length).unwrap_or_default()), None, "cut to {length}");
        }
    }
}
