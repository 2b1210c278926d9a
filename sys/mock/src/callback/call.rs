//! A function of the program with its argument.
#![allow(unsafe_code)] // Calls functions of the program.

use std::ffi::c_void;

/// A function of the program with its argument.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) function: unsafe extern "C" fn(*mut c_void),
    pub(super) argument: *mut c_void,
}

// SAFETY: the program gives the function and its argument to another thread: one of its own, or of the runtime.
unsafe impl Send for Call {}

// SAFETY: as above; what is shared is only the two addresses.
unsafe impl Sync for Call {}

impl Call {
    pub(super) fn run(self) {
        // SAFETY: the program vouches for the function with this argument.
        unsafe { (self.function)(self.argument) }
    }
}
