//! How many cores kernels may use: of a device, of a stream, and in a thread.

pub(crate) mod abi;
mod cores;
