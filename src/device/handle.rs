//! The device a program holds.
//!
//! Wraps `aclrtGetMemInfo`, `aclrtSynchronizeDevice`.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::Arc;

use ascend_npu_sys::aclrtMemAttr;

use super::core::DeviceCore;
use crate::driver::lock;
use crate::error::{Error, Result};

/// A device. Cloning is cheap, and all clones are the same device.
///
/// Its streams, buffers and communicators keep it open; it is reset when the last of them is gone.
///
/// Any thread may use any object of any device: each call enters the context of its object, and the thread's own current device
/// is afterwards what it was before. Only a thread that had none is left with the device of its first call.
#[derive(Clone)]
pub struct Device {
    pub(crate) core: Arc<DeviceCore>,
}

/// Free and total device memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryInfo {
    /// Bytes that can still be allocated.
    pub free: usize,
    /// Bytes of the device, without the system's own share.
    pub total: usize,
}

impl Device {
    /// The id, from 0, among the devices this process may use.
    pub fn id(&self) -> u32 {
        self.core.id.unsigned_abs()
    }

    /// Whether the two are one device.
    #[inline]
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.core, &other.core) || self.core.id == other.core.id
    }

    /// Free and total memory of the device.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetMemInfo")]
    pub fn memory(&self) -> Result<MemoryInfo> {
        let _context = self.core.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: both out-pointers are live locals.
        let code = unsafe { (self.core.driver.acl.aclrtGetMemInfo)(aclrtMemAttr::ACL_HBM_MEM, &mut free, &mut total) };
        self.core.check("aclrtGetMemInfo", code)?;
        Ok(MemoryInfo { free, total })
    }

    /// Blocks until all work queued so far on the device is done.
    ///
    /// # Errors
    /// The first fault of queued work.
    #[doc(alias = "aclrtSynchronizeDevice")]
    pub fn synchronize(&self) -> Result<()> {
        let _context = self.core.enter()?;
        // SAFETY: the call only waits.
        let code = unsafe { (self.core.driver.acl.aclrtSynchronizeDevice)() };
        self.core.check("aclrtSynchronizeDevice", code)
    }

    /// Takes the errors of destructors, which cannot return them. What is left at the device's end goes to
    /// [`Driver::take_deferred_errors`](crate::Driver::take_deferred_errors).
    pub fn take_deferred_errors(&self) -> Vec<Error> {
        match self.core.driver.check_process() {
            Ok(()) => std::mem::take(&mut lock(&self.core.deferred)),
            Err(error) => vec![error],
        }
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("id", &self.core.id).finish_non_exhaustive()
    }
}
