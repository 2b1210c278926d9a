//! The C functions of marks and ranges.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::{
    ACL_PROF_EVENT_ATTR_VERSION, aclError, aclprofEventAttributes, aclprofMessageType, aclprofStepInfo, aclprofStepTag,
    aclrtStream,
};
use once_cell::sync::Lazy;

use super::marks::{self, Stack};
use super::session;
use crate::exec::{Body, Kind, Task};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};
use crate::stream::{Registry, of_current};

/// The most bytes of a text, its end counted.
const LONGEST: usize = 128;
/// What these calls return when they cannot: the profiler has one code of its own.
const FAILED: aclError = aclError(-1);

static STAMPS: Lazy<Registry<Mutex<String>>> = Lazy::new(Registry::default);
static STEPS: Lazy<Registry<()>> = Lazy::new(Registry::default);

fn failed(text: impl Into<String>) -> Failure {
    Failure::acl(FAILED, format!("EK0001: {}", text.into()))
}

fn stamp(stamp: *mut c_void) -> Outcome<Arc<Mutex<String>>> {
    STAMPS.get(stamp).ok_or_else(|| failed("there is no such stamp"))
}

fn message(of: *mut c_void) -> Outcome<String> {
    let message = stamp(of)?.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(message)
}

/// These two calls tell a null stamp apart.
fn given(stamp: *mut c_void) -> Outcome {
    if !stamp.is_null() {
        return Ok(());
    }
    Err(Failure::acl(aclError::INVALID_PARAM, "EK0006: the stamp is null"))
}

/// Without an open session there are no stamps.
pub(crate) unsafe extern "C" fn aclprofCreateStamp() -> *mut c_void {
    if session::is_open() { STAMPS.insert(Mutex::default()) } else { std::ptr::null_mut() }
}

pub(crate) unsafe extern "C" fn aclprofDestroyStamp(stamp: *mut c_void) {
    STAMPS.remove(stamp);
}

/// The text of `length` bytes that a C caller gives.
///
/// # Safety
/// `from` must be null or a C text.
unsafe fn sized(from: *const c_char, length: usize) -> Outcome<String> {
    if from.is_null() {
        return Err(failed("the text is null"));
    }
    // SAFETY: not null, so the caller vouches for it.
    let text = unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned();
    if length == 0 || length >= LONGEST || text.len() != length {
        return Err(failed(format!("the text has {} bytes and its length is given as {length}", text.len())));
    }
    Ok(text)
}

pub(crate) unsafe extern "C" fn aclprofSetStampTraceMessage(
    of: *mut c_void,
    text: *const c_char,
    length: u32,
) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `sized` refuses.
    let text = unsafe { sized(text, length as usize) };
    let set = || {
        *stamp(of)?.lock().unwrap_or_else(PoisonError::into_inner) = text?;
        Ok(())
    };
    finish("aclprofSetStampTraceMessage", set())
}

pub(crate) unsafe extern "C" fn aclprofMark(stamp: *mut c_void) -> aclError {
    finish("aclprofMark", message(stamp).map(marks::instant))
}

pub(crate) unsafe extern "C" fn aclprofPush(stamp: *mut c_void) -> aclError {
    let push = || {
        given(stamp)?;
        marks::push(Stack::Stamps, message(stamp)?);
        Ok(())
    };
    finish("aclprofPush", push())
}

pub(crate) unsafe extern "C" fn aclprofPop() -> aclError {
    let closed = marks::pop(Stack::Stamps);
    finish("aclprofPop", if closed { Ok(()) } else { Err(failed("this thread has no open range")) })
}

pub(crate) unsafe extern "C" fn aclprofRangeStart(stamp: *mut c_void, range: *mut u32) -> aclError {
    let start = || {
        given(stamp)?;
        Ok(marks::start_range(message(stamp)?))
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclprofRangeStart", unsafe { write(range, start) })
}

pub(crate) unsafe extern "C" fn aclprofRangeStop(range: u32) -> aclError {
    let closed = marks::stop_range(range);
    finish("aclprofRangeStop", if closed { Ok(()) } else { Err(failed(format!("range {range} is not open"))) })
}

pub(crate) unsafe extern "C" fn aclprofMarkEx(text: *const c_char, length: usize, stream: aclrtStream) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `sized` refuses.
    let text = unsafe { sized(text, length) };
    let mark = || {
        if stream.is_null() {
            return Err(failed("the stream is null"));
        }
        let text = text?;
        queue_mark(text.clone(), stream)?;
        marks::instant(text);
        Ok(())
    };
    finish("aclprofMarkEx", mark())
}

