//! Device memory and pinned host memory: who owns which address, what it costs, and the copies and fills between them.

pub(crate) mod abi;
mod allocate;
mod block;
mod check;
mod copy;
mod fill;
mod ledger;
mod pages;
mod raw;
mod release;

pub(crate) use block::Block;
pub(crate) use check::{check_device_range, hold};
pub(crate) use ledger::{reserve, unreserve, usage};
pub(crate) use raw::Hold;
