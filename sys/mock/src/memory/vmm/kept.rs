//! Physical memory that libraries keep, beside the program's own handles.

use std::sync::Arc;

use ascend_npu_sys::aclrtDrvMemHandle;

use super::physical::Physical;
use super::{reserve, share};
use crate::report::Outcome;

/// Keeps physical memory, as a handle of it does.
pub(crate) struct Kept {
    _memory: Arc<Physical>,
}

/// A mapping of physical memory.
pub(crate) struct Piece {
    pub(crate) base: u64,
    pub(crate) bytes: u64,
    pub(crate) memory: Kept,
}

/// The mapping that holds an address, and its memory to keep.
pub(crate) fn keep(address: u64) -> Option<Piece> {
    let reservation = reserve::at(address).ok()?;
    let mapped = reservation.mapped();
    let (base, mapping) = mapped.range(..=address).next_back().filter(|(_, mapping)| !mapping.is_ending)?;
    let kept = Kept { _memory: mapping.memory.clone() };
    (address - base < mapping.bytes).then_some(Piece { base: *base, bytes: mapping.bytes, memory: kept })
}

/// Exports physical memory for the other ranks of a communicator.
pub(crate) fn offer(handle: aclrtDrvMemHandle) -> Outcome {
    share::export(handle, 0).map(drop)
}
