//! Devices, and the context a call runs in.
//!
//! ACL acts on the *current context of the calling thread*, and a fresh thread has none. Here every call enters the context of
//! its object and restores the thread's own one afterwards, so any thread may use any object.
//!
//! Wraps `aclrtSetDevice`, `aclrtResetDevice`, `aclrtSetCurrentContext`, `aclrtGetDeviceInfo`, `aclrtGetMemInfo`.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::{Arc, Mutex};

use ascend_npu_sys::{aclError, aclrtContext, aclrtDevAttr, aclrtMemAttr};

use crate::buffer::retire::RetireList;
use crate::driver::{DriverCore, lock};
use crate::error::{Error, Result};
use crate::event::EventPool;

/// A device. Cloning is cheap, and all clones are the same device.
///
/// Its streams, buffers and communicators keep it open; it is reset when the last of them is gone.
#[derive(Clone)]
pub struct Device {
    pub(crate) core: Arc<DeviceCore>,
}

pub(crate) struct DeviceCore {
    pub(crate) driver: Arc<DriverCore>,
    pub(crate) id: i32,
    context: Context,
    pub(crate) events: Arc<EventPool>,
    pub(crate) retired: Mutex<RetireList>,
    /// Held by the thread that goes through the list.
    pub(crate) reaping: Mutex<()>,
    deferred: Mutex<Vec<Error>>,
}

/// Free and total device memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryInfo {
    /// Bytes that can still be allocated.
    pub free: usize,
    /// Bytes of the device, without the system's own share.
    pub total: usize,
}

/// The first errors of destructors tell what went wrong; thousands more would only take memory.
const DEFERRED_KEPT: usize = 64;

struct Context(aclrtContext);

// SAFETY: a context handle is a token that any thread may make current, as the ACL manual says of aclrtSetCurrentContext.
unsafe impl Send for Context {}
// SAFETY: as above; the handle itself is never written.
unsafe impl Sync for Context {}

impl Device {
    /// The id, from 0, among the devices this process may use.
    pub fn id(&self) -> u32 {
        self.core.id.unsigned_abs()
    }

    /// Number of cores that run vector kernels: the number of blocks that run at once.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetDeviceInfo")]
    pub fn vector_cores(&self) -> Result<u32> {
        let vector = self.core.attribute(aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM)?;
        // The 910A has no separate vector cores: its AI cores run vector kernels.
        let cores =
            if vector > 0 { vector } else { self.core.attribute(aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM)? };
        Ok(u32::try_from(cores).unwrap_or(1).max(1))
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

impl DeviceCore {
    pub(crate) fn open(driver: Arc<DriverCore>, id: i32) -> Result<Self> {
        let before = current_context(&driver);
        // SAFETY: the call has no preconditions.
        let code = unsafe { (driver.acl.aclrtSetDevice)(id) };
        driver.check("aclrtSetDevice", code).map_err(|error| error.on_device(id))?;
        let context = Context(current_context(&driver).unwrap_or(std::ptr::null_mut()));
        if let Some(before) = before {
            restore_context(&driver, before);
        }
        let events = Arc::new(EventPool::new(driver.process()));
        Ok(Self {
            driver,
            id,
            context,
            events,
            retired: Mutex::default(),
            reaping: Mutex::default(),
            deferred: Mutex::default(),
        })
    }

    /// Makes the device's context current on this thread until the guard is dropped.
    ///
    /// Refuses in a forked child.
    pub(crate) fn enter(&self) -> Result<Entered<'_>> {
        self.driver.check_process()?;
        let before = current_context(&self.driver);
        if before == Some(self.context.0) {
            return Ok(Entered { device: self, restore: None });
        }
        set_context(&self.driver, self.context.0).map_err(|error| error.on_device(self.id))?;
        Ok(Entered { device: self, restore: before })
    }

    pub(crate) fn check(&self, operation: &'static str, code: aclError) -> Result<()> {
        self.driver.check(operation, code).map_err(|error| error.on_device(self.id))
    }

    /// Keeps the error of a destructor for [`Device::take_deferred_errors`].
    pub(crate) fn defer(&self, outcome: Result<()>) {
        if let Err(error) = outcome
            && !self.driver.is_forked()
        {
            let mut deferred = lock(&self.deferred);
            if deferred.len() < DEFERRED_KEPT {
                deferred.push(error);
            }
        }
    }

    fn attribute(&self, attribute: aclrtDevAttr) -> Result<i64> {
        self.driver.check_process()?;
        let get = self.driver.require("aclrtGetDeviceInfo", self.driver.acl.aclrtGetDeviceInfo)?;
        let mut value = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(self.id.unsigned_abs(), attribute, &mut value) };
        self.check("aclrtGetDeviceInfo", code)?;
        Ok(value)
    }
}

