//! The order in which the ranks' data is reduced: it decides the last bits of floating-point sums.

/// The order in which the ranks' data is reduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::hccl) enum Reducing {
    /// Rank 0 first.
    #[default]
    ByRank,
    /// As a ring does it: the chunk that ends at a rank starts at the next one.
    Ring,
    /// Drawn from this number.
    Drawn(u64),
}

impl Reducing {
    /// Puts the ranks' inputs in order; `owner` is where the result of a ring ends.
    pub(super) fn apply<T>(self, mut inputs: Vec<T>, owner: usize) -> Vec<T> {
        match self {
            Self::ByRank => {}
            Self::Ring => {
                let size = inputs.len().max(1);
                inputs.rotate_left((owner + 1) % size);
            }
            Self::Drawn(seed) => {
                let mut random = (seed ^ (owner as u64).rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
                for last in (1..inputs.len()).rev() {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    inputs.swap(last, usize::try_from(random >> 33).unwrap_or(0) % (last + 1));
                }
            }
        }
        inputs
    }
}
