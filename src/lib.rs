//! Safe streams, collectives, fused optimizer kernels and ZeRO for Huawei Ascend 910 NPUs.

#![deny(missing_debug_implementations)]

mod buffer;
mod comm;
mod copy;
mod device;
mod driver;
mod dtype;
mod error;
mod event;
pub mod kernel;
mod pending;
mod soc;
mod stream;
pub mod zero;

pub use buffer::{DeviceBuffer, DeviceSlice, DeviceSliceMut, PinnedBuffer};
pub use comm::{Communicator, Rank, Reduction, RootInfo, World};
pub use device::{Device, MemoryInfo};
pub use driver::{BACKEND_VARIABLE, Backend, Driver};
pub use dtype::{DataType, Reducible};
pub use error::{Code, Error, ErrorKind, Result};
pub use event::TimedEvent;
pub use half::{bf16, f16};
pub use pending::{InFlight, Pending};
pub use soc::Architecture;
pub use stream::Stream;
