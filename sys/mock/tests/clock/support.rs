//! A device for each test, with a modelled clock.

use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use ascend_npu_mock::control::{
    Clock, Kind, Operation, modelled_now, operation_time, record_operations, take_operations,
};
use ascend_npu_sys::{ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, aclrtEvent};
use once_cell::sync::Lazy;

pub use crate::common::*;

pub const MIB: usize = 1 << 20;
pub const SOC: &str = "Ascend910B3";

static CONFIGURED: Lazy<()> = Lazy::new(|| {
    make(|settings| {
        settings.soc = SOC.to_owned();
        settings.clock = Clock::Model;
    });
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
    event_of(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE)
}

/// What a fill is modelled to take.
pub fn fill_time(bytes: usize) -> Duration {
    operation_time(SOC, Kind::Fill, bytes as u64, bytes as u64).unwrap()
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
