//! The checks: what a program does wrong is found, and what it does right is not.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::panic,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals"
)]

mod collectives;
#[path = "../common/mod.rs"]
mod common;
mod deadlock;
mod kernels;
mod ordered;
mod pinned;
mod races;
mod ranks;
mod support;
