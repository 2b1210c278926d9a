//! Notifies, and waits for values in memory: flags between streams, devices and processes.

pub(crate) mod abi;
mod object;
pub(crate) mod value_abi;
