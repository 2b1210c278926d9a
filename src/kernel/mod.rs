//! Kernels: images, launches, and the kernels of this crate.

pub mod adam;
mod images;
mod launch;
mod module;

pub use launch::Launch;
pub use module::{Function, Module};
