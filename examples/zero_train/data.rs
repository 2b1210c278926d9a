//! Batches: which sequences of the text are trained on in which step, by which rank.
//!
//! The sequences of a step depend on seed, step and their place in the batch over all ranks. How many ranks share them
//! does not matter, so that any number of ranks does the same training.

use std::ops::Range;

use crate::random::Stream;

/// The sequences of `rank`: contiguous, in order of the ranks. When they cannot be shared evenly the first ranks get
/// one more; with more ranks than sequences the last ones get none.
pub fn share(batch: usize, world: usize, rank: usize) -> Range<usize> {
    let (each, more) = (batch / world, batch % world);
    let start = rank * each + rank.min(more);
    start..start + each + usize::from(rank < more)
}

/// Puts the `sequences` of the batch of `step` into `tokens`, `context + 1` bytes each. `text` is longer than
/// `context`.
pub fn sequences(text: &[u8], context: usize, seed: u64, step: usize, sequences: Range<usize>, tokens: &mut Vec<u8>) {
    // Far from the streams of the initial values, which count from zero.
    let positions = Stream::new(seed, u64::MAX - step as u64);
    tokens.clear();
    for sequence in sequences {
        let start = positions.below(sequence as u64, text.len() - context);
        tokens.extend_from_slice(&text[start..=start + context]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn global_batch(world: usize, step: usize) -> Vec<u8> {
        let text: Vec<u8> = (0..=u8::MAX).collect();
        let mut tokens = Vec::new();
        (0..world)
            .flat_map(|rank| {
                sequences(&text, 9, 1, step, share(10, world, rank), &mut tokens);
                tokens.clone()
            })
            .collect()
    }

    #[test]
    fn any_world_shares_the_same_batch() {
        let whole = global_batch(1, 5);
        assert_eq!(whole.len(), 10 * 10);
        for world in [2, 3, 8, 11] {
            assert_eq!(global_batch(world, 5), whole, "world {world}");
        }
        assert_ne!(global_batch(1, 6), whole);
    }

    #[test]
    fn first_ranks_take_one_more() {
        let lengths = |batch, world| -> Vec<usize> { (0..world).map(|rank| share(batch, world, rank).len()).collect() };
        assert_eq!(lengths(10, 4), [3, 3, 2, 2]);
        assert_eq!(lengths(2, 3), [1, 1, 0]);
    }

    #[test]
    fn shortest_text_has_one_sequence() {
        let mut tokens = Vec::new();
        sequences(b"abcd", 3, 0, 0, 0..2, &mut tokens);
        assert_eq!(tokens, b"abcdabcd");
    }
}
