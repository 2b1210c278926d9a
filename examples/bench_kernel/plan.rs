//! Where the elements of a size lie, and the memory that takes.
//!
//! A launch that finds its data in the CPU's cache measures the cache. So small sizes are laid out several times one after
//! another, as *sets*, and each launch takes the next set: a set comes round again only when more than the cache holds has
//! been touched in between. The plain pass has the same sets.

use crate::case::Case;

/// Sets begin at multiples of this many elements, which keeps them aligned to 256 bytes in every type.
const ALIGNMENT: usize = 128;
/// All sets together take this many times the last-level cache.
const CACHES: usize = 2;
/// What is taken for the last-level cache where it is not known.
const USUAL_CACHE: usize = 64 << 20;
/// More sets would only cost time to fill.
const SETS_LIMIT: usize = 4096;

/// The layout of one size.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Plan {
    /// Elements of a launch.
    pub len: usize,
    /// Times they are laid out.
    pub sets: usize,
    /// Elements from an aligned address to the first of a set.
    pub offset: usize,
    /// Elements from the start of a set to the start of the next.
    stride: usize,
    /// Of an element, in all arrays.
    held: usize,
}

impl Plan {
    /// Lays out `len` elements `sets` times, or often enough that they do not fit a cache of `cache` bytes. `None` when no
    /// address can count so many.
    pub fn new(case: Case, len: usize, offset: usize, sets: Option<usize>, cache: Option<usize>) -> Option<Self> {
        let (stride, held) = (len.checked_add(offset)?.checked_next_multiple_of(ALIGNMENT)?, case.bytes_held());
        let bytes = len.max(1).checked_mul(held)?;
        let wanted = CACHES.saturating_mul(cache.unwrap_or(USUAL_CACHE)).div_ceil(bytes);
        let sets = sets.unwrap_or(wanted.clamp(1, SETS_LIMIT));
        stride.checked_mul(sets)?.checked_mul(held)?;
        Some(Self { len, sets, offset, stride, held })
    }

    /// Elements of a buffer.
    pub fn elements(&self) -> usize {
        self.stride * self.sets
    }

    /// Bytes of all buffers.
    pub fn bytes(&self) -> usize {
        self.elements() * self.held
    }

    /// Where the set of the `turn`-th launch starts, in elements.
    pub fn start(&self, turn: usize) -> usize {
        self.stride * (turn % self.sets) + self.offset
    }

    /// Elements from the start of a set to the start of the next.
    pub fn stride(&self) -> usize {
        self.stride
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Dtype;

    /// 6 bytes an element.
    const CASE: Case = Case::Accumulate(Dtype::Bf16);

    #[test]
    fn sets_together_outgrow_the_cache() {
        let sets = |len, cache| Plan::new(CASE, len, 0, None, cache).unwrap().sets;
        assert_eq!(sets(1_000_000, Some(300 << 20)), 105);
        assert_eq!(sets(10_000_000, Some(300 << 20)), 11);
        assert_eq!(sets(200_000_000, Some(300 << 20)), 1);
        assert_eq!(sets(1, Some(300 << 20)), SETS_LIMIT);
        assert_eq!(sets(1_000_000, None), sets(1_000_000, Some(USUAL_CACHE)));
    }

    #[test]
    fn sets_are_taken_in_turn_and_begin_where_asked() {
        let plan = Plan::new(CASE, 1000, 0, Some(3), None).unwrap();
        assert_eq!((plan.elements(), plan.bytes()), (3072, 3072 * 6));
        assert_eq!([0, 1, 2, 3, 7].map(|turn| plan.start(turn)), [0, 1024, 2048, 0, 1024]);
        let plan = Plan::new(CASE, 1024, 3, Some(2), None).unwrap();
        assert_eq!([0, 1, 2].map(|turn| plan.start(turn)), [3, 1152 + 3, 3]);
        assert_eq!(plan.elements(), 2 * 1152);
    }

    #[test]
    fn what_no_address_counts_is_no_plan() {
        assert_eq!(Plan::new(CASE, usize::MAX, 0, None, None), None);
        assert_eq!(Plan::new(CASE, usize::MAX / 7, 0, Some(2), None), None);
        assert_eq!(Plan::new(CASE, 1000, 0, Some(usize::MAX / 1000), None), None);
    }
}
