//! Memory: device buffers and their parts, pinned host buffers, and what keeps both alive while work is queued.

mod allocation;
mod device;
mod pinned;
pub(crate) mod retire;
pub(crate) mod uses;
mod view;

pub use device::DeviceBuffer;
pub use pinned::PinnedBuffer;
pub use view::{DeviceSlice, DeviceSliceMut};
