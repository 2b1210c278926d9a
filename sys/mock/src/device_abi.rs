//! The C functions of start and end, devices and contexts.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{CString, c_char};
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{aclError, aclrtContext, aclrtDevAttr, aclrtFloatOverflowMode};
use once_cell::sync::Lazy;

use crate::device::{self, soc, soc_named};
use crate::out::write;
use crate::report::{self, Failure, Outcome, finish};
use crate::{context, control};

/// Calls of aclInit not yet given back; `None` once finalised.
static STARTED: Mutex<Option<u64>> = Mutex::new(Some(0));

static SOC_NAME: Lazy<CString> = Lazy::new(|| CString::new(soc().name.as_str()).unwrap_or_default());

pub(crate) unsafe extern "C" fn aclInit(_configuration: *const c_char) -> aclError {
    finish("aclInit", init())
}

fn init() -> Outcome {
    let settings = control::settings();
    let mut problems = settings.problems.clone();
    if soc_named(&settings.soc).is_none() {
        problems.push(format!("ASCEND_MOCK_SOC is `{}`, which is no SoC of the 910 family", settings.soc));
    }
    if !problems.is_empty() {
        let text = format!("init soc version failed: {}", problems.join("; "));
        return Err(Failure::acl(aclError::INTERNAL_ERROR, text));
    }
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    let before = started.unwrap_or(0);
    *started = Some(before + 1);
    if before > 0 {
        let text = "EE1018: ACL is started already; the call is counted";
        return Err(Failure::acl(aclError::REPEAT_INITIALIZE, text));
    }
    Ok(())
}

pub(crate) unsafe extern "C" fn aclFinalize() -> aclError {
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    let again = started.take().is_none();
    finish(
        "aclFinalize",
        if again { Err(Failure::acl(aclError::REPEAT_FINALIZE, "EE1018: ACL is ended already")) } else { Ok(()) },
    )
}

pub(crate) unsafe extern "C" fn aclrtGetVersion(major: *mut i32, minor: *mut i32, patch: *mut i32) -> aclError {
    // SAFETY: the caller gives pointers to integers, or null, which `write` refuses.
    let major = unsafe { write(major, || Ok(1)) };
    // SAFETY: as above.
    let minor = unsafe { write(minor, || Ok(17)) };
    // SAFETY: as above.
    let patch = unsafe { write(patch, || Ok(0)) };
    finish("aclrtGetVersion", major.and(minor).and(patch))
}

pub(crate) unsafe extern "C" fn aclrtGetSocName() -> *const c_char {
    SOC_NAME.as_ptr()
}

pub(crate) unsafe extern "C" fn aclGetRecentErrMsg() -> *const c_char {
    report::take()
}

pub(crate) unsafe extern "C" fn aclrtSetDevice(id: i32) -> aclError {
    finish("aclrtSetDevice", context::set_device(id))
}

pub(crate) unsafe extern "C" fn aclrtResetDevice(id: i32) -> aclError {
    finish("aclrtResetDevice", context::reset_device(id))
}

pub(crate) unsafe extern "C" fn aclrtGetDevice(id: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDevice", unsafe { write(id, || Ok(context::current()?.device.id)) })
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceCount(count: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDeviceCount", unsafe { write(count, || Ok(device::count())) })
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceInfo(id: u32, attribute: aclrtDevAttr, value: *mut i64) -> aclError {
    let look = || {
        device::device(i32::try_from(id).unwrap_or(-1))?;
        let soc = soc();
        Ok(match attribute {
            aclrtDevAttr::ACL_DEV_ATTR_AICPU_CORE_NUM => 7,
            aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM | aclrtDevAttr::ACL_DEV_ATTR_CUBE_CORE_NUM => soc.ai_cores,
            aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM => soc.vector_cores,
            aclrtDevAttr::ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE => i64::try_from(soc.hbm_bytes).unwrap_or(i64::MAX),
            aclrtDevAttr::ACL_DEV_ATTR_L2_CACHE_SIZE => soc.l2_bytes,
            other => {
                let text = format!("EE1001: device attribute {} is not known", other.0);
                return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
            }
        })
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDeviceInfo", unsafe { write(value, look) })
}

pub(crate) unsafe extern "C" fn aclrtSetDeviceSatMode(mode: aclrtFloatOverflowMode) -> aclError {
    let set = || {
        let saturates = mode == aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION;
        if !saturates && (mode != aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN || soc().arch == 1001) {
            let text = format!("EE1001: overflow mode {} is not one of {}", mode.0, soc().name);
            return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
        }
        context::current()?.device.lock().saturates = Some(saturates);
        Ok(())
    };
    finish("aclrtSetDeviceSatMode", set())
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceSatMode(mode: *mut aclrtFloatOverflowMode) -> aclError {
    let get = || {
        let set = context::current()?.device.lock().saturates;
        Ok(if set.unwrap_or(soc().arch == 1001) {
            aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION
        } else {
            aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN
        })
    };
    // SAFETY: the caller gives a pointer to a mode, or null, which `write` refuses.
    finish("aclrtGetDeviceSatMode", unsafe { write(mode, get) })
}

pub(crate) unsafe extern "C" fn aclrtCreateContext(context: *mut aclrtContext, device: i32) -> aclError {
    // SAFETY: the caller gives a pointer to a context, or null, which `write` refuses.
    finish("aclrtCreateContext", unsafe { write(context, || context::create(device)) })
}

pub(crate) unsafe extern "C" fn aclrtDestroyContext(context: aclrtContext) -> aclError {
    finish("aclrtDestroyContext", context::destroy(context))
}

pub(crate) unsafe extern "C" fn aclrtSetCurrentContext(context: aclrtContext) -> aclError {
    finish("aclrtSetCurrentContext", context::set_current(context))
}

pub(crate) unsafe extern "C" fn aclrtGetCurrentContext(context: *mut aclrtContext) -> aclError {
    // SAFETY: the caller gives a pointer to a context, or null, which `write` refuses.
    finish("aclrtGetCurrentContext", unsafe { write(context, || Ok(context::handle(context::current()?.id))) })
}
