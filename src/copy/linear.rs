//! Copies of whole parts: between host and device, on a device, and between devices.
//!
//! Wraps `aclrtMemcpyAsync`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;
use std::ptr::NonNull;

use ascend_npu_sys::aclrtMemcpyKind;
use bytemuck::Pod;

use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut, PinnedBuffer};
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

    /// Queues a copy between two buffers, of one device or of two. One of them must be of the stream's device.
    ///
    /// Between devices it waits for the work on the buffers on either device, and later work there waits for it.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths differ or neither buffer is of the stream's
    /// device; [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) when the two devices are not connected.
    #[doc(alias = "aclrtMemcpyAsync")]
    #[doc(alias = "aclrtDeviceEnablePeerAccess")]
    pub fn copy<'a, 'b, T: Pod>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        same_len("copy", source.len(), destination.len())?;
        self.reach("copy", source.device(), destination.device())?;
        let call = Transfer {
            destination: destination.address().cast(),
            source: source.address().cast(),
            bytes: source.bytes(),
            kind: aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE,
        };
        self.transfer("copy", &[source.read(), destination.write()], Awaited::No, call).map(drop)
    }

    /// Refuses memory of another device.
    #[inline]
    pub(crate) fn same_device(&self, operation: &'static str, of: &Device) -> Result<()> {
        if of.is(self.device()) { Ok(()) } else { Err(self.other_device(operation, of)) }
    }

    #[cold]
    fn other_device(&self, operation: &'static str, of: &Device) -> Error {
        let found = format!("a buffer of device {} was given", of.core.id);
        Error::invalid(operation, found).on_device(self.device().core.id).on_stream(self.id())
    }

    /// Lets the stream's device and the other one at each other's memory, for a copy between them.
    #[inline]
    fn reach(&self, operation: &'static str, source: &Device, destination: &Device) -> Result<()> {
        if source.is(self.device()) && destination.is(self.device()) {
            return Ok(());
        }
        self.reach_other(operation, source, destination)
    }

    #[cold]
    fn reach_other(&self, operation: &'static str, source: &Device, destination: &Device) -> Result<()> {
        let own = self.device().core.id;
        if source.core.id != own && destination.core.id != own {
            let found = format!("buffers of devices {} and {} were given", source.core.id, destination.core.id);
            return Err(Error::invalid(operation, found)
                .on_device(own)
                .on_stream(self.id())
                .with_hint("queue it on a stream of one of the two"));
        }
        source.core.enable_access(&destination.core)?;
        destination.core.enable_access(&source.core)
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
    pub(super) fn pending<T: Pod>(
        &self,
        host: PinnedBuffer<T>,
        queued: Result<Mark>,
    ) -> Result<Pending<PinnedBuffer<T>>> {
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

#[inline]
pub(super) fn same_len(operation: &'static str, source: usize, destination: usize) -> Result<()> {
    if source == destination { Ok(()) } else { Err(other_len(operation, source, destination)) }
}

#[cold]
fn other_len(operation: &'static str, source: usize, destination: usize) -> Error {
    let found = format!("the source has {source} elements, the destination {destination}");
    Error::invalid(operation, found).with_hint("give parts of one length")
}
