//! Devices, contexts, streams, events and host functions, through the C interface.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals; bad handles are what is tested"
)]

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{self, Kind, Settings, configure};
use ascend_npu_sys::{
    ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, Acl, Symbols, aclError, aclrtContext, aclrtEvent, aclrtEventRecordedStatus,
    aclrtStream, aclrtStreamStatus,
};
use once_cell::sync::Lazy;

static ACL: Lazy<Acl> = Lazy::new(|| {
    let mut settings = Settings::default();
    settings.devices = 32;
    configure(settings).unwrap();
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, aclError::SUCCESS);
    acl
});

const HELD: Duration = Duration::from_millis(60);

fn on(device: i32) {
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(device) }, aclError::SUCCESS);
}

fn text() -> String {
    let text = unsafe { (ACL.aclGetRecentErrMsg)() };
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

#[track_caller]
fn check(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

fn event(flag: u32) -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, flag) });
    event
}

fn is_recorded(event: aclrtEvent) -> bool {
    let mut status = aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY;
    check(unsafe { (ACL.aclrtQueryEventStatus)(event, &mut status) });
    status == aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE
}

fn is_idle(stream: aclrtStream) -> bool {
    let mut status = aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY;
    check(unsafe { (ACL.aclrtStreamQuery)(stream, &mut status) });
    status == aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE
}

fn context() -> aclrtContext {
    let mut context = null_mut();
    check(unsafe { (ACL.aclrtGetCurrentContext)(&mut context) });
    context
}

fn synchronize(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

/// A host function that adds one.
unsafe extern "C" fn add_one(count: *mut c_void) {
    unsafe { &*count.cast::<AtomicU32>() }.fetch_add(1, Ordering::AcqRel);
}

fn launch(stream: aclrtStream, count: &'static AtomicU32) {
    let argument = std::ptr::from_ref(count).cast_mut().cast();
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(add_one), argument) });
}

fn counter() -> &'static AtomicU32 {
    Box::leak(Box::new(AtomicU32::new(0)))
}

#[test]
fn a_thread_without_a_context_is_told_so() {
    Lazy::force(&ACL);
    thread::spawn(|| {
        let mut stream = null_mut();
        assert_eq!(unsafe { (ACL.aclrtCreateStream)(&mut stream) }, aclError::RT_CONTEXT_NULL);
        assert!(text().contains("this thread has no context"));
        assert_eq!(text(), "", "a text is taken once");
        let mut device = -1;
        assert_eq!(unsafe { (ACL.aclrtGetDevice)(&mut device) }, aclError::RT_CONTEXT_NULL);
    })
    .join()
    .unwrap();
}

#[test]
fn texts_belong_to_their_thread_and_the_newest_comes_first() {
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(77) }, aclError::RT_INVALID_DEVICEID);
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(-1) }, aclError::RT_INVALID_DEVICEID);
    thread::spawn(|| assert_eq!(text(), "")).join().unwrap();
    let text = text();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].contains("device -1 was asked for"), "{text}");
    assert!(lines[1].contains("device 77 was asked for; this process sees 32 devices"), "{text}");
}

#[test]
fn a_second_start_is_counted_and_says_so() {
    assert_eq!(unsafe { (ACL.aclInit)(null()) }, aclError::REPEAT_INITIALIZE);
}

#[test]
fn all_threads_that_set_a_device_share_its_context() {
    on(1);
    let mine = context().addr();
    let others = thread::spawn(|| {
        on(1);
        context().addr()
    });
    assert_eq!(others.join().unwrap(), mine);
    on(2);
    assert_ne!(context().addr(), mine);
}

