//! The C functions of graphs.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::{CStr, c_char};
use std::time::Duration;

use ascend_npu_sys::{aclError, aclmdlRI, aclmdlRICaptureMode, aclmdlRICaptureStatus, aclrtStream};

use super::{capture, mode, model, print, run};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

fn null<T>(what: &str) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1004: the {what} is null")))
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclmdlRICaptureBegin(stream: aclrtStream, mode: aclmdlRICaptureMode) -> aclError {
    finish("aclmdlRICaptureBegin", capture::begin(stream, mode))
}

/// # Safety
/// As the vendor's: `status` and `modelRI` are null or valid for a write.
pub(crate) unsafe extern "C" fn aclmdlRICaptureGetInfo(
    stream: aclrtStream,
    status: *mut aclmdlRICaptureStatus,
    modelRI: *mut aclmdlRI,
) -> aclError {
    let get = || {
        if status.is_null() && modelRI.is_null() {
            return null("status and the graph");
        }
        let (state, graph) = capture::info(stream)?;
        if !status.is_null() {
            // SAFETY: not null, and valid for a write.
            unsafe { status.write(state) };
        }
        if !modelRI.is_null() {
            // SAFETY: not null, and valid for a write.
            unsafe { modelRI.write(graph) };
        }
        Ok(())
    };
    finish("aclmdlRICaptureGetInfo", get())
}

/// # Safety
/// As the vendor's: `modelRI` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclmdlRICaptureEnd(stream: aclrtStream, modelRI: *mut aclmdlRI) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclmdlRICaptureEnd", unsafe { write(modelRI, || capture::end(stream)) })
}

/// # Safety
/// As the vendor's: `mode` is null or a mode.
pub(crate) unsafe extern "C" fn aclmdlRICaptureThreadExchangeMode(mode: *mut aclmdlRICaptureMode) -> aclError {
    // SAFETY: the caller gives null or a mode.
    let outcome = match unsafe { mode.as_mut() } {
        Some(mode) => mode::exchange(*mode).map(|before| *mode = before),
        None => null("mode"),
    };
    finish("aclmdlRICaptureThreadExchangeMode", outcome)
}

/// # Safety
/// None: the handles are only compared.
pub(crate) unsafe extern "C" fn aclmdlRIExecuteAsync(modelRI: aclmdlRI, stream: aclrtStream) -> aclError {
    finish("aclmdlRIExecuteAsync", run::run_async(modelRI, stream))
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclmdlRIExecute(modelRI: aclmdlRI, timeout: i32) -> aclError {
    let limit = match u64::try_from(timeout) {
        Ok(time) if time > 0 => Ok(Some(Duration::from_millis(time))),
        _ if timeout == -1 => Ok(None),
        _ => {
            let text = format!("EE1001: timeout {timeout} was given; it must be above 0 ms, or -1 for ever");
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    };
    finish("aclmdlRIExecute", limit.and_then(|limit| run::run(modelRI, limit)))
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclmdlRIDestroy(modelRI: aclmdlRI) -> aclError {
    finish("aclmdlRIDestroy", model::destroy(modelRI))
}

/// # Safety
/// As the vendor's: `path` is null or a C string.
pub(crate) unsafe extern "C" fn aclmdlRIDebugJsonPrint(modelRI: aclmdlRI, path: *const c_char, flags: u32) -> aclError {
    let print = || {
        if path.is_null() {
            return null("path");
        }
        // SAFETY: not null, and a C string that lives during the call.
        print::print(modelRI, &unsafe { CStr::from_ptr(path) }.to_string_lossy(), flags)
    };
    finish("aclmdlRIDebugJsonPrint", print())
}
