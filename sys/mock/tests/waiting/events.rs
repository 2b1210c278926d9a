//! Events of the three families.

use std::env;
use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::{
    ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL, ACL_EVENT_IPC, ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, aclError,
    aclrtEvent, aclrtEventRecordedStatus, aclrtEventStatus, aclrtEventWaitStatus, aclrtIpcEventHandle,
};

use crate::child::{begin, end};
use crate::common::{ACL, HELD, check, count, counter, is_idle, launch, on, refused, stream, synchronize, text};

fn legacy() -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEvent)(&mut event) });
    event
}

pub fn flagged(flag: u32) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, flag) });
    event
}

fn reusable(flag: u32) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, flag) });
    event
}

pub fn record(event: aclrtEvent, stream: *mut c_void) {
    check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
}

fn is_recorded(event: aclrtEvent) -> bool {
    let mut status = aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY;
    check(unsafe { (ACL.aclrtQueryEventStatus)(event, &mut status) });
    status == aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE
}

fn is_complete(event: aclrtEvent) -> Result<bool, aclError> {
    let mut status = aclrtEventStatus::ACL_EVENT_STATUS_RESERVED;
    match unsafe { (ACL.aclrtQueryEvent)(event, &mut status) } {
        aclError::SUCCESS => Ok(status == aclrtEventStatus::ACL_EVENT_STATUS_COMPLETE),
        code => Err(code),
    }
}

fn waits_are_over(event: aclrtEvent) -> Result<bool, aclError> {
    let mut status = aclrtEventWaitStatus::ACL_EVENT_WAIT_STATUS_RESERVED;
    match unsafe { (ACL.aclrtQueryEventWaitStatus)(event, &mut status) } {
        aclError::SUCCESS => Ok(status == aclrtEventWaitStatus::ACL_EVENT_WAIT_STATUS_COMPLETE),
        code => Err(code),
    }
}

#[test]
fn before_any_record_the_families_differ() {
    on(1);
    let stream = stream();
    let (old, flag, new) = (legacy(), flagged(ACL_EVENT_SYNC), reusable(ACL_EVENT_SYNC));
    assert!(!is_recorded(old));
    assert!(!is_recorded(flag));
    assert!(is_recorded(new));
    assert_eq!(is_complete(old), Ok(true));
    assert_eq!(is_complete(flag), Ok(true));
    assert_eq!(is_complete(new), Err(aclError::RT_FEATURE_NOT_SUPPORT));
    assert_eq!(waits_are_over(new), Err(aclError::RT_FEATURE_NOT_SUPPORT));
    text();
    let wait = |event| unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) };
    refused(wait(old), aclError::RT_PARAM_INVALID, "EE1018: the event was never recorded");
    check(wait(new));
    assert!(is_idle(stream));
    for event in [old, flag, new] {
        check(unsafe { (ACL.aclrtSynchronizeEvent)(event) });
    }
}

#[test]
fn a_flag_event_is_waited_for_before_its_record_and_stays_up_until_its_reset() {
    on(2);
    let (first, second) = (stream(), stream());
    let (event, ran) = (flagged(ACL_EVENT_SYNC), counter());
    check(unsafe { (ACL.aclrtStreamWaitEvent)(second, event) });
    launch(second, ran);
    assert_eq!(waits_are_over(event), Ok(false));
    assert!(!is_idle(second));
    record(event, first);
    check(synchronize(second));
    assert_eq!(count(ran), 1);
    assert_eq!(waits_are_over(event), Ok(true));
    // Up still: a wait passes, though nothing was recorded again.
    check(unsafe { (ACL.aclrtStreamWaitEvent)(second, event) });
    check(synchronize(second));
    check(unsafe { (ACL.aclrtResetEvent)(event, second) });
    // A record that overtook the reset would be lost.
    check(synchronize(second));
    check(unsafe { (ACL.aclrtStreamWaitEvent)(second, event) });
    launch(second, ran);
    assert_eq!(count(ran), 1);
    record(event, first);
    check(synchronize(second));
    assert_eq!(count(ran), 2);
}

