//! Hazard tracking: which queued operations still touch a region of memory.
//!
//! Each region keeps the last operation that wrote it and, for each stream, the last that read it since. One read mark for all
//! streams would not do: a second reader would hide the first, and a later write would wait for only one of the two.
//!
//! An operation that reads must come after the last write. An operation that writes must come after the last write and after
//! every read since. What lies on the same stream comes first by itself, so only marks of other streams ask for a wait; and of
//! those only the ones that the stream has not already waited for, directly or through a third stream. A write forgets the
//! reads: whoever comes after the write comes after them too.
//!
//! Marks are set by the stream that queues the operation, right after the call, whether or not the call succeeded: a call that
//! failed may still have queued its work.

use std::sync::{Mutex, PoisonError};

use crate::driver::lock;
use crate::stream::Mark;

/// Marks of more streams than this are looked through for some that have passed.
const MANY: usize = 16;

/// The marks of one region.
#[derive(Debug, Default)]
pub(crate) struct Tracker {
    marks: Mutex<Marks>,
}

#[derive(Clone, Debug, Default)]
struct Marks {
    write: Option<Mark>,
    reads: Vec<Mark>,
}

/// What an operation does to a region.
#[derive(Clone, Copy)]
pub(crate) enum Use<'a> {
    Read(&'a Tracker),
    Write(&'a Tracker),
}

impl Use<'_> {
    /// Adds to `found` the operations of other streams that must come before this use on `stream`.
    pub(crate) fn collect_hazards(self, stream: u64, found: &mut Vec<Mark>) {
        let (tracker, writes) = match self {
            Self::Read(tracker) => (tracker, false),
            Self::Write(tracker) => (tracker, true),
        };
        let marks = lock(&tracker.marks);
        found.extend(marks.write.filter(|mark| mark.stream != stream));
        if writes {
            found.extend(marks.reads.iter().filter(|mark| mark.stream != stream));
        }
    }

    /// Notes that the operation `mark` uses the region. Reads that `has_passed` are forgotten when there are many.
    pub(crate) fn note(self, mark: Mark, has_passed: impl Fn(Mark) -> bool) {
        match self {
            Self::Write(tracker) => {
                let mut marks = lock(&tracker.marks);
                marks.write = Some(mark);
                marks.reads.clear();
            }
            Self::Read(tracker) => note_latest(&mut lock(&tracker.marks).reads, mark, has_passed),
        }
    }
}

/// Keeps, for each stream, its latest mark. With many streams those whose mark `has_passed` are dropped, so that the list does
/// not grow with every stream there ever was.
pub(crate) fn note_latest(marks: &mut Vec<Mark>, mark: Mark, has_passed: impl Fn(Mark) -> bool) {
    match marks.iter_mut().find(|known| known.stream == mark.stream) {
        Some(known) => known.sequence = known.sequence.max(mark.sequence),
        None => {
            if marks.len() >= MANY {
                marks.retain(|&known| !has_passed(known));
            }
            marks.push(mark);
        }
    }
}

impl Tracker {
    /// A tracker of the same history: for the parts of a region that is split.
    pub(crate) fn split(&self) -> Self {
        Self { marks: Mutex::new(lock(&self.marks).clone()) }
    }

    /// The last operation that writes the region.
    pub(crate) fn last_write(&self) -> Option<Mark> {
        lock(&self.marks).write
    }

    /// Every operation that may still use the region.
    pub(crate) fn drain(&mut self) -> Vec<Mark> {
        let marks = self.marks.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut all = std::mem::take(&mut marks.reads);
        all.extend(marks.write.take());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never(_: Mark) -> bool {
        false
    }

    fn hazards(of: Use<'_>, stream: u64) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        of.collect_hazards(stream, &mut found);
        let mut found: Vec<_> = found.iter().map(|mark| (mark.stream, mark.sequence)).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_write_waits_for_every_reading_stream() {
        let tracker = Tracker::default();
        Use::Write(&tracker).note(Mark { stream: 1, sequence: 1 }, never);
        Use::Read(&tracker).note(Mark { stream: 2, sequence: 4 }, never);
        Use::Read(&tracker).note(Mark { stream: 3, sequence: 2 }, never);
        Use::Read(&tracker).note(Mark { stream: 2, sequence: 6 }, never);
        assert_eq!(hazards(Use::Write(&tracker), 1), [(2, 6), (3, 2)]);
        assert_eq!(hazards(Use::Write(&tracker), 2), [(1, 1), (3, 2)]);
    }

    #[test]
    fn a_read_waits_for_the_last_write_only() {
        let tracker = Tracker::default();
        Use::Write(&tracker).note(Mark { stream: 1, sequence: 1 }, never);
        Use::Read(&tracker).note(Mark { stream: 2, sequence: 4 }, never);
        assert_eq!(hazards(Use::Read(&tracker), 3), [(1, 1)]);
        assert_eq!(hazards(Use::Read(&tracker), 1), []);
    }

    #[test]
    fn a_write_forgets_the_reads_before_it() {
        let tracker = Tracker::default();
        Use::Read(&tracker).note(Mark { stream: 2, sequence: 4 }, never);
        Use::Write(&tracker).note(Mark { stream: 3, sequence: 1 }, never);
        assert_eq!(hazards(Use::Write(&tracker), 1), [(3, 1)]);
    }

    #[test]
    fn reads_of_streams_long_gone_are_forgotten() {
        let tracker = Tracker::default();
        for stream in 0..1000 {
            Use::Read(&tracker).note(Mark { stream, sequence: 1 }, |mark| mark.stream != 3);
        }
        let left = hazards(Use::Write(&tracker), u64::MAX);
        assert!(left.len() <= MANY && left.contains(&(3, 1)) && left.contains(&(999, 1)), "{left:?}");
    }
}
