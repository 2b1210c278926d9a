//! Aborting the work of a device, and repairing its memory.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{aclError, aclrtDeviceTaskAbortStage};

use crate::control::hardware::{self, BadRange};
use crate::device::{self, soc};
use crate::exec::scheduler;
use crate::report::{Failure, Outcome};
use crate::stream;

/// 36 minutes.
const LONGEST: u32 = 36 * 60 * 1000;

pub(super) type AbortFunction = unsafe extern "C" fn(i32, aclrtDeviceTaskAbortStage, u32, *mut c_void) -> i32;

#[derive(Clone, Copy)]
struct Listener {
    function: AbortFunction,
    argument: *mut c_void,
}

#[allow(unsafe_code, reason = "an argument of the program")]
// SAFETY: the program gives the function and its argument to whichever thread aborts.
unsafe impl Send for Listener {}

/// By the name that the program gave.
static LISTENERS: Mutex<BTreeMap<String, Listener>> = Mutex::new(BTreeMap::new());

/// Registers a function under a new name, or, without one, takes the name's away.
pub(super) fn register(name: String, function: Option<AbortFunction>, argument: *mut c_void) -> Outcome {
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(function) = function else {
        listeners.remove(&name);
        return Ok(());
    };
    if listeners.contains_key(&name) {
        let text = format!("EE1011: an abort callback is registered as `{name}` already");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    listeners.insert(name, Listener { function, argument });
    Ok(())
}

#[allow(unsafe_code, reason = "calls functions of the program")]
fn tell(device: i32, stage: aclrtDeviceTaskAbortStage, timeout: u32) -> Outcome {
    let listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for (name, Listener { function, argument }) in listeners {
        // SAFETY: the program vouches for the function with this argument.
        let code = unsafe { function(device, stage, timeout, argument) };
        if code != 0 {
            let text = format!("EE9999: the abort callback `{name}` returned {code}");
            return Err(Failure::acl(aclError::RT_INTERNAL_ERROR, text));
        }
    }
    Ok(())
}

/// Drops all work of a device and waits for what runs, at most for `timeout` milliseconds, 0 for ever.
pub(super) fn abort(id: i32, timeout: u32) -> Outcome {
    newer_soc()?;
    if timeout > LONGEST {
        let text = format!("EE1001: timeout {timeout} ms was given; at most {LONGEST}, or 0 for ever, is taken");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let device = device::device(id)?.id;
    tell(device, aclrtDeviceTaskAbortStage::ACL_RT_DEVICE_TASK_ABORT_PRE, timeout)?;
    let limit = (timeout != 0).then(|| Duration::from_millis(u64::from(timeout)));
    if !stream::abort_device(device, limit) {
        let text = format!("EE1002: what runs on device {device} did not end within {timeout} ms");
        return Err(Failure::acl(aclError::RT_WAIT_TIMEOUT, text));
    }
    scheduler().heal(device);
    tell(device, aclrtDeviceTaskAbortStage::ACL_RT_DEVICE_TASK_ABORT_POST, timeout)
}

/// The broken ranges of a device.
pub(super) fn broken(id: i32) -> Outcome<Vec<BadRange>> {
    newer_soc()?;
    Ok(hardware::bad_ranges(device::device(id)?.id))
}

/// Repairs ranges by their addresses.
pub(super) fn repair(id: i32, addresses: &[u64]) -> Outcome {
    newer_soc()?;
    if hardware::repair(device::device(id)?.id, addresses) {
        return Ok(());
    }
    let text = format!("EE1001: not all of {addresses:#x?} are ranges that aclrtGetMemUceInfo tells of device {id}");
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

fn newer_soc() -> Outcome {
    if soc().arch != 1001 {
        return Ok(());
    }
    let text = format!("EE1005: recovery is not supported on {}", soc().name);
    Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text))
}
