//! What a device holds: the ground for tests of leaks.

use crate::{device, hccl, memory};

/// What a device holds at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Bytes of device memory, with the device's own rounding and communicator buffers.
    pub device_bytes: u64,
    /// Blocks of device memory.
    pub device_blocks: usize,
    /// Bytes of pinned host memory, of all devices together.
    pub pinned_bytes: u64,
    /// Blocks of pinned host memory, of all devices together.
    pub pinned_blocks: usize,
    /// Streams, default streams not counted.
    pub streams: usize,
    /// Events.
    pub events: usize,
    /// Communicators.
    pub communicators: usize,
}

/// The most bytes of memory that a device ever held, as [`Usage::device_bytes`] counts them.
pub fn peak_memory(device: i32) -> u64 {
    memory::peak(device)
}

/// What a device holds now.
pub fn usage(device: i32) -> Usage {
    let memory = memory::usage(device);
    let (streams, events) = device::live(device);
    Usage {
        device_bytes: memory.allocated,
        device_blocks: memory.blocks,
        pinned_bytes: memory.pinned_bytes,
        pinned_blocks: memory.pinned_blocks,
        streams,
        events,
        communicators: hccl::live_communicators(device),
    }
}
