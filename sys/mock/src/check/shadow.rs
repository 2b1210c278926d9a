//! What happened to each byte: its last write, and the reads since.
//!
//! Bytes that share a history share a cell, so that the cost follows the number of operations and not of bytes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::clock::{Clock, Moment};

/// A touch that happened.
#[derive(Debug)]
pub(super) struct Access<O> {
    pub(super) moment: Moment,
    pub(super) writes: bool,
    /// The operation that it was part of.
    pub(super) of: Arc<O>,
}

impl<O> Clone for Access<O> {
    fn clone(&self) -> Self {
        Self { moment: self.moment, writes: self.writes, of: self.of.clone() }
    }
}

impl<O> PartialEq for Access<O> {
    fn eq(&self, other: &Self) -> bool {
        (self.moment, self.writes) == (other.moment, other.writes) && Arc::ptr_eq(&self.of, &other.of)
    }
}

/// Bytes with one history.
#[derive(Clone, Debug)]
struct Cell<O> {
    end: u64,
    written: bool,
    write: Option<Access<O>>,
    reads: Vec<Access<O>>,
}

impl<O> PartialEq for Cell<O> {
    fn eq(&self, other: &Self) -> bool {
        (self.written, &self.write, &self.reads) == (other.written, &other.write, &other.reads)
    }
}

/// Bytes, and the earlier touch of them that nothing orders against a new one.
#[derive(Debug)]
pub(super) struct Conflict<O> {
    pub(super) bytes: Range<u64>,
    pub(super) earlier: Access<O>,
}

/// What a touch met.
#[derive(Debug)]
pub(super) struct Met<O> {
    pub(super) conflicts: Vec<Conflict<O>>,
    /// The first bytes that were read and that nobody wrote.
    pub(super) unwritten: Option<Range<u64>>,
}

/// The histories of all memory that is known. Bytes beyond are not looked at.
#[derive(Debug)]
pub(super) struct Shadow<O>(BTreeMap<u64, Cell<O>>);

impl<O> Default for Shadow<O> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<O> Shadow<O> {
    /// Memory that is given out: without a history. `written` where what it holds is not to be asked about.
    pub(super) fn give(&mut self, bytes: Range<u64>, written: bool) {
        self.forget(bytes.clone());
        self.0.insert(bytes.start, Cell { end: bytes.end, written, write: None, reads: Vec::new() });
    }

    /// Memory that is taken back.
    pub(super) fn forget(&mut self, bytes: Range<u64>) {
        self.split(bytes.start);
        self.split(bytes.end);
        let gone: Vec<u64> = self.0.range(bytes).map(|(&start, _)| start).collect();
        for start in gone {
            self.0.remove(&start);
        }
    }

    /// From now on the bytes count as written.
    pub(super) fn trust(&mut self, bytes: Range<u64>) {
        self.split(bytes.start);
        self.split(bytes.end);
        self.0.range_mut(bytes).for_each(|(_, cell)| cell.written = true);
    }

    /// Enters a touch by somebody who knows `clock`; what it met.
    pub(super) fn touch(&mut self, bytes: Range<u64>, access: &Access<O>, clock: &Clock) -> Met<O> {
        let mut met = Met { conflicts: Vec::new(), unwritten: None };
        if bytes.is_empty() {
            return met;
        }
        self.split(bytes.start);
        self.split(bytes.end);
        for (&start, cell) in self.0.range_mut(bytes.clone()) {
            let here = start..cell.end;
            let earlier = cell.write.iter().chain(cell.reads.iter().filter(|_| access.writes));
            let unordered = earlier.filter(|earlier| !clock.includes(earlier.moment));
            for earlier in unordered {
                met.add(here.clone(), earlier);
            }
            if access.writes {
                cell.written = true;
                cell.write = Some(access.clone());
                cell.reads.clear();
                continue;
            }
            if !cell.written && met.unwritten.is_none() {
                met.unwritten = Some(here);
            }
            // A read that is certainly over tells nothing that this one does not.
            cell.reads.retain(|read| !clock.includes(read.moment));
            cell.reads.push(access.clone());
        }
        self.merge(bytes);
        met
    }

    /// Makes a cell begin at an address, if one spans it.
    fn split(&mut self, at: u64) {
        let Some((_, cell)) = self.0.range_mut(..at).next_back() else { return };
        if cell.end > at {
            let rest =
                Cell { end: cell.end, written: cell.written, write: cell.write.clone(), reads: cell.reads.clone() };
            cell.end = at;
            self.0.insert(at, rest);
        }
    }

    /// Makes neighbours with one history one cell.
    fn merge(&mut self, bytes: Range<u64>) {
        let first = self.0.range(..bytes.start).next_back().map_or(bytes.start, |(&start, _)| start);
        let mut kept = first;
        let others: Vec<u64> = self.0.range(first..=bytes.end).map(|(&start, _)| start).skip(1).collect();
        for start in others {
            let (Some(before), Some(cell)) = (self.0.get(&kept), self.0.get(&start)) else { continue };
            if before.end != start || before != cell {
                kept = start;
                continue;
            }
            let end = cell.end;
            self.0.remove(&start);
            if let Some(before) = self.0.get_mut(&kept) {
                before.end = end;
            }
        }
    }

