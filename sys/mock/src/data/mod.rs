//! Helpers that need no device: descriptions of memory, half-precision numbers, sizes, the application's log.

pub(crate) mod abi;
mod app_log;

pub(crate) use app_log::aclAppLog;
