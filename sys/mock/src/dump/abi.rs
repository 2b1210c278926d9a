//! The C functions of dumps.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::{CStr, c_char};

use ascend_npu_sys::aclError;

use crate::report::{Failure, finish};

/// # Safety
/// None.
pub(crate) unsafe extern "C" fn aclmdlInitDump() -> aclError {
    finish("aclmdlInitDump", super::switch(true))
}

/// # Safety
/// As the vendor's: `dumpCfgPath` is null or a C string.
pub(crate) unsafe extern "C" fn aclmdlSetDump(dumpCfgPath: *const c_char) -> aclError {
    let set = || {
        if dumpCfgPath.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the path of the configuration is null"));
        }
        // SAFETY: not null, and a C string that lives during the call.
        super::configure(&unsafe { CStr::from_ptr(dumpCfgPath) }.to_string_lossy())
    };
    finish("aclmdlSetDump", set())
}

/// # Safety
/// None.
pub(crate) unsafe extern "C" fn aclmdlFinalizeDump() -> aclError {
    finish("aclmdlFinalizeDump", super::switch(false))
}
