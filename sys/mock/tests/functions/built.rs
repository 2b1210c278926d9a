//! Graphs that are built from streams bound to them, with labels.

use std::ptr::null_mut;
use std::thread;

use ascend_npu_sys::{
    ACL_EVENT_SYNC, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_PERSISTENT, aclError, aclmdlRI, aclmdlRICaptureMode as Mode,
    aclrtLabel, aclrtLabelList, aclrtStream,
};

use crate::support::*;

const HEAD: u32 = 0;
const NOT_HEAD: u32 = 0x7FFF_FFFF;

fn stream_with(flags: u32) -> aclrtStream {
    let mut stream = null_mut();
    check(call!(aclrtCreateStreamWithConfig(&mut stream, 0, flags)));
    stream
}

fn persistent() -> aclrtStream {
    stream_with(ACL_STREAM_PERSISTENT)
}

fn begin() -> aclmdlRI {
    let mut graph = null_mut();
    check(call!(aclmdlRIBuildBegin(&mut graph, 0)));
    graph
}

#[track_caller]
fn bind(graph: aclmdlRI, stream: aclrtStream, flag: u32) {
    check(call!(aclmdlRIBindStream(graph, stream, flag)));
}

#[track_caller]
fn end(graph: aclmdlRI, stream: aclrtStream) {
    check(call!(aclmdlRIEndTask(graph, stream)));
    check(call!(aclmdlRIBuildEnd(graph, null_mut())));
}

fn labels<const COUNT: usize>() -> ([aclrtLabel; COUNT], aclrtLabelList) {
    let mut labels = [null_mut(); COUNT];
    for label in &mut labels {
        check(call!(aclrtCreateLabel(label)));
    }
    let mut list = null_mut();
    check(call!(aclrtCreateLabelList(labels.as_mut_ptr(), COUNT, &mut list)));
    (labels, list)
}

fn fill(memory: *mut std::ffi::c_void, value: i32, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtMemsetAsync)(memory, 1, value, 1, stream) });
}

#[test]
fn what_is_submitted_to_a_bound_stream_runs_when_the_graph_does() {
    on(83);
    let (bound, runner, memory, host) = (persistent(), stream(), malloc(100), pinned(100));
    upload(memory, &[1; 100]);
    let graph = begin();
    bind(graph, bound, HEAD);
    check(copy_async(memory, host.as_ptr().cast(), 100, TO_DEVICE, bound));
    end(graph, bound);
    assert_eq!(download(memory, 100), [1; 100], "nothing has run");
    for round in [2, 3] {
        host.fill(round);
        check(call!(aclmdlRIExecuteAsync(graph, runner)));
        check(synchronize(runner));
        assert_eq!(download(memory, 100), [round; 100]);
    }
    host.fill(4);
    check(call!(aclmdlRIExecute(graph, -1)));
    assert_eq!(download(memory, 100), [4; 100]);
    // Without its stream it does nothing.
    check(call!(aclmdlRIUnbindStream(graph, bound)));
    host.fill(5);
    check(call!(aclmdlRIExecute(graph, 10_000)));
    assert_eq!(download(memory, 100), [4; 100]);
    check(call!(aclmdlRIDestroy(graph)));
    check(unsafe { (ACL.aclrtDestroyStream)(bound) });
    assert_eq!(call!(aclmdlRIExecuteAsync(graph, runner)), aclError::RT_INVALID_HANDLE);
}

#[test]
fn all_streams_that_begin_a_graph_run_and_wait_for_each_others_events() {
    on(84);
    let (one, other, never) = (persistent(), persistent(), persistent());
    let (from, to, host) = (malloc(100), malloc(100), pinned(100));
    let mut event = null_mut();
    check(call!(aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_SYNC)));
    let graph = begin();
    bind(graph, one, HEAD);
    bind(graph, other, HEAD);
    bind(graph, never, NOT_HEAD);
    check(copy_async(from, host.as_ptr().cast(), 100, TO_DEVICE, other));
    check(call!(aclrtRecordEvent(event, other)));
    check(call!(aclrtStreamWaitEvent(one, event)));
    check(copy_async(to, from, 100, ON_DEVICE, one));
    fill(to, 0, never);
    end(graph, one);
    let _late = ascend_npu_mock::control::delay_operations(ascend_npu_mock::control::Kind::CopyHostToDevice, LATE);
    for round in [6, 7] {
        host.fill(round);
        check(call!(aclmdlRIExecute(graph, -1)));
        assert_eq!(download(to, 100), [round; 100]);
    }
    check(call!(aclmdlRIDestroy(graph)));
    // Destroying it freed the streams.
    for stream in [one, other, never] {
        check(unsafe { (ACL.aclrtDestroyStream)(stream) });
    }
}

