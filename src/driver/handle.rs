//! The driver a program holds.
//!
//! Wraps `aclInit`, `aclFinalize`, `aclrtGetDeviceCount` and `aclrtGetSocName`.

use std::sync::{Arc, Mutex, Weak};

use ascend_npu_sys::Capability;

use super::backend::{self, Backend};
use super::core::{self, DriverCore, lock};
use super::toolkit::{Toolkit, Version};
use crate::device::{Device, DeviceCore};
use crate::error::{Error, ErrorKind, Result};

/// The entry to all devices. Cloning is cheap; all drivers of a process share one initialised library.
///
/// The library is finalised when the last object that came from the driver is gone, and only if this crate initialised it. It
/// can be opened again after that.
///
/// A forked child cannot use what its parent opened, nor open a driver itself: there every call returns
/// [`ErrorKind::Forked`] and destructors do nothing. Start other processes before, or by `exec`, as
/// [`std::process::Command`] does.
#[derive(Clone)]
pub struct Driver {
    pub(crate) core: Arc<DriverCore>,
}

static SHARED: Mutex<Weak<DriverCore>> = Mutex::new(Weak::new());

impl Driver {
    /// Opens CANN where its library and a device are there, else the software device, and says so once on stderr.
    ///
    /// `ASCEND_NPU_BACKEND` decides instead when it is `cann` or `mock`. Blocks while the library starts.
    ///
    /// A toolkit that is there but does not work is an error, never a reason to take the software device. A failure is not
    /// remembered: a later call tries again.
    ///
    /// # Errors
    /// [`ErrorKind::NoBackend`] when the chosen backend, or every backend, is unusable; the text lists every path tried.
    /// [`ErrorKind::Environment`] when variables are wrong; the text names all of them. [`ErrorKind::Forked`] in a forked child
    /// of a process that has opened a driver. Else whatever the library reports.
    #[doc(alias = "aclInit")]
    pub fn open() -> Result<Self> {
        core::refuse_fork()?;
        let mut shared = lock(&SHARED);
        if let Some(core) = shared.upgrade() {
            return Ok(Self { core });
        }
        let core = Arc::new(backend::open()?);
        *shared = Arc::downgrade(&core);
        Ok(Self { core })
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.core.backend()
    }

    /// What is loaded.
    pub fn toolkit(&self) -> &Toolkit {
        &self.core.toolkit
    }

    /// The version of the runtime's interface. [`Toolkit::find`] tells it without a driver.
    pub fn version(&self) -> Version {
        self.core.toolkit.version()
    }

    /// Whether the toolkit has all functions of a capability. A device may still refuse it.
    pub fn supports(&self, capability: Capability) -> bool {
        self.core.toolkit.supports(capability)
    }

    /// Number of devices this process may use.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetDeviceCount")]
    pub fn device_count(&self) -> Result<u32> {
        self.core.device_count()
    }

    /// The SoC name of the devices, as `Ascend910B3`; `None` where the library does not know it.
    #[doc(alias = "aclrtGetSocName")]
    pub fn soc_name(&self) -> Option<String> {
        self.core.soc.clone()
    }

    /// Opens a device. Opening it again gives the same device. Blocks while the device starts.
    ///
    /// # Errors
    /// [`ErrorKind::NoDevice`] when there is no such device; else whatever the library reports.
    #[doc(alias = "aclrtSetDevice")]
    pub fn device(&self, id: u32) -> Result<Device> {
        let count = self.device_count()?;
        if id >= count {
            let seen = match count {
                0 => "none".to_owned(),
                1 => "only device 0".to_owned(),
                _ => format!("{count} (0 to {})", count - 1),
            };
            let found = format!("device {id} was asked for, but this process sees {seen}");
            return Err(Error::new(ErrorKind::NoDevice, "Driver::device", found)
                .with_hint("check ASCEND_RT_VISIBLE_DEVICES, or ASCEND_MOCK_DEVICES on the software device"));
        }
        let id =
            i32::try_from(id).map_err(|_| Error::invalid("Driver::device", format!("device {id} is out of range")))?;
        let mut devices = lock(&self.core.devices);
        if let Some(core) = devices.get(&id).and_then(Weak::upgrade) {
            return Ok(Device { core });
        }
        let core = Arc::new(DeviceCore::open(self.core.clone(), id)?);
        devices.insert(id, Arc::downgrade(&core));
        Ok(Device { core })
    }

    /// Takes the errors of devices that are closed, which their destructors could not return. What nobody takes is told on
    /// stderr at the driver's end.
    pub fn take_deferred_errors(&self) -> Vec<Error> {
        match self.core.check_process() {
            Ok(()) => self.core.take_deferred(),
            Err(error) => vec![error],
        }
    }
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver").field("toolkit", self.toolkit()).finish_non_exhaustive()
    }
}
