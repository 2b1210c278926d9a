//! Graphs: operations that are captured from streams and run later.

use std::ffi::{CString, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ascend_npu_sys::{
    ACL_EVENT_SYNC, aclError, aclmdlRI, aclmdlRICaptureMode as Mode, aclmdlRICaptureStatus as Status, aclrtEvent,
    aclrtStream,
};

use crate::launches::{Shift, function, load};
use crate::support::*;

const GLOBAL: Mode = Mode::ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
const THREAD_LOCAL: Mode = Mode::ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
const RELAXED: Mode = Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED;

#[track_caller]
fn begin(stream: aclrtStream, mode: Mode) {
    check(call!(aclmdlRICaptureBegin(stream, mode)));
}

fn end(stream: aclrtStream) -> Result<aclmdlRI, aclError> {
    let mut graph = null_mut();
    let code = call!(aclmdlRICaptureEnd(stream, &mut graph));
    if code == OK { Ok(graph) } else { Err(code) }
}

fn run(graph: aclmdlRI, stream: aclrtStream) -> aclError {
    call!(aclmdlRIExecuteAsync(graph, stream))
}

fn event() -> aclrtEvent {
    let mut event = null_mut();
    check(call!(aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_SYNC)));
    event
}

fn status(stream: aclrtStream) -> Status {
    let mut status = Status(9);
    check(call!(aclmdlRICaptureGetInfo(stream, &mut status, null_mut())));
    status
}

fn exchange(mut mode: Mode) -> Mode {
    check(call!(aclmdlRICaptureThreadExchangeMode(&mut mode)));
    mode
}

