//! Parts of shards.

use std::ops::Range;

/// A part of a tensor that a rank owns, all of it in one bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The tensor's number.
    pub tensor: usize,
    /// Which of the tensor's elements.
    pub elements: Range<u64>,
    /// Where the first of them lies in the rank's shard of the bucket.
    pub at: u64,
}

/// A part of a rank's shard of a bucket whose tensors are of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The group's number.
    pub group: usize,
    /// Relative to the start of the shard.
    pub range: Range<u64>,
}

/// Where an element of a tensor lies among the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The rank that owns it.
    pub rank: u32,
    /// The bucket's number.
    pub bucket: usize,
    /// Its place in the rank's shard of the bucket.
    pub at: u64,
}
