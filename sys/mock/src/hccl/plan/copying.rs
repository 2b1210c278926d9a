//! The operations that only move data.

use super::segment::{Buffers, Segment};
use crate::hccl::raw::Region;

/// Each rank's piece to its place on all ranks, except where it is there already.
pub(super) fn all_gather(buffers: &Buffers) -> Vec<Segment> {
    let segment = |from: usize| {
        let others = buffers.ranks().filter(|to| *to != from || !buffers.is_in_place(from));
        one(buffers.sent(from, from), others.map(|to| buffers.received(to, from)))
    };
    buffers.ranks().map(segment).collect()
}

/// The root's data to all others.
pub(super) fn broadcast(buffers: &Buffers, root: usize) -> Vec<Segment> {
    let others = buffers.ranks().filter(|to| *to != root);
    vec![one(buffers.sent(root, root), others.map(|to| buffers.received(to, root)))]
}

/// A piece of the root's to each rank.
pub(super) fn scatter(buffers: &Buffers, root: usize) -> Vec<Segment> {
    let ranks = buffers.ranks().filter(|to| *to != root || !buffers.is_in_place(root));
    ranks.map(|to| one(buffers.sent(root, to), [buffers.received(to, root)])).collect()
}

/// A piece of each rank to each rank.
pub(super) fn all_to_all(buffers: &Buffers) -> Vec<Segment> {
    let pairs = buffers.ranks().flat_map(|from| buffers.ranks().map(move |to| (from, to)));
    pairs.map(|(from, to)| one(buffers.sent(from, to), [buffers.received(to, from)])).collect()
}

/// The sender's data to the receiver, which may be the sender itself.
pub(super) fn pair(buffers: &Buffers) -> Vec<Segment> {
    let last = buffers.ranks().len().saturating_sub(1);
    vec![one(buffers.sent(0, last), [buffers.received(last, 0)])]
}

fn one(input: Region, outputs: impl IntoIterator<Item = Region>) -> Segment {
    Segment { inputs: vec![input], outputs: outputs.into_iter().collect() }
}
