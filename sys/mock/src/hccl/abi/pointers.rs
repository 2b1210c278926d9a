//! What C callers give by pointer.
#![allow(unsafe_code)] // Follows the pointers of C callers.

use std::ffi::{CStr, c_char, c_void};

use crate::hccl::check::{not_null, para};
use crate::report::Outcome;

/// Writes through a pointer of the caller.
///
/// # Safety
/// `pointer` must be null or point to a place for a `T`.
pub(super) unsafe fn put<T>(pointer: *mut T, value: T, function: &str, argument: &str) -> Outcome {
    not_null(pointer.cast_const().cast(), function, argument)?;
    // SAFETY: not null, so the caller vouches for it.
    unsafe { pointer.write_unaligned(value) };
    Ok(())
}

/// Reads an array of the caller.
///
/// # Safety
/// `pointer` must be null or point to `number` values.
pub(super) unsafe fn list<T: Copy>(
    pointer: *const c_void,
    number: usize,
    function: &str,
    argument: &str,
) -> Outcome<Vec<T>> {
    not_null(pointer, function, argument)?;
    let pointer = pointer.cast::<T>();
    // SAFETY: the caller vouches for `number` values, and `index` is one of them; they may be unaligned.
    Ok((0..number).map(|index| unsafe { pointer.wrapping_add(index).read_unaligned() }).collect())
}

/// Reads a text of the caller of at most `most` bytes with its end.
///
/// # Safety
/// `pointer` must be null or point to a C string.
pub(super) unsafe fn text(pointer: *const c_char, most: usize, function: &str, argument: &str) -> Outcome<String> {
    not_null(pointer.cast(), function, argument)?;
    // SAFETY: not null, so the caller vouches for a C string.
    let text = unsafe { CStr::from_ptr(pointer) };
    if text.count_bytes() >= most {
        let bytes = text.count_bytes();
        return Err(para(format!("{function} got a {argument} of {bytes} bytes; at most {} are allowed", most - 1)));
    }
    Ok(text.to_string_lossy().into_owned())
}