#[test]
fn a_stream_works_only_in_its_own_context() {
    on(3);
    let first = stream();
    let mut own = null_mut();
    check(unsafe { (ACL.aclrtCreateContext)(&mut own, 3) });
    assert_eq!(context(), own, "a new context is the thread's");
    let event = event(ACL_EVENT_SYNC);
    assert_eq!(unsafe { (ACL.aclrtRecordEvent)(event, first) }, aclError::RT_STREAM_CONTEXT);
    assert!(text().contains("the stream is of another context"));
    assert_eq!(unsafe { (ACL.aclrtDestroyStream)(first) }, aclError::RT_STREAM_CONTEXT);
    // Waiting is allowed from any context.
    check(synchronize(first));
    check(unsafe { (ACL.aclrtDestroyContext)(own) });
    let mut none = null_mut();
    assert_eq!(unsafe { (ACL.aclrtGetCurrentContext)(&mut none) }, aclError::RT_CONTEXT_NULL);
    on(3);
    check(unsafe { (ACL.aclrtRecordEvent)(event, first) });
    check(unsafe { (ACL.aclrtDestroyStream)(first) });
    check(unsafe { (ACL.aclrtDestroyEvent)(event) });
}

#[test]
fn a_device_is_reset_with_its_last_user() {
    on(4);
    on(4);
    let before = context();
    let _stream = stream();
    check(unsafe { (ACL.aclrtResetDevice)(4) });
    assert_eq!(context(), before);
    check(unsafe { (ACL.aclrtResetDevice)(4) });
    assert_eq!(control::usage(4).streams, 0, "its streams are gone");
    assert_eq!(unsafe { (ACL.aclrtResetDevice)(4) }, aclError::RT_CONTEXT_RELEASE_ERROR);
    let mut context = null_mut();
    assert_eq!(unsafe { (ACL.aclrtGetCurrentContext)(&mut context) }, aclError::RT_CONTEXT_NULL);
}

#[test]
fn handles_that_never_were_are_refused() {
    on(5);
    let wrong = std::ptr::without_provenance_mut::<c_void>(0x70);
    assert_eq!(synchronize(wrong), aclError::RT_STREAM_CONTEXT);
    assert_eq!(unsafe { (ACL.aclrtRecordEvent)(wrong, null_mut()) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { (ACL.aclrtDestroyEvent)(wrong) }, aclError::RT_PARAM_INVALID);
    assert_eq!(unsafe { (ACL.aclrtSetCurrentContext)(wrong) }, aclError::RT_CONTEXT_NULL);
    assert_eq!(unsafe { (ACL.aclrtDestroyStream)(null_mut()) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtCreateStream)(null_mut()) }, aclError::INVALID_PARAM);
}

#[test]
fn nothing_runs_in_the_thread_that_queues_and_order_is_kept() {
    on(6);
    let (stream, count) = (stream(), counter());
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    for _ in 0..3 {
        launch(stream, count);
    }
    assert_eq!(count.load(Ordering::Acquire), 0);
    assert!(!is_idle(stream));
    check(synchronize(stream));
    assert_eq!(count.load(Ordering::Acquire), 3);
    assert!(is_idle(stream));
    check(unsafe { (ACL.aclrtDestroyStream)(stream) });
}

#[test]
fn a_timeout_ends_the_wait_and_not_the_work() {
    on(7);
    let (stream, count) = (stream(), counter());
    let event = event(ACL_EVENT_SYNC);
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    launch(stream, count);
    check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
    assert_eq!(unsafe { (ACL.aclrtSynchronizeStreamWithTimeout)(stream, 1) }, aclError::RT_STREAM_SYNC_TIMEOUT);
    let wait = ACL.aclrtSynchronizeEventWithTimeout.unwrap();
    assert_eq!(unsafe { wait(event, 1) }, aclError::RT_EVENT_SYNC_TIMEOUT);
    for refused in [0, -2] {
        assert_eq!(unsafe { (ACL.aclrtSynchronizeStreamWithTimeout)(stream, refused) }, aclError::RT_PARAM_INVALID);
        assert_eq!(unsafe { wait(event, refused) }, aclError::RT_PARAM_INVALID);
    }
    check(unsafe { (ACL.aclrtSynchronizeStreamWithTimeout)(stream, -1) });
    assert_eq!(count.load(Ordering::Acquire), 1);
    check(unsafe { wait(event, -1) });
}

