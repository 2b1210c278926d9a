//! Kernels: images, argument lists and launches.

pub(crate) mod abi;
mod args;
mod image;
mod launch;
mod load;
mod registry;
mod run;