#[test]
fn only_flag_events_are_reset() {
    on(3);
    let reset = |event| unsafe { (ACL.aclrtResetEvent)(event, null_mut()) };
    assert_eq!(reset(reusable(ACL_EVENT_SYNC)), aclError::RT_FEATURE_NOT_SUPPORT);
    assert_eq!(reset(flagged(ACL_EVENT_TIME_LINE)), aclError::RT_FEATURE_NOT_SUPPORT);
    check(reset(flagged(ACL_EVENT_SYNC)));
}

#[test]
fn flags_of_events_are_checked() {
    on(4);
    let mut event = null_mut();
    let mut with = |flag| unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, flag) };
    assert_eq!(with(0), aclError::RT_PARAM_INVALID);
    assert_eq!(with(ACL_EVENT_IPC), aclError::RT_PARAM_INVALID);
    assert_eq!(with(ACL_EVENT_EXTERNAL | ACL_EVENT_SYNC), aclError::RT_PARAM_INVALID);
    check(with(ACL_EVENT_EXTERNAL));
    let mut ex = |flag| unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, flag) };
    assert_eq!(ex(0), aclError::RT_PARAM_INVALID);
    assert_eq!(ex(ACL_EVENT_EXTERNAL), aclError::RT_PARAM_INVALID);
    assert_eq!(ex(ACL_EVENT_IPC | ACL_EVENT_SYNC), aclError::RT_PARAM_INVALID);
    check(ex(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE));
    let device_only = flagged(ACL_EVENT_DEVICE_USE_ONLY);
    assert_eq!(unsafe { (ACL.aclrtRecordEvent)(device_only, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { (ACL.aclrtRecordEvent)(null_mut(), null_mut()) }, aclError::INVALID_PARAM);
}

#[test]
fn a_legacy_event_takes_its_number_at_its_record_and_is_timed() {
    on(5);
    let stream = stream();
    let (start, end, ran) = (legacy(), legacy(), counter());
    let mut id = 0;
    let mut number = |event| unsafe { ACL.aclrtGetEventId.unwrap()(event, &mut id) };
    assert_eq!(number(start), aclError::RT_PARAM_INVALID);
    let mut stamp = 0;
    let mut at = |event| unsafe { ACL.aclrtEventGetTimestamp.unwrap()(event, &mut stamp) };
    assert_eq!(at(start), aclError::RT_INTERNAL_ERROR);
    record(start, stream);
    check(number(start));
    launch(stream, ran);
    record(end, stream);
    check(synchronize(stream));
    let mut milliseconds = -1.0;
    check(unsafe { (ACL.aclrtEventElapsedTime)(&mut milliseconds, start, end) });
    assert!(milliseconds >= 0.0);
    check(at(end));
}

#[test]
fn hardware_events_are_limited_and_come_back() {
    on(6);
    let available = || {
        let mut left = 0;
        check(unsafe { ACL.aclrtGetEventAvailNum.unwrap()(&mut left) });
        left
    };
    assert_eq!(available(), 65536);
    let mut events: Vec<_> = (0..65536).map(|_| flagged(ACL_EVENT_SYNC)).collect();
    assert_eq!(available(), 0);
    let mut more = null_mut();
    refused(
        unsafe { (ACL.aclrtCreateEventWithFlag)(&mut more, ACL_EVENT_SYNC) },
        aclError::RT_NO_EVENT_RESOURCE,
        "device 6 has no event left of its 65536",
    );
    // Reusable events and those that only tell the time need none.
    reusable(ACL_EVENT_SYNC);
    flagged(ACL_EVENT_TIME_LINE);
    check(unsafe { (ACL.aclrtDestroyEvent)(events.pop().unwrap()) });
    events.push(flagged(ACL_EVENT_SYNC));
    for event in events {
        check(unsafe { (ACL.aclrtDestroyEvent)(event) });
    }
    assert_eq!(available(), 65536);
}

#[test]
fn a_wait_that_takes_too_long_fails_its_stream_and_nothing_else() {
    on(7);
    let (waiting, other) = (stream(), stream());
    let (event, ran) = (flagged(ACL_EVENT_SYNC), counter());
    let wait = ACL.aclrtStreamWaitEventWithTimeout.unwrap();
    assert_eq!(unsafe { wait(waiting, event, -1) }, aclError::RT_PARAM_INVALID);
    text();
    check(unsafe { wait(waiting, event, 1) });
    launch(waiting, ran);
    refused(synchronize(waiting), aclError::RT_TASK_TIMEOUT, "a stream waited 1 s for an event");
    // The context continues on failure: what came after ran all the same.
    assert_eq!(count(ran), 1);
    check(synchronize(other));
}

#[test]
fn external_waits_and_records_are_of_graphs() {
    on(8);
    let event = reusable(ACL_EVENT_SYNC);
    let record = ACL.aclrtRecordEventWithFlag.unwrap();
    assert_eq!(unsafe { record(event, null_mut(), 1) }, aclError::RT_STREAM_NOT_CAPTURED);
    assert_eq!(unsafe { record(event, null_mut(), 2) }, aclError::INVALID_PARAM);
    check(unsafe { record(event, null_mut(), 0) });
    let wait = ACL.aclrtStreamWaitEventWithFlag.unwrap();
    assert_eq!(unsafe { wait(null_mut(), event, 5, 1) }, aclError::INVALID_PARAM);
    check(unsafe { wait(null_mut(), event, 5, 0) });
    check(synchronize(null_mut()));
}

fn handle(event: aclrtEvent) -> aclrtIpcEventHandle {
    let mut handle = aclrtIpcEventHandle { reserved: [0; 64] };
    check(unsafe { ACL.aclrtIpcGetEventHandle.unwrap()(event, &mut handle) });
    handle
}

/// Runs a test of this binary in a process of its own, with a word for it.
#[test]
fn an_event_is_waited_for_in_another_process() {
    on(9);
    let (stream, ran) = (stream(), counter());
    let shared = reusable(ACL_EVENT_IPC);
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    launch(stream, ran);
    record(shared, stream);
    assert!(!is_recorded(shared));
    let bytes: Vec<u8> =
        handle(shared).reserved.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8).collect();
    end(begin("events::child_waits_for_an_event", &[("CHILD_WORD", std::str::from_utf8(&bytes).unwrap())]));
    assert_eq!(count(ran), 1, "the other process ended after the record");
    check(unsafe { (ACL.aclrtSynchronizeEvent)(shared) });
    let mut time = 0;
    let stamp = ACL.aclrtEventGetTimestamp.unwrap();
    assert_eq!(unsafe { stamp(shared, &mut time) }, aclError::RT_FEATURE_NOT_SUPPORT);
    assert_eq!(unsafe { (ACL.aclrtResetEvent)(shared, null_mut()) }, aclError::RT_FEATURE_NOT_SUPPORT);
}

