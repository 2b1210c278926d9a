//! A pool that gives dropped memory to new buffers, in stream order.
//!
//! Memory that is dropped is often still in use by queued work. A pool does not wait for that: it keeps the block with the marks of
//! its last uses, and a new buffer begins with those marks. So the first operation that writes the buffer is ordered behind the
//! last that used the block: for free on one stream, by one wait on another.
//!
//! An allocation names the stream that will first use it. Blocks are taken in this order: one of which nothing is left to wait
//! for on that stream; new memory of the device; one that the stream must wait for; and when all fails, what is cached in other
//! sizes is freed first.

use std::sync::{Arc, Mutex};

use bytemuck::Pod;

use super::allocation::{Address, Allocation, PADDING, allocate};
use super::device::{DeviceBuffer, bytes_of};
use super::retire::Retired;
use super::statistics::PoolStatistics;
use super::uses::Tracker;
use crate::device::Device;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::stream::{Mark, Stream};

/// From this size on, memory comes in pages of as many bytes.
const PAGE: usize = 2 << 20;

/// How a pool behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolOptions {
    /// The most bytes it may have, in use and cached; `None` for all of the device.
    pub limit: Option<usize>,
}

/// A pool of device memory. Cloning is cheap, and all clones are the same pool.
///
/// Its buffers are as any others, and go back to it when they are dropped; they keep it alive.
#[derive(Clone)]
pub struct MemoryPool {
    core: Arc<PoolCore>,
}

pub(crate) struct PoolCore {
    device: Device,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Oldest first.
    cached: Vec<Block>,
    statistics: PoolStatistics,
}

/// Memory without an owner, and the operations that may still use it.
struct Block {
    address: Address,
    bytes: usize,
    marks: Vec<Mark>,
}

impl Device {
    /// A pool of this device's memory, empty at first.
    pub fn pool(&self, options: PoolOptions) -> MemoryPool {
        let statistics = PoolStatistics { limit: options.limit, ..PoolStatistics::default() };
        let state = Mutex::new(State { cached: Vec::new(), statistics });
        MemoryPool { core: Arc::new(PoolCore { device: self.clone(), state }) }
    }
}

impl MemoryPool {
    /// The device of the pool.
    pub fn device(&self) -> &Device {
        &self.core.device
    }

    /// Allocates `len` elements that `stream` will be the first to use; other streams may, but may then wait for more. The content
    /// is undefined until something is queued that writes it.
    ///
    /// Does not block, except when memory or the limit is used up and dropped memory is still in use: then it waits for that.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`] with the pool's statistics, when the device or the limit has no more;
    /// [`ErrorKind::InvalidArgument`] for a stream of another device.
    #[doc(alias = "aclrtMemPoolMallocAsync")]
    pub fn alloc<T: Pod>(&self, stream: &Stream, len: usize) -> Result<DeviceBuffer<T>> {
        let device = &self.core.device;
        device.core.driver.check_process()?;
        if stream.device().core.id != device.core.id {
            let found = format!("a stream of device {} was given", stream.device().core.id);
            return Err(Error::invalid("MemoryPool::alloc", found).on_device(device.core.id));
        }
        let bytes = padded(bytes_of::<T>("MemoryPool::alloc", len)?).ok_or_else(|| {
            Error::invalid(
                "MemoryPool::alloc",
                format!("{len} elements were asked for, more than an address can count"),
            )
        })?;
        let (address, bytes, marks) = self.core.take(stream, bytes)?;
        let allocation = Allocation::of_pool(self.core.clone(), address, bytes);
        Ok(DeviceBuffer::new(allocation, len, Tracker::after(marks)))
    }

    /// What the pool has and gave.
    pub fn statistics(&self) -> PoolStatistics {
        if self.core.device.core.driver.is_forked() {
            return PoolStatistics::default();
        }
        lock(&self.core.state).statistics
    }

    /// Gives all cached memory back to the device: at once what is no longer in use, the rest when its last use is done.
    ///
    /// # Errors
    /// [`ErrorKind::Forked`] in a forked child.
    #[doc(alias = "aclrtMemPoolTrimTo")]
    pub fn empty_cache(&self) -> Result<()> {
        self.core.device.core.driver.check_process()?;
        self.core.free(usize::MAX);
        Ok(())
    }
}

/// Bytes with padding; of large blocks whole pages, which the device gives anyway.
fn padded(bytes: usize) -> Option<usize> {
    let multiple = if bytes > PAGE / 2 { PAGE } else { PADDING };
    bytes.max(1).checked_next_multiple_of(multiple)
}

/// Whether a block of so many bytes may serve for `bytes`: a little waste is better than one more allocation.
fn fits(block: usize, bytes: usize) -> bool {
    (bytes..=bytes.saturating_add(bytes / 8)).contains(&block)
}