impl Drop for DeviceCore {
    fn drop(&mut self) {
        if self.driver.is_forked() {
            return;
        }
        // Every object of the device holds it, so only what retired is left.
        let list = std::mem::take(&mut *lock(&self.retired));
        let ended = match self.enter() {
            Ok(_context) => {
                let ended = list.finish(self);
                if ended {
                    self.events.destroy(self);
                }
                ended
            }
            Err(error) => {
                self.defer(Err(error));
                true
            }
        };
        if ended {
            // SAFETY: gives back the aclrtSetDevice of `open`; streams and events of the device are destroyed.
            let code = unsafe { (self.driver.acl.aclrtResetDevice)(self.id) };
            self.defer(self.check("aclrtResetDevice", code));
        }
        self.driver.defer(std::mem::take(&mut *lock(&self.deferred)));
    }
}

/// Proof that the device's context is current on this thread.
pub(crate) struct Entered<'a> {
    device: &'a DeviceCore,
    restore: Option<aclrtContext>,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if let Some(before) = self.restore
            && !self.device.driver.is_forked()
        {
            restore_context(&self.device.driver, before);
        }
    }
}

fn current_context(driver: &DriverCore) -> Option<aclrtContext> {
    let mut context = std::ptr::null_mut();
    // SAFETY: the out-pointer is a live local.
    let code = unsafe { (driver.acl.aclrtGetCurrentContext)(&mut context) };
    if code != aclError::SUCCESS {
        // The thread has none yet. That is no failure, and its text must not turn up in the next error.
        driver.forget_text();
        return None;
    }
    (!context.is_null()).then_some(context)
}

/// Gives the thread back the context it had. That fails only when the context was destroyed meanwhile: then the thread would
/// have none anyway.
fn restore_context(driver: &DriverCore, before: aclrtContext) {
    let _ = set_context(driver, before);
}

fn set_context(driver: &DriverCore, context: aclrtContext) -> Result<()> {
    // SAFETY: the context came from the library and its device is still open.
    let code = unsafe { (driver.acl.aclrtSetCurrentContext)(context) };
    driver.check("aclrtSetCurrentContext", code)
}

#[cfg(all(test, feature = "mock"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use std::sync::PoisonError;
    use std::time::{Duration, Instant};

    use crate::driver::{Driver, lock};
    use crate::error::ErrorKind;

    /// Whether a child that does `act` ends by itself, with nothing amiss.
    fn ends_in_child(act: impl FnOnce() -> bool) -> bool {
        // SAFETY: the child allocates, which the C library allows after a fork, and otherwise runs only what is under test.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let good = act();
            // SAFETY: ends the child.
            unsafe { libc::_exit(i32::from(!good)) };
        }
        let (started, mut status) = (Instant::now(), -1);
        // SAFETY: the child is ours, and the status a live local.
        while unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } == 0 {
            if started.elapsed() > Duration::from_secs(10) {
                // SAFETY: the child is ours and still there.
                unsafe { libc::kill(child, libc::SIGKILL) };
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        status == 0
    }

    /// A lock that any thread holds at the fork is held for ever in the child.
    #[test]
    fn a_forked_child_waits_for_no_lock() {
        let device = Driver::open().unwrap().device(0).unwrap();
        let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
        let whole = stream.upload_blocking(&[1.0_f32; 100]).unwrap();
        let [part, rest] = whole.split(&[50, 50]).unwrap().try_into().unwrap();
        let pinned = device.pinned::<f32>(100).unwrap();
        let event = stream.record_timed().unwrap();
        other.wait_for(&stream).unwrap();
        let mut late = device.alloc::<f32>(100).unwrap();
        let pending = stream.copy_to_device(device.pinned(100).unwrap(), &mut late).unwrap();
        stream.fill_zero(&mut late).unwrap();
        let held = (
            lock(&device.core.retired),
            lock(&device.core.deferred),
            device.core.events.hold(),
            rest.hold(),
            device.core.driver.streams.write().unwrap_or_else(PoisonError::into_inner),
        );
        let mut objects = Some((stream, other, part, pinned, event, late, pending));
        let good = ends_in_child(|| {
            let refused = device.alloc::<f32>(1).is_err_and(|error| error.kind() == ErrorKind::Forked);
            drop(objects.take());
            refused && device.take_deferred_errors().len() == 1
        });
        drop(held);
        assert!(good, "the child waits, or is not refused");

        // The last objects of the driver take its recorded events with them.
        let events = device.core.events.clone();
        let held = events.hold();
        let mut last = Some((objects, rest, device));
        let good = ends_in_child(|| {
            drop(last.take());
            true
        });
        drop(held);
        assert!(good, "the child waits at the driver's end");

        let (objects, _, device) = last.unwrap();
        drop(objects);
        device.synchronize().unwrap();
        assert!(device.take_deferred_errors().is_empty());
    }
}
