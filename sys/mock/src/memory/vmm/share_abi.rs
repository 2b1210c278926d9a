//! The C functions of memory that several processes share by handle.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtDrvMemHandle, aclrtMemFabricHandle, aclrtMemHandleType, aclrtMemSharedHandleType};

use super::abi::null;
use super::share;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

const SERVER: aclrtMemSharedHandleType = aclrtMemSharedHandleType::ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT;
const FABRIC: aclrtMemSharedHandleType = aclrtMemSharedHandleType::ACL_MEM_SHARE_HANDLE_TYPE_FABRIC;

fn check(shareType: aclrtMemSharedHandleType) -> Outcome {
    if shareType == SERVER || shareType == FABRIC {
        return Ok(());
    }
    let text = format!("EE1003: {} is no type of shareable handle: 1 and 2 are", shareType.0);
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

/// # Safety
/// As the vendor's: `shareableHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemExportToShareableHandle(
    handle: aclrtDrvMemHandle,
    handleType: aclrtMemHandleType,
    flags: u64,
    shareableHandle: *mut u64,
) -> aclError {
    let export = || {
        if handleType != aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE {
            let text = format!("EE1003: the type of handle is {}: it must be 0", handleType.0);
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        share::export(handle, flags)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemExportToShareableHandle", unsafe { write(shareableHandle, export) })
}

/// # Safety
/// As the vendor's: `shareableHandle` is null or valid for a write of what `shareType` names.
pub(crate) unsafe extern "C" fn aclrtMemExportToShareableHandleV2(
    handle: aclrtDrvMemHandle,
    flags: u64,
    shareType: aclrtMemSharedHandleType,
    shareableHandle: *mut c_void,
) -> aclError {
    let export = || {
        check(shareType)?;
        if shareableHandle.is_null() {
            return null("pointer for the result");
        }
        let shared = share::export(handle, flags)?;
        if shareType == FABRIC {
            // SAFETY: the caller gives room for a handle of this type.
            unsafe {
                shareableHandle.cast::<aclrtMemFabricHandle>().write_unaligned(aclrtMemFabricHandle { data: [0; 128] })
            };
        }
        // SAFETY: the caller gives room for eight bytes at least.
        unsafe { shareableHandle.cast::<u64>().write_unaligned(shared) };
        Ok(())
    };
    finish("aclrtMemExportToShareableHandleV2", export())
}

/// # Safety
/// As the vendor's: `handle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemImportFromShareableHandle(
    shareableHandle: u64,
    deviceId: i32,
    handle: *mut aclrtDrvMemHandle,
) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemImportFromShareableHandle", unsafe { write(handle, || share::import(shareableHandle, deviceId)) })
}

/// # Safety
/// As the vendor's: `shareableHandle` is null or a handle of the type that `shareType` names, `handle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemImportFromShareableHandleV2(
    shareableHandle: *mut c_void,
    shareType: aclrtMemSharedHandleType,
    flags: u64,
    handle: *mut aclrtDrvMemHandle,
) -> aclError {
    let import = || {
        if shareableHandle.is_null() {
            return null("shareable handle");
        }
        if flags != 0 {
            return Err(Failure::acl(
                aclError::INVALID_PARAM,
                format!("EE1003: the flags are {flags}: they must be 0"),
            ));
        }
        check(shareType)?;
        let device = crate::context::current()?.device.id;
        // SAFETY: handles of both types hold eight bytes at least.
        share::import(unsafe { shareableHandle.cast::<u64>().read_unaligned() }, device)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemImportFromShareableHandleV2", unsafe { write(handle, import) })
}

/// # Safety
/// As the vendor's: `pid` is null or a list of `pidNum`.
pub(crate) unsafe extern "C" fn aclrtMemSetPidToShareableHandle(
    shareableHandle: u64,
    pid: *mut i32,
    pidNum: usize,
) -> aclError {
    let set = || {
        if pid.is_null() || pidNum == 0 || pidNum > 4096 {
            let text = format!("EE1004: {pidNum} processes at {pid:p}");
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        // SAFETY: the list is not null and has `pidNum` elements.
        share::allow(shareableHandle, unsafe { std::slice::from_raw_parts(pid, pidNum) })
    };
    finish("aclrtMemSetPidToShareableHandle", set())
}

/// # Safety
/// As the vendor's: `shareableHandle` is null or a handle of the type that `shareType` names, `pid` is null or a list of `pidNum`.
pub(crate) unsafe extern "C" fn aclrtMemSetPidToShareableHandleV2(
    shareableHandle: *mut c_void,
    shareType: aclrtMemSharedHandleType,
    pid: *mut i32,
    pidNum: usize,
) -> aclError {
    let set = || {
        if shareableHandle.is_null() {
            return null("shareable handle");
        }
        if pid.is_null() || pidNum == 0 || pidNum > 4096 {
            let text = format!("EE1004: {pidNum} processes at {pid:p}");
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        check(shareType)?;
        // SAFETY: the list is not null and has `pidNum` elements.
        let processes = unsafe { std::slice::from_raw_parts(pid, pidNum) };
        // SAFETY: handles of both types hold eight bytes at least.
        share::allow(unsafe { shareableHandle.cast::<u64>().read_unaligned() }, processes)
    };
    finish("aclrtMemSetPidToShareableHandleV2", set())
}
