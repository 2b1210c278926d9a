//! A corpus of small programs at the C interface: mistakes that the checks must report, and the right programs beside them, in which
//! they must find nothing.
//!
//! Each program says what is to be found: the kind, both operations with their functions, devices, streams, bytes and lines of this
//! source. It runs freely, under the schedules of several seeds, and late, and each time exactly that must come: what a check says
//! must not hang on luck. `program.rs` runs them; the other files have the programs by subject.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals"
)]

#[path = "../common/mod.rs"]
mod common;
#[macro_use]
mod calls;
mod collective_buffers;
mod collectives;
mod copies;
mod events;
mod flags;
mod graphs;
mod host;
mod kernels;
mod memory;
mod misuse;
mod peers;
mod pinned;
mod pools;
mod program;
mod ranks;
mod things;
