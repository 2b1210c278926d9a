//! The C functions of callbacks.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtCallback, aclrtCallbackBlockType, aclrtHostFunc, aclrtStream};

use super::call::Call;
use super::subscription::{self, Family};
use crate::report::{Failure, Outcome, finish};
use crate::stream::{limit, of_any, of_current};

pub(crate) unsafe extern "C" fn aclrtSubscribeReport(thread: u64, stream: aclrtStream) -> aclError {
    let subscribe = || subscription::subscribe(Family::Report, thread, &of_any(stream)?.queue);
    finish("aclrtSubscribeReport", subscribe())
}

pub(crate) unsafe extern "C" fn aclrtUnSubscribeReport(thread: u64, stream: aclrtStream) -> aclError {
    let unsubscribe = || subscription::unsubscribe(Family::Report, thread, &of_any(stream)?.queue);
    finish("aclrtUnSubscribeReport", unsubscribe())
}

pub(crate) unsafe extern "C" fn aclrtProcessReport(timeout: i32) -> aclError {
    finish("aclrtProcessReport", process(Family::Report, timeout))
}

pub(crate) unsafe extern "C" fn aclrtSubscribeHostFunc(thread: u64, stream: aclrtStream) -> aclError {
    let subscribe = || subscription::subscribe(Family::HostFunction, thread, &of_any(stream)?.queue);
    finish("aclrtSubscribeHostFunc", subscribe())
}

pub(crate) unsafe extern "C" fn aclrtUnSubscribeHostFunc(thread: u64, stream: aclrtStream) -> aclError {
    let unsubscribe = || subscription::unsubscribe(Family::HostFunction, thread, &of_any(stream)?.queue);
    finish("aclrtUnSubscribeHostFunc", unsubscribe())
}

pub(crate) unsafe extern "C" fn aclrtProcessHostFunc(timeout: i32) -> aclError {
    finish("aclrtProcessHostFunc", process(Family::HostFunction, timeout))
}

fn process(family: Family, timeout: i32) -> Outcome {
    let timeout = limit(timeout).map_err(|failure| Failure { code: aclError::INVALID_PARAM.0, ..failure })?;
    // SAFETY: the call has no arguments and cannot fail.
    let thread = unsafe { libc::pthread_self() };
    subscription::process(family, thread, timeout)
}

pub(crate) unsafe extern "C" fn aclrtLaunchCallback(
    function: aclrtCallback,
    argument: *mut c_void,
    block: aclrtCallbackBlockType,
    stream: aclrtStream,
) -> aclError {
    let launch = || {
        let blocks = block == aclrtCallbackBlockType::ACL_CALLBACK_BLOCK;
        if !blocks && block != aclrtCallbackBlockType::ACL_CALLBACK_NO_BLOCK {
            let text = format!("EE1001: block type {} is neither 0 nor 1", block.0);
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        let function =
            function.ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the callback is null"))?;
        subscription::launch(&*of_current(stream)?, Call { function, argument }, blocks)
    };
    finish("aclrtLaunchCallback", launch())
}

pub(crate) unsafe extern "C" fn aclrtLaunchHostFunc(
    stream: aclrtStream,
    function: aclrtHostFunc,
    argument: *mut c_void,
) -> aclError {
    let launch = || {
        let function =
            function.ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the host function is null"))?;
        subscription::launch_host_function(&*of_current(stream)?, Call { function, argument })
    };
    finish("aclrtLaunchHostFunc", launch())
}
