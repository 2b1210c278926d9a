//! What a stream can wait for: events of the three families, notifies, values in memory, callbacks.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

mod callbacks;
#[path = "../common/child.rs"]
mod child;
#[path = "../common/mod.rs"]
mod common;
mod events;
mod notifies;
mod streams;
mod values;
