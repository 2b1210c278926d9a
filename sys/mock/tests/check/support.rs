//! A device for each test, with the checks on.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI32, Ordering};

use ascend_npu_mock::control::{Checks, Finding, FindingKind, Settings, configure, take_findings_of};
use ascend_npu_sys::{
    ACL_EVENT_SYNC, Acl, Symbols, aclError, aclrtEvent, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream,
};
use once_cell::sync::Lazy;

pub static ACL: Lazy<Acl> = Lazy::new(|| {
    let mut settings = Settings::default();
    settings.devices = 128;
    settings.checks = Checks::ALL;
    // What a test leaves goes with the process.
    settings.checks.leaks = false;
    configure(settings).unwrap();
    let acl = unsafe { Acl::load(&mut Symbols::new(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, aclError::SUCCESS);
    acl
});

pub const BYTES: usize = 4096;
/// A device that no test works on.
pub const ROOT: i32 = 127;

/// A device of its own, current on this thread.
pub fn device() -> i32 {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    let device = NEXT.fetch_add(1, Ordering::Relaxed);
    on(device);
    device
}

pub fn on(device: i32) {
    check(unsafe { (ACL.aclrtSetDevice)(device) });
}

#[track_caller]
pub fn check(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

/// Why the last calls of this thread failed.
pub fn text() -> String {
    let text = unsafe { (ACL.aclGetRecentErrMsg)() };
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

pub fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

pub fn event() -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, ACL_EVENT_SYNC) });
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
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
    check(unsafe { (ACL.aclrtMemcpyAsync)(to.cast(), bytes, from.cast(), bytes, kind, stream) });
}

/// Queues a copy to pinned memory.
pub fn copy_to_host(to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    check(unsafe { (ACL.aclrtMemcpyAsync)(to.cast(), bytes, from.cast(), bytes, kind, stream) });
}

/// Queues a copy from pinned memory.
pub fn copy_to_device(to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
    check(unsafe { (ACL.aclrtMemcpyAsync)(to.cast(), bytes, from.cast(), bytes, kind, stream) });
}

pub fn record(event: aclrtEvent, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
}

pub fn wait(stream: aclrtStream, event: aclrtEvent) {
    check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) });
}

pub fn synchronize(stream: aclrtStream) {
    check(unsafe { (ACL.aclrtSynchronizeStream)(stream) });
}

/// Waits for all work of a device, and takes what was found on it.
pub fn found(device: i32) -> Vec<Finding> {
    on(device);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    take_findings_of(device)
}

/// The one race that was found.
#[track_caller]
pub fn race(device: i32) -> Finding {
    let mut found = found(device);
    // Where the reader came first it read what nobody had written yet.
    found.retain(|found| found.kind != FindingKind::Uninitialised);
    assert_eq!(found.len(), 1, "{found:#?}");
    let race = found.remove(0);
    assert_eq!((race.kind, race.warning, race.operations.len()), (FindingKind::Race, false, 2), "{race:#?}");
    race
}

#[track_caller]
pub fn nothing(device: i32) {
    let found = found(device);
    assert!(found.is_empty(), "{found:#?}");
}

pub fn address(memory: *mut u8) -> u64 {
    memory.addr() as u64
}

pub fn untyped(memory: *mut u8) -> *mut c_void {
    memory.cast()
}
