//! Which parts of a range of numbers are free: first fit, in whole units.
//!
//! The first fit keeps what is in use at the low end, so that other processes need to map little.

use std::collections::BTreeMap;
use std::ops::Range;

/// The free parts of a range.
#[derive(Debug)]
pub(crate) struct Space {
    range: Range<u64>,
    unit: u64,
    /// Free parts by their start, none touching the next.
    free: BTreeMap<u64, u64>,
}

impl Space {
    /// The range from `start` to `end`, all free, given out in multiples of `unit`.
    pub(crate) fn new(start: u64, end: u64, unit: u64) -> Self {
        Self { range: start..end, unit, free: BTreeMap::from([(start, end.saturating_sub(start))]) }
    }

    /// Takes `bytes`, rounded up to whole units; their start.
    pub(crate) fn take(&mut self, bytes: u64) -> Option<u64> {
        let bytes = self.rounded(bytes)?;
        let (&start, &length) = self.free.iter().find(|(_, length)| **length >= bytes)?;
        self.free.remove(&start);
        if length > bytes {
            self.free.insert(start + bytes, length - bytes);
        }
        Some(start)
    }

    /// Gives back what was taken with the same number of bytes.
    pub(crate) fn give_back(&mut self, start: u64, bytes: u64) {
        let Some(bytes) = self.rounded(bytes) else { return };
        let (mut start, mut end) = (start, start + bytes);
        if let Some((&before, &length)) = self.free.range(..start).next_back()
            && before + length == start
        {
            self.free.remove(&before);
            start = before;
        }
        if let Some(length) = self.free.remove(&end) {
            end += length;
        }
        self.free.insert(start, end - start);
    }

    /// Whether a number lies in the range.
    pub(crate) fn spans(&self, number: u64) -> bool {
        self.range.contains(&number)
    }

    /// Bytes of the free parts.
    pub(crate) fn left(&self) -> u64 {
        self.free.values().sum()
    }

    fn rounded(&self, bytes: u64) -> Option<u64> {
        bytes.checked_next_multiple_of(self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_joins_its_neighbours() {
        let mut space = Space::new(64, 64 + 1024, 16);
        let parts: Vec<_> = [10, 16, 33].map(|bytes| space.take(bytes)).into_iter().collect();
        assert_eq!(parts, [Some(64), Some(80), Some(96)]);
        space.give_back(64, 10);
        space.give_back(96, 33);
        assert_eq!(space.take(17), Some(96), "the first hole is too small");
        space.give_back(80, 16);
        assert_eq!((space.take(32), space.take(2000)), (Some(64), None));
        assert_eq!(space.left(), 1024 - 64);
    }
}
