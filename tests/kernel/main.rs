//! The crate's kernels through the safe layer. Their results at every length, offset and number of blocks are looked at in
//! `kernels/host/tests`, on both architectures; here it is what the layer adds.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

#[path = "../common/mod.rs"]
mod common;

mod adam;
mod control;
mod map;
mod ranks;
mod stats;
mod tensors;
mod torch;
