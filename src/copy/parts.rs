//! Copies between one pinned buffer and many parts of the device, queued by one call.
//!
//! A flat host buffer holds what on the device lies in many places: the shards of an optimizer that was moved to the host. Toolkits
//! that copy batches do it in one call; the others are called once for each part.
//!
//! Wraps `aclrtMemcpyBatchAsync`, `aclrtMemcpyAsync`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;

use ascend_npu_sys::{
    aclError, aclrtMemLocation, aclrtMemLocationType, aclrtMemcpyBatchAttr, aclrtMemcpyKind, aclrtStream,
};
use bytemuck::Pod;

use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut, PinnedBuffer};
use crate::device::DeviceCore;
use crate::error::{Error, Result};
use crate::pending::Pending;
use crate::soc::Architecture;
use crate::stream::{Awaited, Mark, Returned, Stream};

/// A part of the device, and where in the pinned buffer its elements begin.
#[derive(Clone, Copy, Debug)]
pub struct Part<V> {
    /// The first of its elements in the pinned buffer.
    pub offset: usize,
    /// The part.
    pub part: V,
}

impl Stream {
    /// Queues copies to many parts of the device. The source comes back from the [`Pending`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when a part does not lie inside the source, or is of another
    /// device.
    #[doc(alias = "aclrtMemcpyBatchAsync")]
    pub fn copy_parts_to_device<T: Pod>(
        &self,
        source: PinnedBuffer<T>,
        parts: Vec<Part<DeviceSliceMut<'_, T>>>,
    ) -> Result<Pending<PinnedBuffer<T>>> {
        let mut batch = Batch::new(source.address().as_ptr(), source.len(), parts.len());
        for Part { offset, part } in &parts {
            self.same_device("copy_parts_to_device", part.device())?;
            let host = batch.host("copy_parts_to_device", *offset, part.len())?;
            batch.push(part.address().as_ptr().cast(), host, part.bytes());
        }
        let uses: Vec<Use<'_>> = parts.iter().map(|part| part.part.write()).collect();
        let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
        let queued = self.queue_batch("copy_parts_to_device", &uses, batch.items, kind);
        self.pending(source, queued)
    }

    /// Queues copies of many parts of the device to the host. The destination comes back from the [`Pending`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when a part does not lie inside the destination, two overlap
    /// there, or one is of another device.
    #[doc(alias = "aclrtMemcpyBatchAsync")]
    pub fn copy_parts_to_host<T: Pod>(
        &self,
        parts: Vec<Part<DeviceSlice<'_, T>>>,
        destination: PinnedBuffer<T>,
    ) -> Result<Pending<PinnedBuffer<T>>> {
        let mut batch = Batch::new(destination.address().as_ptr(), destination.len(), parts.len());
        for Part { offset, part } in &parts {
            self.same_device("copy_parts_to_host", part.device())?;
            let host = batch.host("copy_parts_to_host", *offset, part.len())?;
            batch.push(host, part.address().as_ptr().cast(), part.bytes());
        }
        disjoint("copy_parts_to_host", parts.iter().map(|part| (part.offset, part.part.len())).collect())?;
        let uses: Vec<Use<'_>> = parts.iter().map(|part| part.part.read()).collect();
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
        let queued = self.queue_batch("copy_parts_to_host", &uses, batch.items, kind);
        self.pending(destination, queued)
    }

