//! The driver: the loaded library, or the software device in its place.
//!
//! Wraps `aclInit`, `aclFinalize`, `aclrtGetDeviceCount` and `aclrtGetSocName`.
#![allow(unsafe_code)] // Calls into the C library.

use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, RwLock, Weak};

use ascend_npu_sys::{Acl, Hccl, HcclResult, Library, aclError};

use crate::device::{Device, DeviceCore};
use crate::error::{Code, Error, ErrorKind, Result};
use crate::stream::StreamCore;

/// The environment variable that chooses the backend: `cann`, `mock` or `auto`.
pub const BACKEND_VARIABLE: &str = "ASCEND_NPU_BACKEND";

/// What the calls of this process reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// The installed CANN toolkit and its devices.
    Cann,
    /// The software device of `ascend-npu-mock`, in this process.
    Mock,
}

/// The entry to all devices. Cloning is cheap; all drivers of a process share one initialised library.
///
/// The library is finalised when the last object that came from the driver is gone, and only if this crate initialised it.
#[derive(Clone)]
pub struct Driver {
    pub(crate) core: Arc<DriverCore>,
}

pub(crate) struct DriverCore {
    pub(crate) acl: Acl,
    hccl: Option<Hccl>,
    backend: Backend,
    owns_initialisation: bool,
    devices: Mutex<HashMap<i32, Weak<DeviceCore>>>,
    /// Every stream that is not known to be finished, by its id. Marks name streams by id only.
    pub(crate) streams: RwLock<HashMap<u64, Arc<StreamCore>>>,
}

/// The change of backend is told once a process.
static NOTICE: Once = Once::new();

static SHARED: Mutex<Weak<DriverCore>> = Mutex::new(Weak::new());

/// Takes a lock whether or not another holder panicked: what our locks guard is consistent between any two statements.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Driver {
    /// Opens CANN where its library and a device are there, else the software device, and says so once on stderr.
    ///
    /// `ASCEND_NPU_BACKEND` decides instead when it is `cann` or `mock`. Blocks while the library starts.
    ///
    /// # Errors
    /// [`ErrorKind::NoBackend`] when the chosen backend, or every backend, is unusable; the text lists what was tried.
    /// [`ErrorKind::Environment`] when the variable holds another word.
    #[doc(alias = "aclInit")]
    pub fn open() -> Result<Self> {
        let mut shared = lock(&SHARED);
        if let Some(core) = shared.upgrade() {
            return Ok(Self { core });
        }
        let core = Arc::new(DriverCore::open()?);
        *shared = Arc::downgrade(&core);
        Ok(Self { core })
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.core.backend
    }

    /// Number of devices this process may use.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetDeviceCount")]
    pub fn device_count(&self) -> Result<u32> {
        let mut count = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (self.core.acl.aclrtGetDeviceCount)(&mut count) };
        self.core.check("aclrtGetDeviceCount", code)?;
        Ok(count)
    }

    /// The SoC name of the devices, as `Ascend910B3`; `None` without a device.
    #[doc(alias = "aclrtGetSocName")]
    pub fn soc_name(&self) -> Option<String> {
        // SAFETY: the call has no preconditions.
        let name = unsafe { (self.core.acl.aclrtGetSocName)() };
        copy_text(name)
    }

    /// Opens a device. Opening it again gives the same device. Blocks while the device starts.
    ///
    /// # Errors
    /// [`ErrorKind::NoDevice`] when there is no such device; else whatever the library reports.
    #[doc(alias = "aclrtSetDevice")]
    pub fn device(&self, id: u32) -> Result<Device> {
        let count = self.device_count()?;
        if id >= count {
            let found =
                format!("device {id} was asked for, but this process sees {count} (0 to {})", count.saturating_sub(1));
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
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver").field("backend", &self.core.backend).finish_non_exhaustive()
    }
}

impl DriverCore {
    fn open() -> Result<Self> {
        let choice = std::env::var(BACKEND_VARIABLE).unwrap_or_default();
        match choice.as_str() {
            "cann" => Self::cann(),
            "mock" => Self::mock(),
            "" | "auto" => Self::cann().or_else(|absent| {
                let core = Self::mock().map_err(|error| error.with_hint(absent.to_string()))?;
                NOTICE.call_once(|| {
                    eprintln!("ascend-npu: no CANN toolkit with a device here, running on the software device");
                });
                Ok(core)
            }),
            other => {
                let found = format!("{BACKEND_VARIABLE} is `{other}`");
                Err(Error::new(ErrorKind::Environment, "Driver::open", found).with_hint("set it to cann, mock or auto"))
            }
        }
    }

