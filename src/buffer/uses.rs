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

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::driver::lock;
use crate::stream::Mark;

/// Marks of more streams than this are looked through for some that have passed.
const MANY: usize = 16;

/// The marks of one region.
///
/// A use costs a few loads and stores, and no lock as long as one stream alone reads between two writes. That is right because of
/// what borrows allow: a write holds its region alone, on one thread (views are not `Send`), so nobody else looks at the marks
/// meanwhile; several threads read at once, but then nobody writes, each stream is on one thread, and the one slot of reads belongs
/// to the stream that took it first. Whatever hands the region to another thread orders these accesses too.
#[derive(Debug, Default)]
pub(crate) struct Tracker {
    write: Slot,
    /// The last read of the stream that read first since the last write.
    read: Slot,
    /// Whether other streams have read since.
    is_shared: AtomicBool,
    /// Their last reads.
    others: Mutex<Vec<Mark>>,
}

/// A mark, or none while the stream is 0.
#[derive(Debug, Default)]
struct Slot {
    stream: AtomicU64,
    sequence: AtomicU64,
}

impl Slot {
    #[inline]
    fn is_foreign(&self, stream: u64) -> bool {
        let owner = self.stream.load(Ordering::Relaxed);
        owner != 0 && owner != stream
    }

    #[inline]
    fn get(&self) -> Option<Mark> {
        let stream = self.stream.load(Ordering::Relaxed);
        (stream != 0).then(|| Mark { stream, sequence: self.sequence.load(Ordering::Relaxed) })
    }

    #[inline]
    fn set(&self, mark: Option<Mark>) {
        let Mark { stream, sequence } = mark.unwrap_or(Mark { stream: 0, sequence: 0 });
        self.stream.store(stream, Ordering::Relaxed);
        self.sequence.store(sequence, Ordering::Relaxed);
    }

    /// Sets the mark if the slot is free or has one of the same stream already; whether it has.
    #[inline]
    fn take(&self, mark: Mark) -> bool {
        let owner = match self.stream.load(Ordering::Relaxed) {
            0 => match self.stream.compare_exchange(0, mark.stream, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => mark.stream,
                Err(owner) => owner,
            },
            owner => owner,
        };
        let is_ours = owner == mark.stream;
        if is_ours {
            self.sequence.store(mark.sequence, Ordering::Relaxed);
        }
        is_ours
    }
}