#[test]
fn an_event_stands_for_what_was_queued_before_its_record() {
    on(8);
    let (first, second) = (stream(), stream());
    let (event, count) = (event(ACL_EVENT_SYNC), counter());
    assert!(is_recorded(event), "an event never recorded counts as passed");
    check(unsafe { (ACL.aclrtSynchronizeEvent)(event) });
    check(unsafe { (ACL.aclrtStreamWaitEvent)(second, event) });
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    launch(first, count);
    check(unsafe { (ACL.aclrtRecordEvent)(event, first) });
    assert!(!is_recorded(event));
    check(unsafe { (ACL.aclrtStreamWaitEvent)(second, event) });
    // The wait keeps its meaning: recorded again, the event stands for this function too.
    launch(first, count);
    check(unsafe { (ACL.aclrtRecordEvent)(event, first) });
    check(synchronize(second));
    assert_eq!(count.load(Ordering::Acquire), 1);
    assert!(!is_recorded(event));
    check(unsafe { (ACL.aclrtSynchronizeEvent)(event) });
    assert_eq!(count.load(Ordering::Acquire), 2);
    check(unsafe { (ACL.aclrtDestroyEvent)(event) });
}

#[test]
fn a_destroyed_event_is_still_waited_for() {
    on(9);
    let (first, second) = (stream(), stream());
    let (event, count) = (event(ACL_EVENT_SYNC), counter());
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    launch(first, count);
    check(unsafe { (ACL.aclrtRecordEvent)(event, first) });
    check(unsafe { (ACL.aclrtStreamWaitEvent)(second, event) });
    check(unsafe { (ACL.aclrtDestroyEvent)(event) });
    check(synchronize(second));
    assert_eq!(count.load(Ordering::Acquire), 1);
}

#[test]
fn only_events_made_for_it_can_be_waited_for_and_timed() {
    on(10);
    let stream = stream();
    let (untimed, unsynced) = (event(ACL_EVENT_SYNC), event(ACL_EVENT_TIME_LINE));
    assert_eq!(unsafe { (ACL.aclrtStreamWaitEvent)(stream, unsynced) }, aclError::RT_FEATURE_NOT_SUPPORT);
    let mut milliseconds = 0.0;
    let mut elapsed = |start, end| unsafe { (ACL.aclrtEventElapsedTime)(&mut milliseconds, start, end) };
    assert_eq!(elapsed(unsynced, unsynced), aclError::RT_INTERNAL_ERROR, "never recorded");
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    let (start, end) = (event(ACL_EVENT_TIME_LINE), event(ACL_EVENT_TIME_LINE));
    for (event, count) in [(start, counter()), (end, counter())] {
        launch(stream, count);
        check(unsafe { (ACL.aclrtRecordEvent)(event, stream) });
    }
    check(unsafe { (ACL.aclrtRecordEvent)(untimed, stream) });
    assert_eq!(elapsed(start, end), aclError::RT_EVENT_TIMESTAMP_INVALID, "not passed yet");
    check(synchronize(stream));
    assert_eq!(elapsed(untimed, end), aclError::RT_EVENT_TIMESTAMP_INVALID, "no time line");
    check(elapsed(start, end));
    assert!(milliseconds >= 60.0, "{milliseconds}");
    check(unsafe { (ACL.aclrtEventElapsedTime)(&mut milliseconds, end, start) });
    assert!(milliseconds <= -60.0, "reversed: {milliseconds}");
}

#[test]
fn an_event_of_another_device_is_refused() {
    on(11);
    let foreign = event(ACL_EVENT_SYNC);
    on(12);
    let stream = stream();
    assert_eq!(unsafe { (ACL.aclrtRecordEvent)(foreign, stream) }, aclError::RT_PARAM_INVALID);
    assert!(text().contains("the event is of device 11, this thread's context of 12"));
}

#[test]
fn destroying_a_stream_waits_for_its_work_and_force_does_not() {
    on(13);
    let (gentle, forced, count) = (stream(), stream(), counter());
    let _held = control::delay_operations(Kind::HostFunction, HELD);
    launch(gentle, count);
    launch(gentle, count);
    check(unsafe { (ACL.aclrtDestroyStream)(gentle) });
    assert_eq!(count.load(Ordering::Acquire), 2);
    let event = event(ACL_EVENT_SYNC);
    launch(forced, count);
    launch(forced, count);
    check(unsafe { (ACL.aclrtRecordEvent)(event, forced) });
    check(unsafe { (ACL.aclrtDestroyStreamForce)(forced) });
    assert!(count.load(Ordering::Acquire) <= 3, "what had not started is dropped");
    check(unsafe { (ACL.aclrtSynchronizeEvent)(event) });
}

