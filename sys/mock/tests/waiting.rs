//! What a stream can wait for: events of the three families, notifies, values in memory, callbacks.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

mod common;

use std::ffi::c_void;
use std::process::Command;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, thread};

use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::{
    ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL, ACL_EVENT_IPC, ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE,
    ACL_STREAM_WAIT_VALUE_AND, ACL_STREAM_WAIT_VALUE_EQ, ACL_STREAM_WAIT_VALUE_GEQ, ACL_STREAM_WAIT_VALUE_NOR,
    aclError, aclrtCallbackBlockType, aclrtEvent, aclrtEventRecordedStatus, aclrtEventStatus, aclrtEventWaitStatus,
    aclrtIpcEventHandle, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtNotify,
};
use common::{
    ACL, HELD, add_one, argument, check, count, counter, is_idle, launch, on, refused, stream, synchronize, text, until,
};

fn legacy() -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEvent)(&mut event) });
    event
}

fn flagged(flag: u32) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, flag) });
    event
}

fn reusable(flag: u32) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, flag) });
    event
}

fn record(event: aclrtEvent, stream: *mut c_void) {
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
fn run_in_child(test: &str, word: &str) -> std::process::Child {
    let this = env::current_exe().unwrap();
    Command::new(this).args([test, "--exact", "--ignored", "--nocapture"]).env("CHILD_WORD", word).spawn().unwrap()
}

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
    let mut child = run_in_child("child_waits_for_an_event", std::str::from_utf8(&bytes).unwrap());
    assert!(child.wait().unwrap().success());
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

fn notify() -> aclrtNotify {
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtCreateNotify.unwrap()(&mut notify, 0) });
    notify
}

fn wait_for(notify: aclrtNotify, stream: *mut c_void, seconds: u32) {
    check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, stream, seconds) });
}

fn set(notify: aclrtNotify, stream: *mut c_void) {
    check(unsafe { ACL.aclrtRecordNotify.unwrap()(notify, stream) });
}

#[test]
fn one_record_of_a_notify_is_for_one_wait() {
    on(11);
    let (first, second, third) = (stream(), stream(), stream());
    let (notify, ran) = (notify(), counter());
    for stream in [first, second] {
        wait_for(notify, stream, 0);
        launch(stream, ran);
    }
    set(notify, third);
    check(synchronize(third));
    until(|| count(ran) == 1);
    // The stream goes on a moment after its function has returned.
    until(|| is_idle(first) != is_idle(second));
    set(notify, third);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(count(ran), 2);
    // It stays set until somebody waits, and two records are not counted twice.
    set(notify, third);
    set(notify, third);
    wait_for(notify, third, 0);
    check(synchronize(third));
    wait_for(notify, first, 1);
    refused(synchronize(first), aclError::RT_TASK_TIMEOUT, "a stream waited 1 s for notify");
    check(unsafe { ACL.aclrtDestroyNotify.unwrap()(notify) });
    assert_eq!(unsafe { ACL.aclrtDestroyNotify.unwrap()(notify) }, aclError::RT_PARAM_INVALID);
}

#[test]
fn a_notify_joins_devices_and_only_its_own_waits() {
    on(12);
    let (waiting, notify, ran) = (stream(), notify(), counter());
    wait_for(notify, waiting, 0);
    launch(waiting, ran);
    on(13);
    let other = stream();
    let wait = ACL.aclrtWaitAndResetNotify.unwrap();
    refused(unsafe { wait(notify, other, 0) }, aclError::RT_PARAM_INVALID, "the notify is of device 12");
    set(notify, other);
    check(synchronize(waiting));
    assert_eq!(count(ran), 1);
}

#[test]
fn notifies_are_as_many_as_the_device_has() {
    on(14);
    let notifies: Vec<_> = (0..8192).map(|_| notify()).collect();
    let mut id = 0;
    check(unsafe { ACL.aclrtGetNotifyId.unwrap()(notifies[8191], &mut id) });
    assert_eq!(id, 8191);
    let mut more = null_mut();
    let code = unsafe { ACL.aclrtCreateNotify.unwrap()(&mut more, 0) };
    refused(code, aclError::RT_NO_NOTIFY_RESOURCE, "device 14 has no notify left of its 8192");
    for notify in notifies {
        check(unsafe { ACL.aclrtDestroyNotify.unwrap()(notify) });
    }
    notify();
}

