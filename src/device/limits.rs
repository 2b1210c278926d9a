//! Limits of a device, and what of it is left.
//!
//! Wraps `aclrtGetDeviceResLimit`, `aclrtSetDeviceResLimit`, `aclrtResetDeviceResLimit`, `aclrtGetStreamAvailableNum`,
//! `aclrtGetEventAvailNum`.
#![allow(unsafe_code)] // Calls into the C library.

use ascend_npu_sys::aclrtDevResLimitType;

use super::handle::Device;
use crate::error::Result;

/// A kind of cores, of which kernels may be given fewer than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoreKind {
    /// Cores that multiply matrices.
    Cube,
    /// Cores that run vector kernels.
    Vector,
}

impl CoreKind {
    pub(crate) fn raw(self) -> aclrtDevResLimitType {
        match self {
            Self::Cube => aclrtDevResLimitType::ACL_RT_DEV_RES_CUBE_CORE,
            Self::Vector => aclrtDevResLimitType::ACL_RT_DEV_RES_VECTOR_CORE,
        }
    }
}

impl Device {
    /// Number of cores that operators of this process are planned for on the device.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit or the SoC has no such limit.
    #[doc(alias = "aclrtGetDeviceResLimit")]
    pub fn core_limit(&self, kind: CoreKind) -> Result<u32> {
        let _context = self.core.enter()?;
        let driver = &self.core.driver;
        let get = driver.require("aclrtGetDeviceResLimit", driver.acl.aclrtGetDeviceResLimit)?;
        let mut value = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(self.core.id, kind.raw(), &mut value) };
        self.core.check("aclrtGetDeviceResLimit", code)?;
        Ok(value)
    }

    /// Sets the number of cores that operators of this process are planned for, as from the next launch of one. It binds what
    /// plans its own blocks by it; a launch of [`kernel`](crate::kernel) names its blocks itself.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for 0 cores or more than there are.
    #[doc(alias = "aclrtSetDeviceResLimit")]
    pub fn set_core_limit(&self, kind: CoreKind, cores: u32) -> Result<()> {
        let _context = self.core.enter()?;
        let driver = &self.core.driver;
        let set = driver.require("aclrtSetDeviceResLimit", driver.acl.aclrtSetDeviceResLimit)?;
        // SAFETY: the call has no preconditions.
        let code = unsafe { set(self.core.id, kind.raw(), cores) };
        self.core
            .check("aclrtSetDeviceResLimit", code)
            .map_err(|error| error.with_found_too(format!("{cores} {kind:?} cores were asked for")))
    }

    /// Takes all limits of cores away.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit or the SoC has no such limit.
    #[doc(alias = "aclrtResetDeviceResLimit")]
    pub fn reset_core_limits(&self) -> Result<()> {
        let _context = self.core.enter()?;
        let driver = &self.core.driver;
        let reset = driver.require("aclrtResetDeviceResLimit", driver.acl.aclrtResetDeviceResLimit)?;
        // SAFETY: the call has no preconditions.
        let code = unsafe { reset(self.core.id) };
        self.core.check("aclrtResetDeviceResLimit", code)
    }

    /// Number of streams that can still be made on the device, by all its processes and their communicators together.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit does not tell.
    #[doc(alias = "aclrtGetStreamAvailableNum")]
    pub fn streams_left(&self) -> Result<u32> {
        let driver = &self.core.driver;
        let _context = self.core.enter()?;
        let get = driver.require("aclrtGetStreamAvailableNum", driver.acl.aclrtGetStreamAvailableNum)?;
        let mut count = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(&mut count) };
        self.core.check("aclrtGetStreamAvailableNum", code)?;
        Ok(count)
    }

    /// Number of events that can still be made on the device.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit does not tell.
    #[doc(alias = "aclrtGetEventAvailNum")]
    pub fn events_left(&self) -> Result<u32> {
        let driver = &self.core.driver;
        let _context = self.core.enter()?;
        let get = driver.require("aclrtGetEventAvailNum", driver.acl.aclrtGetEventAvailNum)?;
        let mut count = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(&mut count) };
        self.core.check("aclrtGetEventAvailNum", code)?;
        Ok(count)
    }
}
