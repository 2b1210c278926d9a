//! What was dropped while queued work may still use it.
//!
//! `aclrtFree` and `aclrtFreeHost` release memory at once, whatever the device is doing with it, and `aclrtDestroyStream` blocks
//! until the queue is empty. So neither is called by `Drop`: memory waits here for its marks, a stream for its queue. The list is
//! gone through at the next allocation, without blocking; only when memory runs out does an allocation wait for it.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use ascend_npu_sys::aclrtBinHandle;

use super::shared;
use crate::device::DeviceCore;
use crate::driver::lock;
use crate::error::{ErrorKind, Result};
use crate::event::RawEvent;
use crate::host_call;
use crate::notify::{self, IpcKey, RawNotify};
use crate::stream::{Mark, StreamCore};

/// How long the end of a device waits for each of its streams.
const END_LIMIT: Duration = Duration::from_secs(10);

#[derive(Default)]
pub(crate) struct RetireList {
    waiting: Vec<Waiting>,
    streams: Vec<Arc<StreamCore>>,
}

struct Waiting {
    what: Retired,
    marks: Vec<Mark>,
}

/// Something of the C library that has no owner any more.
pub(crate) enum Retired {
    Device(NonNull<c_void>),
    Host(NonNull<c_void>),
    Image(aclrtBinHandle),
    Event(RawEvent),
    Notify(RawNotify),
    /// Memory of another process, by its key here.
    Imported(IpcKey),
}

// SAFETY: nobody owns it and it is only released from here on; the ACL manual allows that from any thread.
unsafe impl Send for Retired {}

impl RetireList {
    pub(crate) fn push_stream(&mut self, stream: Arc<StreamCore>) {
        self.streams.push(stream);
    }

    /// Ends everything at the device's own end: waits for the streams, then releases. Its context must be current.
    ///
    /// Whether all is ended. Work that does not end within [`END_LIMIT`], such as a collective whose peers never came, or that was
    /// stopped, keeps its stream, and all memory on the list with it: leaked memory is better than memory that queued work still uses.
    pub(crate) fn finish(self, device: &DeviceCore) -> bool {
        let mut ended = true;
        // A fault that some call has met is known to whoever made that call.
        let is_told = device.fault.is_known();
        for stream in &self.streams {
            if stream.is_stuck() {
                ended = false;
                continue;
            }
            let outcome = stream.synchronize_within(device, END_LIMIT);
            // After a fault the device runs nothing more, so only a timeout keeps the work alive.
            ended &= outcome.as_ref().err().is_none_or(|error| !error.is_unfinished());
            if !(is_told && outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::DeviceFault)) {
                device.defer(outcome);
            }
        }
        ended &= self.end_foreign(device);
        if ended {
            for stream in self.streams {
                // Whoever holds a stream holds its device, so nobody is left to keep one.
                drop(remove(device, stream));
            }
            for waiting in self.waiting {
                device.defer(waiting.what.release(device));
            }
        }
        ended
    }

    /// Waits for streams of other devices that use memory of this one; whether none is left.
    fn end_foreign(&self, device: &DeviceCore) -> bool {
        let marks = self.waiting.iter().flat_map(|waiting| waiting.marks.iter().copied());
        let streams = marks.filter_map(|mark| Some((device.driver.stream(mark.stream)?, mark.sequence)));
        let mut ended = true;
        for (stream, sequence) in streams.filter(|(stream, _)| !stream.is_on(device)) {
            if stream.is_done(sequence) {
                continue;
            }
            if stream.is_aborted() {
                ended = false;
                continue;
            }
            let Some(owner) = stream.device() else {
                // It is being closed by another thread, or was closed with work that did not end.
                ended = false;
                continue;
            };
            let outcome = owner.enter().and_then(|_context| stream.synchronize_within(&owner, END_LIMIT));
            ended &= outcome.as_ref().err().is_none_or(|error| !error.is_unfinished());
            device.defer(outcome);
        }
        ended
    }
}

impl DeviceCore {
    /// Releases something once all of `marks` have passed: now, or when the list is next gone through.
    ///
    /// In a forked child it does nothing: what the parent made is the parent's to release.
    pub(crate) fn retire(&self, what: Retired, mut marks: Vec<Mark>) {
        if self.driver.is_forked() {
            return;
        }
        let streams = self.driver.streams.read().unwrap_or_else(PoisonError::into_inner);
        marks.retain(|mark| streams.get(&mark.stream).is_some_and(|stream| !stream.is_done(mark.sequence)));
        drop(streams);
        if marks.is_empty() && !host_call::is_within() {
            self.defer(self.enter().and_then(|_context| what.release(self)));
        } else {
            lock(&self.retired).waiting.push(Waiting { what, marks });
        }
    }

    /// Frees what can be freed, without blocking. The device's context must be current.
    pub(crate) fn reap(&self) -> Result<()> {
        // Somebody who goes through the list already frees what can be freed.
        let Ok(_turn) = self.reaping.try_lock() else { return Ok(()) };
        self.go_through(|stream, sequence| self.ask(stream, |owner| stream.poll(owner, sequence)))
    }

