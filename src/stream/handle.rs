//! The stream a program holds.
//!
//! A stream is a first-in first-out queue of device work. Every operation says which regions of memory it reads and writes, and
//! [`Stream::submit`] makes the stream wait for whatever must come first. That is the whole ordering rule of this crate, and it
//! is in this one place.
//!
//! Wraps `aclrtStreamWaitEvent`, `aclrtRecordEvent`; between devices `aclrtWaitAndResetNotify`, `aclrtRecordNotify`.
#![allow(unsafe_code)] // Calls into the C library.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{HcclResult, aclError, aclrtStream};

use super::clock::{Clock, Mark};
use super::core::StreamCore;
use crate::buffer::uses::Use;
use crate::device::Device;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::event::TimedEvent;

/// A queue of work on a device.
///
/// A stream can move to another thread but not be shared: two threads that queue on one stream would have no order between
/// them. Dropping a stream lets its work finish.
#[must_use]
pub struct Stream {
    core: Arc<StreamCore>,
    device: Device,
    /// Whether the last operation is one that others will wait for. It is then recorded before the next one is queued, so that
    /// the wait does not cover more than it must.
    awaited: Cell<Awaited>,
    /// Hazards of the operation being queued. Kept to be used again without an allocation; also what makes a stream `!Sync`.
    hazards: RefCell<Vec<Mark>>,
}

/// Whether somebody will certainly wait for an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Awaited {
    No,
    /// Another stream, as for a collective; nobody while the device has only one.
    OnDevice,
    /// The host, for a result.
    Yes,
}

/// What is queued.
#[derive(Clone, Copy)]
pub(crate) struct Operation {
    /// The call that queues it, which fails by that name.
    pub(crate) call: &'static str,
    /// What a fault of it on the device is told by: the kernel, or the call.
    pub(crate) name: &'static str,
}

/// What a queueing call returned.
pub(crate) enum Returned {
    Acl(aclError),
    Hccl(HcclResult),
}

impl Stream {
    pub(super) fn new(core: Arc<StreamCore>, device: Device) -> Self {
        Self { core, device, awaited: Cell::new(Awaited::No), hazards: RefCell::default() }
    }

    /// The device of the stream.
    #[inline]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// A number that names the stream in errors; unique in the process.
    #[inline]
    pub fn id(&self) -> u64 {
        self.core.id
    }

    /// Blocks until all work queued so far is done.
    ///
    /// # Errors
    /// The first fault of the queued work.
    #[doc(alias = "aclrtSynchronizeStream")]
    pub fn synchronize(&self) -> Result<()> {
        let _context = self.device.core.enter()?;
        self.core.synchronize(&self.device.core)
    }

    /// Blocks until all work queued so far is done, but no longer than `limit`. The work goes on after that.
    ///
    /// # Errors
    /// [`ErrorKind::Timeout`](crate::ErrorKind::Timeout) at the limit; the first fault of the queued work.
    #[doc(alias = "aclrtSynchronizeStreamWithTimeout")]
    pub fn synchronize_within(&self, limit: Duration) -> Result<()> {
        let _context = self.device.core.enter()?;
        self.core.synchronize_within(&self.device.core, limit)
    }

    /// Whether all work queued so far is done. Does not block.
    ///
    /// # Errors
    /// The first fault of the queued work.
    #[doc(alias = "aclrtStreamQuery")]
    pub fn is_idle(&self) -> Result<bool> {
        let _context = self.device.core.enter()?;
        self.core.poll(&self.device.core, self.core.submitted())
    }

    /// Queues a point whose device time can be read later.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtRecordEvent")]
    pub fn record_timed(&self) -> Result<TimedEvent> {
        let _context = self.device.core.enter()?;
        self.record_awaited()?;
        let event = TimedEvent::create(&self.device)?;
        // SAFETY: event and stream are alive and of this device, whose context is current.
        let code = unsafe { (self.device.core.driver.acl.aclrtRecordEvent)(event.raw(), self.core.raw()) };
        self.device.core.check("aclrtRecordEvent", code)?;
        let mark = self.core.count();
        self.core.leave_trail(&self.device.core, "record_timed", mark.sequence, true);
        Ok(event)
    }

