//! Safe streams, collectives, fused optimizer kernels and ZeRO for Huawei Ascend 910 NPUs.
//!
//! A device runs work that is queued on streams, after the call that queued it has returned. What can go wrong then is order: memory
//! read before the work that fills it, overwritten while it is still read, freed while it is still used. Here it cannot go
//! wrong, and nothing waits for more than it must: each operation names the buffers it reads and writes, and its stream waits
//! for exactly the operations on other streams that must come first.
//!
//! ```
//! use ascend_npu::{Driver, Result};
//!
//! # fn main() -> Result<()> {
//! let device = Driver::open()?.device(0)?;
//! let (first, second) = (device.stream()?, device.stream()?);
//!
//! let mut buffer = first.upload_blocking(&[1.0_f32; 1000])?;
//! first.fill_zero(buffer.slice_mut(0..500)?)?; // queued on the first stream
//! let sum: f32 = second.download_blocking(&buffer)?.iter().sum(); // the second waits for it
//! assert_eq!(sum, 500.0);
//! # Ok(())
//! # }
//! ```
//!
//! | on a CPU | in CUDA | in ACL and HCCL | here |
//! |---|---|---|---|
//! | machine | device | device | [`Device`], from a [`Driver`] |
//! | process state | context | context | none: every call enters its object's own |
//! | thread with a work queue | stream | stream | [`Stream`] |
//! | join point | event | event | none: order follows from buffers; [`TimedEvent`] for times |
//! | flag between processes | external semaphore | notify | [`Notify`]; within a process buffers order devices too |
//! | allocation | device memory | device memory | [`DeviceBuffer`], and its parts [`DeviceSlice`], [`DeviceSliceMut`] |
//! | block of mixed types | | | [`FlatBuffer`] of [`Section`]s |
//! | caching allocator | stream-ordered pool | memory pool | [`MemoryPool`] |
//! | shared memory | IPC memory | IPC memory | [`ExportedBuffer`], [`Device::import`] |
//! | locked allocation | pinned memory | pinned host memory | [`PinnedBuffer`] |
//! | future | | | [`Pending`]: a value that queued work still uses |
//! | task of a thread pool | host function | host function | [`Stream::run_on_host`] gives a [`HostCall`] |
//! | function | kernel in a module | kernel in a binary | [`kernel::Function`] of a [`kernel::Module`] |
//! | MPI communicator | NCCL communicator | HCCL communicator | [`Communicator`]; [`World`] runs one thread a rank |
//! | overflow of `f16` | | saturation mode | [`OverflowMode`] of a [`Device`] |
//! | profiler range | NVTX range | msproftx, mstx | [`Driver::range`], [`Stream::mark`] |
//! | recorded program | graph | model RI, graph capture | none, see below |
//!
//! Functions whose name ends in `_blocking` or `_within`, and `synchronize`, `wait` and `elapsed_since`, block until the device is done.
//! All others only queue, and say so where they do more. A fault of the device appears at a later call that waits.
//!
//! Graphs are left out. A captured graph is run again by one call, later and often, and what it does to which buffer is then no
//! longer said by any call: nobody could order the next operation behind it, keep its buffers alive, or tell that the memory it
//! writes now belongs to another. It could be offered only as `unsafe`, and for that there is the C interface of
//! [`ascend_npu_sys`] with [`Stream::as_raw`].
//!
//! The [`guide`] has a page a subject. [`zero`] is built on the public part of this crate alone, as any trainer can be.

// A full disk behind stderr must not end a program: `remark` writes.
#![deny(clippy::print_stderr, clippy::print_stdout)]
#![deny(missing_debug_implementations)]

mod buffer;
mod comm;
mod copy;
mod device;
mod driver;
mod dtype;
mod error;
mod event;
mod fault;
pub mod guide;
mod host_call;
pub mod kernel;
mod notify;
mod pending;
mod profile;
mod remark;
mod soc;
mod stream;
pub mod zero;

pub use ascend_npu_sys::{Capability, MissingSymbol};
pub use buffer::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, ExportedBuffer, FlatBuffer, MemoryPool, PinnedBuffer, PoolOptions,
    PoolStatistics, Section,
};
pub use comm::{
    AbortHandle, Batch, Communicator, CommunicatorOptions, Determinism, LastOperation, Launch, OnStall, OperationState,
    Parts, Progress, Rank, RankProgress, Reduction, RootInfo, Watchdog, World,
};
pub use copy::{Part, Rows};
pub use device::{CoreKind, Device, DeviceProperties, DeviceStatus, Link, MemoryInfo, OverflowMode, Utilization};
pub use driver::{BACKEND_VARIABLE, Backend, Driver, ENVIRONMENT_VARIABLE, KERNELS_VARIABLE, Toolkit, Version};
pub use dtype::{DataType, ElementType, Reducible};
pub use error::{Code, Error, ErrorKind, Result};
pub use event::TimedEvent;
pub use fault::FailedOperation;
pub use half::{bf16, f16};
pub use host_call::HostCall;
pub use notify::{Importers, IpcKey, Notify};
pub use pending::{InFlight, Pending};
pub use profile::ProfileRange;
pub use soc::Architecture;
pub use stream::Stream;
