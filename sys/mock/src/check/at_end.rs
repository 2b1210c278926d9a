//! The end of the process.
#![allow(unsafe_code)] // Asks to be called then.

/// Has a function called when the process ends.
pub(super) fn call(function: extern "C" fn()) {
    // SAFETY: the function is of this program or of a library that stays loaded, and an `extern "C"` function does not unwind.
    unsafe { libc::atexit(function) };
}
