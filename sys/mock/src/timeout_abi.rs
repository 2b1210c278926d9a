//! The C functions of time limits.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::aclError;

use crate::out::write;
use crate::report::finish;
use crate::{context, timeout};

pub(crate) unsafe extern "C" fn aclrtSetOpWaitTimeout(seconds: u32) -> aclError {
    timeout::set_wait(seconds);
    aclError::SUCCESS
}

pub(crate) unsafe extern "C" fn aclrtSetOpExecuteTimeOut(seconds: u32) -> aclError {
    timeout::set_kernel(u64::from(seconds) * 1_000_000);
    aclError::SUCCESS
}

pub(crate) unsafe extern "C" fn aclrtSetOpExecuteTimeOutWithMs(milliseconds: u32) -> aclError {
    timeout::set_kernel(u64::from(milliseconds) * 1000);
    aclError::SUCCESS
}

pub(crate) unsafe extern "C" fn aclrtSetOpExecuteTimeOutV2(microseconds: u64, actual: *mut u64) -> aclError {
    let set = || {
        context::current()?;
        Ok(timeout::set_kernel(microseconds))
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtSetOpExecuteTimeOutV2", unsafe { write(actual, set) })
}

pub(crate) unsafe extern "C" fn aclrtGetOpTimeOutInterval(interval: *mut u64) -> aclError {
    let look = || {
        context::current()?;
        Ok(timeout::step())
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetOpTimeOutInterval", unsafe { write(interval, look) })
}

pub(crate) unsafe extern "C" fn aclrtGetOpExecuteTimeout(milliseconds: *mut u32) -> aclError {
    let look = || Ok(u32::try_from(timeout::of_kernels().div_ceil(1000)).unwrap_or(u32::MAX));
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetOpExecuteTimeout", unsafe { write(milliseconds, look) })
}
