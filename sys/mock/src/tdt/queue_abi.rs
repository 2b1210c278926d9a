//! The C functions of queues.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{aclError, acltdtQueueAttr, acltdtQueueAttrType};
use once_cell::sync::Lazy;

use super::parameter::{give, null, number, unknown};
use super::queue::{self, Attributes, Content, Message, NAME_ROOM, Patience, USER_ROOM};
use crate::memory::bytes;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};
use crate::stream::Registry;

/// Attributes that programs hold, with the name as C has it.
struct Held {
    depth: u32,
    /// Boxed: the program may hold its address for as long as the attributes live.
    name: Box<[u8; NAME_ROOM]>,
}

static ATTRIBUTES: Lazy<Registry<Mutex<Held>>> = Lazy::new(Registry::default);

fn with<R>(attr: *const acltdtQueueAttr, act: impl FnOnce(&mut Held) -> Outcome<R>) -> Outcome<R> {
    if attr.is_null() {
        return null("attr");
    }
    match ATTRIBUTES.get(attr.cast_mut().cast()) {
        Some(found) => act(&mut found.lock().unwrap_or_else(PoisonError::into_inner)),
        None => unknown("set of queue attributes"),
    }
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EH0001: {text}")))
}

/// The device of this thread.
fn device() -> Outcome<i32> {
    Ok(crate::context::current()?.device.id)
}

pub(crate) unsafe extern "C" fn acltdtCreateQueueAttr() -> *mut acltdtQueueAttr {
    let held = Held { depth: Attributes::default().depth, name: Box::new([0; NAME_ROOM]) };
    ATTRIBUTES.insert(Mutex::new(held)).cast()
}

pub(crate) unsafe extern "C" fn acltdtDestroyQueueAttr(attr: *const acltdtQueueAttr) -> aclError {
    let destroy = with(attr, |_| Ok(())).map(|()| drop(ATTRIBUTES.remove(attr.cast_mut().cast())));
    finish("acltdtDestroyQueueAttr", destroy)
}

/// # Safety
/// As the vendor's: `param` is null or valid for reads of `len` bytes; the name in it is a C string.
pub(crate) unsafe extern "C" fn acltdtSetQueueAttr(
    attr: *mut acltdtQueueAttr,
    type_: acltdtQueueAttrType,
    len: usize,
    param: *const c_void,
) -> aclError {
    let set = |held: &mut Held| match type_ {
        acltdtQueueAttrType::ACL_TDT_QUEUE_NAME_PTR => {
            // SAFETY: the caller gives null or so many bytes.
            let address = unsafe { number(param, len, size_of::<usize>()) }?;
            let name: *const c_char = std::ptr::with_exposed_provenance(address as usize);
            if name.is_null() {
                return null("the name of the queue");
            }
            // SAFETY: not null, so the caller vouches for a C string.
            let name = unsafe { CStr::from_ptr(name) }.to_bytes_with_nul();
            if name.len() > NAME_ROOM {
                let text = format!("the name of a queue has {} B with its end: at most {NAME_ROOM} are", name.len());
                return refuse(text);
            }
            held.name.fill(0);
            held.name.iter_mut().zip(name).for_each(|(to, from)| *to = *from);
            Ok(())
        }
        acltdtQueueAttrType::ACL_TDT_QUEUE_DEPTH_UINT32 => {
            // SAFETY: the caller gives null or so many bytes.
            let depth = unsafe { number(param, len, size_of::<u32>()) }?;
            held.depth = u32::try_from(depth).unwrap_or(u32::MAX);
            Ok(())
        }
        other => refuse(format!("{} is no attribute of a queue", other.0)),
    };
    finish("acltdtSetQueueAttr", with(attr, set))
}

/// # Safety
/// As the vendor's: `param` is null or valid for writes of `len` bytes, `paramRetSize` null or valid for a write.
pub(crate) unsafe extern "C" fn acltdtGetQueueAttr(
    attr: *const acltdtQueueAttr,
    type_: acltdtQueueAttrType,
    len: usize,
    paramRetSize: *mut usize,
    param: *mut c_void,
) -> aclError {
    let get = |held: &mut Held| match type_ {
        // SAFETY: the caller gives null or so much room.
        acltdtQueueAttrType::ACL_TDT_QUEUE_NAME_PTR => unsafe { give(held.name.as_ptr(), param, len, paramRetSize) },
        // SAFETY: as above.
        acltdtQueueAttrType::ACL_TDT_QUEUE_DEPTH_UINT32 => unsafe { give(held.depth, param, len, paramRetSize) },
        other => refuse(format!("{} is no attribute of a queue", other.0)),
    };
    finish("acltdtGetQueueAttr", with(attr, get))
}