    #[cfg(test)]
    fn cells(&self) -> usize {
        self.0.len()
    }
}

impl<O> Met<O> {
    /// Notes a conflict; bytes that follow those of the same pair are part of it.
    fn add(&mut self, bytes: Range<u64>, earlier: &Access<O>) {
        let known = self.conflicts.iter_mut().find(|known| known.earlier == *earlier && known.bytes.end == bytes.start);
        match known {
            Some(known) => known.bytes.end = bytes.end,
            None => self.conflicts.push(Conflict { bytes, earlier: earlier.clone() }),
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // A test fails by a panic.
mod tests {
    use super::super::clock::Actor;
    use super::*;

    /// An actor with its clock, as streams are.
    struct One(Actor, Clock);

    impl One {
        fn new(number: u64) -> Self {
            Self(Actor::Stream(number), Clock::default())
        }

        fn touch(&mut self, shadow: &mut Shadow<&'static str>, bytes: Range<u64>, writes: bool) -> Met<&'static str> {
            let moment = self.1.advance(self.0);
            shadow.touch(bytes, &Access { moment, writes, of: Arc::new("") }, &self.1)
        }
    }

    fn memory() -> Shadow<&'static str> {
        let mut shadow = Shadow::default();
        shadow.give(0..100, true);
        shadow
    }

    #[test]
    fn two_writers_that_nothing_orders_conflict_where_they_overlap() {
        let (mut shadow, mut a, mut b) = (memory(), One::new(1), One::new(2));
        assert!(a.touch(&mut shadow, 0..60, true).conflicts.is_empty());
        let met = b.touch(&mut shadow, 40..100, true);
        assert_eq!(met.conflicts.len(), 1);
        assert_eq!(met.conflicts[0].bytes, 40..60);
    }

    #[test]
    fn readers_do_not_conflict_and_a_writer_conflicts_with_each() {
        let (mut shadow, mut a, mut b, mut c) = (memory(), One::new(1), One::new(2), One::new(3));
        assert!(a.touch(&mut shadow, 0..50, false).conflicts.is_empty());
        assert!(b.touch(&mut shadow, 0..50, false).conflicts.is_empty());
        assert_eq!(c.touch(&mut shadow, 10..20, true).conflicts.len(), 2);
    }

    #[test]
    fn one_join_orders_all_that_came_before_it() {
        let (mut shadow, mut a, mut b) = (memory(), One::new(1), One::new(2));
        a.touch(&mut shadow, 0..50, true);
        b.1.join(&a.1);
        a.touch(&mut shadow, 50..100, true);
        assert!(b.touch(&mut shadow, 0..50, true).conflicts.is_empty());
        assert_eq!(b.touch(&mut shadow, 0..100, false).conflicts.len(), 1);
    }

    #[test]
    fn a_read_that_another_read_followed_is_not_forgotten() {
        // Unordered readers both stay known, whichever read last.
        let (mut shadow, mut a, mut b) = (memory(), One::new(1), One::new(2));
        a.touch(&mut shadow, 0..10, false);
        b.touch(&mut shadow, 0..10, false);
        b.touch(&mut shadow, 0..10, false);
        b.1.join(&Clock::default());
        assert_eq!(b.touch(&mut shadow, 0..10, true).conflicts.len(), 1);
    }

    #[test]
    fn memory_that_nobody_wrote_is_told_once_it_is_read() {
        let (mut shadow, mut a) = (Shadow::default(), One::new(1));
        shadow.give(0..100, false);
        a.touch(&mut shadow, 0..40, true);
        assert_eq!(a.touch(&mut shadow, 0..40, false).unwritten, None);
        assert_eq!(a.touch(&mut shadow, 30..60, false).unwritten, Some(40..60));
        shadow.trust(40..100);
        assert_eq!(a.touch(&mut shadow, 0..100, false).unwritten, None);
    }

    #[test]
    fn memory_given_again_has_no_history() {
        let (mut shadow, mut a, mut b) = (memory(), One::new(1), One::new(2));
        a.touch(&mut shadow, 0..100, true);
        shadow.forget(20..40);
        shadow.give(20..40, true);
        assert!(b.touch(&mut shadow, 20..40, true).conflicts.is_empty());
        assert_eq!(b.touch(&mut shadow, 0..100, true).conflicts.len(), 2);
    }

    #[test]
    fn parts_that_are_touched_alike_again_become_one_cell() {
        let (mut shadow, mut a) = (memory(), One::new(1));
        for start in 0..100 {
            a.touch(&mut shadow, start..start + 1, true);
        }
        assert_eq!(shadow.cells(), 100);
        a.touch(&mut shadow, 0..100, true);
        assert_eq!(shadow.cells(), 1);
    }
}