    /// Makes later work of this stream start after everything queued so far on another stream, of this or another device.
    ///
    /// Memory needs no such call: operations on buffers are ordered by what they read and write.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] when the streams are of devices that are not connected.
    #[doc(alias = "aclrtStreamWaitEvent")]
    pub fn wait_for(&self, other: &Stream) -> Result<()> {
        self.device.core.driver.check_process()?;
        let sequence = other.core.submitted();
        if sequence == 0 || self.core.id == other.core.id {
            return Ok(());
        }
        let _context = self.device.core.enter()?;
        self.record_awaited()?;
        self.order_after(Mark { stream: other.core.id, sequence })
    }

    /// The library's handle of the stream, for calls that this crate has not. It is good for as long as the stream is.
    ///
    /// What such calls queue runs in order with the stream's other work, but its use of buffers is known to nobody: queue an
    /// operation of this crate on them behind it, and others wait for that.
    pub fn as_raw(&self) -> aclrtStream {
        self.core.raw()
    }

    #[inline]
    pub(crate) fn core(&self) -> &Arc<StreamCore> {
        &self.core
    }

    /// Queues one operation: waits for what must come first, calls, and marks what the operation uses.
    ///
    /// `call` gets the stream's handle with the device's context current, and queues one operation, or nothing.
    pub(crate) fn submit(
        &self,
        operation: impl Into<Operation>,
        uses: &[Use<'_>],
        awaited: Awaited,
        call: impl FnOnce(aclrtStream) -> Returned,
    ) -> Result<Mark> {
        self.submit_with(operation.into(), uses.iter().copied(), None, awaited, call)
    }

    /// As [`submit`](Self::submit), for uses that come from elsewhere than a slice. What is `kept` outlives the operation and is
    /// never written: nothing has to come first.
    #[inline]
    pub(crate) fn submit_with<'u>(
        &self,
        operation: Operation,
        uses: impl Iterator<Item = Use<'u>> + Clone,
        kept: Option<Use<'u>>,
        awaited: Awaited,
        call: impl FnOnce(aclrtStream) -> Returned,
    ) -> Result<Mark> {
        let device = &self.device.core;
        let _context = device.enter()?;
        self.core.check_going(device, operation.call)?;
        self.record_awaited()?;
        self.order_uses(uses.clone())?;
        let returned = call(self.core.raw());
        let mark = self.core.count();
        if let Some(of) = kept {
            of.note(mark, |mark| device.driver.has_passed(mark));
        }
        for of in uses {
            of.note(mark, |mark| device.driver.has_passed(mark));
        }
        self.awaited.set(awaited);
        self.core.leave_trail(device, operation.name, mark.sequence, returned.is_success());
        let outcome = match returned {
            Returned::Acl(code) => device.check(operation.call, code),
            Returned::Hccl(code) => device.check_hccl(operation.call, code),
        };
        match outcome {
            Ok(()) => Ok(mark),
            Err(error) => Err(error.on_stream(self.core.id)),
        }
    }

    /// Records the last operation if others will wait for it. Comes before anything more is queued, the waits of the next
    /// operation too: whoever waits for the result must not wait for those.
    #[inline]
    fn record_awaited(&self) -> Result<()> {
        let is_awaited = match self.awaited.replace(Awaited::No) {
            Awaited::No => false,
            Awaited::OnDevice => self.device.core.streams.load(Ordering::Relaxed) > 1,
            Awaited::Yes => true,
        };
        if is_awaited { self.record_now() } else { Ok(()) }
    }

    fn record_now(&self) -> Result<()> {
        if self.core.is_done(self.core.submitted()) { Ok(()) } else { self.core.record_last(&self.device.core) }
    }