/// # Safety
/// As the vendor's: `qid` is null or valid for a write.
pub(crate) unsafe extern "C" fn acltdtCreateQueue(attr: *const acltdtQueueAttr, qid: *mut u32) -> aclError {
    let create = || {
        let attributes = if attr.is_null() {
            Attributes::default()
        } else {
            with(attr, |held| {
                let name = held.name.split(|&byte| byte == 0).next().unwrap_or_default();
                Ok(Attributes { name: String::from_utf8_lossy(name).into_owned(), depth: held.depth })
            })?
        };
        queue::create(device()?, &attributes)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("acltdtCreateQueue", unsafe { write(qid, create) })
}

pub(crate) unsafe extern "C" fn acltdtDestroyQueue(qid: u32) -> aclError {
    finish("acltdtDestroyQueue", device().and_then(|device| queue::destroy(device, qid)))
}

fn check_data(data: *const c_void, bytes: usize, user_bytes: usize) -> Outcome {
    if data.is_null() {
        return null("data");
    }
    if bytes == 0 {
        return refuse("dataSize is 0: it must be above".to_owned());
    }
    if user_bytes > USER_ROOM {
        return refuse(format!("userDataSize is {user_bytes}: it is at most {USER_ROOM}"));
    }
    Ok(())
}

/// # Safety
/// As the vendor's: both memories, unless this crate allocated them, are valid for reads of their lengths.
pub(crate) unsafe extern "C" fn acltdtEnqueueData(
    qid: u32,
    data: *const c_void,
    dataSize: usize,
    userData: *const c_void,
    userDataSize: usize,
    timeout: i32,
    _rsv: u32,
) -> aclError {
    let put = || {
        check_data(data, dataSize, userDataSize)?;
        let device = device()?;
        // SAFETY: the caller keeps the memory valid until the call returns.
        let content = Content::Bytes(unsafe { bytes::read(data, dataSize, "data for a queue") }?.into());
        let user = if userData.is_null() || userDataSize == 0 {
            Vec::new()
        } else {
            // SAFETY: as above.
            unsafe { bytes::read(userData, userDataSize, "user data for a queue") }?
        };
        queue::put(device, qid, Message { content, user }, Patience::of(timeout))
    };
    finish("acltdtEnqueueData", put())
}

/// # Safety
/// As the vendor's: both memories, unless this crate allocated them, are valid for writes of their lengths; `retDataSize` is null
/// or valid for a write.
pub(crate) unsafe extern "C" fn acltdtDequeueData(
    qid: u32,
    data: *mut c_void,
    dataSize: usize,
    retDataSize: *mut usize,
    userData: *mut c_void,
    userDataSize: usize,
    timeout: i32,
) -> aclError {
    let take = || {
        check_data(data, dataSize, userDataSize)?;
        if retDataSize.is_null() {
            return null("retDataSize");
        }
        let message = queue::take(device()?, qid, Patience::of(timeout), |message| {
            let bytes = message.content.bytes();
            // SAFETY: not null, so the caller vouches for it.
            unsafe { retDataSize.write(bytes) };
            if bytes <= dataSize {
                return Ok(());
            }
            let text =
                format!("EE1001: the oldest message of queue {qid} has {bytes} B, and there is room for {dataSize}");
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        })?;
        let Content::Bytes(content) = message.content else {
            let text = "EE1001: the message holds tensors: a channel takes them out";
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        };
        // SAFETY: the caller keeps the memory valid until the call returns.
        unsafe { bytes::write(data, &content, "data from a queue") }?;
        if userData.is_null() || userDataSize == 0 {
            return Ok(());
        }
        // What was not given is zero, as the room for it in a message is.
        let mut user = message.user;
        user.resize(userDataSize, 0);
        // SAFETY: as above.
        unsafe { bytes::write(userData, &user, "user data from a queue") }
    };
    finish("acltdtDequeueData", take())
}