    fn cann() -> Result<Self> {
        let library = Library::open().map_err(|error| {
            Error::new(ErrorKind::NoBackend, "Driver::open", format!("CANN cannot be loaded: {error}"))
        })?;
        let core = Self::start(library.acl, library.hccl, Backend::Cann)?;
        let mut count = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (core.acl.aclrtGetDeviceCount)(&mut count) };
        core.check("aclrtGetDeviceCount", code)?;
        if count == 0 {
            let found = format!("{} is loaded, but it sees no device", library.path.display());
            return Err(Error::new(ErrorKind::NoBackend, "Driver::open", found));
        }
        Ok(core)
    }

    #[cfg(feature = "mock")]
    fn mock() -> Result<Self> {
        use ascend_npu_sys::Symbols;
        let broken =
            |error: ascend_npu_sys::MissingSymbols| Error::new(ErrorKind::NoBackend, "Driver::open", error.to_string());
        let mut find = ascend_npu_mock::lookup;
        // SAFETY: the software device gives, for each name, a function of that name's C type; it is part of this program.
        let acl = unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.map_err(broken)?;
        // SAFETY: as above.
        let hccl = unsafe { Hccl::load(&mut Symbols::partial(&mut find)) }.map_err(broken)?;
        Self::start(acl, Some(hccl), Backend::Mock)
    }

    #[cfg(not(feature = "mock"))]
    fn mock() -> Result<Self> {
        Err(Error::new(ErrorKind::NoBackend, "Driver::open", "this program was built without the software device")
            .with_hint("build with the feature `mock`"))
    }

    fn start(acl: Acl, hccl: Option<Hccl>, backend: Backend) -> Result<Self> {
        let mut core = Self {
            acl,
            hccl,
            backend,
            owns_initialisation: false,
            devices: Mutex::default(),
            streams: RwLock::default(),
        };
        // SAFETY: a null configuration is documented as "none".
        let code = unsafe { (acl.aclInit)(std::ptr::null()) };
        // A repeated initialisation means that somebody else in this process owns the library: use it, never finalise it.
        if code != aclError::REPEAT_INITIALIZE {
            core.check("aclInit", code)?;
            core.owns_initialisation = true;
        }
        Ok(core)
    }

    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    pub(crate) fn hccl(&self) -> Result<&Hccl> {
        self.hccl.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::NotSupported, "collectives", "libhccl.so was not found beside libascendcl.so")
                .with_hint("install the HCCL package of the toolkit")
        })
    }

    /// Turns a return code into a result, with the library's text of this thread.
    pub(crate) fn check(&self, operation: &'static str, code: aclError) -> Result<()> {
        if code == aclError::SUCCESS { Ok(()) } else { Err(self.failure(operation, Code::Acl(code))) }
    }

    /// As [`check`](Self::check), for HCCL.
    pub(crate) fn check_hccl(&self, operation: &'static str, code: HcclResult) -> Result<()> {
        if code == HcclResult::HCCL_SUCCESS { Ok(()) } else { Err(self.failure(operation, Code::Hccl(code))) }
    }

    fn failure(&self, operation: &'static str, code: Code) -> Error {
        // SAFETY: the call has no preconditions.
        let native = unsafe { (self.acl.aclGetRecentErrMsg)() };
        Error::from_code(operation, code, copy_text(native))
    }

    /// The error for a function that the loaded library is too old for.
    pub(crate) fn missing(&self, function: &'static str) -> Error {
        Error::new(ErrorKind::NotSupported, function, "the loaded library does not have this function")
            .with_hint("install a newer CANN toolkit")
    }
}

impl Drop for DriverCore {
    fn drop(&mut self) {
        if self.owns_initialisation {
            // SAFETY: every object of this driver holds it, so all of them are gone.
            let _ = unsafe { (self.acl.aclFinalize)() };
        }
    }
}

/// Copies a text of the library before its next call can overwrite it.
fn copy_text(text: *const std::ffi::c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the library's texts are NUL-terminated, and valid until the next call of this thread.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
