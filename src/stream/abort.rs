//! Stopping a stream for good.
//!
//! A stream whose operation waits for a peer that never comes is stuck, and with it every stream that waits for it. Stopping it
//! is final: it takes no more work, whoever waits for it is told so, and so is whoever waits for a stream that waits for it. What
//! its unfinished operations would have written is never taken for written: work that needs it is refused. The memory that they
//! use stays allocated as long as the device is open, for the library tells nobody when its own streams have let go of it.
//!
//! Where a device cannot stop a stream, as the 910A, those who wait look for the stop themselves.
//!
//! Wraps `aclrtStreamAbort`.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::Duration;

use super::clock::Mark;
use super::core::StreamCore;
use crate::device::DeviceCore;
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;

/// How often somebody looks who waits on a device that cannot stop streams.
const LOOK: Duration = Duration::from_micros(500);

impl StreamCore {
    /// Whether the stream was stopped with work that is not done.
    pub(crate) fn is_stuck(&self) -> bool {
        self.is_aborted() && !self.is_done(self.submitted())
    }

    pub(crate) fn is_aborted(&self) -> bool {
        self.aborted.get().is_some()
    }

    /// Refuses when the stream was stopped.
    #[inline]
    pub(crate) fn check_going(&self, device: &DeviceCore, operation: &'static str) -> Result<()> {
        self.aborted.get().map_or(Ok(()), |reason| Err(self.stopped(device, operation, reason)))
    }

    #[cold]
    fn stopped(&self, device: &DeviceCore, operation: &'static str, reason: &str) -> Error {
        Error::new(ErrorKind::Aborted, operation, reason).on_device(device.id).on_stream(self.id)
    }

    /// Refuses when an operation was stopped before it was done.
    pub(crate) fn check_reached(&self, device: &DeviceCore, mark: u64, operation: &'static str) -> Result<()> {
        if self.is_done(mark) { Ok(()) } else { self.check_going(device, operation) }
    }

    /// Stops the stream, and all that wait for work of it that is not done, on whatever device. A second time does nothing.
    pub(crate) fn abort(self: &Arc<Self>, reason: &Arc<str>) -> Result<()> {
        let mut marked = Vec::new();
        self.mark_aborted(reason, &mut marked);
        // Those that wait come first: a stream that is stopped may let its events pass.
        marked.iter().rev().map(|stream| stream.stop()).fold(Ok(()), Result::and)
    }

    fn mark_aborted(self: &Arc<Self>, reason: &Arc<str>, marked: &mut Vec<Arc<Self>>) {
        // A device that is being closed has ended its streams.
        let Some(device) = self.device() else { return };
        // What is done by now stays done.
        let _ = device.enter().and_then(|_context| self.note_done(&device));
        if self.aborted.set(reason.clone()).is_err() {
            return;
        }
        marked.push(self.clone());
        // A stream that comes to wait after this look finds the flag: both take the lock of its clock.
        let next = Mark { stream: self.id, sequence: self.completed() + 1 };
        let dependents: Vec<_> = {
            let streams = device.driver.streams.read().unwrap_or_else(PoisonError::into_inner);
            streams.values().filter(|other| other.id != self.id && other.has_waited_for(next)).cloned().collect()
        };
        for other in dependents {
            other.mark_aborted(reason, marked);
        }
    }

    fn stop(&self) -> Result<()> {
        let Some(device) = self.device() else { return Ok(()) };
        let Some(abort) = device.driver.acl.aclrtStreamAbort.filter(|_| device.stops_streams()) else { return Ok(()) };
        let _context = device.enter()?;
        // SAFETY: whoever holds `self` keeps the stream from being destroyed.
        let code = unsafe { abort(self.raw()) };
        device.check("aclrtStreamAbort", code).map_err(|error| error.on_stream(self.id))
    }

    /// Blocks until the queue is empty or the stream is stopped, on a device that cannot stop it.
    pub(super) fn watch_all(&self, device: &DeviceCore) -> Result<()> {
        loop {
            match self.synchronize_within(device, LOOK) {
                Err(error) if error.kind() == ErrorKind::Timeout => {}
                outcome => return outcome,
            }
        }
    }

    /// Blocks until an operation is done or the stream is stopped, on a device that cannot stop it.
    pub(super) fn watch(&self, device: &DeviceCore, sequence: u64) -> Result<()> {
        while !self.poll(device, sequence)? {
            thread::sleep(LOOK);
        }
        Ok(())
    }
}

impl DeviceCore {
    /// Whether the device ends waits for a stream when it is stopped.
    pub(crate) fn stops_streams(&self) -> bool {
        self.driver.architecture != Architecture::A1001 && self.driver.acl.aclrtStreamAbort.is_some()
    }
}
