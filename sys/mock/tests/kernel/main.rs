//! Kernel images, argument lists and launches, through the C interface.
#![allow(unsafe_code)] // Calls C functions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics fails, as it should"
)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "the wrappers pass live locals; bad handles are what is tested")]

mod calls;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod image;
mod images;
mod launches;
