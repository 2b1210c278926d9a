//! The functions of memory, kernels and graphs beyond the common ones, through the C interface.
#![allow(unsafe_code)] // Calls C functions.
#![allow(non_snake_case)] // One of them is called as the vendor names its arguments.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics fails, as it should"
)]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad addresses and handles are what is tested"
)]

mod allocation;
mod allocator;
mod asking;
mod built;
#[path = "../common/mod.rs"]
mod common;
mod copies;
mod dump;
mod exceptions;
mod graphs;
mod ipc;
mod launches;
mod operators;
mod pool;
mod queues;
mod random;
mod refused;
mod support;
mod tensors;
mod vmm;
