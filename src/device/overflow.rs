//! What becomes of a 16-bit result that is too large: the greatest number, or infinity.
//!
//! Loss scaling looks for infinities. On a device that saturates there are none, and training goes on with wrong gradients and
//! no word of it. The mode binds only streams that are made afterwards, so it is refused once there is one.
//!
//! Wraps `aclrtSetDeviceSatMode`, `aclrtGetDeviceSatMode`.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::atomic::Ordering;

use ascend_npu_sys::aclrtFloatOverflowMode;

use super::handle::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;

/// What becomes of a floating-point result that is too large for its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverflowMode {
    /// The greatest finite number of the type: 65504 in fp16. Nothing in the result tells of the overflow.
    Saturation,
    /// Infinity, and NaN of what is made of it, as IEEE 754 has it.
    InfNan,
}

impl OverflowMode {
    fn raw(self) -> aclrtFloatOverflowMode {
        match self {
            Self::Saturation => aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION,
            Self::InfNan => aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN,
        }
    }
}

impl Device {
    /// The mode that streams made from now on have.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetDeviceSatMode")]
    pub fn overflow_mode(&self) -> Result<OverflowMode> {
        let _context = self.core.enter()?;
        let Some(get) = self.core.driver.acl.aclrtGetDeviceSatMode else {
            // A toolkit too old to be asked: what was set, or the default of the generation.
            let set = *crate::driver::lock(&self.core.overflow);
            return Ok(set.unwrap_or(match self.architecture() {
                Architecture::A1001 => OverflowMode::Saturation,
                Architecture::A2201 => OverflowMode::InfNan,
            }));
        };
        let mut mode = aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_UNDEF;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(&mut mode) };
        self.core.check("aclrtGetDeviceSatMode", code)?;
        match mode {
            aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION => Ok(OverflowMode::Saturation),
            aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN => Ok(OverflowMode::InfNan),
            other => Err(Error::new(ErrorKind::Library, "aclrtGetDeviceSatMode", format!("the mode is {}", other.0))
                .on_device(self.core.id)),
        }
    }

    /// Sets the mode of all streams of the device, and reads it back. Set it before the first stream is made.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when a stream was already made in the other mode, which it keeps;
    /// [`ErrorKind::NotSupported`] where the device has no such mode, as infinities on the 910A, or does not take it.
    #[doc(alias = "aclrtSetDeviceSatMode")]
    pub fn set_overflow_mode(&self, mode: OverflowMode) -> Result<()> {
        if self.overflow_mode()? == mode {
            return Ok(());
        }
        let made = self.core.streams_made.load(Ordering::Acquire);
        if made > 0 {
            let found = format!("{mode:?} was asked for when {made} streams had been made in the other mode");
            return Err(Error::invalid("Device::set_overflow_mode", found)
                .on_device(self.core.id)
                .with_hint("a stream keeps its mode: set it right after the device is opened"));
        }
        let context = self.core.enter()?;
        // SAFETY: the call has no preconditions; it acts on the current device.
        let code = unsafe { (self.core.driver.acl.aclrtSetDeviceSatMode)(mode.raw()) };
        self.core
            .check("aclrtSetDeviceSatMode", code)
            .map_err(|error| error.with_found_too(format!("{mode:?} was asked for")))?;
        *crate::driver::lock(&self.core.overflow) = Some(mode);
        drop(context);
        let found = self.overflow_mode()?;
        if found == mode {
            return Ok(());
        }
        let found = format!("{mode:?} was asked for and taken, but the mode is {found:?}");
        Err(Error::new(ErrorKind::NotSupported, "aclrtSetDeviceSatMode", found).on_device(self.core.id))
    }
}
