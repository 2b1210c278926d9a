//! Allocators of the program.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{aclError, aclrtAllocator, aclrtAllocatorDesc};

use crate::support::*;

unsafe extern "C" fn allocate(_: aclrtAllocator, size: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(size)
}
unsafe extern "C" fn free_block(_: aclrtAllocator, _: *mut c_void) {}
unsafe extern "C" fn allocate_near(_: aclrtAllocator, size: usize, near: *mut c_void) -> *mut c_void {
    near.wrapping_byte_add(size)
}
unsafe extern "C" fn address(block: *mut c_void) -> *mut c_void {
    block
}

fn object() -> aclrtAllocator {
    std::ptr::without_provenance_mut(0x1234)
}

fn description() -> aclrtAllocatorDesc {
    let description = call!(aclrtAllocatorCreateDesc());
    check(call!(aclrtAllocatorSetObjToDesc(description, object())));
    check(call!(aclrtAllocatorSetAllocFuncToDesc(description, Some(allocate))));
    check(call!(aclrtAllocatorSetFreeFuncToDesc(description, Some(free_block))));
    check(call!(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(description, Some(address))));
    description
}

#[test]
fn the_allocator_of_a_stream_is_given_back_as_it_was_registered() {
    on(76);
    let (stream, description) = (stream(), description());
    check(call!(aclrtAllocatorRegister(stream, description)));
    // Registered is a copy: a later change is not seen.
    check(call!(aclrtAllocatorSetAllocAdviseFuncToDesc(description, Some(allocate_near))));
    let (mut handle, mut of, mut alloc, mut free) = (null_mut(), null_mut(), None, None);
    let (mut near, mut get) = (None, None);
    let mut ask =
        || call!(aclrtAllocatorGetByStream(stream, &mut handle, &mut of, &mut alloc, &mut free, &mut near, &mut get));
    check(ask());
    check(call!(aclrtAllocatorRegister(stream, description)));
    assert!(near.is_none());
    assert_eq!((handle, of), (description, object()));
    let block = unsafe { alloc.unwrap()(of, 64) };
    assert_eq!(unsafe { get.unwrap()(block) }.addr(), 64);
    unsafe { free.unwrap()(of, block) };
    check(call!(aclrtAllocatorGetByStream(
        stream,
        &mut handle,
        null_mut(),
        null_mut(),
        null_mut(),
        &mut near,
        null_mut()
    )));
    assert_eq!(unsafe { near.unwrap()(of, 1, block) }.addr(), 65);
    check(call!(aclrtAllocatorUnregister(stream)));
    check(call!(aclrtAllocatorUnregister(stream)));
    let mut ask = || {
        call!(aclrtAllocatorGetByStream(
            stream,
            &mut handle,
            null_mut(),
            null_mut(),
            null_mut(),
            null_mut(),
            null_mut()
        ))
    };
    assert_eq!(ask(), aclError::INVALID_PARAM);
    check(call!(aclrtAllocatorDestroyDesc(description)));
}

#[test]
fn an_allocator_that_is_not_whole_is_refused() {
    on(76);
    let stream = stream();
    let invalid = aclError::INVALID_PARAM;
    let empty = call!(aclrtAllocatorCreateDesc());
    assert_eq!(call!(aclrtAllocatorRegister(stream, empty)), invalid);
    check(call!(aclrtAllocatorSetObjToDesc(empty, object())));
    check(call!(aclrtAllocatorSetAllocFuncToDesc(empty, Some(allocate))));
    check(call!(aclrtAllocatorSetFreeFuncToDesc(empty, Some(free_block))));
    text();
    assert_eq!(call!(aclrtAllocatorRegister(stream, empty)), invalid);
    assert!(text().contains("getAddrFromBlockFunc"));
    assert_eq!(call!(aclrtAllocatorSetObjToDesc(empty, null_mut())), invalid);
    assert_eq!(call!(aclrtAllocatorSetAllocFuncToDesc(empty, None)), invalid);
    assert_eq!(call!(aclrtAllocatorSetFreeFuncToDesc(null_mut(), Some(free_block))), invalid);
    let whole = description();
    assert_eq!(call!(aclrtAllocatorRegister(null_mut(), whole)), invalid);
    assert_eq!(call!(aclrtAllocatorUnregister(null_mut())), invalid);
    check(call!(aclrtAllocatorDestroyDesc(whole)));
    assert_eq!(call!(aclrtAllocatorDestroyDesc(whole)), invalid);
    assert_eq!(call!(aclrtAllocatorDestroyDesc(null_mut())), invalid);
    assert_eq!(call!(aclrtAllocatorRegister(stream, whole)), invalid);
}
