//! Devices, contexts, streams' attributes, options, limits, what the platform tells, errors and repair.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

#[path = "../common/child.rs"]
mod child;
#[path = "../common/mod.rs"]
mod common;
mod errors;
mod limits;
mod start;
mod streams;
mod told;

use ascend_npu_sys::aclError;

const PARAM: aclError = aclError::RT_PARAM_INVALID;
