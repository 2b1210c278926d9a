//! How the yardsticks write: as any store, or past the cache. Memory that is written past the cache need not be fetched first.
#![allow(unsafe_code)] // Instructions that the compiler does not choose by itself.

/// A way to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    Ordinary,
    PastTheCache,
}

impl Stores {
    /// Copies `from` to `to`, which are equally long.
    #[inline(always)]
    pub fn copy(self, to: &mut [f32], from: &[f32]) {
        match self {
            Self::Ordinary => to.copy_from_slice(from),
            Self::PastTheCache => past_the_cache(to, from),
        }
    }
}

/// A vector, aligned as such stores want it.
#[cfg(target_arch = "x86_64")]
#[repr(align(16))]
struct Vector([f32; 4]);

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn past_the_cache(to: &mut [f32], from: &[f32]) {
    use std::arch::x86_64::{_mm_loadu_ps, _mm_stream_ps};
    // SAFETY: a vector is four elements of any bits.
    let (head, vectors, tail) = unsafe { to.align_to_mut::<Vector>() };
    let (first, rest) = from.split_at(head.len());
    let (middle, last) = rest.split_at(vectors.len() * 4);
    head.copy_from_slice(first);
    tail.copy_from_slice(last);
    for (to, from) in vectors.iter_mut().zip(middle.as_chunks::<4>().0) {
        // SAFETY: the source has four elements; every x86-64 has the instruction.
        let vector = unsafe { _mm_loadu_ps(from.as_ptr()) };
        // SAFETY: the target has four elements, is aligned, and is this function's alone.
        unsafe { _mm_stream_ps(to.0.as_mut_ptr(), vector) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn past_the_cache(to: &mut [f32], from: &[f32]) {
    to.copy_from_slice(from);
}

/// What was written past the cache is seen by other threads before what follows.
pub fn settle() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has the instruction.
    unsafe {
        std::arch::x86_64::_mm_sfence()
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_copy_all_elements_wherever_they_lie() {
        let from: Vec<f32> = (0..1000).map(|element| element as f32).collect();
        for stores in [Stores::Ordinary, Stores::PastTheCache] {
            for (first, count) in [(0, 1000), (1, 998), (3, 2), (2, 0), (5, 777)] {
                let mut to = vec![-1.0_f32; 1000];
                stores.copy(&mut to[first..first + count], &from[first..first + count]);
                settle();
                for (place, element) in to.iter().enumerate() {
                    let inside = (first..first + count).contains(&place);
                    assert_eq!(*element, if inside { place as f32 } else { -1.0 });
                }
            }
        }
    }
}
