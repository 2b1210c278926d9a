//! Kernels: images, launches, and the kernels of this crate.

pub mod accumulate;
pub mod adam;
pub mod cast;
mod element;
pub mod fill;
mod images;
mod launch;
mod loaded;
mod module;
pub mod scale;

pub use element::Element;
pub use launch::Launch;
pub use module::{Function, Module};
