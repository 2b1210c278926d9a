//! Communicators and collectives of the software device, through its C functions.
//!
//! Tests share the process and so its settings; each has devices of its own, so that a failed context fails no other test.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.

#[macro_use]
#[allow(dead_code, reason = "some of it is for the other binaries")]
mod world;
mod agreement;
mod cluster;
mod config;
mod exchange;
mod fault;
mod handshake;
mod memory;
mod number;
mod pairs;
mod refusal;
mod state;
