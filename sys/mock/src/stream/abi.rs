//! The C functions of streams.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::time::Duration;

use ascend_npu_sys::{aclError, aclrtStream, aclrtStreamStatus};

use super::registry::{create, destroy, find, of_any, set_failure_mode, synchronize_context};
use crate::context;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

pub(crate) unsafe extern "C" fn aclrtCreateStream(stream: *mut aclrtStream) -> aclError {
    // SAFETY: the caller gives a pointer to a stream, or null, which `write` refuses.
    finish("aclrtCreateStream", unsafe { write(stream, || create(0, 0)) })
}

pub(crate) unsafe extern "C" fn aclrtCreateStreamWithConfig(
    stream: *mut aclrtStream,
    priority: u32,
    flag: u32,
) -> aclError {
    // SAFETY: the caller gives a pointer to a stream, or null, which `write` refuses.
    finish("aclrtCreateStreamWithConfig", unsafe { write(stream, || create(priority, flag)) })
}

pub(crate) unsafe extern "C" fn aclrtDestroyStream(stream: aclrtStream) -> aclError {
    finish("aclrtDestroyStream", destroy(stream, false))
}

pub(crate) unsafe extern "C" fn aclrtDestroyStreamForce(stream: aclrtStream) -> aclError {
    finish("aclrtDestroyStreamForce", destroy(stream, true))
}

pub(crate) unsafe extern "C" fn aclrtSetStreamFailureMode(stream: aclrtStream, mode: u64) -> aclError {
    finish("aclrtSetStreamFailureMode", set_failure_mode(stream, mode))
}

pub(crate) unsafe extern "C" fn aclrtSynchronizeStream(stream: aclrtStream) -> aclError {
    finish("aclrtSynchronizeStream", of_any(stream).and_then(|stream| stream.synchronize(None)))
}

pub(crate) unsafe extern "C" fn aclrtSynchronizeStreamWithTimeout(stream: aclrtStream, timeout: i32) -> aclError {
    let wait = || of_any(stream)?.synchronize(limit(timeout)?);
    finish("aclrtSynchronizeStreamWithTimeout", wait())
}

pub(crate) unsafe extern "C" fn aclrtSynchronizeDevice() -> aclError {
    finish("aclrtSynchronizeDevice", context::current().and_then(|context| synchronize_context(&context, None)))
}

pub(crate) unsafe extern "C" fn aclrtSynchronizeDeviceWithTimeout(timeout: i32) -> aclError {
    let wait = || synchronize_context(&*context::current()?, limit(timeout)?);
    finish("aclrtSynchronizeDeviceWithTimeout", wait())
}

pub(crate) unsafe extern "C" fn aclrtStreamQuery(stream: aclrtStream, status: *mut aclrtStreamStatus) -> aclError {
    let query = || {
        Ok(if find(stream)?.is_done()? {
            aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE
        } else {
            aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY
        })
    };
    // SAFETY: the caller gives a pointer to a status, or null, which `write` refuses.
    finish("aclrtStreamQuery", unsafe { write(status, query) })
}

/// A timeout in milliseconds: -1 is for ever, 0 and less than -1 are refused.
pub(crate) fn limit(milliseconds: i32) -> Outcome<Option<Duration>> {
    match u64::try_from(milliseconds) {
        Ok(time) if time > 0 => Ok(Some(Duration::from_millis(time))),
        _ if milliseconds == -1 => Ok(None),
        _ => {
            let text = format!("EE1001: timeout {milliseconds} was given; it must be above 0 ms, or -1 for ever");
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}
