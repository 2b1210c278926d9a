//! A software Ascend device: the C ABI of ACL and HCCL, in this process, as asynchronous as the real one.
//!
//! [`lookup`] gives the address of each C function, to fill the tables of `ascend-npu-sys`. [`control`] is what the real device
//! has not: settings, rules for delays and faults, counters and a log of what ran.

mod context;
pub mod control;
mod device;
mod device_abi;
mod exec;
mod hccl;
mod kernel;
mod memory;
mod out;
mod refused;
mod report;
mod stream;
mod symbols;
mod usage;

pub use symbols::{Support, lookup, support};