#[test]
#[ignore = "a process of another test"]
fn child_waits_for_an_event() {
    on(0);
    let mut reserved = [0; 64];
    for (to, from) in reserved.iter_mut().zip(env::var("CHILD_WORD").unwrap().bytes()) {
        *to = from as std::ffi::c_char;
    }
    let mut event = null_mut();
    check(unsafe { ACL.aclrtIpcOpenEventHandle.unwrap()(aclrtIpcEventHandle { reserved }, &mut event) });
    let stream = stream();
    check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) });
    check(synchronize(stream));
    check(unsafe { (ACL.aclrtSynchronizeEvent)(event) });
    assert!(is_recorded(event));
    check(unsafe { (ACL.aclrtDestroyEvent)(event) });
}

#[test]
fn a_handle_that_never_was_opens_nothing() {
    on(10);
    let mut event = null_mut();
    let open = ACL.aclrtIpcOpenEventHandle.unwrap();
    assert_eq!(unsafe { open(aclrtIpcEventHandle { reserved: [1; 64] }, &mut event) }, aclError::RT_PARAM_INVALID);
    let mut handle = aclrtIpcEventHandle { reserved: [0; 64] };
    let of_another = unsafe { ACL.aclrtIpcGetEventHandle.unwrap()(reusable(ACL_EVENT_SYNC), &mut handle) };
    assert_eq!(of_another, aclError::RT_PARAM_INVALID);
}
