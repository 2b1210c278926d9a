//! How results are written: as any store, or past the cache. Memory that is written past the cache need not be fetched first, which
//! a large operation would otherwise do for nothing.
#![allow(unsafe_code)] // Instructions that the compiler does not choose by itself.

/// A way to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stores {
    Ordinary,
    /// To be followed by `settle`.
    PastTheCache,
}

/// Copies bytes.
///
/// # Safety
/// As `copy_nonoverlapping`: `bytes` bytes can be read at `from` and written at `to`, and the two do not overlap.
#[inline(always)]
pub(super) unsafe fn copy(stores: Stores, from: *const u8, to: *mut u8, bytes: usize) {
    match stores {
        // SAFETY: as this function.
        Stores::Ordinary => unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) },
        // SAFETY: as this function.
        Stores::PastTheCache => unsafe { past_the_cache(from, to, bytes) },
    }
}

/// What was written past the cache by this thread comes before what it writes next, for all that look.
pub(super) fn settle() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has the instruction.
    unsafe {
        std::arch::x86_64::_mm_sfence()
    };
}

/// # Safety
/// As `copy`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn past_the_cache(from: *const u8, to: *mut u8, bytes: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    const VECTOR: usize = size_of::<__m128i>();
    // The instruction wants whole vectors at aligned places.
    let head = to.align_offset(VECTOR).min(bytes);
    let middle = (bytes - head) / VECTOR * VECTOR;
    // SAFETY: the first bytes of the ranges.
    unsafe { std::ptr::copy_nonoverlapping(from, to, head) };
    for place in (head..head + middle).step_by(VECTOR) {
        // SAFETY: a whole vector within the readable range; it need not be aligned.
        let vector = unsafe { _mm_loadu_si128(from.wrapping_add(place).cast()) };
        // SAFETY: a whole vector within the writable range, aligned as `head` was chosen.
        unsafe { _mm_stream_si128(to.wrapping_add(place).cast(), vector) };
    }
    let last = head + middle;
    // SAFETY: the last bytes of the ranges.
    unsafe { std::ptr::copy_nonoverlapping(from.wrapping_add(last), to.wrapping_add(last), bytes - last) };
}

/// # Safety
/// As `copy`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
unsafe fn past_the_cache(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: as this function.
    unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
mod tests {
    use super::*;

    #[test]
    fn both_ways_write_all_bytes_and_no_others() {
        let from: Vec<u8> = (0..255).cycle().take(1000).collect();
        for stores in [Stores::Ordinary, Stores::PastTheCache] {
            for first in 0..40 {
                for bytes in [0, 1, 7, 15, 16, 17, 100, 900] {
                    let mut to = vec![255_u8; 1000];
                    // SAFETY: both have 1000 bytes, and 40 + 900 are fewer.
                    unsafe { copy(stores, from.as_ptr().wrapping_add(3), to.as_mut_ptr().wrapping_add(first), bytes) };
                    settle();
                    let mut expected = vec![255_u8; 1000];
                    expected[first..first + bytes].copy_from_slice(&from[3..3 + bytes]);
                    assert_eq!(to, expected, "{stores:?}, {bytes} bytes to place {first}");
                }
            }
        }
    }
}
