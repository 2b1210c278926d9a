//! A call as it crosses from one process to another, in words.
//!
//! Buffers cross as their places in the segment of the rank's process. What comes is checked before it is used: every range lies
//! inside that segment, and is aligned, so that nothing that another process says leads outside of what it shares.

use std::sync::Arc;

use ascend_npu_sys::{HcclDataType, HcclReduceOp};

use crate::exec::Kind;
use crate::hccl::key::{Key, Lane};
use crate::hccl::pieces::{Piece, Pieces, Side};
use crate::hccl::shape::{Call, Shape, element_bytes};
use crate::memory::shared::{Window, export};

/// A call whose addresses are places in the segment of the rank's process.
#[derive(Clone, Debug)]
pub(in crate::hccl) struct Wire(pub(super) Call);

impl Wire {
    /// `None` when a buffer is not in memory that other processes can reach.
    pub(super) fn of(call: &Call) -> Option<Self> {
        let side = |side: &Side| {
            // A buffer that is not used has no place.
            let address = if side.pieces.is_empty() { 0 } else { export(side.address as u64)? };
            Some(Side { address: usize::try_from(address).ok()?, pieces: side.pieces.clone() })
        };
        Some(Self(Call { send: side(&call.send)?, recv: side(&call.recv)?, ..call.clone() }))
    }

    /// The call with addresses of this process; `None` when a buffer does not lie inside what the rank's process shares.
    pub(super) fn here(&self, window: impl FnOnce(u64) -> Option<Arc<Window>>) -> Option<Call> {
        let Call { send, recv, .. } = &self.0;
        let element = element_bytes(self.0.shape.dtype)?;
        let end = |side: &Side| Some(side.address.checked_add(side.pieces.extent()?)? as u64);
        // One window for both: what lies in place there lies so here.
        let window = window(end(send)?.max(end(recv)?))?;
        let side = |side: &Side| {
            let bytes = side.pieces.extent()?;
            let address = if bytes == 0 { 0 } else { window.address(side.address as u64, bytes)? };
            (address % element == 0).then(|| Side { address, pieces: side.pieces.clone() })
        };
        Some(Call { send: side(send)?, recv: side(recv)?, ..self.0.clone() })
    }

    pub(super) fn encode(&self, words: &mut Vec<u64>) {
        let Call { shape, send, recv, device, buffer_mib } = &self.0;
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
        for side in [send, recv] {
            words.push(side.address as u64);
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
        let send = side(words, size)?;
        let recv = side(words, size)?;
        Some(Self(Call { shape, send, recv, device, buffer_mib }))
    }
}

fn side(words: &mut Reader<'_>, size: u32) -> Option<Side> {
    let address = usize::try_from(words.next()?).ok()?;
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
    pieces.extent().map(|_| Side { address, pieces })
}

/// Words that are read one after the other.
pub(super) struct Reader<'a>(pub(super) &'a [u64]);

impl<'a> Reader<'a> {
    pub(super) fn next(&mut self) -> Option<u64> {
        self.take(1)?.first().copied()
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u64]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.next()?).ok()
    }

    fn size(&mut self) -> Option<usize> {
        usize::try_from(self.next()?).ok()
    }

    /// An optional number, kept as one more than itself.
    fn option(&mut self) -> Option<Option<u32>> {
        match self.next()?.checked_sub(1) {
            None => Some(None),
            Some(value) => u32::try_from(value).ok().map(Some),
        }
    }

    pub(super) fn key(&mut self) -> Option<Key> {
        let (epoch, sequence) = (self.next()?, self.next()?);
        let lane = match self.next()? {
            0 => Lane::All,
            pair @ (1 | 2) => Lane::Pair { batch: pair == 2, from: self.small()?, to: self.small()? },
            _ => return None,
        };
        Some(Key { epoch, lane, sequence })
    }
}

pub(super) fn put_key(key: Key, words: &mut Vec<u64>) {
    words.extend([key.epoch, key.sequence]);
    match key.lane {
        Lane::Pair { batch, from, to } => words.extend([1 + u64::from(batch), u64::from(from), u64::from(to)]),
        // What a rank does alone never crosses.
        Lane::All | Lane::Own { .. } => words.push(0),
    }
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