/// What an operation does to a region.
#[derive(Clone, Copy)]
pub(crate) enum Use<'a> {
    Read(&'a Tracker),
    Write(&'a Tracker),
}

impl Use<'_> {
    /// Whether an operation of another stream may have to come before this use on `stream`.
    #[inline]
    pub(crate) fn has_hazard(self, stream: u64) -> bool {
        match self {
            Self::Read(tracker) => tracker.write.is_foreign(stream),
            Self::Write(tracker) => {
                tracker.write.is_foreign(stream)
                    || tracker.read.is_foreign(stream)
                    || tracker.is_shared.load(Ordering::Relaxed)
            }
        }
    }

    /// Adds to `found` the operations of other streams that must come before this use on `stream`.
    pub(crate) fn collect_hazards(self, stream: u64, found: &mut Vec<Mark>) {
        let is_foreign = |mark: &Mark| mark.stream != stream;
        match self {
            Self::Read(tracker) => found.extend(tracker.write.get().filter(is_foreign)),
            Self::Write(tracker) => {
                found.extend(tracker.write.get().filter(is_foreign));
                found.extend(tracker.read.get().filter(is_foreign));
                if tracker.is_shared.load(Ordering::Relaxed) {
                    found.extend(lock(&tracker.others).iter().filter(|mark| is_foreign(mark)));
                }
            }
        }
    }

    /// Notes that the operation `mark` uses the region. Reads that `has_passed` are forgotten when there are many.
    #[inline]
    pub(crate) fn note(self, mark: Mark, has_passed: impl Fn(Mark) -> bool) {
        match self {
            Self::Write(tracker) => {
                tracker.write.set(Some(mark));
                tracker.read.set(None);
                if tracker.is_shared.load(Ordering::Relaxed) {
                    tracker.is_shared.store(false, Ordering::Relaxed);
                    lock(&tracker.others).clear();
                }
            }
            Self::Read(tracker) => {
                if !tracker.read.take(mark) {
                    note_latest(&mut lock(&tracker.others), mark, has_passed);
                    tracker.is_shared.store(true, Ordering::Relaxed);
                }
            }
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
    /// A tracker of memory that operations of its former owner may still use: whoever writes it comes after them.
    pub(crate) fn after(former: Vec<Mark>) -> Self {
        let is_shared = AtomicBool::new(!former.is_empty());
        Self { is_shared, others: Mutex::new(former), ..Self::default() }
    }

    /// A tracker of the same history: for the parts of a region that is split.
    pub(crate) fn split(&self) -> Self {
        let part = Self::default();
        part.write.set(self.write.get());
        part.read.set(self.read.get());
        part.is_shared.store(self.is_shared.load(Ordering::Relaxed), Ordering::Relaxed);
        lock(&part.others).clone_from(&lock(&self.others));
        part
    }

    /// The last operation that writes the region.
    pub(crate) fn last_write(&self) -> Option<Mark> {
        self.write.get()
    }

    /// Every operation that may still use the region.
    pub(crate) fn drain(&mut self) -> Vec<Mark> {
        let mut all = std::mem::take(self.others.get_mut().unwrap_or_else(PoisonError::into_inner));
        all.extend(self.write.get());
        all.extend(self.read.get());
        *self = Self::default();
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
    fn a_part_has_all_marks_of_the_whole() {
        let tracker = Tracker::default();
        Use::Write(&tracker).note(Mark { stream: 1, sequence: 1 }, never);
        for stream in 2..5 {
            Use::Read(&tracker).note(Mark { stream, sequence: 7 }, never);
        }
        let mut part = tracker.split();
        let all = [(1, 1), (2, 7), (3, 7), (4, 7)];
        assert_eq!(hazards(Use::Write(&part), 9), all);
        let mut left: Vec<_> = part.drain().iter().map(|mark| (mark.stream, mark.sequence)).collect();
        left.sort_unstable();
        assert_eq!(left, all);
        assert_eq!(part.drain(), []);
    }

    #[test]
    fn a_region_that_is_read_again_after_a_write_has_new_marks_only() {
        let tracker = Tracker::default();
        for stream in 2..5 {
            Use::Read(&tracker).note(Mark { stream, sequence: 7 }, never);
        }
        Use::Write(&tracker).note(Mark { stream: 1, sequence: 1 }, never);
        Use::Read(&tracker).note(Mark { stream: 3, sequence: 8 }, never);
        assert_eq!(hazards(Use::Write(&tracker), 9), [(1, 1), (3, 8)]);
        assert_eq!(hazards(Use::Read(&tracker), 9), [(1, 1)]);
    }

    #[test]
    fn threads_that_read_at_once_all_leave_their_marks() {
        let tracker = Tracker::default();
        std::thread::scope(|scope| {
            for stream in 1..=8 {
                let tracker = &tracker;
                scope.spawn(move || {
                    for sequence in 1..=1000 {
                        Use::Read(tracker).note(Mark { stream, sequence }, never);
                    }
                });
            }
        });
        let all: Vec<_> = (1..=8).map(|stream| (stream, 1000)).collect();
        assert_eq!(hazards(Use::Write(&tracker), 9), all);
    }

    #[test]
    fn reads_of_streams_long_gone_are_forgotten() {
        let tracker = Tracker::default();
        for stream in 1..=1000 {
            Use::Read(&tracker).note(Mark { stream, sequence: 1 }, |mark| mark.stream != 3);
        }
        let left = hazards(Use::Write(&tracker), u64::MAX);
        assert!(left.len() <= MANY + 1 && left.contains(&(3, 1)) && left.contains(&(1000, 1)), "{left:?}");
    }
}