const LATE: std::time::Duration = std::time::Duration::from_millis(20);

#[test]
fn a_jump_goes_on_at_the_label_that_a_number_in_device_memory_chooses() {
    on(85);
    let (main, branch, runner) = (persistent(), persistent(), stream());
    let (index, memory) = (malloc(4), malloc(4));
    let ([here, there, after], list) = labels::<3>();
    let graph = begin();
    bind(graph, main, HEAD);
    bind(graph, branch, NOT_HEAD);
    fill(memory, 1, main);
    check(call!(aclrtSwitchLabelByIndex(index, 3, list, main)));
    fill(at(memory, 1), 1, main);
    check(call!(aclrtSetLabel(here, main)));
    fill(at(memory, 2), 1, main);
    check(call!(aclrtSetLabel(after, main)));
    check(call!(aclrtSetLabel(there, branch)));
    fill(at(memory, 3), 1, branch);
    end(graph, main);
    // The last label is taken for numbers above it.
    let cases = [(0, [1, 0, 1, 0]), (1, [1, 0, 0, 1]), (2, [1, 0, 0, 0]), (77, [1, 0, 0, 0])];
    for (number, expected) in cases {
        upload(index, &u32::to_ne_bytes(number));
        upload(memory, &[0; 4]);
        check(call!(aclmdlRIExecuteAsync(graph, runner)));
        check(synchronize(runner));
        assert_eq!(download(memory, 4), expected, "index {number}");
    }
    check(call!(aclmdlRIDestroy(graph)));
    check(call!(aclrtDestroyLabelList(list)));
    for label in [here, there, after] {
        check(call!(aclrtDestroyLabel(label)));
    }
}

