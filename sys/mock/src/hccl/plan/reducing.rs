//! The operations that reduce.

use super::order::Reducing;
use super::segment::{Buffers, Segment};
use crate::hccl::pieces::Piece;
use crate::hccl::raw::Region;
use crate::hccl::shape::element_bytes;

/// All ranks' data, reduced, to all ranks.
pub(super) fn all_reduce(buffers: &Buffers, order: Reducing) -> Vec<Segment> {
    let outputs: Vec<Region> = buffers.ranks().map(|to| buffers.received(to, to)).collect();
    over(buffers, &outputs, None, order)
}

/// All ranks' data, reduced, to the root.
pub(super) fn reduce(buffers: &Buffers, root: usize, order: Reducing) -> Vec<Segment> {
    over(buffers, &[buffers.received(root, root)], Some(root), order)
}

/// Each rank's piece of all ranks' data, reduced, to that rank.
pub(super) fn reduce_scatter(buffers: &Buffers, order: Reducing) -> Vec<Segment> {
    let segment = |to: usize| {
        let inputs = buffers.ranks().map(|from| buffers.sent(from, to)).collect();
        Segment { inputs: order.apply(inputs, to), outputs: vec![buffers.received(to, to)] }
    };
    buffers.ranks().map(segment).collect()
}

/// Whole buffers, reduced. A ring without a root ends each of its chunks at another rank, so that the order differs by chunk.
fn over(buffers: &Buffers, outputs: &[Region], root: Option<usize>, order: Reducing) -> Vec<Segment> {
    let inputs: Vec<Region> = buffers.ranks().map(|from| buffers.sent(from, from)).collect();
    let bytes = inputs.first().map_or(0, |input| input.bytes());
    let owners = match root {
        None if order == Reducing::Ring => buffers.ranks().len(),
        _ => 1,
    };
    let element = buffers.element().max(1);
    let chunk = (bytes / element).div_ceil(owners) * element;
    let segment = |owner: usize| {
        let first = (owner * chunk).min(bytes);
        let piece = Piece { first, bytes: chunk.min(bytes - first) };
        let cut = |regions: &[Region]| regions.iter().map(|region| region.piece(piece)).collect::<Vec<_>>();
        Segment { inputs: order.apply(cut(&inputs), root.unwrap_or(owner)), outputs: cut(outputs) }
    };
    (0..owners).map(segment).collect()
}

impl Buffers<'_> {
    fn element(&self) -> usize {
        self.shape().and_then(|shape| element_bytes(shape.dtype)).unwrap_or(1)
    }
}