    /// Asks a stream of this or another device whether something is done. What the other device's own faults hide is not done:
    /// they are no reason for this one to fail.
    fn ask(&self, stream: &StreamCore, is_done: impl FnOnce(&DeviceCore) -> Result<bool>) -> Result<bool> {
        if stream.is_on(self) {
            return is_done(self);
        }
        let Some(owner) = stream.device() else { return Ok(false) };
        let Ok(_context) = owner.enter() else { return Ok(false) };
        Ok(is_done(&owner).unwrap_or(false))
    }

    /// Waits for everything on the list and frees it. The device's context must be current.
    ///
    /// Two threads that run out of memory wait for each other here: else the second would find the list empty, and give up.
    pub(crate) fn reap_blocking(&self) -> Result<()> {
        let _turn = lock(&self.reaping);
        self.go_through(|stream, sequence| self.ask(stream, |owner| stream.wait(owner, sequence).map(|()| true)))
    }

    fn go_through(&self, mut is_done: impl FnMut(&StreamCore, u64) -> Result<bool>) -> Result<()> {
        // Taken out as a whole, so that no lock is held while the library is called.
        let mut list = std::mem::take(&mut *lock(&self.retired));
        let outcome = list.sift(self, &mut is_done);
        let mut current = lock(&self.retired);
        current.waiting.append(&mut list.waiting);
        current.streams.append(&mut list.streams);
        outcome
    }
}

impl RetireList {
    fn sift(&mut self, device: &DeviceCore, is_done: &mut dyn FnMut(&StreamCore, u64) -> Result<bool>) -> Result<()> {
        // A stream found busy at one operation is busy at all later ones: it is asked once.
        let mut busy: Vec<Mark> = Vec::new();
        let mut passed = |mark: Mark| -> Result<bool> {
            if busy.iter().any(|known| known.stream == mark.stream && known.sequence <= mark.sequence) {
                return Ok(false);
            }
            let stream =
                device.driver.streams.read().unwrap_or_else(PoisonError::into_inner).get(&mark.stream).cloned();
            let done = match stream {
                Some(stream) => unless_aborted(is_done(&stream, mark.sequence))?,
                None => true,
            };
            if !done {
                busy.push(mark);
            }
            Ok(done)
        };
        let mut kept = Vec::new();
        let mut outcome = Ok(());
        for mut retired in std::mem::take(&mut self.waiting) {
            let mut left = Vec::new();
            for mark in std::mem::take(&mut retired.marks) {
                // After an error nothing more is asked and nothing freed: what is left stays on the list.
                let done = outcome.is_ok()
                    && passed(mark).unwrap_or_else(|error| {
                        outcome = Err(error);
                        false
                    });
                if !done {
                    left.push(mark);
                }
            }
            retired.marks = left;
            if retired.marks.is_empty() {
                device.defer(retired.what.release(device));
            } else {
                kept.push(retired);
            }
        }
        self.waiting = kept;
        for stream in std::mem::take(&mut self.streams) {
            let done = outcome.is_ok()
                && unless_aborted(is_done(&stream, stream.submitted())).unwrap_or_else(|error| {
                    outcome = Err(error);
                    false
                });
            self.streams.extend(if done { remove(device, stream) } else { Some(stream) });
        }
        outcome
    }
}

/// Work of a stream that was stopped is never done, and no failure of who asks.
fn unless_aborted(done: Result<bool>) -> Result<bool> {
    done.or_else(|error| if error.kind() == ErrorKind::Aborted { Ok(false) } else { Err(error) })
}

/// Takes a finished stream out of the driver's list, and destroys it unless somebody still holds it: a thread that found it in
/// the list a moment ago may be about to record on it. It is then given back, to be tried again.
fn remove(device: &DeviceCore, stream: Arc<StreamCore>) -> Option<Arc<StreamCore>> {
    let mut streams = device.driver.streams.write().unwrap_or_else(PoisonError::into_inner);
    streams.remove(&stream.id);
    for other in streams.values() {
        other.forget(stream.id);
    }
    drop(streams);
    match Arc::try_unwrap(stream) {
        Ok(core) => {
            device.streams.fetch_sub(1, Ordering::Relaxed);
            device.defer(core.destroy(device));
            None
        }
        Err(stream) => Some(stream),
    }
}

impl Retired {
    fn release(self, device: &DeviceCore) -> Result<()> {
        let acl = &device.driver.acl;
        let (operation, code) = match self {
            Self::Event(event) => return event.destroy(device),
            Self::Notify(notify) => return notify::destroy(device, notify),
            Self::Imported(key) => return shared::close(device, &key),
            // SAFETY: the memory came from aclrtMalloc, has no owner, and all work that used it has passed.
            Self::Device(address) => ("aclrtFree", unsafe { (acl.aclrtFree)(address.as_ptr()) }),
            // SAFETY: the memory came from aclrtMallocHost, has no owner, and all work that used it has passed.
            Self::Host(address) => ("aclrtFreeHost", unsafe { (acl.aclrtFreeHost)(address.as_ptr()) }),
            Self::Image(image) => {
                let unload = device.driver.require("aclrtBinaryUnLoad", acl.aclrtBinaryUnLoad)?;
                // SAFETY: the image came from aclrtBinaryLoadFromData, no function of it is left, all its launches have passed.
                ("aclrtBinaryUnLoad", unsafe { unload(image) })
            }
        };
        device.check(operation, code)
    }
}