    #[inline]
    fn order_uses<'u>(&self, mut uses: impl Iterator<Item = Use<'u>> + Clone) -> Result<()> {
        let all = uses.clone();
        if uses.any(|of| of.has_hazard(self.core.id)) { self.order_after_hazards(all) } else { Ok(()) }
    }

    #[cold]
    fn order_after_hazards<'u>(&self, uses: impl Iterator<Item = Use<'u>>) -> Result<()> {
        let mut hazards = self.hazards.take();
        hazards.clear();
        uses.for_each(|of| of.collect_hazards(self.core.id, &mut hazards));
        let outcome = hazards.iter().try_for_each(|&mark| self.order_after(mark));
        self.hazards.replace(hazards);
        outcome
    }

    /// Makes later work of this stream start after one operation of another. The device's context must be current.
    fn order_after(&self, mark: Mark) -> Result<()> {
        let device = &self.device.core;
        if self.core.has_waited_for(mark) {
            return Ok(());
        }
        // A stream leaves the list only when all that was queued on it is done.
        let Some(other) = device.driver.stream(mark.stream) else { return Ok(()) };
        if other.is_done(mark.sequence) {
            return Ok(());
        }
        // What would have written it was stopped.
        other.check_going(device, "aclrtStreamWaitEvent")?;
        if !other.is_on(device) {
            self.order_after_foreign(&other, mark.sequence)?;
            return self.follow_abort(&other, mark.sequence);
        }
        let record = other.record_covering(device, mark.sequence)?;
        // SAFETY: the stream and the recorded event are alive and of this device, whose context is current.
        let code = unsafe { (device.driver.acl.aclrtStreamWaitEvent)(self.core.raw(), record.event.raw()) };
        device.check("aclrtStreamWaitEvent", code).map_err(|error| error.on_stream(self.core.id))?;
        self.count_wait(Mark { stream: other.id, sequence: record.sequence }, &record.waited);
        self.follow_abort(&other, mark.sequence)
    }

    /// Stops the stream too where the other was stopped meanwhile, and this wait not seen.
    fn follow_abort(&self, other: &StreamCore, sequence: u64) -> Result<()> {
        let device = &self.device.core;
        other.check_reached(device, sequence, "aclrtStreamWaitEvent").inspect_err(|error| {
            let _ = self.core.abort(&error.found().into());
        })
    }

    /// Makes later work of this stream start after all that is queued on a stream of another device. The device's context must be
    /// current.
    fn order_after_foreign(&self, other: &StreamCore, sequence: u64) -> Result<()> {
        let device = &self.device.core;
        let Some(owner) = other.device() else {
            let found = format!("stream {} is of a device that is being closed", other.id);
            return Err(Error::new(ErrorKind::Busy, "aclrtWaitAndResetNotify", found)
                .on_device(device.id)
                .on_stream(self.core.id)
                .with_hint("try again"));
        };
        let (Some(wait), Some(_)) = (device.driver.acl.aclrtWaitAndResetNotify, device.driver.acl.aclrtCreateNotify)
        else {
            // A toolkit without notifies: the host waits.
            let _context = owner.enter()?;
            return other.wait(&owner, sequence);
        };
        // The record is a write to this device, by the other.
        owner.enable_access(device)?;
        let notify = device.notifies.take(device)?;
        let (sequence, waited) = other.notify(&owner, notify).inspect_err(|_| device.notifies.lose(notify))?;
        // SAFETY: stream and notify are alive and of this device, whose context is current; 0 is no limit.
        let code = unsafe { wait(notify.0, self.core.raw(), 0) };
        device
            .check("aclrtWaitAndResetNotify", code)
            .inspect_err(|_| device.notifies.lose(notify))
            .map_err(|error| error.on_stream(self.core.id))?;
        let mark = self.count_wait(Mark { stream: other.id, sequence }, &waited);
        device.notifies.give_back(notify, mark);
        Ok(())
    }

    /// Counts a wait that was just queued, for an operation that had `waited` for others.
    fn count_wait(&self, awaited: Mark, waited: &Clock) -> Mark {
        // A wait is work too: until it is counted done, the queue must not be taken for empty.
        let mark = self.core.count();
        self.core.leave_trail(&self.device.core, "wait for another stream", mark.sequence, true);
        let streams = self.device.core.driver.streams.read().unwrap_or_else(PoisonError::into_inner);
        self.core.note_wait(awaited, waited, |stream| streams.contains_key(&stream));
        mark
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.device.core.driver.is_forked() {
            return;
        }
        // The queue may still hold work, and destroying it would block: it retires like memory does.
        lock(&self.device.core.retired).push_stream(self.core.clone());
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("id", &self.core.id)
            .field("device", &self.device.core.id)
            .finish_non_exhaustive()
    }
}

impl Returned {
    #[inline]
    fn is_success(&self) -> bool {
        match self {
            Self::Acl(code) => *code == aclError::SUCCESS,
            Self::Hccl(code) => *code == HcclResult::HCCL_SUCCESS,
        }
    }
}

impl From<&'static str> for Operation {
    fn from(call: &'static str) -> Self {
        Self { call, name: call }
    }
}

impl From<aclError> for Returned {
    fn from(code: aclError) -> Self {
        Self::Acl(code)
    }
}

impl From<HcclResult> for Returned {
    fn from(code: HcclResult) -> Self {
        Self::Hccl(code)
    }
}
