//! The timeline of a run: what viewers ask of the format, and what it shows.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with the tests of the collectives")]

mod format;
#[macro_use]
#[path = "../hccl/world.rs"]
mod world;
mod program;
mod shown;
