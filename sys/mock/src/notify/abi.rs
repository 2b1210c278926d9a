//! The C functions of notifies.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_char;

use ascend_npu_sys::{aclError, aclrtNotify, aclrtStream};

use super::object::{admit, create, destroy, export, import, number, record, reset, wait};
use crate::out::{text, write, write_text};
use crate::report::{Failure, Outcome, finish};

pub(crate) unsafe extern "C" fn aclrtCreateNotify(notify: *mut aclrtNotify, flag: u64) -> aclError {
    // SAFETY: the caller gives a pointer to a notify, or null, which `write` refuses.
    finish("aclrtCreateNotify", unsafe { write(notify, || create(flag)) })
}

pub(crate) unsafe extern "C" fn aclrtDestroyNotify(notify: aclrtNotify) -> aclError {
    finish("aclrtDestroyNotify", destroy(notify))
}

pub(crate) unsafe extern "C" fn aclrtRecordNotify(notify: aclrtNotify, stream: aclrtStream) -> aclError {
    finish("aclrtRecordNotify", record(notify, stream))
}

pub(crate) unsafe extern "C" fn aclrtWaitAndResetNotify(
    notify: aclrtNotify,
    stream: aclrtStream,
    seconds: u32,
) -> aclError {
    finish("aclrtWaitAndResetNotify", wait(notify, stream, seconds))
}

pub(crate) unsafe extern "C" fn aclrtGetNotifyId(notify: aclrtNotify, id: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetNotifyId", unsafe { write(id, || number(notify)) })
}

pub(crate) unsafe extern "C" fn aclrtNotifyBatchReset(notifies: *mut aclrtNotify, count: usize) -> aclError {
    // SAFETY: the caller gives `count` handles, or null, which `many` refuses.
    finish("aclrtNotifyBatchReset", unsafe { many(notifies, count) }.and_then(reset))
}

/// The elements of an array that a C caller gives.
///
/// # Safety
/// `from` must be null or valid for reads of `count` elements while they are used.
unsafe fn many<'a, T>(from: *const T, count: usize) -> Outcome<&'a [T]> {
    if from.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the array is null"));
    }
    // SAFETY: not null, so the caller vouches for it.
    Ok(unsafe { std::slice::from_raw_parts(from, count) })
}

pub(crate) unsafe extern "C" fn aclrtNotifyGetExportKey(
    notify: aclrtNotify,
    key: *mut c_char,
    room: usize,
    flags: u64,
) -> aclError {
    // SAFETY: the caller gives as many bytes as it says, or null, which `write_text` refuses.
    finish("aclrtNotifyGetExportKey", unsafe { write_text(key, room, || export(notify, flags)) })
}

pub(crate) unsafe extern "C" fn aclrtNotifySetImportPid(
    notify: aclrtNotify,
    processes: *mut i32,
    count: usize,
) -> aclError {
    // SAFETY: the caller gives `count` numbers, or null, which `many` refuses.
    let processes = unsafe { many(processes, count) };
    finish("aclrtNotifySetImportPid", processes.and_then(|processes| admit(notify, processes)))
}

pub(crate) unsafe extern "C" fn aclrtNotifyImportByKey(
    notify: *mut aclrtNotify,
    key: *const c_char,
    flags: u64,
) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let key = unsafe { text(key, "the key") };
    let import = || {
        if flags > 3 {
            let text = format!("EE1001: import flag {flags:#x} is not within 0 to 3");
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        import(&key?)
    };
    // SAFETY: the caller gives a pointer to a notify, or null, which `write` refuses.
    finish("aclrtNotifyImportByKey", unsafe { write(notify, import) })
}
