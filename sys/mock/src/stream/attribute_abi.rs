//! The C functions of what a stream is made with, of its numbers and attributes, and of stopping it.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{
    aclError, aclrtStream, aclrtStreamAttr, aclrtStreamAttrValue, aclrtStreamConfigAttr, aclrtStreamConfigHandle,
    aclrtStreamStateCallback,
};
use once_cell::sync::Lazy;

use super::registry::{available, create, failure_mode, find, set_failure_mode};
use super::state;
use super::traits::LEAST_PRIORITY;
use crate::device::soc;
use crate::out::{text, write};
use crate::report::{Failure, Outcome, finish};

pub(crate) unsafe extern "C" fn aclrtStreamGetId(stream: aclrtStream, id: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtStreamGetId", unsafe { write(id, || Ok(find(stream)?.queue.number)) })
}

pub(crate) unsafe extern "C" fn aclrtStreamGetPriority(stream: aclrtStream, priority: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtStreamGetPriority", unsafe { write(priority, || Ok(find(stream)?.traits().priority)) })
}

pub(crate) unsafe extern "C" fn aclrtStreamGetFlags(stream: aclrtStream, flags: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtStreamGetFlags", unsafe { write(flags, || Ok(find(stream)?.traits().flags)) })
}

pub(crate) unsafe extern "C" fn aclrtGetStreamAvailableNum(count: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetStreamAvailableNum", unsafe { write(count, available) })
}

pub(crate) unsafe extern "C" fn aclrtStreamAbort(stream: aclrtStream) -> aclError {
    let abort = || {
        not_on_the_older_soc("aborting a stream")?;
        let told = Failure::acl(aclError::RT_STREAM_ABORT, "EE9999: the stream's work was aborted during the wait");
        find(stream)?.queue.abort(None, &told);
        Ok(())
    };
    finish("aclrtStreamAbort", abort())
}

pub(crate) unsafe extern "C" fn aclrtStreamStop(stream: aclrtStream) -> aclError {
    let stop = || {
        not_on_the_older_soc("stopping a stream")?;
        if stream.is_null() {
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the default stream cannot be stopped"));
        }
        find(stream)?.queue.stop();
        Ok(())
    };
    finish("aclrtStreamStop", stop())
}

fn not_on_the_older_soc(what: &str) -> Outcome {
    if soc().arch != 1001 {
        return Ok(());
    }
    let text = format!("EE1005: {what} is not supported on {}", soc().name);
    Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text))
}

pub(crate) unsafe extern "C" fn aclrtRegStreamStateCallback(
    name: *const c_char,
    callback: aclrtStreamStateCallback,
    argument: *mut c_void,
) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let name = unsafe { text(name, "the name of the callback") };
    finish("aclrtRegStreamStateCallback", name.and_then(|name| state::register(name, callback, argument)))
}

pub(crate) unsafe extern "C" fn aclrtSetStreamAttribute(
    stream: aclrtStream,
    attribute: aclrtStreamAttr,
    value: *mut aclrtStreamAttrValue,
) -> aclError {
    if value.is_null() {
        return finish("aclrtSetStreamAttribute", Err(no_value()));
    }
    // SAFETY: not null, so the caller vouches for it.
    let value = unsafe { *value };
    // SAFETY: all fields are integers at its start: any bits are valid.
    let long = unsafe { value.failureMode };
    // SAFETY: as above.
    let short = unsafe { value.overflowSwitch };
    finish("aclrtSetStreamAttribute", set_attribute(stream, attribute, long, short))
}

fn set_attribute(stream: aclrtStream, attribute: aclrtStreamAttr, long: u64, short: u32) -> Outcome {
    let switch = |name: &str| match short {
        0 | 1 => Ok(short == 1),
        other => Err(refused(&format!("{name} is switched by 0 or 1, not by {other}"))),
    };
    match attribute {
        aclrtStreamAttr::ACL_STREAM_ATTR_FAILURE_MODE => return set_failure_mode(stream, long),
        aclrtStreamAttr::ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK => {
            find(stream)?.traits().checks_overflow = switch("the overflow check")?;
        }
        aclrtStreamAttr::ACL_STREAM_ATTR_USER_CUSTOM_TAG => find(stream)?.traits().tag = short,
        aclrtStreamAttr::ACL_STREAM_ATTR_CACHE_OP_INFO => {
            find(stream)?.traits().keeps_op_info = switch("keeping operator information")?;
        }
        aclrtStreamAttr::ACL_STREAM_ATTR_PRIORITY => {
            if short > LEAST_PRIORITY {
                return Err(refused(&format!("stream priority {short} is not within 0 to {LEAST_PRIORITY}")));
            }
            find(stream)?.traits().priority = short;
        }
        other => return Err(refused(&format!("stream attribute {} is not known", other.0))),
    }
    Ok(())
}

