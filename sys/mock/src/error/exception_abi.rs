//! The C functions of failed tasks.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtExceptionInfo, aclrtExceptionInfoCallback, aclrtFuncHandle};

use super::exception::{self, Function, Information};
use crate::exec::last_queued;
use crate::kernel;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

/// What the getters give for what no callback is being told.
const UNKNOWN: u32 = 0xFFFF_FFFF;

pub(crate) unsafe extern "C" fn aclrtSetExceptionInfoCallback(callback: aclrtExceptionInfoCallback) -> aclError {
    exception::set(callback);
    aclError::SUCCESS
}

pub(crate) unsafe extern "C" fn aclrtExceptionInfoCallbackRegister(callback: aclrtExceptionInfoCallback) -> aclError {
    finish("aclrtExceptionInfoCallbackRegister", given(callback).map(exception::add))
}

pub(crate) unsafe extern "C" fn aclrtExceptionInfoCallbackUnregister(callback: aclrtExceptionInfoCallback) -> aclError {
    finish("aclrtExceptionInfoCallbackUnregister", given(callback).map(exception::remove))
}

fn given(callback: aclrtExceptionInfoCallback) -> Outcome<Function> {
    callback.ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the callback is null"))
}

fn number(information: *const aclrtExceptionInfo, of: impl FnOnce(&Information) -> u32) -> u32 {
    exception::look(information, of).unwrap_or(UNKNOWN)
}

pub(crate) unsafe extern "C" fn aclrtGetTaskIdFromExceptionInfo(information: *const aclrtExceptionInfo) -> u32 {
    number(information, |information| information.task)
}

pub(crate) unsafe extern "C" fn aclrtGetStreamIdFromExceptionInfo(information: *const aclrtExceptionInfo) -> u32 {
    number(information, |information| information.stream)
}

pub(crate) unsafe extern "C" fn aclrtGetThreadIdFromExceptionInfo(information: *const aclrtExceptionInfo) -> u32 {
    number(information, |information| information.thread)
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceIdFromExceptionInfo(information: *const aclrtExceptionInfo) -> u32 {
    number(information, |information| information.device)
}

pub(crate) unsafe extern "C" fn aclrtGetErrorCodeFromExceptionInfo(information: *const aclrtExceptionInfo) -> u32 {
    number(information, |information| information.code)
}

/// The number that a failed task of this thread would be told by.
pub(crate) unsafe extern "C" fn aclrtGetThreadLastTaskId(task: *mut u32) -> aclError {
    let look = || {
        let last = last_queued()
            .ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1018: this thread has queued no task yet"))?;
        Ok(u32::try_from(last).unwrap_or(u32::MAX))
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetThreadLastTaskId", unsafe { write(task, look) })
}

pub(crate) unsafe extern "C" fn aclrtGetFuncHandleFromExceptionInfo(
    information: *const aclrtExceptionInfo,
    function: *mut aclrtFuncHandle,
) -> aclError {
    let Some(name) = exception::look(information, |information| information.name.clone()) else {
        return aclError(UNKNOWN.cast_signed());
    };
    let look = || {
        kernel::handle_of(&name).ok_or_else(|| {
            let text = format!("EE1001: the failed task `{name}` is no kernel of a loaded image");
            Failure::acl(aclError::RT_PARAM_INVALID, text)
        })
    };
    // SAFETY: the caller gives a pointer to a handle, or null, which `write` refuses.
    finish("aclrtGetFuncHandleFromExceptionInfo", unsafe { write(function, look) })
}

pub(crate) unsafe extern "C" fn aclrtGetArgsFromExceptionInfo(
    information: *const aclrtExceptionInfo,
    arguments: *mut *mut c_void,
    bytes: *mut u32,
) -> aclError {
    if exception::look(information, |_| ()).is_none() {
        return aclError(UNKNOWN.cast_signed());
    }
    // The arguments of a failed kernel are gone with it: an address of nothing, and no bytes.
    // SAFETY: the caller gives pointers to a pointer and to an integer, or null, which `write` refuses.
    let written = unsafe { write(arguments, || Ok(std::ptr::null_mut())) };
    // SAFETY: as above.
    let written = written.and(unsafe { write(bytes, || Ok(0)) });
    finish("aclrtGetArgsFromExceptionInfo", written)
}
