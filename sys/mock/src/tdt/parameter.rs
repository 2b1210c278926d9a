//! Parameters that C callers give and take as bytes with a length.
#![allow(unsafe_code)] // Takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::aclError;

use crate::report::{Failure, Outcome};

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, text))
}

/// A number of at most as many bytes as the type has.
///
/// # Errors
/// 100000 when it is null or longer.
///
/// # Safety
/// `from` is null or valid for reads of `bytes` bytes.
pub(super) unsafe fn number(from: *const c_void, bytes: usize, most: usize) -> Outcome<u64> {
    if from.is_null() {
        return refuse("EH0002: the pointer to the parameter is null".to_owned());
    }
    if bytes > most {
        return refuse(format!("EH0001: the parameter has {bytes} B: it can have {most}"));
    }
    let mut number = [0_u8; size_of::<u64>()];
    // SAFETY: the caller vouches for so many bytes, and the array has room: `most` is at most its length.
    unsafe { number.as_mut_ptr().copy_from_nonoverlapping(from.cast(), bytes.min(size_of::<u64>())) };
    Ok(u64::from_le_bytes(number))
}

/// Writes a value of a C caller's choice, and its size.
///
/// # Errors
/// 100000 when a pointer is null, or the room less than the value.
///
/// # Safety
/// `to` is null or valid for writes of `room` bytes; `written` is null or valid for a write.
pub(super) unsafe fn give<T>(value: T, to: *mut c_void, room: usize, written: *mut usize) -> Outcome {
    if to.is_null() || written.is_null() {
        return refuse("EH0002: a pointer for the parameter is null".to_owned());
    }
    if size_of::<T>() > room {
        return refuse(format!("EH0001: the parameter has {} B, and there is room for {room}", size_of::<T>()));
    }
    // SAFETY: not null, with room for the value, which need not be aligned there.
    unsafe { to.cast::<T>().write_unaligned(value) };
    // SAFETY: not null, so the caller vouches for it.
    unsafe { written.write(size_of::<T>()) };
    Ok(())
}

pub(super) fn unknown<T>(what: &str) -> Outcome<T> {
    refuse(format!("EH0001: there is no such {what}"))
}

pub(super) fn null<T>(what: &str) -> Outcome<T> {
    refuse(format!("EH0002: {what} is null"))
}
