//! Results that C functions return through a pointer.
#![allow(unsafe_code)] // Writes through the pointers of C callers.

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
