//! Borrowed parts of device buffers: the arguments of operations.
//!
//! A view borrows its buffer only while an operation is being queued. After that the buffer's marks keep order and life.

use std::ops::Range;
use std::ptr::NonNull;

use bytemuck::Pod;

use super::device::DeviceBuffer;
use super::uses::{Tracker, Use};
use crate::device::Device;
use crate::error::{Error, Result};

/// A part of a device buffer that an operation reads.
pub struct DeviceSlice<'a, T: Pod> {
    address: NonNull<T>,
    len: usize,
    tracker: &'a Tracker,
    device: &'a Device,
}

/// A part of a device buffer that an operation writes.
///
/// Two of them never overlap, so they may be given to one operation.
pub struct DeviceSliceMut<'a, T: Pod> {
    part: DeviceSlice<'a, T>,
}

impl<T: Pod> Clone for DeviceSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Pod> Copy for DeviceSlice<'_, T> {}

impl<'a, T: Pod> DeviceSlice<'a, T> {
    pub(super) fn new(address: NonNull<T>, len: usize, tracker: &'a Tracker, device: &'a Device) -> Self {
        Self { address, len, tracker, device }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    /// The device the memory is on.
    pub fn device(&self) -> &'a Device {
        self.device
    }

    /// A part of the part.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the range does not lie inside.
    pub fn slice(self, range: Range<usize>) -> Result<Self> {
        if range.start > range.end || range.end > self.len {
            return Err(Error::invalid("slice", format!("{range:?} was asked of {} elements", self.len)));
        }
        // Wrapping is harmless: the range lies inside, and the host never dereferences the address.
        let address = NonNull::new(self.address.as_ptr().wrapping_add(range.start)).unwrap_or(self.address);
        Ok(Self { address, len: range.len(), ..self })
    }

    /// The same bytes as elements of another type. A collective sends a type that it does not know, such as
    /// [`StatsBlock`](crate::kernel::stats::StatsBlock), as words.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the bytes are not whole elements of that type, or begin
    /// where none may.
    pub fn cast<U: Pod>(self) -> Result<DeviceSlice<'a, U>> {
        let (bytes, Self { address, tracker, device, .. }) = (self.bytes(), self);
        let (Some(len), Some(0)) = (bytes.checked_div(size_of::<U>()), bytes.checked_rem(size_of::<U>())) else {
            let found = format!("{bytes} bytes are not whole elements of {} bytes", size_of::<U>());
            return Err(Error::invalid("cast", found));
        };
        let address = address.cast::<U>();
        if !address.as_ptr().addr().is_multiple_of(align_of::<U>()) {
            let found = format!("{address:?} is not aligned to {} bytes", align_of::<U>());
            return Err(Error::invalid("cast", found));
        }
        Ok(DeviceSlice { address, len, tracker, device })
    }

    pub(crate) fn address(&self) -> NonNull<T> {
        self.address
    }

    pub(crate) fn read(&self) -> Use<'a> {
        Use::Read(self.tracker)
    }
}

impl<'a, T: Pod> DeviceSliceMut<'a, T> {
    pub(super) fn new(address: NonNull<T>, len: usize, tracker: &'a Tracker, device: &'a Device) -> Self {
        Self { part: DeviceSlice::new(address, len, tracker, device) }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.part.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.part.len == 0
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.part.bytes()
    }

    /// The device the memory is on.
    pub fn device(&self) -> &'a Device {
        self.part.device
    }

    /// A part of the part.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the range does not lie inside.
    pub fn slice(self, range: Range<usize>) -> Result<Self> {
        Ok(Self { part: self.part.slice(range)? })
    }

    /// Two disjoint parts, `[0, middle)` and `[middle, len)`, that can be used together.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `middle` lies outside.
    pub fn split_at(self, middle: usize) -> Result<(Self, Self)> {
        let end = self.part.len;
        let (left, right) = (self.part.slice(0..middle)?, self.part.slice(middle..end)?);
        Ok((Self { part: left }, Self { part: right }))
    }

    /// The same bytes as elements of another type: see [`DeviceSlice::cast`].
    ///
    /// # Errors
    /// Those of [`DeviceSlice::cast`].
    pub fn cast<U: Pod>(self) -> Result<DeviceSliceMut<'a, U>> {
        Ok(DeviceSliceMut { part: self.part.cast()? })
    }

    /// The same part again, borrowed for less long.
    pub fn reborrow(&mut self) -> DeviceSliceMut<'_, T> {
        DeviceSliceMut { part: self.part }
    }

    /// The same part, to be read.
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.part
    }

    /// The same part for an operation that holds it as written: a collective whose source lies in its destination.
    pub(crate) fn part(&self) -> DeviceSlice<'a, T> {
        self.part
    }

    pub(crate) fn address(&self) -> NonNull<T> {
        self.part.address
    }

    pub(crate) fn write(&self) -> Use<'a> {
        Use::Write(self.part.tracker)
    }
}

impl<'a, T: Pod> From<&'a DeviceBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a DeviceBuffer<T>) -> Self {
        buffer.as_slice()
    }
}

impl<'a, T: Pod> From<DeviceSliceMut<'a, T>> for DeviceSlice<'a, T> {
    fn from(part: DeviceSliceMut<'a, T>) -> Self {
        part.part
    }
}

impl<'a, T: Pod> From<&'a mut DeviceBuffer<T>> for DeviceSliceMut<'a, T> {
    fn from(buffer: &'a mut DeviceBuffer<T>) -> Self {
        buffer.as_mut_slice()
    }
}

impl<T: Pod> std::fmt::Debug for DeviceSlice<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeviceSlice").field("address", &self.address).field("len", &self.len).finish_non_exhaustive()
    }
}

impl<T: Pod> std::fmt::Debug for DeviceSliceMut<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DeviceSliceMut").field(&self.part).finish()
    }
}