impl PoolCore {
    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    fn take(&self, stream: &Stream, bytes: usize) -> Result<(Address, usize, Vec<Mark>)> {
        let has_passed = |mark: &Mark| mark.stream == stream.id() || self.device.core.driver.has_passed(*mark);
        let is_free = |block: &Block| block.marks.iter().all(has_passed);
        if let Some(block) = self.reuse(bytes, is_free) {
            return Ok(block);
        }
        self.ask(bytes)?;
        if let Some(block) = self.reuse(bytes, is_free) {
            return Ok(block);
        }
        let fresh = self.fresh(bytes);
        match fresh {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                // A block that the stream must wait for is better than none.
                if let Some(block) = self.reuse(bytes, |_| true) {
                    return Ok(block);
                }
                // Blocks of other sizes make room.
                self.free(usize::MAX);
                let _context = self.device.core.enter()?;
                self.device.core.reap_blocking()?;
                self.fresh(bytes).map_err(|error| self.explain(error, bytes))
            }
            fresh => fresh,
        }
    }

    /// Asks the device which uses of fitting blocks are done. Does not block.
    fn ask(&self, bytes: usize) -> Result<()> {
        let mut marks: Vec<Mark> = Vec::new();
        for block in lock(&self.state).cached.iter().filter(|block| fits(block.bytes, bytes)) {
            marks.extend(&block.marks);
        }
        let _context = self.device.core.enter()?;
        for mark in marks {
            // A fault is told by calls that need the device.
            if let Some(stream) =
                self.device.core.driver.stream(mark.stream).filter(|stream| stream.is_on(&self.device.core))
            {
                let _ = stream.poll(&self.device.core, mark.sequence);
            }
        }
        Ok(())
    }

    /// Takes the smallest cached block that fits and that is `wanted`, of those the oldest.
    fn reuse(&self, bytes: usize, wanted: impl Fn(&Block) -> bool) -> Option<(Address, usize, Vec<Mark>)> {
        let mut state = lock(&self.state);
        let fitting = state.cached.iter().enumerate().filter(|(_, block)| fits(block.bytes, bytes) && wanted(block));
        let (place, _) = fitting.min_by_key(|(_, block)| block.bytes)?;
        let block = state.cached.remove(place);
        let statistics = &mut state.statistics;
        statistics.cached -= block.bytes;
        statistics.blocks_cached -= 1;
        statistics.reused += 1;
        statistics.note_given(block.bytes);
        Some((block.address, block.bytes, block.marks))
    }

    /// Takes memory of the device, within the limit. Cached blocks that nothing uses make room there.
    fn fresh(&self, bytes: usize) -> Result<(Address, usize, Vec<Mark>)> {
        let over = {
            let mut state = lock(&self.state);
            let statistics = &mut state.statistics;
            let limit = statistics.limit.unwrap_or(usize::MAX);
            let after = statistics.reserved().saturating_add(bytes);
            if after <= limit {
                // Counted before it is there, so that two threads do not pass the limit together.
                statistics.in_use += bytes;
                None
            } else {
                Some((after - limit, statistics.cached))
            }
        };
        if let Some((over, cached)) = over {
            if over > cached {
                return Err(Error::new(
                    ErrorKind::OutOfMemory,
                    "MemoryPool::alloc",
                    "the limit of the pool is reached",
                )
                .on_device(self.device.core.id));
            }
            self.free_unused(over);
            if lock(&self.state).statistics.cached + over > cached {
                return Err(Error::new(
                    ErrorKind::OutOfMemory,
                    "MemoryPool::alloc",
                    "the limit of the pool is reached",
                )
                .on_device(self.device.core.id));
            }
            return self.fresh(bytes);
        }
        let address = allocate(&self.device, bytes);
        let mut state = lock(&self.state);
        let statistics = &mut state.statistics;
        statistics.in_use -= bytes;
        let address = address?;
        statistics.allocated += 1;
        statistics.note_given(bytes);
        Ok((address, bytes, Vec::new()))
    }

    /// Frees cached blocks that nothing uses any more, the oldest first, until so many bytes are free.
    fn free_unused(&self, bytes: usize) {
        self.free_where(bytes, |block| block.marks.iter().all(|&mark| self.device.core.driver.has_passed(mark)));
    }

    /// Frees cached blocks, the oldest first, until so many bytes are free. What is still in use is freed after that.
    fn free(&self, bytes: usize) {
        self.free_where(bytes, |_| true);
    }

    fn free_where(&self, bytes: usize, wanted: impl Fn(&Block) -> bool) {
        let mut freed = Vec::new();
        {
            let mut state = lock(&self.state);
            let mut left = bytes;
            let (out, kept) = std::mem::take(&mut state.cached).into_iter().partition::<Vec<_>, _>(|block| {
                let goes = left > 0 && wanted(block);
                left = if goes { left.saturating_sub(block.bytes) } else { left };
                goes
            });
            state.cached = kept;
            state.statistics.cached -= out.iter().map(|block| block.bytes).sum::<usize>();
            state.statistics.blocks_cached -= out.len();
            freed.extend(out);
        }
        for block in freed {
            self.device.core.retire(Retired::Device(block.address.0), block.marks);
        }
    }

    /// Takes back a block whose buffer is gone.
    pub(super) fn give_back(&self, address: Address, bytes: usize, marks: Vec<Mark>) {
        if self.device.core.driver.is_forked() {
            return;
        }
        let mut state = lock(&self.state);
        let statistics = &mut state.statistics;
        statistics.in_use -= bytes;
        statistics.blocks_in_use -= 1;
        statistics.cached += bytes;
        statistics.blocks_cached += 1;
        state.cached.push(Block { address, bytes, marks });
    }

    fn explain(&self, error: Error, bytes: usize) -> Error {
        if error.kind() != ErrorKind::OutOfMemory {
            return error;
        }
        let statistics = lock(&self.state).statistics;
        let error = error.with_found_too(format!("{bytes} bytes were asked of a pool; {statistics}"));
        match self.device.memory() {
            Ok(memory) => {
                error.with_found_too(format!("{} of {} bytes of the device are free", memory.free, memory.total))
            }
            Err(_) => error,
        }
    }
}

impl Drop for PoolCore {
    fn drop(&mut self) {
        if !self.device.core.driver.is_forked() {
            self.free(usize::MAX);
        }
    }
}

impl std::fmt::Debug for MemoryPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryPool").field("device", &self.core.device).finish_non_exhaustive()
    }
}
