//! The C functions of memory: `aclrtMalloc` and its kin.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtMemAttr, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};

use super::allocate;
use super::block::Place;
use super::copy::{self, copy, copy_async};
use super::fill::{self, fill, fill_async};
use super::information;
use super::owner::check_freeable;
use super::pages::Padding;
use super::raw::Address;
use super::release::free;
use crate::out::write;
use crate::report::finish;

pub(super) fn pointer(address: u64) -> *mut c_void {
    // The bits of an address of this process: the conversion loses none.
    std::ptr::with_exposed_provenance_mut(address as usize)
}

/// # Safety
/// As the vendor's: `devPtr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMalloc(
    devPtr: *mut *mut c_void,
    size: usize,
    policy: aclrtMemMallocPolicy,
) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMalloc", unsafe { write(devPtr, || allocate::malloc(size, policy, Padding::Block).map(pointer)) })
}

/// # Safety
/// None: the address is only compared.
pub(crate) unsafe extern "C" fn aclrtFree(devPtr: *mut c_void) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
    let address = unsafe { Address::given(devPtr) };
    finish("aclrtFree", check_freeable(address).and_then(|()| free(address, Place::Device)))
}

/// # Safety
/// As the vendor's: `hostPtr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMallocHost(hostPtr: *mut *mut c_void, size: usize) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMallocHost", unsafe { write(hostPtr, || allocate::malloc_host(size).map(pointer)) })
}

/// # Safety
/// As the vendor's: the caller no longer touches the memory.
pub(crate) unsafe extern "C" fn aclrtFreeHost(hostPtr: *mut c_void) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no other memory of the caller.
    let address = unsafe { Address::given(hostPtr) };
    finish("aclrtFreeHost", check_freeable(address).and_then(|()| free(address, Place::Pinned)))
}

/// # Safety
/// As the vendor's: `free` and `total` are null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtGetMemInfo(attr: aclrtMemAttr, free: *mut usize, total: *mut usize) -> aclError {
    let mut whole = 0;
    let info = || {
        let (free, total) = information::memory_info(attr)?;
        whole = total as usize;
        Ok(free as usize)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    let outcome = unsafe { write(free, info) };
    // SAFETY: as above.
    finish("aclrtGetMemInfo", outcome.and_then(|()| unsafe { write(total, || Ok(whole)) }))
}

/// # Safety
/// As the vendor's: host memory at either end is valid for `count` bytes until the call returns.
pub(crate) unsafe extern "C" fn aclrtMemcpy(
    dst: *mut c_void,
    destMax: usize,
    src: *const c_void,
    count: usize,
    kind: aclrtMemcpyKind,
) -> aclError {
    // SAFETY: the caller keeps host memory at either end valid until the call returns.
    let request = unsafe { copy_request(dst, destMax, src, count, kind) };
    finish("aclrtMemcpy", copy(&request))
}

/// # Safety
/// As the vendor's: pageable host memory at either end is valid for `count` bytes until the call returns.
pub(crate) unsafe extern "C" fn aclrtMemcpyAsync(
    dst: *mut c_void,
    destMax: usize,
    src: *const c_void,
    count: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: the caller keeps pageable memory at either end valid until the call returns; other memory is checked when it is used.
    let request = unsafe { copy_request(dst, destMax, src, count, kind) };
    finish("aclrtMemcpyAsync", copy_async(&request, stream, "aclrtMemcpyAsync"))
}

/// # Safety
/// Host memory at either end, unless this crate allocated it, is valid for `count` bytes until the call returns.
pub(super) unsafe fn copy_request(
    dst: *mut c_void,
    destMax: usize,
    src: *const c_void,
    count: usize,
    kind: aclrtMemcpyKind,
) -> copy::Request {
    // SAFETY: this function's contract says the same.
    let to = unsafe { Address::given(dst) };
    // SAFETY: as above.
    let from = unsafe { Address::given(src) };
    copy::Request { to, to_limit: destMax, from, bytes: count, kind }
}

/// # Safety
/// None: only memory that this crate allocated is filled.
pub(crate) unsafe extern "C" fn aclrtMemset(
    devPtr: *mut c_void,
    maxCount: usize,
    value: i32,
    count: usize,
) -> aclError {
    // SAFETY: a fill refuses every address outside the allocations of this crate.
    let to = unsafe { Address::given(devPtr) };
    finish("aclrtMemset", fill(&fill::Request { to, limit: maxCount, value, bytes: count }))
}

/// # Safety
/// None: only memory that this crate allocated is filled.
pub(crate) unsafe extern "C" fn aclrtMemsetAsync(
    devPtr: *mut c_void,
    maxCount: usize,
    value: i32,
    count: usize,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: a fill refuses every address outside the allocations of this crate.
    let to = unsafe { Address::given(devPtr) };
    finish("aclrtMemsetAsync", fill_async(&fill::Request { to, limit: maxCount, value, bytes: count }, stream))
}
