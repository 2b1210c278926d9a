//! Memory by the plain calls: allocations, copies that answer with their code, and what is in it.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{aclError, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};

use super::{ACL, check};

pub const MIB: usize = 1 << 20;
pub const HUGE_FIRST: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
pub const TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
pub const TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
pub const ON_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
pub const ANY: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;

#[track_caller]
pub fn malloc(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut address, bytes, HUGE_FIRST) });
    address
}

pub fn free(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFree)(address) }
}

pub fn copy(to: *mut c_void, from: *const c_void, bytes: usize, kind: aclrtMemcpyKind) -> aclError {
    unsafe { (ACL.aclrtMemcpy)(to, bytes, from, bytes, kind) }
}

pub fn copy_async(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    kind: aclrtMemcpyKind,
    on: aclrtStream,
) -> aclError {
    unsafe { (ACL.aclrtMemcpyAsync)(to, bytes, from, bytes, kind, on) }
}

#[track_caller]
pub fn upload(to: *mut c_void, from: &[u8]) {
    check(copy(to, from.as_ptr().cast(), from.len(), TO_DEVICE));
}

#[track_caller]
pub fn download(from: *const c_void, bytes: usize) -> Vec<u8> {
    let mut to = vec![0; bytes];
    check(copy(to.as_mut_ptr().cast(), from, bytes, TO_HOST));
    to
}

/// Bytes of which no two places near each other are alike.
pub fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 251) as u8).collect()
}
