//! HCCL on the software device: communicators of one process, one thread for each rank.

pub(crate) mod abi;
mod check;
mod communicator;
mod group;
mod half_bits;
mod init;
mod issue;
mod raw;
mod reduce;
mod registry;
mod rendezvous;
mod root;
mod shape;
mod strings;
mod sync;
mod work;

pub(crate) use registry::live_communicators;
