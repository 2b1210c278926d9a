//! Start and end of the runtime.

pub(crate) mod abi;
mod callbacks;
mod configuration;
mod count;

pub(crate) use configuration::default_device;
