//! Communicators at their limits: short timeouts, little memory, dead peers. What is set is of the process, so the tests take turns.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;
mod dead;
mod drop;
mod making;
mod memory;
mod support;
mod watchdog;