#[test]
fn stopping_on_failure_is_one_way() {
    on(14);
    let stream = stream();
    let set = |mode| unsafe { (ACL.aclrtSetStreamFailureMode)(stream, mode) };
    check(set(0));
    check(set(1));
    check(set(1));
    assert_eq!(set(0), aclError::RT_FEATURE_NOT_SUPPORT);
    assert_eq!(set(7), aclError::RT_PARAM_INVALID);
}

#[test]
fn streams_are_as_many_as_the_device_has() {
    on(15);
    let mut streams: Vec<_> = (0..1984).map(|_| stream()).collect();
    let mut more = null_mut();
    assert_eq!(unsafe { (ACL.aclrtCreateStream)(&mut more) }, aclError::RT_NO_STREAM_RESOURCE);
    assert!(text().contains("device 15 has no stream left of its 1984"));
    let count = counter();
    for &stream in &streams {
        launch(stream, count);
    }
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    assert_eq!(count.load(Ordering::Acquire), 1984);
    check(unsafe { (ACL.aclrtDestroyStream)(streams.pop().unwrap()) });
    streams.push(stream());
    for stream in streams {
        check(unsafe { (ACL.aclrtDestroyStream)(stream) });
    }
    assert_eq!(control::usage(15).streams, 0);
}

#[test]
fn a_host_function_that_blocks_holds_no_worker() {
    static GATE: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn wait_for_gate(_: *mut c_void) {
        while GATE.load(Ordering::Acquire) == 0 {
            thread::sleep(Duration::from_millis(1));
        }
    }
    on(16);
    // More of them than any machine has workers; the one that opens the gate is queued last.
    let blocked: Vec<_> = (0..300).map(|_| stream()).collect();
    for &stream in &blocked {
        check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(wait_for_gate), null_mut()) });
    }
    let free = stream();
    launch(free, &GATE);
    let code = unsafe { (ACL.aclrtSynchronizeStreamWithTimeout)(free, 20_000) };
    // Also where it fails, so that the other tests go on.
    GATE.store(1, Ordering::Release);
    check(code);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
}

#[test]
fn a_call_can_be_made_to_fail_and_is_counted() {
    on(17);
    let before = control::calls("aclrtDestroyEvent");
    let event = event(ACL_EVENT_SYNC);
    control::fail_call("aclrtDestroyEvent", 0, 507_899);
    let code = unsafe { (ACL.aclrtDestroyEvent)(event) };
    // Another test's call may have been the one; then this one went well.
    assert!([507_899, 0].contains(&code.0));
    control::forget_failures();
    assert!(control::calls("aclrtDestroyEvent") > before);
}

#[test]
fn a_host_function_for_which_no_thread_can_be_started_fails_its_stream() {
    let this = std::env::current_exe().unwrap();
    let run = std::process::Command::new(this)
        .args(["child_has_no_room_for_threads", "--exact", "--ignored", "--nocapture"])
        .status();
    assert!(run.unwrap().success());
}

#[test]
#[ignore = "a process of another test"]
fn child_has_no_room_for_threads() {
    on(0);
    let stream = stream();
    let ran = counter();
    check(synchronize(stream));
    // Less room than the stack of a thread takes, and no thread has ended that left one: none starts, and none starts and then
    // finds no room for the rest.
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = pages.split(' ').next().unwrap().parse().unwrap();
    let limit = libc::rlimit { rlim_cur: pages * 4096 + (1 << 20), rlim_max: libc::RLIM_INFINITY };
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) }, 0);
    launch(stream, ran);
    let code = unsafe { (ACL.aclrtSynchronizeStreamWithTimeout)(stream, 20_000) };
    let text = text();
    let unlimited = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &unlimited) }, 0);
    assert_eq!(code, aclError::RT_RESOURCE_ALLOC_FAIL, "{text}");
    assert!(text.contains("a thread of its own"), "{text}");
    launch(stream, ran);
    check(synchronize(stream));
    assert_eq!(ran.load(Ordering::Acquire), 1);
}
