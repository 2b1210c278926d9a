//! Streams: queues of device work, and the order between them.

mod abort;
mod clock;
mod core;
mod create;
mod handle;

pub use clock::Mark;
pub(crate) use core::StreamCore;
pub use handle::Stream;
pub(crate) use handle::{Awaited, Operation, Returned};
