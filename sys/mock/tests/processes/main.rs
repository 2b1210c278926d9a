//! Communicators whose ranks live in several processes.
//!
//! A test runs itself again in other processes, which take a part of the ranks each. What the operations compute is tested by the very
//! tests of one process: here their ranks are processes.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code)] // What is shared with the tests of one process is more than what is used here.

#[macro_use]
#[path = "../hccl/world.rs"]
mod base;
#[path = "../hccl/agreement.rs"]
mod agreement;
mod checks;
mod clock;
mod death;
#[path = "../hccl/exchange.rs"]
mod exchange;
mod job;
mod making;
mod mapped;
#[path = "../hccl/number.rs"]
mod number;
#[path = "../hccl/pairs.rs"]
mod pairs;
#[path = "../hccl_memory/ranges.rs"]
mod ranges;
mod shared;
mod traffic;
#[path = "../hccl_memory/windows.rs"]
mod windows;
mod world;
