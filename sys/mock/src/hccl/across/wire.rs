//! A call as it crosses from one process to another, in words.
//!
//! Buffers cross as their places in what the rank's process shares: its segment, or files of its own. What comes is checked before
//! it is used: every range lies inside, and is aligned, so that nothing that another process says leads outside of what it shares.

use std::sync::Arc;

use ascend_npu_sys::{HcclDataType, HcclReduceOp};

use super::place::{self, Reader};
use crate::check::{Site, put_text};
use crate::exec::Kind;
use crate::hccl::pieces::{Piece, Pieces, Side};
use crate::hccl::shape::{Call, Shape, element_bytes};
use crate::memory::origin::{Spot, spot};
use crate::memory::shared::Foreign;

/// A call with the places of its buffers instead of their addresses.
#[derive(Clone, Debug)]
pub(in crate::hccl) struct Wire {
    pub(super) call: Call,
    pub(super) send: Spot,
    pub(super) recv: Spot,
}

impl Wire {
    /// `None` when a buffer is not in memory that other processes can reach.
    pub(super) fn of(call: &Call) -> Option<Self> {
        let range = |side: &Side| {
            let bytes = side.pieces.extent()?;
            Some((side.address, side.address.checked_add(bytes)?))
        };
        let ((send, send_end), (recv, recv_end)) = (range(&call.send)?, range(&call.recv)?);
        let of = |from: usize, end: usize| {
            // A buffer that is not used has no place.
            if from == end { Some(Spot::Segment(0)) } else { spot(from as u64, (end - from) as u64) }
        };
        let (send, recv) = if send < recv_end && recv < send_end && send < send_end && recv < recv_end {
            // What lies in place lies in the same parts.
            let first = send.min(recv);
            let both = of(first, send_end.max(recv_end))?;
            (both.further((send - first) as u64)?, both.further((recv - first) as u64)?)
        } else {
            (of(send, send_end)?, of(recv, recv_end)?)
        };
        Some(Self { call: call.clone(), send, recv })
    }

    /// The call with addresses of this process; `None` when a buffer does not lie inside what the rank's process shares.
    pub(super) fn here(&self, process: &Foreign) -> Option<Call> {
        let mut call = self.call.clone();
        let element = element_bytes(call.shape.dtype)?;
        let extents = (call.send.pieces.extent()?, call.recv.pieces.extent()?);
        let end = |spot: &Spot, bytes: usize| match spot {
            Spot::Segment(first) => first.checked_add(bytes as u64),
            Spot::Parts { .. } => Some(0),
        };
        // One window for both: what lies in place there lies so here.
        let window = process.window(end(&self.send, extents.0)?.max(end(&self.recv, extents.1)?)).ok()?;
        let mut address = |spot: &Spot, bytes: usize| {
            let address = match spot {
                _ if bytes == 0 => 0,
                Spot::Segment(first) => window.address(*first, bytes)?,
                Spot::Parts { first, parts } => {
                    let view = process.view(parts).ok()?;
                    let address = view.address(*first, bytes)?;
                    call.mapped.push(view);
                    address
                }
            };
            (address % element == 0).then_some(address)
        };
        let addresses = (address(&self.send, extents.0)?, address(&self.recv, extents.1)?);
        (call.send.address, call.recv.address) = addresses;
        Some(call)
    }

    pub(super) fn encode(&self, words: &mut Vec<u64>) {
        let Call { shape, send, recv, device, buffer_mib, .. } = &self.call;
        words.extend([code_of(shape.kind), shape.count, u64::from(shape.dtype.0)]);
        words.extend([option(shape.op.map(|op| op.0)), option(shape.root)]);
        words.extend([u64::from(device.unsigned_abs()), *buffer_mib]);
        match &shape.counts {
            None => words.push(u64::MAX),
            Some(counts) => {
                words.push(counts.len() as u64);
                words.extend(counts.iter());
            }
        }
        for (side, spot) in [(send, &self.send), (recv, &self.recv)] {
            place::put(spot, words);
            match &side.pieces {
                Pieces::None => words.push(0),
                Pieces::Whole(bytes) => words.extend([1, *bytes as u64]),
                Pieces::Equal { bytes, number } => words.extend([2, *bytes as u64, *number as u64]),
                Pieces::Listed(list) => {
                    words.extend([3, list.len() as u64]);
                    words.extend(list.iter().flat_map(|piece| [piece.first as u64, piece.bytes as u64]));
                }
            }
        }
        // For the checks of the others; empty where this process has none.
        put_text(&self.call.site.as_ref().map(ToString::to_string).unwrap_or_default(), words);
    }

    /// `None` for words that are no call of a rank of `size`.
    pub(super) fn decode(words: &mut Reader<'_>, size: u32) -> Option<Self> {
        let kind = kind_of(words.next()?)?;
        let mut shape = Shape::new(kind, words.next()?, HcclDataType(words.small()?));
        shape.op = words.option()?.map(HcclReduceOp);
        shape.root = words.option()?;
        let device = i32::try_from(words.next()?).ok()?;
        let buffer_mib = words.next()?;
        let counts = words.next()?;
        if counts != u64::MAX {
            let counts = usize::try_from(counts).ok()?;
            shape = shape.counted(words.take(counts)?.to_vec());
        }
        let (send, send_side) = side(words, size)?;
        let (recv, recv_side) = side(words, size)?;
        let site = Some(words.text()?).filter(|site| !site.is_empty());
        let call = Call {
            shape,
            send: send_side,
            recv: recv_side,
            device,
            buffer_mib,
            site: site.map(|site| Arc::new(Site::told(site))),
            mapped: Vec::new(),
            spoils: false,
        };
        Some(Self { call, send, recv })
    }
}

fn side(words: &mut Reader<'_>, size: u32) -> Option<(Spot, Side)> {
    let spot = place::take(words)?;
    let pieces = match words.next()? {
        0 => Pieces::None,
        1 => Pieces::Whole(words.size()?),
        2 => Pieces::Equal { bytes: words.size()?, number: words.size().filter(|number| *number == size as usize)? },
        3 => {
            let number = words.size()?;
            let list = words.take(number.checked_mul(2)?)?.chunks_exact(2);
            let piece = |pair: &[u64]| {
                let [first, bytes] = pair else { return None };
                let piece = Piece { first: usize::try_from(*first).ok()?, bytes: usize::try_from(*bytes).ok()? };
                piece.first.checked_add(piece.bytes).map(|_| piece)
            };
            Pieces::Listed(list.map(piece).collect::<Option<Vec<_>>>()?.into())
        }
        _ => return None,
    };
    pieces.extent().map(|_| (spot, Side { address: 0, pieces }))
}

fn option(value: Option<u32>) -> u64 {
    value.map_or(0, |value| u64::from(value) + 1)
}

const KINDS: [Kind; 15] = [
    Kind::AllReduce,
    Kind::AllGather,
    Kind::ReduceScatter,
    Kind::Broadcast,
    Kind::Reduce,
    Kind::Scatter,
    Kind::AllToAll,
    Kind::AllToAllV,
    Kind::AllToAllVC,
    Kind::AllGatherV,
    Kind::ReduceScatterV,
    Kind::Send,
    Kind::Receive,
    Kind::BatchSendReceive,
    Kind::Barrier,
];

fn code_of(kind: Kind) -> u64 {
    KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len()) as u64
}

fn kind_of(code: u64) -> Option<Kind> {
    KINDS.get(usize::try_from(code).ok()?).copied()
}
