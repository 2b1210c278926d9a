//! Parts of unequal lengths.

use crate::error::{Error, Result};

/// Where the part of each rank lies in a buffer: lengths and offsets in elements, in rank order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    counts: Vec<u64>,
    offsets: Vec<u64>,
}

impl Parts {
    /// Parts of these lengths, one behind the other.
    pub fn packed(counts: &[usize]) -> Self {
        let mut end = 0_u64;
        let offsets = counts.iter().map(|&count| {
            let offset = end;
            // No buffer is so long: what does not fit is refused with the buffer.
            end = end.saturating_add(count as u64);
            offset
        });
        let offsets = offsets.collect();
        Self { counts: counts.iter().map(|&count| count as u64).collect(), offsets }
    }

    /// Parts of these lengths at these offsets.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless there are as many offsets as lengths.
    pub fn at(counts: &[usize], offsets: &[usize]) -> Result<Self> {
        if counts.len() != offsets.len() {
            let found = format!("{} lengths and {} offsets were given", counts.len(), offsets.len());
            return Err(Error::invalid("Parts::at", found));
        }
        let wide = |of: &[usize]| of.iter().map(|&number| number as u64).collect();
        Ok(Self { counts: wide(counts), offsets: wide(offsets) })
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no parts.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Elements of all parts together.
    pub fn total(&self) -> usize {
        let total = self.counts.iter().fold(0_u64, |sum, &count| sum.saturating_add(count));
        usize::try_from(total).unwrap_or(usize::MAX)
    }

    /// Length of a rank's part.
    pub(super) fn count(&self, rank: u32) -> Option<usize> {
        self.counts.get(rank as usize).and_then(|&count| usize::try_from(count).ok())
    }

    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// What keeps them from being parts of `ranks` ranks in a buffer of `len` elements.
    pub(super) fn problem(&self, ranks: u32, len: usize) -> Option<String> {
        if self.counts.len() != ranks as usize {
            return Some(format!("{} parts were given, but there are {ranks} ranks", self.counts.len()));
        }
        let ends = self.counts.iter().zip(&self.offsets).map(|(count, offset)| (count, offset.checked_add(*count)));
        let outside = |(count, end): (&u64, Option<u64>)| *count > 0 && end.is_none_or(|end| end > len as u64);
        let rank = ends.into_iter().position(outside)?;
        let (count, offset) = (self.counts.get(rank)?, self.offsets.get(rank)?);
        Some(format!("the part of rank {rank}, {count} elements at {offset}, is not inside {len} elements"))
    }

    /// Two ranks whose parts share elements.
    pub(super) fn overlap(&self) -> Option<(usize, usize)> {
        let mut ranges: Vec<_> = (self.counts.iter().zip(&self.offsets).enumerate())
            .filter(|(_, (count, _))| **count > 0)
            .map(|(rank, (count, offset))| (*offset, offset.saturating_add(*count), rank))
            .collect();
        ranges.sort_unstable();
        let pairs = ranges.iter().zip(ranges.iter().skip(1));
        pairs.into_iter().find(|(low, high)| low.1 > high.0).map(|(low, high)| (low.2, high.2))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn parts_are_inside_and_do_not_overlap() {
        let parts = Parts::packed(&[2, 0, 3]);
        assert_eq!((parts.total(), parts.problem(3, 5), parts.overlap()), (5, None, None));
        assert_eq!(parts.problem(2, 5).unwrap(), "3 parts were given, but there are 2 ranks");
        assert_eq!(parts.problem(3, 4).unwrap(), "the part of rank 2, 3 elements at 2, is not inside 4 elements");
        assert_eq!(Parts::at(&[2, 0, 2], &[3, 4, 0]).unwrap().overlap(), None);
        assert_eq!(Parts::at(&[2, 1, 2], &[3, 0, 4]).unwrap().overlap(), Some((0, 2)));
        assert!(Parts::packed(&[usize::MAX, usize::MAX]).problem(2, 10).is_some());
        assert!(Parts::at(&[1], &[]).is_err());
    }
}
