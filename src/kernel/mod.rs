//! Kernels: images, launches, and the kernels of this crate.

pub mod accumulate;
pub mod adam;
pub mod cast;
pub mod control;
mod element;
pub mod fill;
mod images;
mod launch;
mod loaded;
mod module;
mod overflow;
pub mod scale;
pub mod stats;
pub mod tensors;

pub use element::Element;
pub use launch::Launch;
pub use module::{Function, Module};
pub use overflow::OverflowStatus;
