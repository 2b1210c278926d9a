//! Work of one device: events, memory, fills and copies on streams.

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_sys::{aclrtEvent, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};

use super::{ACL, check};

/// An event of `aclrtCreateEventExWithFlag`.
pub fn event_of(flags: u32) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, flags) });
    event
}

/// Memory of the device of `bytes` bytes.
pub fn memory(bytes: usize) -> *mut u8 {
    let mut memory = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut memory, bytes, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    memory.cast()
}

/// Queues a write.
pub fn fill(memory: *mut u8, bytes: usize, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtMemsetAsync)(memory.cast(), bytes, 1, bytes, stream) });
}

/// Queues a read of one range and a write of another.
pub fn copy(to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    copy_of(aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE, to, from, bytes, stream);
}

/// Queues a copy to pinned memory.
pub fn copy_to_host(to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    copy_of(aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST, to, from, bytes, stream);
}

/// Queues a copy from pinned memory.
pub fn copy_to_device(to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    copy_of(aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE, to, from, bytes, stream);
}

fn copy_of(kind: aclrtMemcpyKind, to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtMemcpyAsync)(to.cast(), bytes, from.cast(), bytes, kind, stream) });
}

pub fn record(event: aclrtEvent, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
}

pub fn wait(stream: aclrtStream, event: aclrtEvent) {
    check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) });
}

pub fn address(memory: *mut u8) -> u64 {
    memory.addr() as u64
}

pub fn untyped(memory: *mut u8) -> *mut c_void {
    memory.cast()
}
