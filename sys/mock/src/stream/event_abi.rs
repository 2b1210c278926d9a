//! The C functions of events.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::{
    ACL_EVENT_RECORD_EXTERNAL, ACL_EVENT_SYNC, ACL_EVENT_WAIT_EXTERNAL, aclError, aclrtEvent, aclrtEventRecordedStatus,
    aclrtEventStatus, aclrtEventWaitStatus, aclrtStream,
};

use super::abi::limit;
use super::event::{self, Family, create, destroy, elapsed, record, reset, stream_wait, synchronize};
use crate::out::write;
use crate::report::{Failure, finish};

pub(crate) unsafe extern "C" fn aclrtCreateEvent(event: *mut aclrtEvent) -> aclError {
    // SAFETY: the caller gives a pointer to an event, or null, which `write` refuses.
    finish("aclrtCreateEvent", unsafe { write(event, || create(Family::Legacy, ACL_EVENT_SYNC)) })
}

pub(crate) unsafe extern "C" fn aclrtCreateEventWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError {
    // SAFETY: the caller gives a pointer to an event, or null, which `write` refuses.
    finish("aclrtCreateEventWithFlag", unsafe { write(event, || create(Family::Flag, flag)) })
}

pub(crate) unsafe extern "C" fn aclrtCreateEventExWithFlag(event: *mut aclrtEvent, flag: u32) -> aclError {
    // SAFETY: the caller gives a pointer to an event, or null, which `write` refuses.
    finish("aclrtCreateEventExWithFlag", unsafe { write(event, || create(Family::Reusable, flag)) })
}

pub(crate) unsafe extern "C" fn aclrtDestroyEvent(event: aclrtEvent) -> aclError {
    finish("aclrtDestroyEvent", destroy(event))
}

pub(crate) unsafe extern "C" fn aclrtRecordEvent(event: aclrtEvent, stream: aclrtStream) -> aclError {
    finish("aclrtRecordEvent", record(event, stream, 0))
}

pub(crate) unsafe extern "C" fn aclrtRecordEventWithFlag(
    event: aclrtEvent,
    stream: aclrtStream,
    flag: u32,
) -> aclError {
    let record = || match flag {
        0 => record(event, stream, 0),
        ACL_EVENT_RECORD_EXTERNAL => record(event, stream, flag),
        other => Err(invalid(format!("record flag {other} is neither 0 nor {ACL_EVENT_RECORD_EXTERNAL}"))),
    };
    finish("aclrtRecordEventWithFlag", event::find(event).and_then(|_| record()))
}

pub(crate) unsafe extern "C" fn aclrtResetEvent(event: aclrtEvent, stream: aclrtStream) -> aclError {
    finish("aclrtResetEvent", reset(event, stream))
}

pub(crate) unsafe extern "C" fn aclrtStreamWaitEvent(stream: aclrtStream, event: aclrtEvent) -> aclError {
    finish("aclrtStreamWaitEvent", stream_wait(stream, event, 0, 0))
}

pub(crate) unsafe extern "C" fn aclrtStreamWaitEventWithTimeout(
    stream: aclrtStream,
    event: aclrtEvent,
    seconds: i32,
) -> aclError {
    let wait = || {
        let seconds = u32::try_from(seconds).map_err(|_| {
            let text = format!("EE1001: timeout {seconds} s was given; it must be above 0, or 0 for none");
            Failure::acl(aclError::RT_PARAM_INVALID, text)
        })?;
        stream_wait(stream, event, seconds, 0)
    };
    finish("aclrtStreamWaitEventWithTimeout", wait())
}

pub(crate) unsafe extern "C" fn aclrtStreamWaitEventWithFlag(
    stream: aclrtStream,
    event: aclrtEvent,
    seconds: u32,
    flag: u32,
) -> aclError {
    let wait = || match flag {
        0 => stream_wait(stream, event, seconds, 0),
        ACL_EVENT_WAIT_EXTERNAL if seconds != 0 => {
            Err(invalid("an external wait has no timeout: 0 must be given".to_owned()))
        }
        ACL_EVENT_WAIT_EXTERNAL => stream_wait(stream, event, 0, flag),
        other => Err(invalid(format!("wait flag {other} is neither 0 nor {ACL_EVENT_WAIT_EXTERNAL}"))),
    };
    finish("aclrtStreamWaitEventWithFlag", event::find(event).and_then(|_| wait()))
}

fn invalid(text: String) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {text}"))
}

pub(crate) unsafe extern "C" fn aclrtQueryEvent(event: aclrtEvent, status: *mut aclrtEventStatus) -> aclError {
    let query = || {
        Ok(if event::is_complete(event)? {
            aclrtEventStatus::ACL_EVENT_STATUS_COMPLETE
        } else {
            aclrtEventStatus::ACL_EVENT_STATUS_NOT_READY
        })
    };
    // SAFETY: the caller gives a pointer to a status, or null, which `write` refuses.
    finish("aclrtQueryEvent", unsafe { write(status, query) })
}

pub(crate) unsafe extern "C" fn aclrtQueryEventStatus(
    event: aclrtEvent,
    status: *mut aclrtEventRecordedStatus,
) -> aclError {
    let query = || {
        Ok(if event::is_recorded(event)? {
            aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE
        } else {
            aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY
        })
    };
    // SAFETY: the caller gives a pointer to a status, or null, which `write` refuses.
    finish("aclrtQueryEventStatus", unsafe { write(status, query) })
}

pub(crate) unsafe extern "C" fn aclrtQueryEventWaitStatus(
    event: aclrtEvent,
    status: *mut aclrtEventWaitStatus,
) -> aclError {
    let query = || {
        Ok(if event::waits_are_over(event)? {
            aclrtEventWaitStatus::ACL_EVENT_WAIT_STATUS_COMPLETE
        } else {
            aclrtEventWaitStatus::ACL_EVENT_WAIT_STATUS_NOT_READY
        })
    };
    // SAFETY: the caller gives a pointer to a status, or null, which `write` refuses.
    finish("aclrtQueryEventWaitStatus", unsafe { write(status, query) })
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

pub(crate) unsafe extern "C" fn aclrtEventGetTimestamp(event: aclrtEvent, timestamp: *mut u64) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtEventGetTimestamp", unsafe { write(timestamp, || event::timestamp(event)) })
}

pub(crate) unsafe extern "C" fn aclrtGetEventId(event: aclrtEvent, id: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetEventId", unsafe { write(id, || event::id(event)) })
}

pub(crate) unsafe extern "C" fn aclrtGetEventAvailNum(count: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetEventAvailNum", unsafe { write(count, event::available) })
}
