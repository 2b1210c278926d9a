//! One allocation, as its owner and the checks see it.

use std::fmt;
use std::sync::Arc;

use super::raw::Region;

/// A live allocation of device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) device: i32,
    pub(crate) base: u64,
    /// What may be touched: `requested` and the padding that the device adds.
    pub(crate) bytes: u64,
    /// What the program asked for.
    pub(crate) requested: u64,
}

/// What a device's memory is used for, and what the process has pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Bytes of HBM, with padding, page rounding and reservations.
    pub(crate) allocated: u64,
    pub(crate) blocks: usize,
    /// Pinned memory belongs to the host: these two count that of all devices.
    pub(crate) pinned_bytes: u64,
    pub(crate) pinned_blocks: usize,
}

/// Where an allocation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Device,
    Pinned,
}

/// A row of the ledger.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) place: Place,
    pub(super) block: Block,
    /// What the device's account was charged.
    pub(super) charge: u64,
    pub(super) region: Arc<Region>,
}

impl Block {
    /// The first address past it.
    pub(crate) fn end(&self) -> u64 {
        self.base.saturating_add(self.bytes)
    }

    pub(super) fn contains(&self, address: u64) -> bool {
        self.base <= address && address < self.end()
    }

    /// Whether `bytes` bytes at `address` lie inside.
    pub(crate) fn covers(&self, address: u64, bytes: u64) -> bool {
        self.base <= address && address.checked_add(bytes).is_some_and(|end| end <= self.end())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Block { device, base, requested, .. } = self.block;
        match self.place {
            Place::Device => write!(out, "the allocation of {requested} B at {base:#x} on device {device}"),
            Place::Pinned => write!(out, "the pinned host memory of {requested} B at {base:#x}"),
        }
    }
}
