//! What all objects of a device share, and the context that their calls run in.
//!
//! ACL acts on the *current context of the calling thread*, and a fresh thread has none. Here every call enters the context of
//! its object and restores the thread's own one afterwards, so any thread may use any object.
//!
//! A thread that had no context keeps the one it entered: the library has no call that takes it away again.
//!
//! Wraps `aclrtSetDevice`, `aclrtResetDevice`, `aclrtGetCurrentContext`, `aclrtSetCurrentContext`.
#![allow(unsafe_code)] // Calls into the C library.

use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::thread;

use ascend_npu_sys::{HcclResult, aclError, aclrtContext};

use super::overflow::OverflowMode;

use crate::buffer::retire::RetireList;
use crate::driver::{DriverCore, lock};
use crate::error::{Error, Result};
use crate::event::EventPool;
use crate::fault::FirstFault;
use crate::host_call;
use crate::notify::NotifyPool;

pub(crate) struct DeviceCore {
    pub(crate) driver: Arc<DriverCore>,
    pub(crate) id: i32,
    context: Context,
    pub(crate) events: Arc<EventPool>,
    pub(crate) notifies: NotifyPool,
    pub(crate) fault: FirstFault,
    /// Devices whose memory this one was let at.
    pub(super) peers: Mutex<Vec<i32>>,
    /// Streams made so far: they keep the overflow mode they were made in.
    pub(crate) streams_made: AtomicU64,
    /// The overflow mode that was asked for.
    pub(super) overflow: Mutex<Option<OverflowMode>>,
    /// Streams that are not destroyed.
    pub(crate) streams: AtomicUsize,
    pub(crate) retired: Mutex<RetireList>,
    /// Held by the thread that goes through the list.
    pub(crate) reaping: Mutex<()>,
    pub(super) deferred: Mutex<Vec<Error>>,
}

/// The first errors of destructors tell what went wrong; thousands more would only take memory.
const DEFERRED_KEPT: usize = 64;

#[derive(Clone, Copy)]
struct Context(aclrtContext);

// SAFETY: a context handle is a token that any thread may make current, as the ACL manual says of aclrtSetCurrentContext.
unsafe impl Send for Context {}
// SAFETY: as above; the handle itself is never written.
unsafe impl Sync for Context {}

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
            notifies: NotifyPool::default(),
            fault: FirstFault::of_opened(id),
            peers: Mutex::default(),
            streams_made: AtomicU64::new(0),
            overflow: Mutex::default(),
            streams: AtomicUsize::new(0),
            retired: Mutex::default(),
            reaping: Mutex::default(),
            deferred: Mutex::default(),
        })
    }

    /// Makes the device's context current on this thread until the guard is dropped.
    ///
    /// Refuses in a forked child.
    #[inline]
    pub(crate) fn enter(&self) -> Result<Entered<'_>> {
        self.driver.check_process()?;
        let before = current_context(&self.driver);
        if before == Some(self.context.0) {
            return Ok(Entered { device: self, restore: None });
        }
        self.enter_from(before)
    }

    #[cold]
    fn enter_from(&self, before: Option<aclrtContext>) -> Result<Entered<'_>> {
        set_context(&self.driver, self.context.0).map_err(|error| error.on_device(self.id))?;
        Ok(Entered { device: self, restore: before })
    }

    #[inline]
    pub(crate) fn check(&self, operation: &'static str, code: aclError) -> Result<()> {
        self.driver.check(operation, code).map_err(|error| self.explain(error))
    }

    #[inline]
    pub(crate) fn check_hccl(&self, operation: &'static str, code: HcclResult) -> Result<()> {
        self.driver.check_hccl(operation, code).map_err(|error| self.explain(error))
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
}

impl DeviceCore {
    /// Leaves the device's end to another thread: the library's own, on which a host call runs, must not call it.
    fn end_elsewhere(&mut self) {
        let rest = ManuallyDrop::new(Self {
            driver: self.driver.clone(),
            id: self.id,
            context: self.context,
            events: self.events.clone(),
            notifies: std::mem::take(&mut self.notifies),
            fault: std::mem::take(&mut self.fault),
            peers: Mutex::default(),
            streams_made: AtomicU64::new(0),
            overflow: Mutex::default(),
            streams: AtomicUsize::new(*self.streams.get_mut()),
            retired: Mutex::new(std::mem::take(&mut *lock(&self.retired))),
            reaping: Mutex::default(),
            deferred: Mutex::new(std::mem::take(&mut *lock(&self.deferred))),
        });
        // Without a thread it is never ended. That wastes it, and nothing else.
        let _ = thread::Builder::new().spawn(move || drop(ManuallyDrop::into_inner(rest)));
    }
}

impl Drop for DeviceCore {
    fn drop(&mut self) {
        if self.driver.is_forked() {
            return;
        }
        if host_call::is_within() {
            self.end_elsewhere();
            return;
        }
        // Every object of the device holds it, so only what retired is left.
        let list = std::mem::take(&mut *lock(&self.retired));
        let ended = match self.enter() {
            Ok(_context) => {
                let ended = list.finish(self);
                if ended {
                    self.events.destroy(self);
                    self.notifies.destroy(self);
                }
                ended
            }
            Err(error) => {
                self.defer(Err(error));
                true
            }
        };
        if ended {
            // The end of a device takes the thread's context away, whichever that is.
            let before = current_context(&self.driver).filter(|&context| context != self.context.0);
            // SAFETY: gives back the aclrtSetDevice of `open`; streams and events of the device are destroyed.
            let code = unsafe { (self.driver.acl.aclrtResetDevice)(self.id) };
            self.defer(self.check("aclrtResetDevice", code));
            if let Some(before) = before {
                restore_context(&self.driver, before);
            }
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
    #[inline]
    fn drop(&mut self) {
        if let Some(before) = self.restore
            && !self.device.driver.is_forked()
        {
            restore_context(&self.device.driver, before);
        }
    }
}

#[inline]
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