pub(crate) unsafe extern "C" fn aclrtGetStreamAttribute(
    stream: aclrtStream,
    attribute: aclrtStreamAttr,
    value: *mut aclrtStreamAttrValue,
) -> aclError {
    let get = || {
        let traits = *find(stream)?.traits();
        let short = match attribute {
            aclrtStreamAttr::ACL_STREAM_ATTR_FAILURE_MODE => {
                return Ok(aclrtStreamAttrValue { failureMode: u64::from(failure_mode(stream)?) });
            }
            aclrtStreamAttr::ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK => u32::from(traits.checks_overflow),
            aclrtStreamAttr::ACL_STREAM_ATTR_USER_CUSTOM_TAG => traits.tag,
            aclrtStreamAttr::ACL_STREAM_ATTR_CACHE_OP_INFO => u32::from(traits.keeps_op_info),
            aclrtStreamAttr::ACL_STREAM_ATTR_PRIORITY => traits.priority,
            other => return Err(refused(&format!("stream attribute {} is not known", other.0))),
        };
        Ok(aclrtStreamAttrValue { reserve: [short, 0, 0, 0] })
    };
    // SAFETY: the caller gives a pointer to a value, or null, which `write` refuses.
    finish("aclrtGetStreamAttribute", unsafe { write(value, get) })
}

/// Sets of options that programs hold, by address. Programs may write their fields too.
struct Options(Box<aclrtStreamConfigHandle>);

// SAFETY: the pointer in it is the program's, and never followed.
unsafe impl Send for Options {}

static OPTIONS: Lazy<Mutex<HashMap<usize, Options>>> = Lazy::new(Mutex::default);

fn with_options<R>(
    handle: *const aclrtStreamConfigHandle,
    act: impl FnOnce(&mut aclrtStreamConfigHandle) -> Outcome<R>,
) -> Outcome<R> {
    let mut all = OPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    match all.get_mut(&handle.addr()) {
        Some(options) => act(&mut options.0),
        None => Err(invalid("there is no such set of stream options")),
    }
}

pub(crate) unsafe extern "C" fn aclrtCreateStreamConfigHandle() -> *mut aclrtStreamConfigHandle {
    let options = aclrtStreamConfigHandle { workptr: std::ptr::null_mut(), workSize: 0, flag: 0, priority: 0 };
    let mut options = Box::new(options);
    let handle = std::ptr::from_mut(&mut *options);
    OPTIONS.lock().unwrap_or_else(PoisonError::into_inner).insert(handle.addr(), Options(options));
    handle
}

pub(crate) unsafe extern "C" fn aclrtDestroyStreamConfigHandle(handle: *mut aclrtStreamConfigHandle) -> aclError {
    let removed = OPTIONS.lock().unwrap_or_else(PoisonError::into_inner).remove(&handle.addr());
    let outcome = removed.map(drop).ok_or_else(|| invalid("there is no such set of stream options"));
    finish("aclrtDestroyStreamConfigHandle", outcome)
}

pub(crate) unsafe extern "C" fn aclrtSetStreamConfigOpt(
    handle: *mut aclrtStreamConfigHandle,
    option: aclrtStreamConfigAttr,
    value: *const c_void,
    size: usize,
) -> aclError {
    let set = || {
        if value.is_null() {
            return Err(no_value());
        }
        let wanted: &[usize] = match option {
            aclrtStreamConfigAttr::ACL_RT_STREAM_PRIORITY => &[4],
            // The vendor's sources take the flags with 8 bytes; its example gives them with the 4 that flags have elsewhere.
            aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG => &[8, 4],
            _ => &[8],
        };
        if option.0 > aclrtStreamConfigAttr::ACL_RT_STREAM_PRIORITY.0 || !wanted.contains(&size) {
            return Err(invalid(&format!("stream option {} of {size} bytes: {wanted:?} are wanted", option.0)));
        }
        with_options(handle, |options| {
            match option {
                aclrtStreamConfigAttr::ACL_RT_STREAM_PRIORITY => {
                    // SAFETY: the caller gives a value of `size` bytes, which is the size of this type.
                    let priority = unsafe { value.cast::<u32>().read_unaligned() };
                    if priority > LEAST_PRIORITY {
                        let text = format!("stream priority {priority} is not within 0 to {LEAST_PRIORITY}");
                        return Err(invalid(&text));
                    }
                    options.priority = priority;
                }
                aclrtStreamConfigAttr::ACL_RT_STREAM_WORK_ADDR_PTR => {
                    // SAFETY: as above.
                    options.workptr = unsafe { value.cast::<*mut c_void>().read_unaligned() };
                }
                aclrtStreamConfigAttr::ACL_RT_STREAM_WORK_SIZE => {
                    // SAFETY: as above.
                    options.workSize = unsafe { value.cast::<usize>().read_unaligned() };
                }
                aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG if size == size_of::<u32>() => {
                    // SAFETY: as above.
                    options.flag = unsafe { value.cast::<u32>().read_unaligned() } as usize;
                }
                // SAFETY: as above.
                _ => options.flag = unsafe { value.cast::<usize>().read_unaligned() },
            }
            Ok(())
        })
    };
    finish("aclrtSetStreamConfigOpt", set())
}

pub(crate) unsafe extern "C" fn aclrtCreateStreamV2(
    stream: *mut aclrtStream,
    handle: *const aclrtStreamConfigHandle,
) -> aclError {
    let make = || {
        if handle.is_null() {
            return create(0, 0);
        }
        let (priority, flag) = with_options(handle, |options| Ok((options.priority, options.flag)))?;
        create(priority, u32::try_from(flag).unwrap_or(u32::MAX))
    };
    // SAFETY: the caller gives a pointer to a stream, or null, which `write` refuses.
    finish("aclrtCreateStreamV2", unsafe { write(stream, make) })
}

fn no_value() -> Failure {
    invalid("the pointer to the value is null")
}

fn invalid(text: &str) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {text}"))
}

fn refused(text: &str) -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}"))
}
