//! The C functions of error texts and last codes.
#![allow(unsafe_code, non_snake_case)] // They have C names.

use std::ffi::c_char;

use ascend_npu_sys::{aclError, aclrtLastErrLevel};

use crate::report::{self, Failure, finish};

pub(crate) unsafe extern "C" fn aclGetRecentErrMsg() -> *const c_char {
    report::take()
}

pub(crate) unsafe extern "C" fn aclrtPeekAtLastError(level: aclrtLastErrLevel) -> aclError {
    last("aclrtPeekAtLastError", level, report::last)
}

pub(crate) unsafe extern "C" fn aclrtGetLastError(level: aclrtLastErrLevel) -> aclError {
    last("aclrtGetLastError", level, report::take_last)
}

fn last(function: &str, level: aclrtLastErrLevel, look: fn() -> i32) -> aclError {
    if level == aclrtLastErrLevel::ACL_RT_THREAD_LEVEL {
        return aclError(look());
    }
    let text = format!("EE1001: level {} was asked for; only 0, the thread's, exists", level.0);
    finish(function, Err(Failure::acl(aclError::INVALID_PARAM, text)))
}
