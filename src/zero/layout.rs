//! Where every parameter lies: the one source of truth for engine, planner and checkpoints.
//!
//! All tensors stand one after another in one flat sequence, without gaps. The sequence is padded at its end only, and cut into
//! *buckets*; each bucket is cut into one *shard* a rank, all of one length. A rank owns shard r of every bucket. So each bucket
//! can be reduced, updated and gathered on its own, in place, while others travel.
//!
//! ```text
//! flat      | embed        | q     | k     | ...                       | norm |pad|
//! buckets   |        bucket 0          |        bucket 1          |  bucket 2     |
//! shards    | r0 | r1 | r2 | r3 | .... | r0 | r1 | r2 | r3 | .... | r0| r1| r2| r3|
//! ```
//!
//! A shard may hold parts of several tensors, and padding may reach over several ranks' shards: ranks above the number of
//! elements own nothing but padding, and still take part. Counts are 64 bits wide; nothing here allocates by them.

use std::ops::Range;

use crate::error::{Error, Result};

/// One parameter tensor and its place in the flat sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Its name.
    pub name: String,
    /// Its shape; a zero in it makes the tensor empty, which is legal.
    pub shape: Vec<u64>,
    /// Where it starts in the flat sequence, in elements.
    pub offset: u64,
    /// Its number of elements.
    pub len: u64,
}

/// A run of the padded flat sequence that travels as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Where it starts, in elements.
    pub offset: u64,
    /// Its length in elements: a multiple of the ranks and of the alignment.
    pub len: u64,
}

/// How a [`Layout`] is cut. Lengths are in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutOptions {
    /// The greatest length of a bucket, rounded up to a multiple of the ranks times the alignment. 2^24 by default.
    pub bucket: u64,
    /// Shards are a multiple of this. 256 by default, which is 512 bytes of a 16-bit type.
    pub alignment: u64,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        Self { bucket: 1 << 24, alignment: 256 }
    }
}

/// Tensors, buckets and shards of a model on a number of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    tensors: Vec<Tensor>,
    len: u64,
    padded: u64,
    /// Length of all buckets but the last.
    bucket: u64,
    world: u32,
}

impl Layout {
    /// Lays tensors out in the order given, over `world` ranks.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for no ranks, a bucket or alignment of 0, two tensors
    /// of one name, or more elements than 64 bits count.
    pub fn new(
        tensors: impl IntoIterator<Item = (String, Vec<u64>)>,
        world: u32,
        options: LayoutOptions,
    ) -> Result<Self> {
        let refuse = |found: String| Error::invalid("Layout::new", found);
        if world == 0 || options.bucket == 0 || options.alignment == 0 {
            let LayoutOptions { bucket, alignment } = options;
            return Err(refuse(format!(
                "{world} ranks, buckets of {bucket} and an alignment of {alignment} were given"
            ))
            .with_hint("each must be at least 1"));
        }
        let mut laid: Vec<Tensor> = Vec::new();
        let mut names = std::collections::HashSet::new();
        let mut offset = 0_u64;
        for (name, shape) in tensors {
            let empty = shape.contains(&0);
            let len = shape.iter().try_fold(u64::from(!empty), |product, &extent| product.checked_mul(extent));
            let end = len.and_then(|len| Some((len, offset.checked_add(len)?)));
            let Some((len, end)) = end else {
                return Err(refuse(format!("tensor {name} of shape {shape:?} brings the elements above 64 bits")));
            };
            if !names.insert(name.clone()) {
                return Err(refuse(format!("two tensors are named {name}")));
            }
            laid.push(Tensor { name, shape, offset, len });
            offset = end;
        }
        let too_many = || refuse(format!("{offset} elements cannot be padded within 64 bits"));
        let unit = options.alignment.checked_mul(u64::from(world)).ok_or_else(too_many)?;
        let padded = offset.checked_next_multiple_of(unit).ok_or_else(too_many)?;
        let bucket = options.bucket.checked_next_multiple_of(unit).ok_or_else(too_many)?;
        Ok(Self { tensors: laid, len: offset, padded, bucket, world })
    }

    /// The tensors, in flat order.
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// The buckets, in flat order. None for a model without elements.
    pub fn buckets(&self) -> impl Iterator<Item = Bucket> + use<> {
        let (padded, bucket) = (self.padded, self.bucket);
        (0..padded.div_ceil(bucket)).map(move |place| {
            let offset = place * bucket;
            Bucket { offset, len: bucket.min(padded - offset) }
        })
    }

    /// Number of ranks.
    pub fn world(&self) -> u32 {
        self.world
    }

    /// Elements of all tensors, without padding.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Elements with padding.
    pub fn padded_len(&self) -> u64 {
        self.padded
    }

    /// The part of a bucket that a rank owns, relative to the bucket's start, padding included.
    pub fn shard(&self, bucket: &Bucket, rank: u32) -> Range<u64> {
        let len = bucket.len / u64::from(self.world);
        let start = len.saturating_mul(rank.into());
        start..start.saturating_add(len)
    }

    /// Elements of all shards of one rank, with padding: the same for every rank.
    pub fn shard_len(&self) -> u64 {
        self.padded_len() / u64::from(self.world)
    }

    /// The part of a bucket that is not padding, as a range of the flat sequence.
    pub fn elements(&self, bucket: &Bucket) -> Range<u64> {
        bucket.offset.min(self.len)..bucket.offset.saturating_add(bucket.len).min(self.len)
    }

    /// Elements that a rank owns, without padding.
    pub fn owned_len(&self, rank: u32) -> u64 {
        let owned = self.buckets().map(|bucket| {
            let shard = self.shard(&bucket, rank);
            let end = bucket.offset.saturating_add(shard.end).min(self.len);
            end.saturating_sub(bucket.offset.saturating_add(shard.start))
        });
        owned.sum()
    }
}
