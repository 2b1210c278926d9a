//! Segments, and the parts they are cut into.

use std::hash::{DefaultHasher, Hash, Hasher};

use ascend_npu_sys::{HcclDataType, HcclReduceOp};

use super::order::Reducing;
use super::{copying, reducing};
use crate::exec::Kind;
use crate::hccl::raw::{self, Combination, Region};
use crate::hccl::reduce::Reduction;
use crate::hccl::shape::{Call, Shape, element_bytes};
use crate::hccl::stores::{self, Stores};

/// Bytes of a rank that one part of the work takes: the chunks of eight ranks fit a core's second-level cache.
const CHUNK: usize = 32 << 10;

/// An operation that reads and writes so many bytes leaves little of them in the caches: its results are written past them.
const PAST_THE_CACHE: usize = 32 << 20;

/// One stretch of memory that is worked alike: all its regions have its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) inputs: Vec<Region>,
    pub(super) outputs: Vec<Region>,
}

/// What is done with a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Copy,
    Reduce(HcclDataType, Reduction),
}

/// The work of an operation.
pub(in crate::hccl) struct Plan {
    action: Action,
    segments: Vec<Segment>,
    /// The number of the first part of each segment.
    firsts: Vec<usize>,
    parts: usize,
    order: Reducing,
    stores: Stores,
}

impl Plan {
    /// The plan for calls that agree, in the order of their ranks (of a pair: the sender, then the receiver). `send` and `recv`
    /// are the memory of their buffers.
    pub(in crate::hccl) fn new(calls: &[Call], send: &[Region], recv: &[Region], order: Reducing) -> Self {
        let Some(shape) = calls.first().map(|call| &call.shape) else { return Self::of(Action::Copy, Vec::new()) };
        let buffers = Buffers { calls, send, recv };
        let action = match shape.op {
            // What a single rank reduces is its own data.
            Some(op) if calls.len() > 1 => Action::Reduce(shape.dtype, reduction(op)),
            _ => Action::Copy,
        };
        let segments = match shape.kind {
            Kind::AllReduce => reducing::all_reduce(&buffers, order),
            Kind::Reduce => reducing::reduce(&buffers, shape.root.unwrap_or(0) as usize, order),
            Kind::ReduceScatter | Kind::ReduceScatterV => reducing::reduce_scatter(&buffers, order),
            Kind::AllGather | Kind::AllGatherV => copying::all_gather(&buffers),
            Kind::Broadcast => copying::broadcast(&buffers, shape.root.unwrap_or(0) as usize),
            Kind::Scatter => copying::scatter(&buffers, shape.root.unwrap_or(0) as usize),
            Kind::AllToAll | Kind::AllToAllV | Kind::AllToAllVC => copying::all_to_all(&buffers),
            Kind::Send | Kind::Receive | Kind::BatchSendReceive => copying::pair(&buffers),
            // A barrier is the meeting itself.
            _ => Vec::new(),
        };
        Self { order, ..Self::of(action, segments) }
    }

    fn of(action: Action, mut segments: Vec<Segment>) -> Self {
        segments.retain(|segment| segment.bytes() > 0 && !segment.outputs.is_empty());
        let mut parts = 0;
        let mut firsts = Vec::with_capacity(segments.len());
        for segment in &segments {
            firsts.push(parts);
            parts += segment.bytes().div_ceil(CHUNK);
        }
        let mut plan = Self { action, segments, firsts, parts, order: Reducing::ByRank, stores: Stores::Ordinary };
        if plan.bytes() >= PAST_THE_CACHE {
            plan.stores = Stores::PastTheCache;
        }
        plan
    }

    /// How many parts there are.
    pub(in crate::hccl) fn parts(&self) -> usize {
        self.parts
    }

    /// Bytes that all parts together read and write.
    pub(in crate::hccl) fn bytes(&self) -> usize {
        let bytes = |segment: &Segment| segment.bytes().saturating_mul(segment.inputs.len() + segment.outputs.len());
        self.segments.iter().map(bytes).fold(0, usize::saturating_add)
    }

    /// A number that plans of the same work share: whoever works on parts of it in another process has the same.
    pub(in crate::hccl) fn number(&self) -> u64 {
        let sizes = self.segments.iter().map(|segment| (segment.bytes(), segment.inputs.len(), segment.outputs.len()));
        let mut hasher = DefaultHasher::new();
        sizes.collect::<Vec<_>>().hash(&mut hasher);
        (self.parts, self.order).hash(&mut hasher);
        hasher.finish()
    }

    /// Does a part.
    pub(in crate::hccl) fn run(&self, part: usize) {
        let place = self.firsts.partition_point(|first| *first <= part).saturating_sub(1);
        let (Some(segment), Some(first)) = (self.segments.get(place), self.firsts.get(place)) else { return };
        let start = (part - first) * CHUNK;
        segment.run(self.action, self.stores, start, CHUNK.min(segment.bytes() - start));
        if self.stores == Stores::PastTheCache {
            stores::settle();
        }
    }

    #[cfg(test)]
    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }
}

impl Segment {
    fn bytes(&self) -> usize {
        self.inputs.first().map_or(0, |input| input.bytes())
    }

    fn run(&self, action: Action, stores: Stores, start: usize, bytes: usize) {
        match action {
            Action::Reduce(dtype, reduction) => {
                let element = element_bytes(dtype).unwrap_or(1);
                let (inputs, outputs) = (&self.inputs, &self.outputs);
                let (first, count) = (start / element, bytes / element);
                Combination { reduction, stores, inputs, outputs, first, count }.run(dtype);
            }
            Action::Copy => {
                if let Some(from) = self.inputs.first() {
                    raw::spread(stores, *from, &self.outputs, start, bytes);
                }
            }
        }
    }
}

/// The ranks' calls and where their buffers are.
pub(super) struct Buffers<'a> {
    calls: &'a [Call],
    send: &'a [Region],
    recv: &'a [Region],
}

impl Buffers<'_> {
    pub(super) fn ranks(&self) -> std::ops::Range<usize> {
        0..self.calls.len()
    }

    pub(super) fn shape(&self) -> Option<&Shape> {
        self.calls.first().map(|call| &call.shape)
    }

    /// What a rank gives to another.
    pub(super) fn sent(&self, from: usize, to: usize) -> Region {
        let (call, region) = (self.calls.get(from), self.send.get(from));
        call.zip(region).map_or(Region::EMPTY, |(call, region)| region.piece(call.send.pieces.of(to)))
    }

    /// Where a rank puts what another gives it.
    pub(super) fn received(&self, at: usize, from: usize) -> Region {
        let (call, region) = (self.calls.get(at), self.recv.get(at));
        call.zip(region).map_or(Region::EMPTY, |(call, region)| region.piece(call.recv.pieces.of(from)))
    }

    /// Whether what a rank gives to itself is there already: told by the rank's own addresses, whatever the mapping.
    pub(super) fn is_in_place(&self, rank: usize) -> bool {
        self.calls.get(rank).is_some_and(|call| {
            let address =
                |side: &crate::hccl::pieces::Side, piece: usize| side.address.checked_add(side.pieces.of(piece).first);
            address(&call.send, rank) == address(&call.recv, rank)
        })
    }
}

fn reduction(op: HcclReduceOp) -> Reduction {
    match op {
        HcclReduceOp::HCCL_REDUCE_PROD => Reduction::Prod,
        HcclReduceOp::HCCL_REDUCE_MAX => Reduction::Max,
        HcclReduceOp::HCCL_REDUCE_MIN => Reduction::Min,
        _ => Reduction::Sum,
    }
}
