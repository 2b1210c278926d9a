//! Memory: device buffers and their parts, pinned host buffers, and what keeps both alive while work is queued.

mod allocation;
mod device;
mod flat;
mod pinned;
mod pool;
pub(crate) mod retire;
mod shared;
mod statistics;
pub(crate) mod uses;
mod view;

pub use device::DeviceBuffer;
pub use flat::{FlatBuffer, Section};
pub use pinned::PinnedBuffer;
pub use pool::{MemoryPool, PoolOptions};
pub use shared::ExportedBuffer;
pub use statistics::PoolStatistics;
pub use view::{DeviceSlice, DeviceSliceMut};
