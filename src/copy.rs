//! Copies and fills. All are queued on a stream; none touches pageable memory except the two that say `blocking`.
//!
//! Wraps `aclrtMemcpyAsync`, `aclrtMemsetAsync`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;
use std::ptr::NonNull;

use ascend_npu_sys::aclrtMemcpyKind;
use bytemuck::Pod;

use crate::buffer::uses::Use;
use crate::buffer::{DeviceBuffer, DeviceSlice, DeviceSliceMut, PinnedBuffer};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::pending::Pending;
use crate::stream::{Awaited, Mark, Stream};

impl Stream {
    /// Queues a copy to the device. The source comes back from the [`Pending`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths differ or the buffer is of another device.
    #[doc(alias = "aclrtMemcpyAsync")]
    pub fn copy_to_device<'a, T: Pod>(
        &self,
        source: PinnedBuffer<T>,
        destination: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<Pending<PinnedBuffer<T>>> {
        let destination = destination.into();
        same_len("copy_to_device", source.len(), destination.len())?;
        self.same_device("copy_to_device", destination.device())?;
        let call = Transfer {
            destination: destination.address().cast(),
            source: source.address().cast(),
            bytes: destination.bytes(),
            kind: aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE,
        };
        let queued = self.transfer("copy_to_device", &[destination.write()], Awaited::Yes, call);
        self.pending(source, queued)
    }

    /// Queues a copy to the host. The destination comes back, filled, from the [`Pending`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths differ or the buffer is of another device.
    #[doc(alias = "aclrtMemcpyAsync")]
    pub fn copy_to_host<'a, T: Pod>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: PinnedBuffer<T>,
    ) -> Result<Pending<PinnedBuffer<T>>> {
        let source = source.into();
        same_len("copy_to_host", source.len(), destination.len())?;
        self.same_device("copy_to_host", source.device())?;
        let call = Transfer {
            destination: destination.address().cast(),
            source: source.address().cast(),
            bytes: source.bytes(),
            kind: aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST,
        };
        let queued = self.transfer("copy_to_host", &[source.read()], Awaited::Yes, call);
        self.pending(destination, queued)
    }

    /// Queues a copy between two buffers of the device.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths differ or a buffer is of another device.
    #[doc(alias = "aclrtMemcpyAsync")]
    pub fn copy<'a, 'b, T: Pod>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        same_len("copy", source.len(), destination.len())?;
        self.same_device("copy", source.device())?;
        self.same_device("copy", destination.device())?;
        let call = Transfer {
            destination: destination.address().cast(),
            source: source.address().cast(),
            bytes: source.bytes(),
            kind: aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE,
        };
        self.transfer("copy", &[source.read(), destination.write()], Awaited::No, call).map(drop)
    }

    /// Queues a fill with zero bytes.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the buffer is of another device.
    #[doc(alias = "aclrtMemsetAsync")]
    pub fn fill_zero<'a, T: Pod>(&self, destination: impl Into<DeviceSliceMut<'a, T>>) -> Result<()> {
        let destination = destination.into();
        self.same_device("fill_zero", destination.device())?;
        if destination.is_empty() {
            return self.device().core.driver.check_process();
        }
        let (address, bytes) = (destination.address().as_ptr().cast::<c_void>(), destination.bytes());
        let fill = self.device().core.driver.acl.aclrtMemsetAsync;
        self.submit("fill_zero", &[destination.write()], Awaited::No, |stream| {
            // SAFETY: the view lies inside a live buffer of `bytes` bytes, which its mark keeps alive until the fill is done.
            unsafe { fill(address, bytes, 0, bytes, stream) }.into()
        })
        .map(drop)
    }

    /// Copies `data` to a new device buffer and blocks until it has arrived.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), or the first fault of the stream's work.
    pub fn upload_blocking<T: Pod>(&self, data: &[T]) -> Result<DeviceBuffer<T>> {
        let mut buffer = self.device().alloc(data.len())?;
        self.copy_to_device(self.device().pinned_from(data)?, &mut buffer)?.wait()?;
        Ok(buffer)
    }

    /// Copies device memory to the host and blocks until it has arrived.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), or the first fault of the work that comes first.
    pub fn download_blocking<'a, T: Pod>(&self, source: impl Into<DeviceSlice<'a, T>>) -> Result<Vec<T>> {
        let source = source.into();
        let staging = self.device().pinned(source.len())?;
        Ok(self.copy_to_host(source, staging)?.wait()?.to_vec())
    }

    /// Refuses memory of another device.
    pub(crate) fn same_device(&self, operation: &'static str, of: &Device) -> Result<()> {
        if of.core.id == self.device().core.id {
            return Ok(());
        }
        let found = format!("a buffer of device {} was given", of.core.id);
        Err(Error::invalid(operation, found).on_device(self.device().core.id).on_stream(self.id()))
    }

    fn transfer(&self, operation: &'static str, uses: &[Use<'_>], awaited: Awaited, call: Transfer) -> Result<Mark> {
        let copy = self.device().core.driver.acl.aclrtMemcpyAsync;
        self.submit(operation, uses, awaited, |stream| {
            let (to, from, bytes) = (call.destination.as_ptr(), call.source.as_ptr(), call.bytes);
            // SAFETY: both ends hold `bytes` bytes. Device memory is kept alive by its mark, pinned memory by the `Pending`
            // that owns it, until the copy is done.
            unsafe { copy(to, bytes, from, bytes, call.kind, stream) }.into()
        })
    }

    /// Hands the host end of a transfer to a `Pending`, or, when queuing failed, to the retire list.
    fn pending<T: Pod>(&self, host: PinnedBuffer<T>, queued: Result<Mark>) -> Result<Pending<PinnedBuffer<T>>> {
        // A call that failed may still have queued its work: its memory is kept as if it had.
        let mark = queued.as_ref().map_or(Mark { stream: self.id(), sequence: self.core().submitted() }, |&mark| mark);
        let pending = Pending::new(host, mark, self);
        queued.map(|_| pending)
    }
}

struct Transfer {
    destination: NonNull<c_void>,
    source: NonNull<c_void>,
    bytes: usize,
    kind: aclrtMemcpyKind,
}

fn same_len(operation: &'static str, source: usize, destination: usize) -> Result<()> {
    if source == destination {
        return Ok(());
    }
    let found = format!("the source has {source} elements, the destination {destination}");
    Err(Error::invalid(operation, found).with_hint("give parts of one length"))
}
