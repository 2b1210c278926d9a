//! Devices: what they are, what they hold, and the context their calls run in.

mod core;
mod handle;
mod limits;
mod overflow;
mod peers;
mod properties;

pub(crate) use core::DeviceCore;
pub use handle::{Device, MemoryInfo};
pub use limits::CoreKind;
pub use overflow::OverflowMode;
pub use peers::Link;
pub use properties::{DeviceProperties, DeviceStatus, Utilization};