/// The log of operations tells when the stream came to it.
fn queue_mark(name: String, stream: aclrtStream) -> Outcome {
    let body = Body::Change { key: 0, change: Box::new(|| {}) };
    of_current(stream)?.submit(Task::new(Kind::Mark, name, body))
}

pub(crate) unsafe extern "C" fn aclrtProfTrace(data: *mut c_void, length: i32, stream: aclrtStream) -> aclError {
    let trace = || {
        let refuse = |text| Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        if data.is_null() {
            return refuse("EE1001: the data of the mark is null".to_owned());
        }
        let Some(length) = usize::try_from(length).ok().filter(|length| (1..=18).contains(length)) else {
            return refuse(format!("EE1001: the data of the mark has {length} bytes; 1 to 18 are taken"));
        };
        // SAFETY: not null, so the caller gives as many bytes as it says.
        let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        queue_mark(format!("aclrtProfTrace {digits}"), stream)
    };
    finish("aclrtProfTrace", trace())
}

pub(crate) unsafe extern "C" fn aclprofStr2Id(text: *const c_char) -> u64 {
    if text.is_null() {
        return u64::MAX;
    }
    // SAFETY: not null, so the caller gives a C text.
    marks::number_of(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

pub(crate) unsafe extern "C" fn aclprofRangePushEx(attributes: *mut aclprofEventAttributes) -> aclError {
    let push = || {
        if attributes.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EK0006: the attributes are null"));
        }
        // SAFETY: not null, so the caller vouches for it.
        let attributes = unsafe { &*attributes };
        let known = u32::from(attributes.version) == ACL_PROF_EVENT_ATTR_VERSION
            && usize::from(attributes.size) == size_of::<aclprofEventAttributes>()
            && attributes.messageType == aclprofMessageType::ACL_PROF_MESSAGE_TYPE_TENSOR_INFO.0;
        // SAFETY: every message is one pointer.
        let information = unsafe { attributes.message.tensorInfo };
        if !known || information.is_null() {
            let text = "EK0001: the attributes are of another version, size or type, or without a message";
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        // SAFETY: not null, so the caller gives the information of an operator.
        let number = unsafe { (*information).opNameId };
        marks::push(Stack::Attributes, marks::text_of(number).unwrap_or_else(|| number.to_string()));
        Ok(())
    };
    finish("aclprofRangePushEx", push())
}

pub(crate) unsafe extern "C" fn aclprofRangePop() -> aclError {
    let closed = marks::pop(Stack::Attributes);
    finish("aclprofRangePop", if closed { Ok(()) } else { Err(failed("this thread has no open range")) })
}

pub(crate) unsafe extern "C" fn aclprofCreateStepInfo() -> *mut aclprofStepInfo {
    STEPS.insert(()).cast()
}

pub(crate) unsafe extern "C" fn aclprofDestroyStepInfo(step: *mut aclprofStepInfo) {
    STEPS.remove(step.cast());
}

pub(crate) unsafe extern "C" fn aclprofGetStepTimestamp(
    step: *mut aclprofStepInfo,
    tag: aclprofStepTag,
    stream: aclrtStream,
) -> aclError {
    let mark = || {
        let name = match tag {
            aclprofStepTag::ACL_STEP_START => "step start",
            aclprofStepTag::ACL_STEP_END => "step end",
            other => {
                let text = format!("EK0001: step tag {} is neither 0 nor 1", other.0);
                return Err(Failure::acl(aclError::INVALID_PARAM, text));
            }
        };
        if STEPS.get(step.cast()).is_none() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EK0001: there is no such step"));
        }
        queue_mark(name.to_owned(), stream)
    };
    finish("aclprofGetStepTimestamp", mark())
}
