//! The finished layout, and what it can be asked.

use std::ops::Range;

use super::parameter::{Dtype, Group};
use super::piece::{Owner, Piece, Run};

/// One parameter tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Its name.
    pub name: String,
    /// Other names that are tied to it.
    pub aliases: Vec<String>,
    /// Its shape; a zero in it makes the tensor empty.
    pub shape: Vec<u64>,
    /// Its type.
    pub dtype: Dtype,
    /// Whether it is trained.
    pub trainable: bool,
    /// Its group, by its place in [`Layout::groups`].
    pub group: usize,
    /// Where it starts in the model's sequence, in elements.
    pub offset: u64,
    /// Its number of elements.
    pub len: u64,
    /// Where it lies; `None` for a tensor without elements.
    pub place: Option<Place>,
}

impl Tensor {
    /// Its part of the model's sequence.
    pub fn elements(&self) -> Range<u64> {
        self.offset..self.offset + self.len
    }
}

/// Where a tensor lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The bucket's number.
    pub bucket: usize,
    /// Where the tensor starts in the bucket, in elements.
    pub start: u64,
}

/// What travels as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The type of its elements.
    pub dtype: Dtype,
    /// Whether its tensors are trained: a frozen bucket has parameters only.
    pub trainable: bool,
    /// Where it starts in the sequence of all buckets, in elements.
    pub offset: u64,
    /// Its length in elements, with padding.
    pub len: u64,
    /// Its tensors, in the order in which they lie.
    pub tensors: Vec<usize>,
}

/// What the model uses at once, and stage 3 gathers at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Its tensors, in the order given; those that are tied to it too.
    pub tensors: Vec<usize>,
    /// The buckets that these lie in, ascending.
    pub buckets: Vec<usize>,
}

/// Tensors, buckets, layers and shards of a model on a number of ranks. See the [module](super) for what always holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub(super) tensors: Vec<Tensor>,
    pub(super) buckets: Vec<Bucket>,
    pub(super) layers: Vec<Layer>,
    pub(super) groups: Vec<Group>,
    pub(super) world: u32,
    pub(super) alignment: u64,
}

impl Layout {
    /// The tensors, in the order given. Tied names are no tensors of their own.
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// The buckets. None for a model without elements.
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// The layers, in the order in which they are named first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Number of ranks.
    pub fn world(&self) -> u32 {
        self.world
    }

    /// Elements that every tensor's start and every shard's length is a multiple of.
    pub fn alignment(&self) -> u64 {
        self.alignment
    }

    /// The tensor of a name, which may be a tied one.
    pub fn find(&self, name: &str) -> Option<&Tensor> {
        self.tensors.iter().find(|tensor| tensor.name == name || tensor.aliases.iter().any(|alias| alias == name))
    }

    /// Elements of all tensors, without padding: the length of the model's sequence.
    pub fn len(&self) -> u64 {
        self.tensors.last().map_or(0, |last| last.elements().end)
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Elements of the tensors that are trained, without padding.
    pub fn trainable_len(&self) -> u64 {
        self.tensors.iter().filter(|tensor| tensor.trainable).map(|tensor| tensor.len).sum()
    }

    /// Elements of all buckets, with padding.
    pub fn padded_len(&self) -> u64 {
        self.buckets.last().map_or(0, |last| last.offset + last.len)
    }

    /// The part of a bucket that a rank owns, relative to the bucket's start, padding included. Ranks count from 0 and end below
    /// [`world`](Self::world).
    pub fn shard(&self, bucket: &Bucket, rank: u32) -> Range<u64> {
        let len = self.shard_len(bucket);
        let start = len.saturating_mul(rank.into());
        start..start.saturating_add(len)
    }

    /// Elements of a rank's shard of a bucket, with padding: the same for every rank.
    pub fn shard_len(&self, bucket: &Bucket) -> u64 {
        bucket.len / u64::from(self.world)
    }

    /// Elements that a rank owns, without padding.
    pub fn owned_len(&self, rank: u32) -> u64 {
        let pieces = self.buckets.iter().flat_map(|bucket| self.pieces(bucket, rank));
        pieces.map(|piece| piece.elements.end - piece.elements.start).sum()
    }

    /// The parts of tensors that a rank owns of a bucket, in the order in which they lie. Padding is in none.
    pub fn pieces<'a>(&'a self, bucket: &'a Bucket, rank: u32) -> impl Iterator<Item = Piece> + 'a {
        let shard = self.shard(bucket, rank);
        self.placed(bucket).filter_map(move |(number, tensor, start)| {
            let from = start.max(shard.start);
            let to = (start + tensor.len).min(shard.end);
            (from < to).then(|| Piece { tensor: number, elements: from - start..to - start, at: from - shard.start })
        })
    }

    /// The parts of a rank's shard of a bucket that are of one group each: what one launch of the optimizer steps. They start and
    /// end at multiples of the alignment, and may end in padding.
    pub fn runs(&self, bucket: &Bucket, rank: u32) -> Vec<Run> {
        let len = self.shard_len(bucket);
        let mut runs: Vec<Run> = Vec::new();
        for piece in self.pieces(bucket, rank) {
            let Some(tensor) = self.tensors.get(piece.tensor) else { continue };
            let end =
                (piece.at + (piece.elements.end - piece.elements.start)).next_multiple_of(self.alignment).min(len);
            match runs.last_mut() {
                Some(last) if last.group == tensor.group => last.range.end = end,
                _ => runs.push(Run { group: tensor.group, range: piece.at..end }),
            }
        }
        runs
    }

    /// The parts of a bucket that are of no tensor, relative to the bucket's start.
    pub fn padding(&self, bucket: &Bucket) -> Vec<Range<u64>> {
        let mut end = 0;
        let mut gaps = Vec::new();
        for (_, tensor, start) in self.placed(bucket) {
            gaps.push(end..start);
            end = start + tensor.len;
        }
        gaps.push(end..bucket.len);
        gaps.retain(|gap| !gap.is_empty());
        gaps
    }

    /// Who owns an element of a tensor, and where. `None` where there is no such element.
    pub fn owner(&self, tensor: usize, element: u64) -> Option<Owner> {
        let tensor = self.tensors.get(tensor).filter(|tensor| element < tensor.len)?;
        let Place { bucket, start } = tensor.place?;
        let shard = self.shard_len(self.buckets.get(bucket)?);
        let place = start + element;
        Some(Owner { rank: u32::try_from(place / shard).ok()?, bucket, at: place % shard })
    }

    /// Number, tensor and start of what lies in a bucket.
    fn placed<'a>(&'a self, bucket: &'a Bucket) -> impl Iterator<Item = (usize, &'a Tensor, u64)> + 'a {
        bucket.tensors.iter().filter_map(|&number| {
            let tensor = self.tensors.get(number)?;
            Some((number, tensor, tensor.place?.start))
        })
    }
}
