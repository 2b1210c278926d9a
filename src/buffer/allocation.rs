//! One block of device memory, shared by the regions it was split into.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::aclrtMemMallocPolicy;

use super::pool::PoolCore;
use super::retire::Retired;
use super::uses::note_latest;
use crate::device::Device;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::notify::IpcKey;
use crate::stream::Mark;

/// Kernels may write whole blocks past a ragged end, so every allocation is padded to a multiple of this many bytes.
pub(super) const PADDING: usize = 512;

pub(crate) struct Allocation {
    device: Device,
    address: Address,
    home: Home,
    /// Operations of dropped regions that may still use their part.
    marks: Mutex<Vec<Mark>>,
}

/// Where memory came from, and goes back to.
enum Home {
    Device,
    /// A pool, and the bytes of the block there.
    Pool(Arc<PoolCore>, usize),
    /// Another process, by this key.
    Process(IpcKey),
}

#[derive(Clone, Copy)]
pub(super) struct Address(pub(super) NonNull<c_void>);

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
        let address = allocate(device, padded).map_err(|error| explain(device, error, padded))?;
        Ok(Self { device: device.clone(), address, home: Home::Device, marks: Mutex::default() })
    }

    /// Memory of a pool.
    pub(super) fn of_pool(pool: Arc<PoolCore>, address: Address, bytes: usize) -> Self {
        Self { device: pool.device().clone(), address, home: Home::Pool(pool, bytes), marks: Mutex::default() }
    }

    /// Memory of another process.
    pub(super) fn imported(device: &Device, address: Address, key: IpcKey) -> Self {
        Self { device: device.clone(), address, home: Home::Process(key), marks: Mutex::default() }
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
        match std::mem::replace(&mut self.home, Home::Device) {
            Home::Device => self.device.core.retire(Retired::Device(self.address.0), marks),
            Home::Pool(pool, bytes) => pool.give_back(self.address, bytes, marks),
            Home::Process(key) => self.device.core.retire(Retired::Imported(key), marks),
        }
    }
}

/// Allocates bytes that are padded already. Where memory has run out, waits for dropped memory that is still in use.
pub(super) fn allocate(device: &Device, padded: usize) -> Result<Address> {
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
            allocate()?
        }
        outcome => outcome?,
    };
    NonNull::new(address)
        .map(Address)
        .ok_or_else(|| Error::new(ErrorKind::Library, "aclrtMalloc", "succeeded but gave a null address"))
}

/// Tells of memory that has run out how much was asked for and is free.
fn explain(device: &Device, error: Error, bytes: usize) -> Error {
    if error.kind() != ErrorKind::OutOfMemory {
        return error;
    }
    match device.memory() {
        Ok(memory) => {
            error.with_found_too(format!("{bytes} bytes were asked for, {} of {} are free", memory.free, memory.total))
        }
        Err(_) => error.with_found_too(format!("{bytes} bytes were asked for")),
    }
}
