//! Kernels: images, argument lists and launches.

pub(crate) mod abi;
mod args;
mod binary;
mod config;
mod image;
mod launch;
pub(crate) mod launch_abi;
mod load;
mod packed;
mod registry;
mod run;

pub(crate) use registry::handle_of;
