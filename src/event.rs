//! Events: marks on a stream that another stream, or the host, can wait for.
//!
//! The events are of the re-recordable kind (`aclrtCreateEventExWithFlag`): a wait keeps the record it was queued after, so a
//! pooled event may be recorded again while old waits are still queued.
//!
//! Wraps `aclrtCreateEventExWithFlag`, `aclrtDestroyEvent`, `aclrtSynchronizeEvent`, `aclrtQueryEventStatus`,
//! `aclrtEventElapsedTime`.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ascend_npu_sys::{ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, Process, aclrtEvent, aclrtEventRecordedStatus};

use crate::buffer::retire::Retired;
use crate::device::{Device, DeviceCore};
use crate::driver::lock;
use crate::error::{Error, Result};

/// Recorded events that nobody holds any more, ready to be recorded again.
pub(crate) struct EventPool {
    free: Mutex<Vec<RawEvent>>,
    process: Process,
}

#[derive(Clone, Copy)]
pub(crate) struct RawEvent(aclrtEvent);

// SAFETY: the ACL manual allows an event to be queried, waited for and destroyed from any thread.
unsafe impl Send for RawEvent {}
// SAFETY: as above; the handle itself is never written.
unsafe impl Sync for RawEvent {}

/// One record of a pooled event; gives the event back to its pool at the end.
pub(crate) struct PooledEvent {
    raw: RawEvent,
    pool: Arc<EventPool>,
}

impl EventPool {
    /// An empty pool, of use in this process only.
    pub(crate) fn new(process: Process) -> Self {
        Self { free: Mutex::default(), process }
    }

    /// An event to record, new or used before. The device's context must be current.
    pub(crate) fn take(self: &Arc<Self>, device: &DeviceCore) -> Result<PooledEvent> {
        let pooled = lock(&self.free).pop();
        let raw = match pooled {
            Some(raw) => raw,
            None => create(device, ACL_EVENT_SYNC)?,
        };
        Ok(PooledEvent { raw, pool: self.clone() })
    }

    #[cfg(test)]
    pub(crate) fn hold(&self) -> impl Sized {
        lock(&self.free)
    }

    /// Destroys the pooled events at the device's end. The device's context must be current.
    pub(crate) fn destroy(&self, device: &DeviceCore) {
        for raw in lock(&self.free).drain(..) {
            device.defer(raw.destroy(device));
        }
    }
}

impl PooledEvent {
    pub(crate) fn raw(&self) -> aclrtEvent {
        self.raw.0
    }

    /// Whether the record has passed.
    pub(crate) fn has_passed(&self, device: &DeviceCore) -> Result<bool> {
        has_passed(device, self.raw)
    }

    /// Blocks until the record has passed.
    pub(crate) fn synchronize(&self, device: &DeviceCore) -> Result<()> {
        synchronize(device, self.raw)
    }
}

impl Drop for PooledEvent {
    fn drop(&mut self) {
        // In a forked child the lock may be held for ever, and the event is of no use.
        if self.pool.process.check().is_ok() {
            lock(&self.pool.free).push(self.raw);
        }
    }
}

/// A point on a stream, stamped with the device's clock when the stream passes it. For measurements.
///
/// Made by [`Stream::record_timed`](crate::Stream::record_timed).
pub struct TimedEvent {
    raw: RawEvent,
    device: Device,
}

impl TimedEvent {
    /// A new event, not recorded yet. The device's context must be current.
    pub(crate) fn create(device: &Device) -> Result<Self> {
        Ok(Self { raw: create(&device.core, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE)?, device: device.clone() })
    }

    pub(crate) fn raw(&self) -> aclrtEvent {
        self.raw.0
    }

    /// Blocks until the stream has passed the event.
    ///
    /// # Errors
    /// The first fault of the work before it.
    #[doc(alias = "aclrtSynchronizeEvent")]
    pub fn synchronize(&self) -> Result<()> {
        let _context = self.device.core.enter()?;
        synchronize(&self.device.core, self.raw)
    }

    /// Whether the stream has passed the event. Does not block.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtQueryEventStatus")]
    pub fn is_ready(&self) -> Result<bool> {
        let _context = self.device.core.enter()?;
        has_passed(&self.device.core, self.raw)
    }

    /// Device time from `earlier` to this event. Blocks until the stream has passed both.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for events of different devices, whose clocks differ.
    #[doc(alias = "aclrtEventElapsedTime")]
    pub fn elapsed_since(&self, earlier: &Self) -> Result<Duration> {
        if self.device.core.id != earlier.device.core.id {
            let found = format!("the earlier event is of device {}", earlier.device.core.id);
            return Err(Error::invalid("TimedEvent::elapsed_since", found).on_device(self.device.core.id));
        }
        earlier.synchronize()?;
        self.synchronize()?;
        let _context = self.device.core.enter()?;
        let mut milliseconds = 0.0;
        // SAFETY: both events are alive; the out-pointer is a live local.
        let code = unsafe {
            (self.device.core.driver.acl.aclrtEventElapsedTime)(&mut milliseconds, earlier.raw.0, self.raw.0)
        };
        self.device.core.check("aclrtEventElapsedTime", code)?;
        Ok(Duration::from_secs_f64(f64::from(milliseconds).max(0.0) / 1e3))
    }
}

impl std::fmt::Debug for TimedEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TimedEvent").field("device", &self.device).finish_non_exhaustive()
    }
}

impl Drop for TimedEvent {
    fn drop(&mut self) {
        // Queued waits and records stay valid, so nothing is waited for.
        self.device.core.retire(Retired::Event(self.raw), Vec::new());
    }
}

fn create(device: &DeviceCore, flag: u32) -> Result<RawEvent> {
    let acl = &device.driver.acl;
    let create = device.driver.require("aclrtCreateEventExWithFlag", acl.aclrtCreateEventExWithFlag)?;
    let mut event = std::ptr::null_mut();
    // SAFETY: the out-pointer is a live local.
    let code = unsafe { create(&mut event, flag) };
    device.check("aclrtCreateEventExWithFlag", code)?;
    Ok(RawEvent(event))
}

impl RawEvent {
    /// Destroys an event that nobody holds any more. The device's context must be current.
    pub(crate) fn destroy(self, device: &DeviceCore) -> Result<()> {
        // SAFETY: the event came from `create`, and its only holder gives it up here; queued waits and records stay valid.
        let code = unsafe { (device.driver.acl.aclrtDestroyEvent)(self.0) };
        device.check("aclrtDestroyEvent", code)
    }
}

fn has_passed(device: &DeviceCore, event: RawEvent) -> Result<bool> {
    let mut status = aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY;
    // SAFETY: the caller holds the event, so it is alive; the out-pointer is a live local.
    let code = unsafe { (device.driver.acl.aclrtQueryEventStatus)(event.0, &mut status) };
    device.check("aclrtQueryEventStatus", code)?;
    Ok(status == aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE)
}

fn synchronize(device: &DeviceCore, event: RawEvent) -> Result<()> {
    // SAFETY: the caller holds the event, so it is alive.
    let code = unsafe { (device.driver.acl.aclrtSynchronizeEvent)(event.0) };
    device.check("aclrtSynchronizeEvent", code)
}
