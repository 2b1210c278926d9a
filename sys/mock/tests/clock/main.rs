//! The modelled clock: times follow from what is asked for, and not from how fast this machine is.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals"
)]
#![allow(dead_code, reason = "the helpers are shared with other binaries")]

#[path = "../common/mod.rs"]
mod common;
mod events;
mod same;
mod streams;
mod support;