    fn queue_batch(
        &self,
        operation: &'static str,
        uses: &[Use<'_>],
        items: Items,
        kind: aclrtMemcpyKind,
    ) -> Result<Mark> {
        let device = &self.device().core;
        if items.sizes.is_empty() {
            device.driver.check_process()?;
            return Ok(Mark { stream: self.id(), sequence: 0 });
        }
        self.submit(operation, uses, Awaited::Yes, |stream| {
            // SAFETY: each end of an item holds its bytes. Device memory is kept alive by its mark, pinned memory by the `Pending`
            // that owns it, until the copies are done.
            Returned::Acl(unsafe { items.queue(device, self.device().architecture(), kind, stream) })
        })
    }
}

/// Refuses ranges, each of a start and a length, that share an element: the copies of a batch have no order.
fn disjoint(operation: &'static str, mut ranges: Vec<(usize, usize)>) -> Result<()> {
    ranges.retain(|&(_, len)| len > 0);
    ranges.sort_unstable();
    let overlap = ranges.iter().zip(ranges.iter().skip(1)).find(|((start, len), (next, _))| start + len > *next);
    match overlap {
        None => Ok(()),
        Some((first, second)) => {
            let found = format!("{} elements at {} and {} at {} overlap", first.1, first.0, second.1, second.0);
            Err(Error::invalid(operation, found).with_hint("the copies have no order: give each its own place"))
        }
    }
}

/// Items being put together, of one pinned buffer.
struct Batch<T> {
    host: *mut T,
    len: usize,
    items: Items,
}

/// The copies of a batch, as the C function takes them.
struct Items {
    to: Vec<*mut c_void>,
    from: Vec<*mut c_void>,
    sizes: Vec<usize>,
}

impl<T: Pod> Batch<T> {
    fn new(host: *mut T, len: usize, parts: usize) -> Self {
        let room = || Vec::with_capacity(parts);
        Self { host, len, items: Items { to: room(), from: room(), sizes: Vec::with_capacity(parts) } }
    }

    /// Where elements lie in the pinned buffer.
    fn host(&self, operation: &'static str, offset: usize, len: usize) -> Result<*mut c_void> {
        if offset.checked_add(len).is_none_or(|end| end > self.len) {
            let found = format!("{len} elements at {offset} were asked of a pinned buffer of {}", self.len);
            return Err(Error::invalid(operation, found));
        }
        // Wrapping is harmless: the range lies inside.
        Ok(self.host.wrapping_add(offset).cast())
    }

    /// Adds a copy. The library refuses those of nothing.
    fn push(&mut self, to: *mut c_void, from: *mut c_void, bytes: usize) {
        if bytes > 0 {
            self.items.to.push(to);
            self.items.from.push(from);
            self.items.sizes.push(bytes);
        }
    }
}

impl Items {
    /// Queues the copies, by one call where the toolkit and the SoC have it.
    ///
    /// # Safety
    /// Each end of a copy must hold its bytes until it is done, and the stream be of the device, whose context is current.
    unsafe fn queue(
        mut self,
        device: &DeviceCore,
        architecture: Architecture,
        kind: aclrtMemcpyKind,
        stream: aclrtStream,
    ) -> aclError {
        let acl = &device.driver.acl;
        let Some(batch) = acl.aclrtMemcpyBatchAsync.filter(|_| architecture == Architecture::A2201) else {
            let pairs = self.to.iter().zip(&self.from).zip(&self.sizes);
            for ((&to, &from), &bytes) in pairs {
                // SAFETY: the caller vouches for both ends.
                let code = unsafe { (acl.aclrtMemcpyAsync)(to, bytes, from, bytes, kind, stream) };
                if code != aclError::SUCCESS {
                    return code;
                }
            }
            return aclError::SUCCESS;
        };
        let host = aclrtMemLocation { id: 0, type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST };
        let here = aclrtMemLocation {
            id: device.id.unsigned_abs(),
            type_: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE,
        };
        let to_device = kind == aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
        let (to, from) = if to_device { (here, host) } else { (host, here) };
        let mut attribute = aclrtMemcpyBatchAttr { dstLoc: to, srcLoc: from, rsv: [0; 16] };
        let (mut first, mut failed) = (0, usize::MAX);
        let (mut limits, count) = (self.sizes.clone(), self.sizes.len());
        // SAFETY: the arrays are live and of `count` elements, with one attribute that is for all; the caller vouches for the ends.
        unsafe {
            batch(
                self.to.as_mut_ptr(),
                limits.as_mut_ptr(),
                self.from.as_mut_ptr(),
                self.sizes.as_mut_ptr(),
                count,
                &mut attribute,
                &mut first,
                1,
                &mut failed,
                stream,
            )
        }
    }
}
