//! A software Ascend device: the C ABI of ACL and HCCL, in this process, as asynchronous as the real one.
//!
//! [`lookup`] gives the address of each C function, to fill the tables of `ascend-npu-sys`. [`control`] is what the real device
//! has not: settings, rules for delays and faults, counters and a log of what ran.

// A full disk behind stderr must not end a program: `remark` writes.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod allocator;
mod callback;
mod check;
mod clock;
mod context;
mod context_abi;
pub mod control;
mod data;
mod device;
mod device_abi;
mod dump;
mod error;
mod exec;
mod flag;
mod graph;
mod hccl;
mod ids;
mod kernel;
mod limits;
mod memory;
mod notify;
mod operators;
mod options;
mod out;
mod overflow;
mod peer;
mod peer_abi;
mod platform;
mod process;
mod profiling;
mod refused;
mod remark;
mod report;
mod shared;
mod start;
mod stream;
mod symbols;
mod tdt;
mod timeline;
mod timeout;
mod timeout_abi;
mod usage;
mod word;

pub use symbols::{Support, lookup, support};
