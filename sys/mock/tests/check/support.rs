//! A device for each test, with the checks on.

use std::sync::atomic::{AtomicI32, Ordering};

use ascend_npu_mock::control::{Checks, Finding, FindingKind, take_findings_of};
use ascend_npu_sys::{ACL_EVENT_SYNC, aclrtEvent, aclrtStream};
use once_cell::sync::Lazy;

pub use crate::common::*;

static CONFIGURED: Lazy<()> = Lazy::new(|| {
    make(|settings| {
        settings.devices = 128;
        settings.checks = Checks::ALL;
        // What a test leaves goes with the process.
        settings.checks.leaks = false;
    });
});

pub fn configured() {
    Lazy::force(&CONFIGURED);
}

pub const BYTES: usize = 4096;
/// A device that no test works on.
pub const ROOT: i32 = 127;

/// A device of its own, current on this thread.
pub fn device() -> i32 {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    configured();
    let device = NEXT.fetch_add(1, Ordering::Relaxed);
    on(device);
    device
}

pub fn event() -> aclrtEvent {
    event_of(ACL_EVENT_SYNC)
}

pub fn synchronize(stream: aclrtStream) {
    check(crate::common::synchronize(stream));
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
