//! What all objects of a driver share.
//!
//! One core is live in a process at most, and it holds one share of the initialised library. A core that is just being dropped
//! by one thread while another opens a driver does no harm: shares are counted under a lock of their own, so the library is
//! either handed over or finalised and initialised afresh.
#![allow(unsafe_code)] // Calls into the C library.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};

use ascend_npu_sys::{Acl, Initialized, Process};

use super::check::copy_text;
use super::toolkit::Toolkit;
use crate::device::DeviceCore;
use crate::error::{Code, Error, Result};
use crate::fault;
use crate::host_call;
use crate::remark::remark;
use crate::soc::Architecture;
use crate::stream::{Mark, StreamCore};

pub(crate) struct DriverCore {
    /// A copy of the toolkit's table: a call is one load away.
    pub(crate) acl: Acl,
    pub(crate) toolkit: Toolkit,
    pub(crate) soc: Option<String>,
    pub(crate) architecture: Architecture,
    pub(super) process: Process,
    pub(super) devices: Mutex<HashMap<i32, Weak<DeviceCore>>>,
    /// Every stream that is not known to be finished, by its id. Marks name streams by id only.
    pub(crate) streams: RwLock<HashMap<u64, Arc<StreamCore>>>,
    /// What went wrong when devices were closed.
    deferred: Mutex<Vec<Error>>,
    /// Taken at the end.
    initialized: Option<Initialized>,
}

/// The process that first started a library: its forked children must not.
static STARTED: OnceLock<Process> = OnceLock::new();

/// Takes a lock whether or not another holder panicked: what our locks guard is consistent between any two statements.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Refuses in a forked child of a process that has started a library, now or earlier. Takes no lock, which a thread that the
/// child does not have might hold.
pub(super) fn refuse_fork() -> Result<()> {
    STARTED.get().map_or(Ok(()), |process| process.check()).map_err(|_| Error::forked())
}

impl DriverCore {
    /// Whether an operation is known to be done. Asks nobody.
    pub(crate) fn has_passed(&self, mark: Mark) -> bool {
        let streams = self.streams.read().unwrap_or_else(PoisonError::into_inner);
        streams.get(&mark.stream).is_none_or(|stream| stream.is_done(mark.sequence))
    }

    /// A stream that is not known to be finished.
    pub(crate) fn stream(&self, id: u64) -> Option<Arc<StreamCore>> {
        self.streams.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Starts a loaded library.
    pub(super) fn start(toolkit: Toolkit) -> Result<Self> {
        let process = *STARTED.get_or_init(Process::current);
        refuse_fork()?;
        let acl = *toolkit.acl();
        // SAFETY: libraries stay loaded, and the software device is part of this program. Whatever is made with the library
        // holds this core, and so its share.
        let share = unsafe { Initialized::acquire(&acl, None) };
        let initialized = share.map_err(|code| {
            // SAFETY: the call has no preconditions.
            let native = unsafe { (acl.aclGetRecentErrMsg)() };
            Error::from_code("aclInit", Code::Acl(code), copy_text(native))
        })?;
        fault::listen(&acl, initialized.is_owner());
        // SAFETY: the call has no preconditions.
        let soc = copy_text(unsafe { (acl.aclrtGetSocName)() });
        Ok(Self {
            acl,
            toolkit,
            architecture: soc.as_deref().and_then(Architecture::of_soc).unwrap_or(Architecture::A2201),
            soc,
            process,
            devices: Mutex::default(),
            streams: RwLock::default(),
            deferred: Mutex::default(),
            initialized: Some(initialized),
        })
    }

    pub(crate) fn device_count(&self) -> Result<u32> {
        self.check_process()?;
        let mut count = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (self.acl.aclrtGetDeviceCount)(&mut count) };
        self.check("aclrtGetDeviceCount", code)?;
        Ok(count)
    }

    /// The process that opened the driver.
    pub(crate) fn process(&self) -> Process {
        self.process
    }

    /// Keeps the errors of a device's end, which has nobody to return them to.
    pub(crate) fn defer(&self, errors: impl IntoIterator<Item = Error>) {
        lock(&self.deferred).extend(errors);
    }

    pub(super) fn take_deferred(&self) -> Vec<Error> {
        std::mem::take(&mut lock(&self.deferred))
    }
}

impl Drop for DriverCore {
    fn drop(&mut self) {
        if self.is_forked() {
            return;
        }
        if host_call::is_within() {
            // The library must not be ended by its own thread. What holds it is left to the process's end.
            std::mem::forget(self.initialized.take());
            return;
        }
        let mut errors = self.take_deferred();
        if let Some(initialized) = &self.initialized {
            fault::unlisten(&self.acl, initialized.is_owner());
        }
        // The share is the last thing of the library that this core holds.
        if let Some(Err(code)) = self.initialized.take().map(Initialized::release) {
            errors.push(Error::from_code("aclFinalize", Code::Acl(code), None));
        }
        for error in errors {
            remark(format_args!("nobody asked for this error of a destructor: {error}"));
        }
    }
}
