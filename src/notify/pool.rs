//! The notifies that order streams of different devices.
//!
//! An event orders streams of one device. Between devices there are notifies: one bit, of the device that waits, set by a stream
//! of any device and taken down by the wait. So one record is for one wait, and a notify can be used again once its wait is done.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::Mutex;

use ascend_npu_sys::aclrtNotify;

use crate::device::DeviceCore;
use crate::driver::lock;
use crate::error::{ErrorKind, Result};
use crate::stream::Mark;

/// With so many in use, those in use are looked through for some whose wait is done.
const MANY: usize = 64;

/// A notify of a device.
#[derive(Clone, Copy)]
pub(crate) struct RawNotify(pub(crate) aclrtNotify);

// SAFETY: the handle is a token that the library takes from any thread of the context it was made in.
unsafe impl Send for RawNotify {}
// SAFETY: as above; the handle itself is never written.
unsafe impl Sync for RawNotify {}

/// The notifies of a device that other devices set.
#[derive(Default)]
pub(crate) struct NotifyPool {
    inner: Mutex<Notifies>,
}

#[derive(Default)]
struct Notifies {
    free: Vec<RawNotify>,
    /// Each with the wait that takes it down.
    busy: Vec<(RawNotify, Mark)>,
    /// Set, with nobody to take them down.
    lost: Vec<RawNotify>,
}

impl NotifyPool {
    /// A notify that is down, new or used before. The device's context must be current.
    pub(crate) fn take(&self, device: &DeviceCore) -> Result<RawNotify> {
        if let Some(free) = self.take_free(device) {
            return Ok(free);
        }
        match create(device) {
            Err(error) if error.kind() == ErrorKind::ResourceExhausted => {
                let oldest = lock(&self.inner).busy.first().map(|&(_, mark)| mark);
                let Some(mark) = oldest else { return Err(error) };
                if let Some(stream) = device.driver.stream(mark.stream) {
                    stream.wait(device, mark.sequence)?;
                }
                self.take_free(device).ok_or(error)
            }
            outcome => outcome,
        }
    }

    fn take_free(&self, device: &DeviceCore) -> Option<RawNotify> {
        let mut inner = lock(&self.inner);
        if inner.free.is_empty() {
            let many = inner.busy.len() >= MANY;
            if many && let Some(mark) = inner.busy.first().map(|&(_, mark)| mark) {
                drop(inner);
                // Whether it is done is told by the stream, which then knows.
                if let Some(stream) = device.driver.stream(mark.stream) {
                    let _ = stream.poll(device, mark.sequence);
                }
                inner = lock(&self.inner);
            }
            for (notify, mark) in std::mem::take(&mut inner.busy) {
                if device.driver.has_passed(mark) {
                    inner.free.push(notify);
                } else {
                    inner.busy.push((notify, mark));
                }
            }
        }
        inner.free.pop()
    }

    /// Gives back a notify that the operation `wait` takes down.
    pub(crate) fn give_back(&self, notify: RawNotify, wait: Mark) {
        lock(&self.inner).busy.push((notify, wait));
    }

    /// Gives back a notify that nothing takes down.
    pub(crate) fn lose(&self, notify: RawNotify) {
        lock(&self.inner).lost.push(notify);
    }

    /// Destroys all at the device's end. The device's context must be current.
    pub(crate) fn destroy(&self, device: &DeviceCore) {
        let Notifies { free, busy, lost } = std::mem::take(&mut *lock(&self.inner));
        for notify in free.into_iter().chain(busy.into_iter().map(|(notify, _)| notify)).chain(lost) {
            device.defer(destroy(device, notify));
        }
    }
}

/// The device's context must be current.
pub(super) fn create(device: &DeviceCore) -> Result<RawNotify> {
    let create = device.driver.require("aclrtCreateNotify", device.driver.acl.aclrtCreateNotify)?;
    let mut notify = std::ptr::null_mut();
    // SAFETY: the out-pointer is a live local.
    let code = unsafe { create(&mut notify, 0) };
    device.check("aclrtCreateNotify", code)?;
    Ok(RawNotify(notify))
}

/// The device's context must be current.
pub(crate) fn destroy(device: &DeviceCore, notify: RawNotify) -> Result<()> {
    let destroy = device.driver.require("aclrtDestroyNotify", device.driver.acl.aclrtDestroyNotify)?;
    // SAFETY: the notify came from `create`, and its only holder gives it up here.
    let code = unsafe { destroy(notify.0) };
    device.check("aclrtDestroyNotify", code)
}
