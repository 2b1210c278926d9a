//! Pinned host memory: the only host memory that takes part in asynchronous copies.
//!
//! With pageable memory `aclrtMemcpyAsync` blocks, and older toolkits copied it wrongly. So the asynchronous copies of this
//! crate take pinned buffers only.
//!
//! Wraps `aclrtMallocHost`.
#![allow(unsafe_code)] // Calls into the C library, and views memory that it gave.

use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use bytemuck::Pod;

use super::retire::Retired;
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::pending::{InFlight, Retire};
use crate::stream::Mark;

/// What the ACL manual promises of aclrtMallocHost, in bytes.
const ALIGNMENT: usize = 64;

/// `len` elements of pinned host memory; a slice to the host.
pub struct PinnedBuffer<T: Pod> {
    address: NonNull<T>,
    len: usize,
    device: Device,
}

// SAFETY: the buffer owns its memory, which is ordinary host memory, and its elements are plain data.
unsafe impl<T: Pod + Send> Send for PinnedBuffer<T> {}
// SAFETY: a shared buffer only gives shared slices.
unsafe impl<T: Pod + Sync> Sync for PinnedBuffer<T> {}

impl Device {
    /// Allocates `len` elements of pinned host memory, all zero.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`] when the host cannot pin so much; [`ErrorKind::InvalidArgument`] for elements aligned to more
    /// than 64 bytes.
    #[doc(alias = "aclrtMallocHost")]
    pub fn pinned<T: Pod>(&self, len: usize) -> Result<PinnedBuffer<T>> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or_else(|| {
            Error::invalid(
                "Device::pinned",
                format!("{len} elements of {} bytes do not fit an address", size_of::<T>()),
            )
        })?;
        if align_of::<T>() > ALIGNMENT {
            let found = format!("elements aligned to {} bytes were asked for", align_of::<T>());
            return Err(Error::invalid("Device::pinned", found).with_hint("pinned memory is aligned to 64 bytes"));
        }
        let _context = self.core.enter()?;
        self.core.reap()?;
        let mut address = std::ptr::null_mut();
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (self.core.driver.acl.aclrtMallocHost)(&mut address, bytes.max(1)) };
        self.core
            .check("aclrtMallocHost", code)
            .map_err(|error| error.with_found_too(format!("{bytes} bytes were asked for")))?;
        let address = NonNull::new(address)
            .ok_or_else(|| Error::new(ErrorKind::Library, "aclrtMallocHost", "succeeded but gave a null address"))?;
        if !address.cast::<T>().is_aligned() {
            // A library that breaks its word: the memory is left to it.
            return Err(Error::new(ErrorKind::Library, "aclrtMallocHost", "succeeded but gave a misaligned address"));
        }
        // SAFETY: the allocation is `bytes` long and nobody else has its address.
        unsafe { address.cast::<u8>().write_bytes(0, bytes) };
        Ok(PinnedBuffer { address: address.cast(), len, device: self.clone() })
    }

    /// Allocates pinned host memory that holds a copy of `data`.
    ///
    /// # Errors
    /// As [`pinned`](Self::pinned).
    pub fn pinned_from<T: Pod>(&self, data: &[T]) -> Result<PinnedBuffer<T>> {
        let mut buffer = self.pinned(data.len())?;
        buffer.copy_from_slice(data);
        Ok(buffer)
    }
}

impl<T: Pod> PinnedBuffer<T> {
    pub(crate) fn address(&self) -> NonNull<T> {
        self.address
    }

    fn raw(&self) -> Retired {
        Retired::Host(self.address.cast::<c_void>())
    }
}

impl<T: Pod> Deref for PinnedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory is aligned for `T`, holds `len` elements, set to zero at its start, and no queued work holds it: it would be `Pending`.
        unsafe { std::slice::from_raw_parts(self.address.as_ptr(), self.len) }
    }
}

impl<T: Pod> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and the buffer is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.address.as_ptr(), self.len) }
    }
}

impl<T: Pod> InFlight for PinnedBuffer<T> {}

impl<T: Pod> Retire for PinnedBuffer<T> {
    fn retire(self, mark: Mark) {
        self.device.core.retire(self.raw(), vec![mark]);
        // The memory has a new owner; what is left of the buffer must not free it.
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: `this` is never dropped or used again, so the device is taken out exactly once.
        drop(unsafe { std::ptr::read(&this.device) });
    }
}

impl<T: Pod> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        self.device.core.retire(self.raw(), Vec::new());
    }
}

impl<T: Pod> std::fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PinnedBuffer").field("element", &std::any::type_name::<T>()).field("len", &self.len).finish()
    }
}
