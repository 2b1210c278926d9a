//! HCCL on the software device: communicators of one process, one thread for each rank.

pub(crate) mod abi;
mod agreement;
mod batch;
mod calls;
mod check;
mod cluster;
mod communicator;
mod config;
mod determinism;
mod environment;
mod group;
mod half_bits;
mod init;
mod issue;
mod key;
mod limits;
mod opening;
mod pieces;
mod plan;
mod ports;
mod raw;
mod reduce;
mod registry;
mod rendezvous;
mod root;
mod roster;
mod scratch;
mod shape;
mod strings;
mod sub;
mod sync;
mod table;

pub(crate) use registry::{cut_link, live_communicators, suspend};
