//! Device memory and pinned host memory: who owns which address, what it costs, and the copies and fills between them.

pub(crate) mod abi;
mod allocate;
pub(crate) mod allocate_abi;
mod arena;
mod batch;
mod block;
mod cache;
mod check;
mod copy;
pub(crate) mod copy_abi;
mod fill;
mod information;
mod ipc;
pub(crate) mod ipc_abi;
mod ledger;
mod note;
pub(crate) mod origin;
mod owner;
mod pages;
pub(crate) mod pool;
mod probe;
mod raw;
mod reduce;
mod register;
mod release;
mod rows;
pub(crate) mod shared;
mod space;
mod stock;
pub(crate) mod vmm;

pub(crate) use block::Block;
pub(crate) use check::{check_device_range, describe, hold};
pub(crate) use ledger::{reserve, unreserve, usage};
pub(crate) use pool::trim_all as trim_pools;
pub(crate) use raw::Hold;
pub(crate) use space::Space;