fn key(of: aclrtNotify, flags: u64) -> String {
    let mut key = [0; 65];
    check(unsafe { ACL.aclrtNotifyGetExportKey.unwrap()(of, key.as_mut_ptr(), key.len(), flags) });
    key.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8 as char).collect()
}

#[test]
fn a_notify_is_recorded_by_another_process() {
    on(15);
    let (waiting, notify, ran) = (stream(), notify(), counter());
    wait_for(notify, waiting, 0);
    launch(waiting, ran);
    // Exported while a stream waits for it already.
    let mut child = run_in_child("child_records_a_notify", &key(notify, 2));
    check(synchronize(waiting));
    assert_eq!(count(ran), 1);
    assert!(child.wait().unwrap().success());
}

#[test]
#[ignore = "a process of another test"]
fn child_records_a_notify() {
    on(0);
    let key = std::ffi::CString::new(env::var("CHILD_WORD").unwrap()).unwrap();
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtNotifyImportByKey.unwrap()(&mut notify, key.as_ptr(), 0) });
    let stream = stream();
    set(notify, stream);
    check(synchronize(stream));
}

#[test]
fn who_is_not_named_does_not_import_a_notify() {
    on(16);
    let notify = notify();
    let key = std::ffi::CString::new(key(notify, 0)).unwrap();
    let mut imported = null_mut();
    let mut import = || unsafe { ACL.aclrtNotifyImportByKey.unwrap()(&mut imported, key.as_ptr(), 0) };
    refused(import(), aclError::RT_PARAM_INVALID, "this process may not import the notify");
    let mut me = i32::try_from(std::process::id()).unwrap();
    check(unsafe { ACL.aclrtNotifySetImportPid.unwrap()(notify, &mut me, 1) });
    check(import());
    let (stream, ran) = (stream(), counter());
    wait_for(notify, stream, 0);
    launch(stream, ran);
    set(imported, null_mut());
    check(synchronize(stream));
    assert_eq!(count(ran), 1);
}

/// One word of device memory.
fn word(value: u64) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut address, 64, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    write_word(address, value);
    address
}

fn write_word(address: *mut c_void, value: u64) {
    let from = std::ptr::from_ref(&value).cast();
    check(unsafe { (ACL.aclrtMemcpy)(address, 8, from, 8, aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE) });
}

#[test]
fn a_stream_waits_for_a_value_that_another_writes() {
    on(17);
    let (waiting, writing, ran) = (stream(), stream(), counter());
    let wait = ACL.aclrtValueWait.unwrap();
    let write = ACL.aclrtValueWrite.unwrap();
    let cases = [
        (ACL_STREAM_WAIT_VALUE_GEQ, 7, 6, 8),
        (ACL_STREAM_WAIT_VALUE_EQ, 7, 8, 7),
        (ACL_STREAM_WAIT_VALUE_AND, 6, 9, 4),
        (ACL_STREAM_WAIT_VALUE_NOR, u64::MAX - 1, 1, 0),
    ];
    for (place, (flag, value, unmet, met)) in (1..).zip(cases) {
        let address = word(unmet);
        check(unsafe { wait(address, value, flag, waiting) });
        launch(waiting, ran);
        check(unsafe { write(address, unmet, 0, writing) });
        check(synchronize(writing));
        assert!(!is_idle(waiting), "case {place}");
        check(unsafe { write(address, met, 0, writing) });
        check(synchronize(waiting));
        assert_eq!(count(ran), place);
        // A copy does as well.
        write_word(address, unmet);
        check(unsafe { wait(address, value, flag, waiting) });
        write_word(address, met);
        check(synchronize(waiting));
    }
}

