//! A segment as words that all processes read and write atomically: the only way that control data is shared.
//!
//! Another process may write anything at any time. As atomic words that is never undefined; what a word says is checked by whoever
//! acts on it.
#![allow(unsafe_code)] // Views a mapping as atomic words.

use std::io;
use std::ptr::with_exposed_provenance;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use super::futex;
use super::segment::{Mapping, Segment};

/// A mapped segment, as words.
#[derive(Debug)]
pub(crate) struct Words {
    mapping: Mapping,
    /// Where reads and writes outside end up.
    outside: AtomicU64,
}

impl Words {
    /// Maps the first `count` words of a segment.
    pub(crate) fn new(segment: &Segment, count: usize) -> io::Result<Self> {
        Self::at(segment, 0, count)
    }

    /// Maps `count` words of a segment from a byte on, with which a page begins.
    pub(crate) fn at(segment: &Segment, offset: u64, count: usize) -> io::Result<Self> {
        let bytes = count.checked_mul(size_of::<u64>()).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Self { mapping: segment.map(offset, bytes)?, outside: AtomicU64::new(0) })
    }

    pub(crate) fn count(&self) -> usize {
        self.mapping.bytes() / size_of::<u64>()
    }

    /// A word. An index outside gives a word that only this process has: what is read there passes no check.
    pub(crate) fn word(&self, index: usize) -> &AtomicU64 {
        if index >= self.count() {
            return &self.outside;
        }
        let address = with_exposed_provenance::<AtomicU64>(self.mapping.base()).wrapping_add(index);
        // SAFETY: the word lies in the mapping, which lives as long as the borrow, is aligned as pages are, and is never shrunk
        // (the segment is sealed). All processes access it by atomic instructions only.
        unsafe { &*address }
    }

    /// Some words; none if they do not lie inside.
    pub(crate) fn slice(&self, first: usize, count: usize) -> &[AtomicU64] {
        if first.checked_add(count).is_none_or(|end| end > self.count()) {
            return &[];
        }
        let address = with_exposed_provenance::<AtomicU64>(self.mapping.base()).wrapping_add(first);
        // SAFETY: as in `word`, for all of these words.
        unsafe { std::slice::from_raw_parts(address, count) }
    }

    /// The half of a word that processes wait on.
    fn half(&self, index: usize) -> &AtomicU32 {
        let word: *const AtomicU64 = self.word(index);
        let half = word.cast::<AtomicU32>().wrapping_add(usize::from(cfg!(target_endian = "big")));
        // SAFETY: the low half of a live word; accesses of both sizes are atomic instructions of the processor.
        unsafe { &*half }
    }

    /// Waits until the low half of a word is not `seen` any more, at most for `limit`. May return earlier.
    pub(crate) fn wait(&self, index: usize, seen: u64, limit: Option<Duration>) {
        futex::wait(self.half(index), seen as u32, limit);
    }

    /// Wakes all who wait on a word.
    pub(crate) fn wake(&self, index: usize) {
        futex::wake(self.half(index));
    }

    /// Counts a word up that others wait on, and wakes them.
    pub(crate) fn ring(&self, index: usize) {
        self.word(index).fetch_add(1, Ordering::SeqCst);
        self.wake(index);
    }
}
