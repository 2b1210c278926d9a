//! What the library reports of failed tasks.
//!
//! The function it calls runs on a thread of its own, and may call nothing but what looks into the report. It belongs to the
//! process, so the reports do too.
//!
//! Wraps `aclrtExceptionInfoCallbackRegister`, `aclrtSetExceptionInfoCallback`.
#![allow(unsafe_code)] // Is called by the C library.

use std::sync::{Mutex, OnceLock};

use ascend_npu_sys::{Acl, aclError, aclrtExceptionInfo};

use crate::driver::lock;

/// The first reports tell what went wrong; those of the rest are of no use.
const KEPT: usize = 64;

/// A task that failed, by the library's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) device: i32,
    pub(super) stream: i32,
    pub(super) task: u32,
    pub(super) code: aclError,
}

static REPORTS: Mutex<Vec<Report>> = Mutex::new(Vec::new());

/// The table that looks into reports: of the first library that was listened to. Libraries stay loaded.
static TABLE: OnceLock<Acl> = OnceLock::new();

/// Has the library report failed tasks. Where only one function can be told, an `owner` of the library takes that place, and a
/// guest leaves it to others.
pub(crate) fn listen(acl: &Acl, is_owner: bool) {
    let table = TABLE.get_or_init(|| *acl);
    // Its own functions look into a report; a process that opens two libraries hears of the first.
    if table.aclInit as usize != acl.aclInit as usize {
        return;
    }
    // What it answers is of no account: then faults are told without the operation's name.
    if let Some(register) = acl.aclrtExceptionInfoCallbackRegister {
        // SAFETY: the function lives as long as the process, and does what the manual allows it.
        unsafe { register(Some(hear)) };
    } else if is_owner {
        // SAFETY: as above.
        unsafe { (acl.aclrtSetExceptionInfoCallback)(Some(hear)) };
    }
}

/// Ends what [`listen`] began.
pub(crate) fn unlisten(acl: &Acl, is_owner: bool) {
    if let Some(unregister) = acl.aclrtExceptionInfoCallbackUnregister {
        // SAFETY: the call has no preconditions.
        unsafe { unregister(Some(hear)) };
    } else if acl.aclrtExceptionInfoCallbackRegister.is_none() && is_owner {
        // SAFETY: null is documented as "none".
        unsafe { (acl.aclrtSetExceptionInfoCallback)(None) };
    }
}

/// The first report of a device.
pub(super) fn first(device: i32) -> Option<Report> {
    lock(&REPORTS).iter().find(|report| report.device == device).copied()
}

/// Forgets what was reported of a device that is opened anew.
pub(super) fn forget(device: i32) {
    lock(&REPORTS).retain(|report| report.device != device);
}

unsafe extern "C" fn hear(information: *mut aclrtExceptionInfo) {
    let Some(acl) = TABLE.get() else { return };
    // SAFETY: the library gives information that lives through this call.
    let device = unsafe { (acl.aclrtGetDeviceIdFromExceptionInfo)(information) };
    // SAFETY: as above.
    let stream = unsafe { (acl.aclrtGetStreamIdFromExceptionInfo)(information) };
    // SAFETY: as above.
    let task = unsafe { (acl.aclrtGetTaskIdFromExceptionInfo)(information) };
    // SAFETY: as above.
    let code = unsafe { (acl.aclrtGetErrorCodeFromExceptionInfo)(information) };
    let report =
        Report { device: device.cast_signed(), stream: stream.cast_signed(), task, code: aclError(code.cast_signed()) };
    let mut reports = lock(&REPORTS);
    if reports.len() < KEPT {
        reports.push(report);
    }
}
