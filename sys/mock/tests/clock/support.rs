//! A device for each test, with a modelled clock.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use ascend_npu_mock::control::{
    Clock, Kind, Operation, Settings, configure, modelled_now, operation_time, record_operations, take_operations,
};
use ascend_npu_sys::{
    ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, aclrtEvent, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream,
};
use once_cell::sync::Lazy;

pub use crate::common::*;

pub const MIB: usize = 1 << 20;
pub const SOC: &str = "Ascend910B3";

static CONFIGURED: Lazy<()> = Lazy::new(|| {
    let mut settings = Settings::default();
    settings.devices = 64;
    settings.soc = SOC.to_owned();
    settings.clock = Clock::Model;
    configure(settings).unwrap();
    record_operations(true);
});

pub fn configured() {
    Lazy::force(&CONFIGURED);
}

/// A device of its own, current on this thread.
pub fn device() -> i32 {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    configured();
    let device = NEXT.fetch_add(1, Ordering::Relaxed);
    on(device);
    device
}

pub fn now() -> Duration {
    modelled_now().unwrap()
}

/// An event of the flags that streams wait for and that keep a time.
pub fn event() -> aclrtEvent {
    let mut event = null_mut();
    let flags = ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE;
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, flags) });
    event
}

pub fn memory(bytes: usize) -> *mut u8 {
    let mut memory = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut memory, bytes, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    memory.cast()
}

/// Queues a fill.
pub fn fill(memory: *mut u8, bytes: usize, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtMemsetAsync)(memory.cast(), bytes, 1, bytes, stream) });
}

pub fn copy(to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
    check(unsafe { (ACL.aclrtMemcpyAsync)(to.cast(), bytes, from.cast(), bytes, kind, stream) });
}

/// What a fill is modelled to take.
pub fn fill_time(bytes: usize) -> Duration {
    operation_time(SOC, Kind::Fill, bytes as u64, bytes as u64).unwrap()
}

pub fn record(event: aclrtEvent, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
}

pub fn wait(stream: aclrtStream, event: aclrtEvent) {
    check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) });
}

/// Waits for a device; what ran on it of a kind, with its times, in the order of their beginnings.
pub fn ran(device: i32, kind: Kind) -> Vec<(Duration, Duration)> {
    on(device);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    let times = |operation: Operation| (operation.kind == kind).then(|| operation.modelled.unwrap());
    let mut times: Vec<_> = take_operations(device).into_iter().filter_map(times).collect();
    times.sort();
    times
}
