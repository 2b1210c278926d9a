//! Streams: queues of device work, and the order between them.

mod clock;
mod core;
mod handle;

pub use clock::Mark;
pub(crate) use core::StreamCore;
pub(crate) use handle::Awaited;
pub use handle::Stream;
