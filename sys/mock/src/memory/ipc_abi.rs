//! The C functions of device memory that another process imports by key.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::{CStr, c_char, c_void};

use ascend_npu_sys::aclError;

use super::abi::pointer;
use super::ipc;
use super::raw::Address;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

/// # Safety
/// `key` is null or a C string that lives as long as what is returned.
unsafe fn text<'a>(key: *const c_char) -> Outcome<&'a str> {
    if key.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the key is null"));
    }
    // SAFETY: not null, so the caller vouches for it.
    unsafe { CStr::from_ptr(key) }
        .to_str()
        .map_err(|_| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the key is no text"))
}

/// # Safety
/// As the vendor's: `key` is null or valid for writing `len` bytes.
pub(crate) unsafe extern "C" fn aclrtIpcMemGetExportKey(
    devPtr: *mut c_void,
    size: usize,
    key: *mut c_char,
    len: usize,
    flags: u64,
) -> aclError {
    let export = || {
        if devPtr.is_null() || key.is_null() {
            let what = if key.is_null() { "buffer for the key" } else { "address" };
            return Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1004: the {what} is null")));
        }
        // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
        let address = unsafe { Address::given(devPtr) };
        let text = ipc::export(address, size, len, flags)?;
        for (index, byte) in text.bytes().chain([0]).enumerate().take(len) {
            let at = key.wrapping_add(index);
            // SAFETY: the buffer has `len` bytes, and the index is below that.
            unsafe { at.write(c_char::from_ne_bytes([byte])) };
        }
        Ok(())
    };
    finish("aclrtIpcMemGetExportKey", export())
}

/// # Safety
/// As the vendor's: `key` is null or a C string.
pub(crate) unsafe extern "C" fn aclrtIpcMemClose(key: *const c_char) -> aclError {
    // SAFETY: the caller gives null or a C string that lives during the call.
    finish("aclrtIpcMemClose", unsafe { text(key) }.and_then(ipc::close))
}

/// # Safety
/// As the vendor's: `devPtr` is null or valid for a write, `key` is null or a C string.
pub(crate) unsafe extern "C" fn aclrtIpcMemImportByKey(
    devPtr: *mut *mut c_void,
    key: *const c_char,
    flags: u64,
) -> aclError {
    // SAFETY: the caller gives null or a C string that lives during the call.
    let import = || ipc::import(unsafe { text(key) }?, flags).map(pointer);
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtIpcMemImportByKey", unsafe { write(devPtr, import) })
}

/// # Safety
/// As the vendor's: `key` is null or a C string, `pid` is null or a list of `num`.
pub(crate) unsafe extern "C" fn aclrtIpcMemSetImportPid(key: *const c_char, pid: *mut i32, num: usize) -> aclError {
    let set = || {
        // SAFETY: the caller gives null or a C string that lives during the call.
        let key = unsafe { text(key) }?;
        if pid.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the list of processes is null"));
        }
        if num == 0 || num > 4096 {
            let text = format!("EE1003: {num} processes are to import memory: 1 to 4096 can be");
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        // SAFETY: the list is not null and has `num` elements.
        ipc::allow(key, unsafe { std::slice::from_raw_parts(pid, num) })
    };
    finish("aclrtIpcMemSetImportPid", set())
}
