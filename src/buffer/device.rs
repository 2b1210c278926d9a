//! Owned regions of device memory.

use std::marker::PhantomData;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;

use bytemuck::Pod;

use super::allocation::Allocation;
use super::uses::Tracker;
use super::view::{DeviceSlice, DeviceSliceMut};
use crate::device::Device;
use crate::error::{Error, Result};

/// An owned region of device memory: `len` elements of a plain type.
///
/// A buffer is the unit of ordering: work on it is ordered as one, whichever part it touches. Split a buffer into disjoint
/// buffers when its parts should be worked on independently, as the buckets of a flat gradient buffer are.
///
/// Dropping a buffer never blocks and never frees memory that queued work still uses.
pub struct DeviceBuffer<T: Pod> {
    allocation: Arc<Allocation>,
    /// Where the region starts in the allocation, in elements.
    offset: usize,
    len: usize,
    tracker: Tracker,
    element: PhantomData<T>,
}

impl Device {
    /// Allocates `len` elements of device memory. The content is undefined until something is queued that writes it.
    ///
    /// Does not block, except when memory has run out and dropped buffers are still in use: then it waits for those.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) with the bytes asked for and free.
    #[doc(alias = "aclrtMalloc")]
    pub fn alloc<T: Pod>(&self, len: usize) -> Result<DeviceBuffer<T>> {
        let allocation = Allocation::new(self, bytes_of::<T>("Device::alloc", len)?)?;
        Ok(DeviceBuffer::new(allocation, len, Tracker::default()))
    }
}

/// Bytes of as many elements.
pub(super) fn bytes_of<T>(operation: &'static str, len: usize) -> Result<usize> {
    len.checked_mul(size_of::<T>()).ok_or_else(|| {
        Error::invalid(operation, format!("{len} elements of {} bytes do not fit an address", size_of::<T>()))
    })
}

impl<T: Pod> DeviceBuffer<T> {
    /// The first `len` elements of memory whose earlier uses the tracker knows.
    pub(super) fn new(allocation: Allocation, len: usize, tracker: Tracker) -> Self {
        Self { allocation: Arc::new(allocation), offset: 0, len, tracker, element: PhantomData }
    }

    /// The same region as elements of another type, of which it holds `len` whole.
    pub(super) fn cast<U: Pod>(mut self, len: usize) -> DeviceBuffer<U> {
        let start = self.offset * size_of::<T>();
        let tracker = std::mem::take(&mut self.tracker);
        DeviceBuffer {
            allocation: self.allocation.clone(),
            offset: start.checked_div(size_of::<U>()).unwrap_or(0),
            len,
            tracker,
            element: PhantomData,
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Size in bytes, without padding.
    pub fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    /// The device the memory is on.
    pub fn device(&self) -> &Device {
        self.allocation.device()
    }

    /// The whole buffer, to be read by an operation.
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        DeviceSlice::new(self.address(), self.len, &self.tracker, self.allocation.device())
    }

    /// The whole buffer, to be written by an operation.
    pub fn as_mut_slice(&mut self) -> DeviceSliceMut<'_, T> {
        DeviceSliceMut::new(self.address(), self.len, &self.tracker, self.allocation.device())
    }

    /// A part of the buffer, to be read by an operation.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the range does not lie inside.
    pub fn slice(&self, range: Range<usize>) -> Result<DeviceSlice<'_, T>> {
        self.as_slice().slice(range)
    }

    /// A part of the buffer, to be written by an operation.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the range does not lie inside.
    pub fn slice_mut(&mut self, range: Range<usize>) -> Result<DeviceSliceMut<'_, T>> {
        self.as_mut_slice().slice(range)
    }

    /// Splits the buffer into disjoint buffers of the given lengths, which must add up to its own.
    ///
    /// The parts share the memory, which is freed when the last is gone, but are ordered independently.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths do not add up.
    pub fn split(self, lengths: &[usize]) -> Result<Vec<Self>> {
        let total = lengths.iter().try_fold(0_usize, |sum, &len| sum.checked_add(len));
        if total != Some(self.len) {
            let found = format!("a buffer of {} elements was to be split into {lengths:?}", self.len);
            return Err(
                Error::invalid("DeviceBuffer::split", found).with_hint("the lengths must add up to the buffer's")
            );
        }
        let mut offset = self.offset;
        let parts = lengths.iter().map(|&len| {
            let start = offset;
            offset += len;
            let (allocation, tracker) = (self.allocation.clone(), self.tracker.split());
            Self { allocation, offset: start, len, tracker, element: PhantomData }
        });
        Ok(parts.collect())
    }

    /// Whether the content is what queued work made or will make of it: an error when a fault of the device keeps the last write
    /// from being done, so that the content is undefined. Does not block.
    ///
    /// # Errors
    /// The device's first fault, when the last write was the operation that failed, or was queued behind it or on another stream.
    pub fn check(&self) -> Result<()> {
        let driver = &self.device().core.driver;
        driver.check_process()?;
        let Some(mark) = self.tracker.last_write() else { return Ok(()) };
        let Some(stream) = driver.stream(mark.stream) else { return Ok(()) };
        // The writer may be a stream of another device.
        let Some(owner) = stream.device() else { return Ok(()) };
        let _context = owner.enter()?;
        match stream.poll(&owner, mark.sequence) {
            Ok(_) => Ok(()),
            Err(error) => Err(owner.spoilt("DeviceBuffer::check", mark).unwrap_or(error)),
        }
    }

    /// Whether it is all of its allocation.
    pub(super) fn is_whole(&self) -> bool {
        self.offset == 0 && Arc::strong_count(&self.allocation) == 1
    }

    #[cfg(test)]
    pub(crate) fn hold(&self) -> impl Sized {
        self.allocation.hold()
    }

    fn address(&self) -> NonNull<T> {
        // Wrapping is harmless: the region lies inside the allocation, and the host never dereferences the address.
        let start = self.allocation.address().cast::<T>();
        NonNull::new(start.as_ptr().wrapping_add(self.offset)).unwrap_or(start)
    }
}

impl<T: Pod> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        let marks = self.tracker.drain();
        self.allocation.leave(marks);
    }
}

impl<T: Pod> std::fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let element = std::any::type_name::<T>();
        f.debug_struct("DeviceBuffer").field("element", &element).field("len", &self.len).finish_non_exhaustive()
    }
}
