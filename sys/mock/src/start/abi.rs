//! The C functions of start and end.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{CStr, c_char, c_void};

use ascend_npu_sys::{aclError, aclFinalizeCallbackFunc, aclInitCallbackFunc, aclRegisterCallbackType};

use super::callbacks::{AT_END, AT_START, at_start};
use super::count;
use crate::report::finish;

pub(crate) unsafe extern "C" fn aclInit(configuration: *const c_char) -> aclError {
    let path = if configuration.is_null() {
        None
    } else {
        // SAFETY: not null, so the caller gives a C text.
        Some(unsafe { CStr::from_ptr(configuration) }.to_string_lossy().into_owned())
    };
    finish("aclInit", count::start(path.as_deref()))
}

pub(crate) unsafe extern "C" fn aclFinalize() -> aclError {
    finish("aclFinalize", count::end())
}

pub(crate) unsafe extern "C" fn aclFinalizeReference(left: *mut u64) -> aclError {
    let (count, outcome) = count::give_back();
    if !left.is_null() {
        // SAFETY: not null, so the caller vouches for it.
        unsafe { left.write(count) };
    }
    finish("aclFinalizeReference", outcome)
}

pub(crate) unsafe extern "C" fn aclInitCallbackRegister(
    component: aclRegisterCallbackType,
    function: aclInitCallbackFunc,
    argument: *mut c_void,
) -> aclError {
    let outcome = AT_START.add(component, function, argument);
    if let (Ok(()), Some(function), Some(configuration)) = (&outcome, function, count::running()) {
        // Whoever comes late is called at once; what it answers changes nothing.
        let _ = at_start(function, &configuration, argument);
    }
    finish("aclInitCallbackRegister", outcome)
}

pub(crate) unsafe extern "C" fn aclInitCallbackUnRegister(
    component: aclRegisterCallbackType,
    function: aclInitCallbackFunc,
) -> aclError {
    finish("aclInitCallbackUnRegister", AT_START.remove(component, function, std::ptr::fn_addr_eq))
}

pub(crate) unsafe extern "C" fn aclFinalizeCallbackRegister(
    component: aclRegisterCallbackType,
    function: aclFinalizeCallbackFunc,
    argument: *mut c_void,
) -> aclError {
    finish("aclFinalizeCallbackRegister", AT_END.add(component, function, argument))
}

pub(crate) unsafe extern "C" fn aclFinalizeCallbackUnRegister(
    component: aclRegisterCallbackType,
    function: aclFinalizeCallbackFunc,
) -> aclError {
    finish("aclFinalizeCallbackUnRegister", AT_END.remove(component, function, std::ptr::fn_addr_eq))
}
