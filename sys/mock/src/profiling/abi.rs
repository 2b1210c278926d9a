//! The C functions of profiling sessions.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_char;

use ascend_npu_sys::{aclError, aclprofAicoreEvents, aclprofAicoreMetrics, aclprofConfig, aclprofConfigType};

use super::session;
use crate::out::text;
use crate::report::{Failure, Outcome, finish};

pub(crate) unsafe extern "C" fn aclprofInit(path: *const c_char, length: usize) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `given` refuses.
    let path = unsafe { given(path, "the path of the profile") };
    finish("aclprofInit", path.and_then(|path| session::open(&path, length)))
}

pub(crate) unsafe extern "C" fn aclprofFinalize() -> aclError {
    finish("aclprofFinalize", session::close())
}

pub(crate) unsafe extern "C" fn aclprofCreateConfig(
    devices: *mut u32,
    count: u32,
    metrics: aclprofAicoreMetrics,
    events: *const aclprofAicoreEvents,
    what: u64,
) -> *mut aclprofConfig {
    let null = std::ptr::null_mut();
    if !events.is_null() || (devices.is_null() && count != 0) || count > crate::device::count() {
        return null;
    }
    let devices: &[u32] = if count == 0 {
        &[]
    } else {
        // SAFETY: not null, so the caller gives `count` numbers.
        unsafe { std::slice::from_raw_parts(devices, count as usize) }
    };
    session::create(devices, metrics, what).unwrap_or(null)
}

pub(crate) unsafe extern "C" fn aclprofDestroyConfig(configuration: *const aclprofConfig) -> aclError {
    finish("aclprofDestroyConfig", session::destroy(configuration))
}

pub(crate) unsafe extern "C" fn aclprofStart(configuration: *const aclprofConfig) -> aclError {
    finish("aclprofStart", session::start(configuration))
}

pub(crate) unsafe extern "C" fn aclprofStop(configuration: *const aclprofConfig) -> aclError {
    finish("aclprofStop", session::stop(configuration))
}

pub(crate) unsafe extern "C" fn aclprofSetConfig(
    option: aclprofConfigType,
    value: *const c_char,
    length: usize,
) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `given` refuses.
    let value = unsafe { given(value, "the option") };
    let set = |value: String| -> Outcome { session::set(option, &value, length) };
    finish("aclprofSetConfig", value.and_then(set))
}

/// A text; here an empty one is refused with the same code as null.
///
/// # Safety
/// As [`text`].
unsafe fn given(from: *const c_char, what: &str) -> Outcome<String> {
    // SAFETY: this function's own contract.
    let found = unsafe { text(from, what) };
    found.map_err(|failure| Failure::acl(aclError::INVALID_PARAM, failure.text))
}
