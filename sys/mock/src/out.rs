//! Results that C functions return through a pointer.
#![allow(unsafe_code)] // Writes through the pointers of C callers.

use std::ffi::{CStr, c_char};

use ascend_npu_sys::aclError;

use crate::report::{Failure, Outcome};

/// Writes what `make` gives to where a C caller wants it; a null pointer is refused before anything is made.
///
/// # Safety
/// `to` must be null or valid for a write of a `T`.
pub(crate) unsafe fn write<T>(to: *mut T, make: impl FnOnce() -> Outcome<T>) -> Outcome {
    if to.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the pointer for the result is null"));
    }
    let value = make()?;
    // SAFETY: not null, so the caller vouches for it.
    unsafe { to.write(value) };
    Ok(())
}

/// The text that a C caller gives; null and empty are refused. `what` names it.
///
/// # Safety
/// `from` must be null or a C text.
pub(crate) unsafe fn text(from: *const c_char, what: &str) -> Outcome<String> {
    if from.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {what} is null")));
    }
    // SAFETY: not null, so the caller vouches for it.
    let text = unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned();
    if text.is_empty() {
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {what} is empty")));
    }
    Ok(text)
}

/// Writes a text with its end into `room` bytes of a C caller.
///
/// # Errors
/// 100000 when it is null or too small.
///
/// # Safety
/// `to` must be null or valid for writes of `room` bytes.
pub(crate) unsafe fn write_text(to: *mut c_char, room: usize, make: impl FnOnce() -> Outcome<String>) -> Outcome {
    if to.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the pointer for the text is null"));
    }
    let text = make()?;
    if text.len() >= room {
        let why = format!("EE1001: {} bytes are needed for the text, {room} are given", text.len() + 1);
        return Err(Failure::acl(aclError::INVALID_PARAM, why));
    }
    let end = text.len();
    // SAFETY: `to` has room for more bytes than the text has.
    unsafe { to.copy_from_nonoverlapping(text.as_ptr().cast(), end) };
    // SAFETY: as above: the place after the text is within the room.
    let end = unsafe { to.add(end) };
    // SAFETY: as above.
    unsafe { end.write(0) };
    Ok(())
}
