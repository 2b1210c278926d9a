//! The work of a collective, once all streams have come: the checks of that moment, and the plan.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{HcclReduceOp, aclError};

use super::check;
use super::group::Calls;
use super::raw::{self, Region};
use super::reduce::Reduction;
use super::shape::{Call, Shape, element_bytes};
use super::sync::lock;
use crate::exec::{Body, Kind, Work};
use crate::memory::Hold;
use crate::report::{Failure, Outcome};

/// Bytes of a rank that one part of the work takes: the chunks of eight ranks fit a core's second-level cache.
const CHUNK: usize = 32 << 10;

/// Below this many bytes over all ranks the work is not divided: handing out parts would cost more.
const SMALL: usize = 128 << 10;

/// Opens the work: compares what the ranks asked for, looks at their memory again, and plans.
pub(super) fn open(calls: &Calls) -> Outcome<Work> {
    if let Some(failure) = lock(&calls.over).clone() {
        return Err(failure);
    }
    let ranks = gather(calls)?;
    let size = calls.roster.size;
    let ended = calls.roster.ended();
    if !ended.is_empty() {
        let text = format!(
            "EI0012: ranks {ended:?} destroyed their end of communicator {} before operation {} ran: its buffers are gone",
            calls.roster.name, calls.sequence
        );
        return Err(Failure::acl(aclError::RT_SYS_DMA_ERROR, text));
    }
    let regions = |recv: bool| {
        let of = |(rank, call): (usize, &Call)| {
            let (address, bytes) =
                if recv { (call.recv, call.shape.recv_bytes(size)) } else { (call.send, call.shape.send_bytes(size)) };
            let what = format!("a buffer of {} on rank {rank}", call.shape.function());
            Region::hold(address, bytes.unwrap_or(usize::MAX), call.device, &what).map_err(|failure| {
                let text = format!(
                    "EI0012: rank {rank} of communicator {}, operation {}: {}",
                    calls.roster.name, calls.sequence, failure.text
                );
                Failure::acl(aclError::RT_SYS_DMA_ERROR, text)
            })
        };
        ranks.iter().enumerate().map(of).collect::<Outcome<(Vec<_>, Vec<_>)>>()
    };
    let ((send, mut holds), (recv, more)) = (regions(false)?, regions(true)?);
    holds.extend(more);
    let Some(shape) = ranks.first().map(|call| call.shape) else { return Ok(Body::Run(Box::new(|| Ok(())))) };
    let lost = format!(
        "EI0012: a buffer of operation {} of communicator {} was freed while the operation ran",
        calls.sequence, calls.roster.name
    );
    Ok(Plan::new(shape, &ranks, &send, &recv).work(holds, lost))
}

/// The calls of all ranks, when they ask for the same.
fn gather(calls: &Calls) -> Outcome<Vec<Call>> {
    let ranks: Vec<Call> = lock(&calls.ranks).iter().flatten().copied().collect();
    let equal = ranks.windows(2).all(|pair| matches!(pair, [left, right] if left.shape == right.shape));
    if equal && ranks.len() == calls.roster.size as usize {
        return Ok(ranks);
    }
    calls.roster.disagreed.store(true, Ordering::Release);
    let lines = ranks.iter().enumerate().map(|(rank, call)| format!("rank {rank} asks for {}", call.shape));
    let text = format!(
        "EI0005: operation {} of communicator {} differs between ranks: {}",
        calls.sequence,
        calls.roster.name,
        lines.collect::<Vec<_>>().join("; ")
    );
    // The code of a task that the device refused to execute: neither its memory nor its time was at fault.
    Err(Failure::acl(aclError::RT_MODEL_EXECUTE, text))
}

/// One stretch of memory that is worked alike: its inputs in rank order, its outputs in any.
struct Segment {
    inputs: Vec<Region>,
    outputs: Vec<Region>,
}

/// The segments of an operation, all of `elements` elements.
struct Plan {
    shape: Shape,
    segments: Vec<Segment>,
    elements: usize,
}

