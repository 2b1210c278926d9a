//! The C functions of allocators of the program.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::{
    aclError, aclrtAllocator, aclrtAllocatorAllocAdviseFunc, aclrtAllocatorAllocFunc, aclrtAllocatorDesc,
    aclrtAllocatorFreeFunc, aclrtAllocatorGetAddrFromBlockFunc, aclrtStream,
};

use super::description::{self, Description};
use crate::report::{Failure, Outcome, finish};

pub(crate) unsafe extern "C" fn aclrtAllocatorCreateDesc() -> aclrtAllocatorDesc {
    description::create()
}

pub(crate) unsafe extern "C" fn aclrtAllocatorDestroyDesc(allocatorDesc: aclrtAllocatorDesc) -> aclError {
    finish("aclrtAllocatorDestroyDesc", description::destroy(allocatorDesc))
}

pub(crate) unsafe extern "C" fn aclrtAllocatorSetObjToDesc(
    allocatorDesc: aclrtAllocatorDesc,
    allocator: aclrtAllocator,
) -> aclError {
    let object = if allocator.is_null() { None } else { Some(allocator.expose_provenance()) };
    finish("aclrtAllocatorSetObjToDesc", set(allocatorDesc, "allocator", object, |to, object| to.object = object))
}

pub(crate) unsafe extern "C" fn aclrtAllocatorSetAllocFuncToDesc(
    allocatorDesc: aclrtAllocatorDesc,
    func: aclrtAllocatorAllocFunc,
) -> aclError {
    let outcome = set(allocatorDesc, "func", func, |to, func| to.allocate = Some(func));
    finish("aclrtAllocatorSetAllocFuncToDesc", outcome)
}

pub(crate) unsafe extern "C" fn aclrtAllocatorSetFreeFuncToDesc(
    allocatorDesc: aclrtAllocatorDesc,
    func: aclrtAllocatorFreeFunc,
) -> aclError {
    let outcome = set(allocatorDesc, "func", func, |to, func| to.free = Some(func));
    finish("aclrtAllocatorSetFreeFuncToDesc", outcome)
}

pub(crate) unsafe extern "C" fn aclrtAllocatorSetAllocAdviseFuncToDesc(
    allocatorDesc: aclrtAllocatorDesc,
    func: aclrtAllocatorAllocAdviseFunc,
) -> aclError {
    let outcome = set(allocatorDesc, "func", func, |to, func| to.allocate_near = Some(func));
    finish("aclrtAllocatorSetAllocAdviseFuncToDesc", outcome)
}

pub(crate) unsafe extern "C" fn aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
    allocatorDesc: aclrtAllocatorDesc,
    func: aclrtAllocatorGetAddrFromBlockFunc,
) -> aclError {
    let outcome = set(allocatorDesc, "func", func, |to, func| to.address = Some(func));
    finish("aclrtAllocatorSetGetAddrFromBlockFuncToDesc", outcome)
}

fn set<T>(handle: aclrtAllocatorDesc, name: &str, value: Option<T>, act: impl FnOnce(&mut Description, T)) -> Outcome {
    description::with(handle, |description| match value {
        Some(value) => {
            act(description, value);
            Ok(())
        }
        None => Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1004: {name} is null"))),
    })
}

pub(crate) unsafe extern "C" fn aclrtAllocatorRegister(
    stream: aclrtStream,
    allocatorDesc: aclrtAllocatorDesc,
) -> aclError {
    finish("aclrtAllocatorRegister", description::register(stream, allocatorDesc))
}

pub(crate) unsafe extern "C" fn aclrtAllocatorUnregister(stream: aclrtStream) -> aclError {
    finish("aclrtAllocatorUnregister", description::unregister(stream))
}

/// # Safety
/// As the vendor's: each pointer is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtAllocatorGetByStream(
    stream: aclrtStream,
    allocatorDesc: *mut aclrtAllocatorDesc,
    allocator: *mut aclrtAllocator,
    allocFunc: *mut aclrtAllocatorAllocFunc,
    freeFunc: *mut aclrtAllocatorFreeFunc,
    allocAdviseFunc: *mut aclrtAllocatorAllocAdviseFunc,
    getAddrFromBlockFunc: *mut aclrtAllocatorGetAddrFromBlockFunc,
) -> aclError {
    let get = || {
        if allocatorDesc.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: allocatorDesc is null"));
        }
        let (handle, found) = description::of(stream)?;
        // SAFETY: the caller gives null or addresses valid for a write.
        unsafe { give(allocatorDesc, handle) };
        // SAFETY: as above.
        unsafe { give(allocator, std::ptr::with_exposed_provenance_mut(found.object)) };
        // SAFETY: as above.
        unsafe { give(allocFunc, found.allocate) };
        // SAFETY: as above.
        unsafe { give(freeFunc, found.free) };
        // SAFETY: as above.
        unsafe { give(allocAdviseFunc, found.allocate_near) };
        // SAFETY: as above.
        unsafe { give(getAddrFromBlockFunc, found.address) };
        Ok(())
    };
    finish("aclrtAllocatorGetByStream", get())
}

/// Writes a result that the caller may not want.
///
/// # Safety
/// `to` is null or valid for a write.
unsafe fn give<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: not null, so the caller vouches for it.
        unsafe { to.write(value) };
    }
}
