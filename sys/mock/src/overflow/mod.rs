//! Numeric overflow: what it gives, and whether it came.

pub(crate) mod abi;
mod mode;

pub(crate) use mode::{adopt, only_saturates, status_of_device};