#[test]
fn a_jump_back_makes_a_loop() {
    on(86);
    let (main, runner) = (persistent(), stream());
    // Each round moves the choices on by one: two jumps back, then the way out.
    let (choices, count) = (malloc(12), malloc(4));
    let one = malloc(4);
    upload(one, &1_i32.to_ne_bytes());
    let ([again, out], list) = labels::<2>();
    let graph = begin();
    bind(graph, main, HEAD);
    check(call!(aclrtSetLabel(again, main)));
    let sum = ascend_npu_sys::aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
    check(call!(aclrtReduceAsync(count, one, 4, sum, ascend_npu_sys::aclDataType::ACL_INT32, main, null_mut())));
    check(copy_async(choices, at(choices, 4), 8, ON_DEVICE, main));
    check(call!(aclrtSwitchLabelByIndex(choices, 2, list, main)));
    check(call!(aclrtSetLabel(out, main)));
    end(graph, main);
    let number = || {
        let mut number = -1;
        check(call!(aclrtStreamGetId(stream(), &mut number)));
        number
    };
    let before = number();
    for _ in 0..20 {
        upload(count, &[0; 4]);
        upload(choices, &[9_u32, 0, 0].map(u32::to_ne_bytes).concat());
        let rounds = [0_u32, 0, 1].map(u32::to_ne_bytes).concat();
        upload(choices, &rounds);
        check(call!(aclmdlRIExecuteAsync(graph, runner)));
        check(synchronize(runner));
        assert_eq!(i32::from_ne_bytes(download(count, 4).try_into().unwrap()), 2);
    }
    assert!(number() - before < 20, "the streams of a run are given back");
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn a_jump_to_a_label_that_is_not_set_is_a_fault_of_the_graph() {
    on(87);
    let (main, runner, index) = (persistent(), stream(), malloc(4));
    upload(index, &0_u32.to_ne_bytes());
    let (_, list) = labels::<1>();
    let graph = begin();
    bind(graph, main, HEAD);
    check(call!(aclrtSwitchLabelByIndex(index, 1, list, main)));
    end(graph, main);
    check(call!(aclmdlRIExecuteAsync(graph, runner)));
    assert_eq!(synchronize(runner), aclError::RT_MODEL_EXECUTE);
    assert!(text().contains("label"));
    check(free(index));
    assert_eq!(call!(aclmdlRIExecute(graph, -1)), aclError::RT_MODEL_EXECUTE, "the number is gone");
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn a_stream_that_cannot_be_bound_is_refused() {
    on(88);
    let graph = begin();
    let refuse = |stream, flag| call!(aclmdlRIBindStream(graph, stream, flag));
    assert_eq!(refuse(stream(), HEAD), aclError::RT_PARAM_INVALID);
    assert_eq!(refuse(null_mut(), HEAD), aclError::RT_PARAM_INVALID);
    assert_eq!(refuse(persistent(), 1), aclError::RT_PARAM_INVALID);
    let fast = stream_with(ACL_STREAM_PERSISTENT | ACL_STREAM_FAST_LAUNCH);
    assert_eq!(refuse(fast, HEAD), aclError::RT_FEATURE_NOT_SUPPORT);
    let captured = persistent();
    check(call!(aclmdlRICaptureBegin(captured, Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED)));
    assert_eq!(refuse(captured, HEAD), aclError::RT_STREAM_CAPTURED);
    let mut other = null_mut();
    check(call!(aclmdlRICaptureEnd(captured, &mut other)));
    assert_eq!(call!(aclmdlRIBindStream(other, persistent(), HEAD)), aclError::RT_PARAM_INVALID, "it is captured");
    let bound = persistent();
    bind(graph, bound, HEAD);
    assert_eq!(refuse(bound, HEAD), aclError::RT_STREAM_MODEL);
    assert_eq!(call!(aclmdlRIBindStream(begin(), bound, HEAD)), aclError::RT_STREAM_MODEL);
    let mode = Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
    assert_eq!(call!(aclmdlRICaptureBegin(bound, mode)), aclError::RT_STREAM_MODEL);
    assert_eq!(unsafe { (ACL.aclrtDestroyStream)(bound) }, aclError::RT_STREAM_MODEL);
    assert_eq!(call!(aclmdlRIUnbindStream(begin(), bound)), aclError::RT_STREAM_MODEL);
    assert_eq!(call!(aclmdlRIUnbindStream(graph, persistent())), aclError::RT_STREAM_MODEL);
    assert_eq!(call!(aclmdlRIBindStream(null_mut(), bound, HEAD)), aclError::INVALID_PARAM);
    assert_eq!(call!(aclmdlRIBuildBegin(null_mut(), 0)), aclError::INVALID_PARAM);
    let mut unused = null_mut();
    assert_eq!(call!(aclmdlRIBuildBegin(&mut unused, 1)), aclError::RT_PARAM_INVALID);
    // Its context, and no other.
    let elsewhere = thread::spawn({
        let (graph, bound) = (graph.addr(), bound.addr());
        move || {
            let handle = std::ptr::without_provenance_mut;
            let mut context = null_mut();
            check(call!(aclrtCreateContext(&mut context, 88)));
            call!(aclmdlRIUnbindStream(handle(graph), handle(bound)))
        }
    });
    assert_eq!(elsewhere.join().unwrap(), aclError::RT_MODEL_CONTEXT);
    check(call!(aclmdlRIDestroy(graph)));
    check(call!(aclmdlRIDestroy(other)));
}

#[test]
fn the_steps_of_building_have_their_order() {
    on(89);
    let (graph, bound, runner) = (begin(), persistent(), stream());
    bind(graph, bound, HEAD);
    assert_eq!(call!(aclmdlRIExecuteAsync(graph, runner)), aclError::RT_MODEL_EXECUTE);
    assert_eq!(call!(aclmdlRIBuildEnd(graph, null_mut())), aclError::RT_MODEL_EXECUTE, "its end is not marked");
    assert_eq!(call!(aclmdlRIEndTask(graph, runner)), aclError::RT_INTERNAL_ERROR, "that one is not bound");
    check(call!(aclmdlRIEndTask(graph, bound)));
    assert_eq!(call!(aclmdlRIBuildEnd(graph, graph)), aclError::INVALID_PARAM);
    check(call!(aclmdlRIBuildEnd(graph, null_mut())));
    let (memory, host) = (malloc(4), pinned(4));
    let late = copy_async(memory, host.as_ptr().cast(), 4, TO_DEVICE, bound);
    assert_eq!(late, aclError::RT_STREAM_MODEL, "the graph is built");
    assert_eq!(call!(aclmdlRIExecuteAsync(graph, bound)), aclError::RT_PARAM_INVALID, "it runs on another stream");
    check(call!(aclmdlRIDestroy(graph)));
}

#[test]
fn wrong_labels_are_refused() {
    on(90);
    let (graph, bound, index) = (begin(), persistent(), malloc(4));
    bind(graph, bound, HEAD);
    let mut lone = null_mut();
    check(call!(aclrtCreateLabel(&mut lone)));
    let internal = aclError::RT_INTERNAL_ERROR;
    assert_eq!(call!(aclrtSetLabel(lone, bound)), internal, "it is in no list");
    let ([label], list) = labels::<1>();
    let mut again = null_mut();
    assert_eq!(call!(aclrtCreateLabelList([label].as_mut_ptr(), 1, &mut again)), internal, "it is in one");
    assert_eq!(call!(aclrtSetLabel(label, stream())), aclError::RT_STREAM_MODEL);
    let elsewhere = thread::spawn({
        let label = label.addr();
        move || {
            let mut context = null_mut();
            check(call!(aclrtCreateContext(&mut context, 90)));
            call!(aclrtSetLabel(std::ptr::without_provenance_mut(label), persistent()))
        }
    });
    assert_eq!(elsewhere.join().unwrap(), aclError::RT_LABEL_CONTEXT);
    check(call!(aclrtSetLabel(label, bound)));
    assert_eq!(call!(aclrtSetLabel(label, bound)), internal, "once is enough");
    let jump = |index, count, list, stream| call!(aclrtSwitchLabelByIndex(index, count, list, stream));
    let invalid = aclError::INVALID_PARAM;
    assert_eq!(jump(null_mut(), 1, list, bound), invalid);
    assert_eq!(jump(index, 1, null_mut(), bound), invalid);
    assert_eq!(jump(index, 1, list, null_mut()), invalid);
    assert_eq!(jump(index, 1, list, stream()), aclError::RT_STREAM_MODEL);
    assert_eq!(jump(index, 0, list, bound), aclError::RT_PARAM_INVALID);
    let host = pinned(4).as_mut_ptr().cast();
    assert_eq!(jump(host, 1, list, bound), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtCreateLabel(null_mut())), invalid);
    assert_eq!(call!(aclrtSetLabel(null_mut(), bound)), invalid);
    assert_eq!(call!(aclrtSetLabel(lone, null_mut())), invalid);
    assert_eq!(call!(aclrtCreateLabelList(null_mut(), 1, &mut again)), invalid);
    let mut one = [lone];
    assert_eq!(call!(aclrtCreateLabelList(one.as_mut_ptr(), 0, &mut again)), aclError::RT_PARAM_INVALID);
    assert_eq!(call!(aclrtCreateLabelList(one.as_mut_ptr(), 65_536, &mut again)), aclError::RT_PARAM_INVALID);
    check(call!(aclrtDestroyLabel(lone)));
    assert_eq!(call!(aclrtDestroyLabel(lone)), aclError::RT_INVALID_HANDLE);
    check(call!(aclrtDestroyLabelList(list)));
    assert_eq!(call!(aclrtDestroyLabelList(list)), aclError::RT_PARAM_INVALID);
    check(call!(aclmdlRIDestroy(graph)));
}
