//! What a pool has and gave.

use std::fmt;

/// What a [`MemoryPool`](super::MemoryPool) has and gave. Bytes are with padding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolStatistics {
    /// Bytes that buffers hold.
    pub in_use: usize,
    /// Blocks that buffers hold.
    pub blocks_in_use: usize,
    /// Bytes that wait to be used again.
    pub cached: usize,
    /// Blocks that wait to be used again.
    pub blocks_cached: usize,
    /// The most bytes that buffers held at a time.
    pub peak_in_use: usize,
    /// The most bytes that the pool had at a time, in use and cached.
    pub peak_reserved: usize,
    /// The most bytes it may have.
    pub limit: Option<usize>,
    /// Allocations that were served from the cache.
    pub reused: u64,
    /// Allocations that took memory of the device.
    pub allocated: u64,
}

impl PoolStatistics {
    /// Bytes that the pool has, in use and cached.
    pub fn reserved(&self) -> usize {
        self.in_use + self.cached
    }

    /// Notes bytes that went to a buffer.
    pub(super) fn note_given(&mut self, bytes: usize) {
        self.in_use += bytes;
        self.blocks_in_use += 1;
        self.peak_in_use = self.peak_in_use.max(self.in_use);
        self.peak_reserved = self.peak_reserved.max(self.reserved());
    }
}

impl fmt::Display for PoolStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bytes in {} blocks are in use, {} in {} are cached, at most {} were in use",
            self.in_use, self.blocks_in_use, self.cached, self.blocks_cached, self.peak_in_use
        )?;
        match self.limit {
            Some(limit) => write!(f, ", the limit is {limit}"),
            None => Ok(()),
        }
    }
}
