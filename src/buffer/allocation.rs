//! One block of device memory, shared by the regions it was split into.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::aclrtMemMallocPolicy;

use super::retire::Retired;
use super::uses::note_latest;
use crate::device::Device;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::stream::Mark;

/// Kernels may write whole blocks past a ragged end, so every allocation is padded to a multiple of this many bytes.
const PADDING: usize = 512;

pub(crate) struct Allocation {
    device: Device,
    address: Address,
    /// Operations of dropped regions that may still use their part.
    marks: Mutex<Vec<Mark>>,
}

struct Address(NonNull<c_void>);

// SAFETY: the address is of device memory, which the host never dereferences; the library takes it from any thread.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}

impl Allocation {
    /// Allocates at least `bytes`, padded.
    pub(crate) fn new(device: &Device, bytes: usize) -> Result<Self> {
        let padded = bytes.max(1).checked_next_multiple_of(PADDING).ok_or_else(|| {
            Error::invalid("aclrtMalloc", format!("{bytes} bytes were asked for, more than an address can count"))
        })?;
        let core = &device.core;
        let _context = core.enter()?;
        core.reap()?;
        let allocate = || {
            let mut address = std::ptr::null_mut();
            // SAFETY: the out-pointer is a live local.
            let code = unsafe {
                (core.driver.acl.aclrtMalloc)(&mut address, padded, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST)
            };
            core.check("aclrtMalloc", code).map(|()| address)
        };
        let address = match allocate() {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                // Dropped memory may still be waiting for its last use.
                core.reap_blocking()?;
                allocate().map_err(|error| explain(device, error, padded))?
            }
            outcome => outcome?,
        };
        let address = NonNull::new(address)
            .ok_or_else(|| Error::new(ErrorKind::Library, "aclrtMalloc", "succeeded but gave a null address"))?;
        Ok(Self { device: device.clone(), address: Address(address), marks: Mutex::default() })
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn address(&self) -> NonNull<c_void> {
        self.address.0
    }

    #[cfg(test)]
    pub(crate) fn hold(&self) -> impl Sized {
        lock(&self.marks)
    }

    /// Takes over the marks of a region that is dropped.
    pub(crate) fn leave(&self, marks: Vec<Mark>) {
        // In a forked child the lock may be held for ever.
        if self.device.core.driver.is_forked() {
            return;
        }
        let mut left = lock(&self.marks);
        for mark in marks {
            note_latest(&mut left, mark, |mark| self.device.core.driver.has_passed(mark));
        }
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        let marks = std::mem::take(self.marks.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.device.core.retire(Retired::Device(self.address.0), marks);
    }
}

fn explain(device: &Device, error: Error, bytes: usize) -> Error {
    match device.memory() {
        Ok(memory) => {
            error.with_found_too(format!("{bytes} bytes were asked for, {} of {} are free", memory.free, memory.total))
        }
        Err(_) => error.with_found_too(format!("{bytes} bytes were asked for")),
    }
}