impl Plan {
    fn new(shape: Shape, ranks: &[Call], send: &[Region], recv: &[Region]) -> Self {
        let bytes = shape.part_bytes().unwrap_or(0);
        let segments = match shape.kind {
            Kind::AllGather => gather_segments(ranks, send, recv, bytes),
            Kind::ReduceScatter => {
                let part = |(index, to): (usize, &Region)| Segment {
                    inputs: send.iter().map(|from| from.part(index, bytes)).collect(),
                    outputs: vec![*to],
                };
                recv.iter().enumerate().map(part).collect()
            }
            Kind::Broadcast => {
                let root = shape.root.unwrap_or(0) as usize;
                let others = recv.iter().enumerate().filter(|(rank, _)| *rank != root);
                let inputs = send.get(root).copied().into_iter().collect();
                vec![Segment { inputs, outputs: others.map(|(_, to)| *to).collect() }]
            }
            _ => vec![Segment { inputs: send.to_vec(), outputs: recv.to_vec() }],
        };
        Self { shape, segments, elements: usize::try_from(shape.count).unwrap_or(0) }
    }

    /// The plan as parts. The memory stays in place until the last is done; its being freed meanwhile fails the operation.
    fn work(self, holds: Vec<Hold>, lost: String) -> Work {
        let chunk = CHUNK / element_bytes(self.shape.dtype).unwrap_or(1);
        let chunks = self.elements.div_ceil(chunk);
        let parts = self.segments.len() * chunks;
        let touched: usize = self.segments.iter().map(|segment| segment.inputs.len() + segment.outputs.len()).sum();
        let total = touched.saturating_mul(self.shape.part_bytes().unwrap_or(0));
        let run = move |part: usize| {
            if let Some(segment) = self.segments.get(part / chunks) {
                let first = part % chunks * chunk;
                segment.run(self.shape, first, chunk.min(self.elements - first));
            }
            if part + 1 == parts && !holds.iter().all(Hold::is_live) {
                return Err(Failure::acl(aclError::RT_SYS_DMA_ERROR, lost.clone()));
            }
            Ok(())
        };
        if total <= SMALL {
            return Body::Run(Box::new(move || (0..parts).try_for_each(run)));
        }
        let run = Arc::new(move |part: u32| run(part as usize));
        // The largest count in chunks, times the most ranks of a server, is far below the limit.
        Body::Parallel { parts: u32::try_from(parts).unwrap_or(u32::MAX), run }
    }
}

impl Segment {
    fn run(&self, shape: Shape, first: usize, count: usize) {
        if let Some(op) = shape.op {
            let reduction = match op {
                HcclReduceOp::HCCL_REDUCE_PROD => Reduction::Prod,
                HcclReduceOp::HCCL_REDUCE_MAX => Reduction::Max,
                HcclReduceOp::HCCL_REDUCE_MIN => Reduction::Min,
                _ => Reduction::Sum,
            };
            raw::combine(shape.dtype, reduction, &self.inputs, &self.outputs, first, count);
        } else if let Some(from) = self.inputs.first() {
            let element = element_bytes(shape.dtype).unwrap_or(1);
            raw::spread(*from, &self.outputs, first * element, count * element);
        }
    }
}

/// For each rank, its part to its place on all ranks, except where it is there already.
fn gather_segments(ranks: &[Call], send: &[Region], recv: &[Region], bytes: usize) -> Vec<Segment> {
    let segment = |(index, from): (usize, &Region)| {
        let in_place = |rank: usize| {
            rank == index
                && ranks.get(rank).is_some_and(|call| check::is_in_place(call, u32::try_from(rank).unwrap_or(0)))
        };
        let to = recv.iter().enumerate().filter(|(rank, _)| !in_place(*rank)).map(|(_, to)| to.part(index, bytes));
        Segment { inputs: vec![*from], outputs: to.collect() }
    };
    send.iter().enumerate().map(segment).collect()
}
