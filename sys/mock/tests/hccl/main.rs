//! Communicators and collectives of the software device, through its C functions.
//!
//! Tests share the process and so its settings; each has devices of its own, so that a failed context fails no other test.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.

#[macro_use]
mod world;
mod agreement;
mod fault;
mod handshake;
mod number;
mod refusal;