#[test]
fn what_is_captured_runs_when_the_graph_does() {
    on(52);
    let (queue, memory, host) = (stream(), malloc(1000), pinned(1000));
    let out = pinned(1000);
    let image = load();
    let shift = function(image, c"shift_7");
    check(unsafe { (ACL.aclrtMemset)(memory, 1000, 7, 1000) });
    begin(queue, GLOBAL);
    assert_eq!(status(queue), Status::ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    check(copy_async(memory, host.as_ptr().cast(), 1000, TO_DEVICE, queue));
    let mut given = Shift { out: memory, by: 1, count: 10, data: 0 };
    let args = (&raw mut given).cast();
    let bytes = size_of::<Shift>();
    check(call!(aclrtLaunchKernelWithHostArgs(shift, 3, queue, null_mut(), args, bytes, null_mut(), 0)));
    check(copy_async(out.as_mut_ptr().cast(), memory, 1000, TO_HOST, queue));
    let graph = end(queue).unwrap();
    assert_eq!(status(queue), Status::ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    check(synchronize(queue));
    assert_eq!(download(memory, 4), [7; 4], "nothing has run");
    for round in [1_u8, 2] {
        host.fill(round);
        check(run(graph, queue));
        check(synchronize(queue));
        assert_eq!((out[..10].to_vec(), out[10]), (vec![round + 1; 10], round));
    }
    // On another stream.
    host.fill(9);
    let other = stream();
    check(run(graph, other));
    check(synchronize(other));
    assert_eq!(out[999], 9);
    assert_eq!(call!(aclmdlRIExecute(graph, -1)), aclError::RT_PARAM_INVALID, "only graphs that are built run so");
    check(call!(aclmdlRIDestroy(graph)));
    assert_eq!(run(graph, queue), aclError::RT_INVALID_HANDLE);
    check(call!(aclrtBinaryUnLoad(image)));
}

#[test]
fn a_stream_joins_a_capture_by_an_event_and_is_joined_back() {
    on(53);
    let (first, second, fork, join) = (stream(), stream(), event(), event());
    let (one, other, up, down) = (malloc(100), malloc(100), pinned(100), pinned(100));
    begin(first, GLOBAL);
    check(copy_async(one, up.as_ptr().cast(), 100, TO_DEVICE, first));
    check(call!(aclrtRecordEvent(fork, first)));
    check(call!(aclrtStreamWaitEvent(second, fork)));
    assert_eq!(status(second), Status::ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    check(copy_async(other, one, 100, ON_DEVICE, second));
    assert_eq!(call!(aclrtSynchronizeEvent(fork)), aclError::RT_EVENT_CAPTURED);
    assert_eq!(synchronize(second), aclError::RT_STREAM_CAPTURED);
    assert_eq!(end(second), Err(aclError::RT_STREAM_CAPTURE_UNMATCHED));
    check(call!(aclrtRecordEvent(join, second)));
    check(call!(aclrtStreamWaitEvent(first, join)));
    check(copy_async(down.as_mut_ptr().cast(), other, 100, TO_HOST, first));
    let graph = end(first).unwrap();
    check(call!(aclrtSynchronizeEvent(join)));
    let _late = ascend_npu_mock::control::delay_operations(ascend_npu_mock::control::Kind::CopyDeviceToDevice, LATE);
    for round in [3, 4] {
        up.fill(round);
        check(run(graph, second));
        check(synchronize(second));
        assert_eq!(*down, [round; 100], "both joins were kept");
    }
    check(call!(aclmdlRIDestroy(graph)));
}

const LATE: std::time::Duration = std::time::Duration::from_millis(20);

#[test]
fn a_capture_that_is_not_joined_is_refused() {
    on(54);
    let (first, second, fork) = (stream(), stream(), event());
    let (memory, host) = (malloc(100), pinned(100));
    begin(first, GLOBAL);
    check(call!(aclrtRecordEvent(fork, first)));
    check(call!(aclrtStreamWaitEvent(second, fork)));
    check(copy_async(memory, host.as_ptr().cast(), 100, TO_DEVICE, second));
    assert_eq!(end(first), Err(aclError::RT_STREAM_UNJOINED));
    // Both streams are as before.
    for stream in [first, second] {
        check(copy_async(memory, host.as_ptr().cast(), 100, TO_DEVICE, stream));
        check(synchronize(stream));
    }
    assert_eq!(end(first), Err(aclError::RT_STREAM_NOT_CAPTURED));
}

#[test]
fn what_the_host_cannot_do_with_a_captured_stream_is_refused() {
    on(55);
    let (queue, memory, local) = (stream(), malloc(100), [1_u8; 100]);
    begin(queue, RELAXED);
    assert_eq!(call!(aclmdlRICaptureBegin(queue, GLOBAL)), aclError::RT_STREAM_CAPTURED);
    assert_eq!(synchronize(queue), aclError::RT_STREAM_CAPTURED);
    let mut state = ascend_npu_sys::aclrtStreamStatus(0);
    assert_eq!(call!(aclrtStreamQuery(queue, &mut state)), aclError::RT_STREAM_CAPTURED);
    assert_eq!(call!(aclrtDestroyStream(queue)), aclError::RT_STREAM_CAPTURED);
    let pageable = copy_async(memory, local.as_ptr().cast(), 100, TO_DEVICE, queue);
    assert_eq!(pageable, aclError::RT_PARAM_INVALID);
    let mut graph = null_mut();
    check(call!(aclmdlRICaptureGetInfo(queue, null_mut(), &mut graph)));
    assert_eq!(run(graph, null_mut()), aclError::RT_MODEL_CAPTURED);
    assert_eq!(call!(aclmdlRIDestroy(graph)), aclError::RT_MODEL_CAPTURED);
    let mut status = Status(0);
    assert_eq!(call!(aclmdlRICaptureGetInfo(queue, null_mut(), null_mut())), aclError::INVALID_PARAM);
    assert_eq!(call!(aclmdlRICaptureGetInfo(null_mut(), &mut status, null_mut())), aclError::INVALID_PARAM);
    assert_eq!(call!(aclmdlRICaptureBegin(null_mut(), GLOBAL)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclmdlRICaptureBegin(stream(), Mode(3))), aclError::RT_PARAM_INVALID);
    // An empty graph runs.
    let graph = end(queue).unwrap();
    check(run(graph, queue));
    check(synchronize(queue));
    assert_eq!(call!(aclmdlRIExecute(graph, 0)), aclError::RT_PARAM_INVALID);
    assert_eq!(run(null_mut(), queue), aclError::INVALID_PARAM);
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn modes_say_which_threads_may_copy_at_once() {
    on(56);
    let (queue, memory, local) = (stream(), malloc(8), [1_u8; 8]);
    let address = memory.addr();
    let copy_here = move || {
        let memory = std::ptr::with_exposed_provenance_mut(address);
        copy(memory, local.as_ptr().cast(), 8, TO_DEVICE)
    };
    let copy_elsewhere = |mode: Mode| {
        let there = move || {
            on(56);
            exchange(mode);
            copy_here()
        };
        thread::spawn(there).join().unwrap()
    };
    memory.expose_provenance();
    let refused = aclError::RT_CAPTURE_MODE_NOT_SUPPORT;
    begin(queue, GLOBAL);
    assert_eq!(copy_here(), refused);
    assert_eq!(unsafe { (ACL.aclrtMemset)(memory, 8, 0, 8) }, refused);
    assert_eq!([GLOBAL, THREAD_LOCAL, RELAXED].map(copy_elsewhere), [refused, OK, OK]);
    assert_eq!(
        copy_async(memory, local.as_ptr().cast(), 8, TO_DEVICE, stream()),
        aclError::RT_CAPTURE_MODE_BLOCK_ASYNC
    );
    assert_eq!(exchange(RELAXED), GLOBAL);
    assert_eq!(copy_here(), OK);
    assert_eq!(exchange(GLOBAL), RELAXED);
    end(queue).unwrap();
    begin(queue, THREAD_LOCAL);
    assert_eq!(copy_here(), refused);
    assert_eq!([GLOBAL, THREAD_LOCAL].map(copy_elsewhere), [OK, OK]);
    end(queue).unwrap();
    begin(queue, RELAXED);
    assert_eq!((copy_here(), copy_elsewhere(GLOBAL)), (OK, OK));
    let mut wrong = Mode(7);
    assert_eq!(call!(aclmdlRICaptureThreadExchangeMode(&mut wrong)), aclError::RT_PARAM_INVALID);
    end(queue).unwrap();
}

#[test]
fn a_capture_ends_on_the_thread_that_began_it_unless_it_is_relaxed() {
    on(57);
    let queue = stream();
    queue.expose_provenance();
    let elsewhere = |address: usize| {
        let there = move || {
            on(57);
            end(std::ptr::with_exposed_provenance_mut(address)).map(|graph| graph.addr())
        };
        thread::spawn(there).join().unwrap()
    };
    begin(queue, GLOBAL);
    assert_eq!(elsewhere(queue.addr()), Err(aclError::RT_STREAM_CAPTURE_WRONG_THREAD));
    begin(queue, RELAXED);
    assert!(elsewhere(queue.addr()).is_ok());
}

#[test]
fn a_call_that_fails_in_a_capture_makes_it_invalid() {
    on(58);
    let (one, two, inside, outside) = (stream(), stream(), event(), event());
    // An event that was recorded outside, and has not passed.
    let gate = Gate::close(two);
    check(call!(aclrtRecordEvent(outside, two)));
    begin(one, RELAXED);
    assert_eq!(call!(aclrtStreamWaitEvent(one, outside)), aclError::RT_CAPTURE_DEPENDENCY);
    assert_eq!(status(one), Status::ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
    assert_eq!(call!(aclrtRecordEvent(inside, one)), aclError::RT_STREAM_CAPTURE_INVALIDATED);
    assert_eq!(end(one), Err(aclError::RT_STREAM_CAPTURE_INVALIDATED));
    gate.open();
    check(synchronize(two));
    // Two captures may not meet.
    begin(one, RELAXED);
    begin(two, RELAXED);
    check(call!(aclrtRecordEvent(inside, one)));
    assert_eq!(call!(aclrtStreamWaitEvent(two, inside)), aclError::STREAM_CAPTURE_CONFLICT);
    for stream in [one, two] {
        assert_eq!(end(stream), Err(aclError::RT_STREAM_CAPTURE_INVALIDATED));
    }
}

#[test]
fn a_fault_in_a_graph_is_told_by_the_stream_that_ran_it() {
    on(59);
    let (first, second, fork, join) = (stream(), stream(), event(), event());
    let (memory, host) = (malloc(100), pinned(100));
    begin(first, GLOBAL);
    check(call!(aclrtRecordEvent(fork, first)));
    check(call!(aclrtStreamWaitEvent(second, fork)));
    check(copy_async(memory, host.as_ptr().cast(), 100, TO_DEVICE, second));
    check(call!(aclrtRecordEvent(join, second)));
    check(call!(aclrtStreamWaitEvent(first, join)));
    let graph = end(first).unwrap();
    check(run(graph, first));
    check(synchronize(first));
    check(free(memory));
    check(run(graph, first));
    assert_eq!(synchronize(first), aclError::RT_MODEL_EXECUTE);
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn a_graph_is_printed_as_a_trace() {
    on(60);
    let (queue, memory, host) = (stream(), malloc(100), pinned(100));
    begin(queue, GLOBAL);
    check(copy_async(memory, host.as_ptr().cast(), 100, TO_DEVICE, queue));
    let graph = end(queue).unwrap();
    let path = std::env::temp_dir().join(format!("ascend-npu-mock-graph-{}.json", std::process::id()));
    let name = CString::new(path.to_str().unwrap()).unwrap();
    check(call!(aclmdlRIDebugJsonPrint(graph, name.as_ptr(), 1)));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(text.contains("traceEvents") && text.contains("aclrtMemcpyAsync"), "{text}");
    assert_eq!(call!(aclmdlRIDebugJsonPrint(graph, name.as_ptr(), 2)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclmdlRIDebugJsonPrint(graph, std::ptr::null(), 0)), aclError::INVALID_PARAM);
    let nowhere = call!(aclmdlRIDebugJsonPrint(graph, c"/nowhere/at/all".as_ptr(), 0));
    assert_eq!(nowhere, aclError::RT_PARAM_INVALID);
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn events_of_the_older_families_are_captured_too() {
    on(61);
    let (first, second) = (stream(), stream());
    let (memory, up, down) = (malloc(100), pinned(100), pinned(100));
    let older = || {
        let mut event = null_mut();
        check(call!(aclrtCreateEventWithFlag(&mut event, ACL_EVENT_SYNC)));
        event
    };
    let mut join = null_mut();
    check(call!(aclrtCreateEvent(&mut join)));
    let fork = older();
    begin(first, GLOBAL);
    check(copy_async(memory, up.as_ptr().cast(), 100, TO_DEVICE, first));
    check(call!(aclrtRecordEvent(fork, first)));
    check(call!(aclrtStreamWaitEvent(second, fork)));
    check(call!(aclrtResetEvent(fork, second)));
    check(copy_async(down.as_mut_ptr().cast(), memory, 100, TO_HOST, second));
    check(call!(aclrtRecordEvent(join, second)));
    check(call!(aclrtStreamWaitEvent(first, join)));
    let graph = end(first).unwrap();
    for round in [5, 6] {
        up.fill(round);
        check(run(graph, first));
        check(synchronize(first));
        assert_eq!(*down, [round; 100]);
    }
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn host_functions_and_external_events_are_parts_of_a_graph() {
    unsafe extern "C" fn count(counter: *mut c_void) {
        unsafe { &*counter.cast::<AtomicU32>() }.fetch_add(1, Ordering::Relaxed);
    }
    on(62);
    let (queue, other, before, after) = (stream(), stream(), event(), event());
    let (memory, up, down) = (malloc(100), pinned(100), pinned(100));
    let counter = AtomicU32::new(0);
    assert_eq!(call!(aclrtRecordEventWithFlag(after, queue, 1)), aclError::RT_STREAM_NOT_CAPTURED);
    assert_eq!(call!(aclrtStreamWaitEventWithFlag(queue, before, 0, 1)), aclError::RT_STREAM_NOT_CAPTURED);
    begin(queue, GLOBAL);
    check(call!(aclrtStreamWaitEventWithFlag(queue, before, 0, 1)));
    check(copy_async(memory, up.as_ptr().cast(), 100, TO_DEVICE, queue));
    check(call!(aclrtLaunchHostFunc(queue, Some(count), (&raw const counter).cast_mut().cast())));
    check(call!(aclrtRecordEventWithFlag(after, queue, 1)));
    let graph = end(queue).unwrap();
    assert_eq!(counter.load(Ordering::Relaxed), 0);
    for round in [1, 2] {
        let gate = Gate::close(other);
        check(call!(aclrtRecordEvent(before, other)));
        check(run(graph, queue));
        check(call!(aclrtStreamWaitEvent(other, after)));
        check(copy_async(down.as_mut_ptr().cast(), memory, 100, TO_HOST, other));
        // The graph waits for the event that was recorded outside before it ran.
        up.fill(round);
        gate.open();
        check(synchronize(other));
        assert_eq!(*down, [round; 100]);
        assert_eq!(counter.load(Ordering::Relaxed), u32::from(round));
    }
    check(call!(aclmdlRIDestroy(graph)));
}
