//! The C functions of events.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::{aclError, aclrtEvent, aclrtEventRecordedStatus, aclrtStream};

use super::abi::limit;
use super::event::{create, destroy, elapsed, has_passed, record, stream_wait, synchronize};
use crate::out::write;
use crate::report::finish;

pub(crate) unsafe extern "C" fn aclrtCreateEventExWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError {
    // SAFETY: the caller gives a pointer to an event, or null, which `write` refuses.
    finish("aclrtCreateEventExWithFlag", unsafe { write(event, || create(flag)) })
}

pub(crate) unsafe extern "C" fn aclrtDestroyEvent(event: aclrtEvent) -> aclError {
    finish("aclrtDestroyEvent", destroy(event))
}

pub(crate) unsafe extern "C" fn aclrtRecordEvent(event: aclrtEvent, stream: aclrtStream) -> aclError {
    finish("aclrtRecordEvent", record(event, stream))
}

pub(crate) unsafe extern "C" fn aclrtStreamWaitEvent(stream: aclrtStream, event: aclrtEvent) -> aclError {
    finish("aclrtStreamWaitEvent", stream_wait(stream, event))
}

pub(crate) unsafe extern "C" fn aclrtQueryEventStatus(
    event: aclrtEvent,
    status: *mut aclrtEventRecordedStatus,
) -> aclError {
    let query = || {
        Ok(if has_passed(event)? {
            aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE
        } else {
            aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY
        })
    };
    // SAFETY: the caller gives a pointer to a status, or null, which `write` refuses.
    finish("aclrtQueryEventStatus", unsafe { write(status, query) })
}

pub(crate) unsafe extern "C" fn aclrtSynchronizeEvent(event: aclrtEvent) -> aclError {
    finish("aclrtSynchronizeEvent", synchronize(event, None))
}

pub(crate) unsafe extern "C" fn aclrtSynchronizeEventWithTimeout(event: aclrtEvent, timeout: i32) -> aclError {
    finish("aclrtSynchronizeEventWithTimeout", limit(timeout).and_then(|limit| synchronize(event, limit)))
}

pub(crate) unsafe extern "C" fn aclrtEventElapsedTime(
    milliseconds: *mut f32,
    start: aclrtEvent,
    end: aclrtEvent,
) -> aclError {
    // SAFETY: the caller gives a pointer to a float, or null, which `write` refuses.
    finish("aclrtEventElapsedTime", unsafe { write(milliseconds, || elapsed(start, end)) })
}
