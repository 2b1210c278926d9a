//! How a rank's buffer is divided among the ranks.
//!
//! Every operation is told by this alone: what rank `i` gives to rank `j` is piece `j` of the send buffer of `i`, and it lands in
//! piece `i` of the receive buffer of `j`. The operations with unequal counts differ from the others only in their lists.

use std::sync::Arc;

use super::shape::{Shape, element_bytes};
use crate::exec::{Kind, Touch};

/// A stretch of a buffer, in bytes from its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) first: usize,
    pub(super) bytes: usize,
}

/// The pieces of a buffer, by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// The rank does not use this buffer.
    None,
    /// One piece for all ranks.
    Whole(usize),
    /// A piece for each rank, all of `bytes`.
    Equal { bytes: usize, number: usize },
    /// A piece for each rank.
    Listed(Arc<[Piece]>),
}

/// A buffer of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) address: usize,
    pub(super) pieces: Pieces,
}

impl Side {
    /// The memory that an operation touches which reads it, or writes it.
    pub(super) fn touches(&self, writes: bool) -> impl Iterator<Item = Touch> {
        let stretches = self.pieces.stretches();
        stretches.into_iter().map(move |Piece { first, bytes }| Touch {
            start: (self.address + first) as u64,
            bytes: bytes as u64,
            writes,
        })
    }
}

impl Pieces {
    /// Lists pieces by counts and displacements in elements; `None` beyond the address space.
    pub(super) fn list(counts: &[u64], displacements: &[u64], element: usize) -> Option<Self> {
        let bytes = |elements: u64| usize::try_from(elements).ok()?.checked_mul(element);
        let piece = |(count, first): (&u64, &u64)| {
            let piece = Piece { first: bytes(*first)?, bytes: bytes(*count)? };
            piece.first.checked_add(piece.bytes)?;
            Some(piece)
        };
        let list: Option<Vec<Piece>> = counts.iter().zip(displacements).map(piece).collect();
        Some(Self::Listed(list?.into()))
    }

    /// Lists pieces that lie one after the other.
    pub(super) fn packed(counts: &[u64], element: usize) -> Option<Self> {
        let mut next = 0_u64;
        let mut displacements = Vec::with_capacity(counts.len());
        for count in counts {
            displacements.push(next);
            next = next.checked_add(*count)?;
        }
        Self::list(counts, &displacements, element)
    }

    /// The piece of a rank.
    pub(super) fn of(&self, rank: usize) -> Piece {
        match self {
            Self::None => Piece::default(),
            Self::Whole(bytes) => Piece { first: 0, bytes: *bytes },
            Self::Equal { bytes, .. } => Piece { first: rank * bytes, bytes: *bytes },
            Self::Listed(list) => list.get(rank).copied().unwrap_or_default(),
        }
    }

    /// Bytes from the start of the buffer to the end of the last piece; `None` beyond the address space.
    pub(super) fn extent(&self) -> Option<usize> {
        match self {
            Self::None => Some(0),
            Self::Whole(bytes) => Some(*bytes),
            Self::Equal { bytes, number } => bytes.checked_mul(*number),
            Self::Listed(list) => {
                let used = list.iter().filter(|piece| piece.bytes > 0);
                Some(used.map(|piece| piece.first + piece.bytes).max().unwrap_or(0))
            }
        }
    }

    /// The stretches of the buffer that are touched: what lies without a gap is one.
    fn stretches(&self) -> Vec<Piece> {
        match self {
            Self::Listed(list) => list.iter().filter(|piece| piece.bytes > 0).copied().collect(),
            _ => {
                let bytes = self.extent().unwrap_or(0);
                (bytes > 0).then_some(Piece { first: 0, bytes }).into_iter().collect()
            }
        }
    }

    /// Whether nothing of the buffer is touched.
    pub(super) fn is_empty(&self) -> bool {
        self.extent() == Some(0)
    }
}

/// The send and the receive buffer of a rank, for operations whose pieces are all equal; `None` beyond the address space.
pub(super) fn equal(shape: &Shape, rank: u32, size: u32) -> Option<(Pieces, Pieces)> {
    let bytes = shape.part_bytes()?;
    let number = size as usize;
    bytes.checked_mul(number)?;
    let is_root = shape.root == Some(rank);
    let (whole, each) = (Pieces::Whole(bytes), Pieces::Equal { bytes, number });
    Some(match shape.kind {
        Kind::AllGather => (whole, each),
        Kind::ReduceScatter => (each, whole),
        Kind::AllToAll => (each.clone(), each),
        Kind::Send => (whole, Pieces::None),
        Kind::Receive => (Pieces::None, whole),
        Kind::Broadcast if is_root => (whole, Pieces::None),
        Kind::Broadcast => (Pieces::None, whole),
        Kind::Reduce if !is_root => (whole, Pieces::None),
        Kind::Scatter => (if is_root { each } else { Pieces::None }, whole),
        Kind::Barrier => (Pieces::None, Pieces::None),
        _ => (whole.clone(), whole),
    })
}

/// The buffers of AlltoAllVC: the matrix tells them, and all pieces are packed.
pub(super) fn of_matrix(matrix: &[u64], rank: u32, size: u32, shape: &Shape) -> Option<(Pieces, Pieces)> {
    let element = element_bytes(shape.dtype).unwrap_or(1);
    let (rank, size) = (rank as usize, size as usize);
    let row: Vec<u64> = matrix.iter().skip(rank * size).take(size).copied().collect();
    let column: Vec<u64> = matrix.iter().skip(rank).step_by(size).copied().collect();
    Some((Pieces::packed(&row, element)?, Pieces::packed(&column, element)?))
}
