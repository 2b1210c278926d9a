//! Memory pools: allocation and release in the order of a stream.
//!
//! An address is given out at once and may be used by what is queued after the allocation. A release takes its turn on the
//! stream: only then is the memory free, and an access that comes later is a fault. Before that the memory can be given out again
//! on the same stream, whose order keeps the two apart; on another stream it can once the release has passed, if the pool allows
//! that, or with a wait that the pool puts there.
//!
//! What is free stays with the pool. It goes back to the device, down to the pool's threshold, when a stream is synchronised.

pub(crate) mod abi;
mod attribute;
mod block;
mod create;
mod stream;

pub(super) use create::holds;
pub(crate) use create::trim_all;