#[test]
fn values_that_are_none_are_refused() {
    on(18);
    let wait = ACL.aclrtValueWait.unwrap();
    let write = ACL.aclrtValueWrite.unwrap();
    let address = word(0);
    let mut here = 0_u64;
    let host = std::ptr::from_mut(&mut here).cast();
    assert_eq!(unsafe { wait(null_mut(), 0, 0, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { wait(host, 0, 0, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { wait(address, 0, 4, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { write(address, 0, 1, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { write(address.wrapping_byte_add(1), 0, 0, null_mut()) }, aclError::RT_ADDR_UNALIGNED);
}

#[test]
fn more_waiting_streams_than_any_machine_has_workers_hold_none() {
    on(19);
    let (address, ran) = (word(0), counter());
    let event = flagged(ACL_EVENT_SYNC);
    let streams: Vec<_> = (0..300).map(|_| stream()).collect();
    for (place, &stream) in streams.iter().enumerate() {
        match place % 2 {
            0 => check(unsafe { (ACL.aclrtStreamWaitEvent)(stream, event) }),
            _ => check(unsafe { ACL.aclrtValueWait.unwrap()(address, 1, ACL_STREAM_WAIT_VALUE_EQ, stream) }),
        }
        launch(stream, ran);
    }
    let free = stream();
    check(synchronize(free));
    assert_eq!(count(ran), 0);
    record(event, free);
    check(unsafe { ACL.aclrtValueWrite.unwrap()(address, 1, 0, free) });
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(count(ran), 300);
}

#[test]
fn a_stream_that_waits_can_be_aborted_and_used_again() {
    on(20);
    let (waiting, ran) = (stream(), counter());
    wait_for(notify(), waiting, 0);
    launch(waiting, ran);
    let address = waiting.addr();
    let blocked = thread::spawn(move || {
        on(20);
        let code = synchronize(std::ptr::without_provenance_mut(address));
        (code, text())
    });
    // The thread may come to its wait after the abort: then there is nothing to tell it.
    thread::sleep(HELD);
    check(unsafe { ACL.aclrtStreamAbort.unwrap()(waiting) });
    let (code, text) = blocked.join().unwrap();
    assert!(code == aclError::RT_STREAM_ABORT || code == aclError::SUCCESS, "{code:?} {text}");
    assert_eq!(count(ran), 0, "what was queued is dropped");
    launch(waiting, ran);
    check(synchronize(waiting));
    assert_eq!(count(ran), 1);
}

#[test]
fn stopping_ends_what_waits_and_keeps_what_is_queued() {
    on(21);
    let (waiting, ran) = (stream(), counter());
    wait_for(notify(), waiting, 0);
    launch(waiting, ran);
    let queued = stream();
    check(synchronize(queued));
    until(|| {
        check(unsafe { ACL.aclrtStreamStop.unwrap()(waiting) });
        count(ran) == 1
    });
    check(synchronize(waiting));
    assert_eq!(unsafe { ACL.aclrtStreamStop.unwrap()(null_mut()) }, aclError::RT_PARAM_INVALID);
}

/// A thread that runs callbacks until told to end; its number.
struct Serving {
    thread: Option<thread::JoinHandle<Vec<aclError>>>,
    number: u64,
    ended: &'static AtomicU32,
}

fn serve() -> Serving {
    let (tell, told) = std::sync::mpsc::channel();
    let ended = counter();
    let thread = thread::spawn(move || {
        tell.send(unsafe { libc_pthread_self() }).unwrap();
        let mut codes = Vec::new();
        while count(ended) == 0 {
            codes.push(unsafe { (ACL.aclrtProcessReport)(20) });
        }
        codes
    });
    Serving { thread: Some(thread), number: told.recv().unwrap(), ended }
}

unsafe extern "C" {
    #[link_name = "pthread_self"]
    fn libc_pthread_self() -> u64;
}

impl Serving {
    fn end(mut self) -> Vec<aclError> {
        self.ended.store(1, Ordering::Release);
        self.thread.take().unwrap().join().unwrap()
    }
}

const BLOCK: aclrtCallbackBlockType = aclrtCallbackBlockType::ACL_CALLBACK_BLOCK;
const NO_BLOCK: aclrtCallbackBlockType = aclrtCallbackBlockType::ACL_CALLBACK_NO_BLOCK;

#[test]
fn callbacks_run_on_the_subscribed_thread_in_order() {
    on(22);
    let (stream, ran) = (stream(), counter());
    let serving = serve();
    let launch = |block| unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), block, stream) };
    refused(launch(BLOCK), aclError::RT_STREAM_NO_CB_REG, "has no callback thread");
    check(unsafe { (ACL.aclrtSubscribeReport)(serving.number, stream) });
    refused(
        unsafe { (ACL.aclrtSubscribeReport)(serving.number, stream) },
        aclError::RT_STREAM_SUBSCRIBE,
        "has its callback thread already",
    );
    for block in [BLOCK, NO_BLOCK, BLOCK] {
        check(launch(block));
    }
    check(synchronize(stream));
    assert_eq!(count(ran), 3, "the last one blocked the stream until it had run");
    assert_eq!(launch(aclrtCallbackBlockType(7)), aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtUnSubscribeReport)(serving.number + 1, stream) }, aclError::RT_THREAD_SUBSCRIBE);
    check(unsafe { (ACL.aclrtUnSubscribeReport)(serving.number, stream) });
    assert_eq!(unsafe { (ACL.aclrtUnSubscribeReport)(serving.number, stream) }, aclError::RT_STREAM_SUBSCRIBE);
    let codes = serving.end();
    assert!(codes.iter().all(|code| {
        [aclError::SUCCESS, aclError::RT_REPORT_TIMEOUT, aclError::RT_THREAD_SUBSCRIBE].contains(code)
    }));
    assert!(codes.contains(&aclError::SUCCESS));
}

#[test]
fn a_blocking_callback_holds_its_stream_and_another_kind_does_not() {
    on(23);
    let (blocked, free) = (stream(), stream());
    let (ran, after) = (counter(), counter());
    let me = unsafe { libc_pthread_self() };
    for stream in [blocked, free] {
        check(unsafe { (ACL.aclrtSubscribeReport)(me, stream) });
    }
    check(unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), BLOCK, blocked) });
    check(unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), NO_BLOCK, free) });
    check(synchronize(free));
    assert!(!is_idle(blocked));
    until(|| {
        let code = unsafe { (ACL.aclrtProcessReport)(20) };
        assert!(code == aclError::SUCCESS || code == aclError::RT_REPORT_TIMEOUT);
        count(ran) == 2
    });
    check(synchronize(blocked));
    for refused in [0, -2] {
        assert_eq!(unsafe { (ACL.aclrtProcessReport)(refused) }, aclError::INVALID_PARAM);
    }
    // The two kinds of callbacks are not mixed on a stream.
    let host = ACL.aclrtLaunchHostFunc.unwrap();
    assert_eq!(unsafe { host(blocked, Some(add_one), argument(after)) }, aclError::RT_STREAM_SUBSCRIBE);
    on(24);
    assert_eq!(unsafe { (ACL.aclrtSubscribeReport)(me, stream()) }, aclError::RT_THREAD_SUBSCRIBE);
    on(23);
    for stream in [blocked, free] {
        check(unsafe { (ACL.aclrtDestroyStream)(stream) });
    }
    assert_eq!(unsafe { (ACL.aclrtProcessReport)(20) }, aclError::RT_THREAD_SUBSCRIBE);
    assert_eq!(count(after), 0);
}

#[test]
fn a_stream_whose_callback_nobody_runs_can_be_destroyed() {
    on(25);
    let (stream, ran) = (stream(), counter());
    let me = unsafe { libc_pthread_self() };
    check(unsafe { (ACL.aclrtSubscribeReport)(me, stream) });
    check(unsafe { (ACL.aclrtLaunchCallback)(Some(add_one), argument(ran), BLOCK, stream) });
    check(unsafe { (ACL.aclrtDestroyStreamForce)(stream) });
    assert_eq!(count(ran), 0);
}
