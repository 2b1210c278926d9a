//! Communicators and collectives.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

mod abort;
#[path = "../common/mod.rs"]
mod common;
mod equal;
mod exchange;
mod making;
mod pairs;
mod refused;
mod support;
mod table;
mod turns;
mod unequal;
mod world;
