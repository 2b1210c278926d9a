//! The mode `late`: an operation runs when the program waits for it, and not before.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals"
)]

mod common;

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};

use ascend_npu_mock::control::{Schedule, Settings, configure};
use ascend_npu_sys::{ACL_EVENT_SYNC, aclError, aclrtEvent, aclrtEventRecordedStatus, aclrtStream};
use common::{ACL, check, count, counter, is_idle, launch, on, stream, synchronize, until};

/// A device of its own, late.
fn device() -> i32 {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    let mut settings = Settings::default();
    settings.devices = 64;
    settings.schedule = Schedule::Late;
    let _ = configure(settings);
    let device = NEXT.fetch_add(1, Ordering::Relaxed);
    on(device);
    device
}

fn event() -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, ACL_EVENT_SYNC) });
    event
}

fn record(stream: aclrtStream) -> aclrtEvent {
    let event = event();
    check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
    event
}

fn wait(stream: aclrtStream, event: aclrtEvent) {
    check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) });
}

#[test]
fn what_is_not_waited_for_has_not_run_and_what_is_has() {
    device();
    let (first, second, other) = (stream(), stream(), stream());
    let counts = [counter(), counter(), counter(), counter()];
    launch(first, counts[0]);
    let done = record(first);
    launch(first, counts[1]);
    wait(second, done);
    launch(second, counts[2]);
    launch(other, counts[3]);
    assert_eq!(counts.map(count), [0; 4]);
    // Through the event, and up to it only.
    assert_eq!(synchronize(second), aclError::SUCCESS);
    assert_eq!(counts.map(count), [1, 0, 1, 0]);
    assert_eq!(synchronize(first), aclError::SUCCESS);
    assert_eq!(counts.map(count), [1, 1, 1, 0]);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(counts.map(count), [1; 4]);
}

#[test]
fn the_host_waits_for_events_and_destroys_streams() {
    device();
    let (first, second) = (stream(), stream());
    let counts = [counter(), counter(), counter()];
    launch(first, counts[0]);
    let done = record(first);
    launch(first, counts[1]);
    launch(second, counts[2]);
    check(unsafe { (ACL.aclrtSynchronizeEvent)(done) });
    assert_eq!(counts.map(count), [1, 0, 0]);
    check(unsafe { (ACL.aclrtDestroyStream)(first) });
    assert_eq!(counts.map(count), [1, 1, 0]);
    check(unsafe { (ACL.aclrtDestroyStream)(second) });
    assert_eq!(counts.map(count), [1; 3]);
}

#[test]
fn a_reset_of_the_device_ends_what_is_queued() {
    let device = device();
    let (stream, ran) = (stream(), counter());
    launch(stream, ran);
    assert_eq!(count(ran), 0);
    check(unsafe { (ACL.aclrtResetDevice)(device) });
    assert_eq!(count(ran), 1);
}

#[test]
fn one_question_is_no_wait_and_many_are() {
    device();
    let (first, second) = (stream(), stream());
    let counts = [counter(), counter()];
    launch(first, counts[0]);
    launch(second, counts[1]);
    assert!(!is_idle(first));
    assert_eq!(counts.map(count), [0; 2]);
    while !is_idle(first) {}
    assert_eq!(counts.map(count), [1, 0]);
    let done = record(second);
    let passed = || {
        let mut status = aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY;
        check(unsafe { (ACL.aclrtQueryEventStatus)(done, &mut status) });
        status == aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE
    };
    assert!(!passed());
    while !passed() {}
    assert_eq!(counts.map(count), [1; 2]);
}

/// Runs a test of this binary in a process of its own: what it wants is wanted of all streams of the process.
fn alone(test: &str) {
    let this = std::env::current_exe().unwrap();
    let run = std::process::Command::new(this).args([test, "--exact", "--ignored", "--nocapture"]).status();
    assert!(run.unwrap().success());
}

#[test]
fn a_program_that_looks_at_memory_goes_on_too() {
    alone("process_that_looks_at_memory");
}

#[test]
#[ignore = "a process of another test"]
fn process_that_looks_at_memory() {
    device();
    let (stream, ran) = (stream(), counter());
    launch(stream, ran);
    until(|| count(ran) == 1);
}

#[test]
fn a_notify_is_recorded_for_who_waits_for_it_also_if_that_is_queued_later() {
    let device = device();
    let (waits, records) = (stream(), stream());
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtCreateNotify.unwrap()(&mut notify, 0) });
    check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, waits, 0) });
    let (stream, told) = (waits.addr(), notify.addr());
    let later = std::thread::spawn(move || {
        on(device);
        check(synchronize(std::ptr::without_provenance_mut(stream)));
        told
    });
    let ran = counter();
    launch(records, ran);
    check(unsafe { ACL.aclrtRecordNotify.unwrap()(notify, records) });
    assert_eq!(later.join().unwrap(), told);
    assert_eq!(count(ran), 1);
}

#[test]
fn a_value_in_memory_is_written_for_who_waits_for_it() {
    alone("process_that_waits_for_a_value");
}

#[test]
#[ignore = "a process of another test"]
fn process_that_waits_for_a_value() {
    device();
    let (waits, writes) = (stream(), stream());
    let mut word: *mut c_void = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut word, 64, ascend_npu_sys::aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    check(unsafe { (ACL.aclrtMemset)(word, 64, 0, 64) });
    check(unsafe { ACL.aclrtValueWait.unwrap()(word, 7, 1, waits) });
    check(unsafe { ACL.aclrtValueWrite.unwrap()(word, 7, 0, writes) });
    assert_eq!(synchronize(waits), aclError::SUCCESS);
}
