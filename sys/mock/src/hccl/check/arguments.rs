//! Pointers, counts and ranks.

use std::ffi::c_void;

use ascend_npu_sys::HcclResult;

use crate::exec::Kind;
use crate::hccl::shape::Shape;
use crate::report::{Failure, Outcome};

/// The most elements a call may name.
const MAX_COUNT: u64 = 0x7_FFFF_FFFF;

/// A wrong argument.
pub(in crate::hccl) fn para(text: impl std::fmt::Display) -> Failure {
    Failure::hccl(HcclResult::HCCL_E_PARA, format!("EI0003: {text}"))
}

/// Refuses counts beyond the library's limit. Zero has been answered before.
pub(in crate::hccl) fn count(shape: &Shape) -> Outcome {
    let listed = shape.counts.as_deref().unwrap_or_default();
    match listed.iter().chain([&shape.count]).max() {
        Some(&count) if count > MAX_COUNT => {
            Err(para(format!("{} got count {count}; allowed are 0 to {MAX_COUNT}", shape.function())))
        }
        _ => Ok(()),
    }
}

/// A pointer that is null and must not be.
pub(in crate::hccl) fn null(function: &str, argument: &str) -> Failure {
    let text = format!("EI0003: {function} got a null {argument}; it must point to something");
    Failure::hccl(HcclResult::HCCL_E_PTR, text)
}

/// Refuses a null pointer.
pub(in crate::hccl) fn not_null(pointer: *const c_void, function: &str, argument: &str) -> Outcome {
    if pointer.is_null() { Err(null(function, argument)) } else { Ok(()) }
}

/// The names of the buffers that a call of equal counts needs whatever the rank; an empty one is not needed.
pub(in crate::hccl) fn needed(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::Barrier => ["", ""],
        Kind::Broadcast => ["buf", "buf"],
        Kind::Send => ["sendBuf", ""],
        // Only the root of a scatter sends.
        Kind::Receive | Kind::Scatter => ["", "recvBuf"],
        _ => ["sendBuf", "recvBuf"],
    }
}

/// Refuses a root that is no rank.
pub(in crate::hccl) fn root(shape: &Shape, size: u32) -> Outcome {
    shape.root.map_or(Ok(()), |root| rank(shape.function(), "root", root, size))
}

/// Refuses a rank that the communicator has not.
pub(in crate::hccl) fn rank(function: &str, argument: &str, rank: u32, size: u32) -> Outcome {
    if rank < size {
        return Ok(());
    }
    Err(para(format!("{function} got {argument} {rank}; allowed are 0 to {}", size.saturating_sub(1))))
}
