//! What programs hear of failed tasks, and what a fault does to the calls that follow.

use std::ptr::null_mut;
use std::sync::Mutex;

use ascend_npu_mock::control;
use ascend_npu_sys::{
    ACL_EVENT_IPC, ACL_EVENT_SYNC, aclError, aclrtEvent, aclrtEventRecordedStatus, aclrtEventStatus,
    aclrtEventWaitStatus, aclrtExceptionInfo, aclrtFuncHandle, aclrtStream,
};

use crate::launches::{Shift, function, load};
use crate::support::*;

/// Who heard of a failed task, its device, thread and code, and the handle of the kernel.
type Heard = (char, u32, u32, u32, usize);

static HEARD: Mutex<Vec<Heard>> = Mutex::new(Vec::new());

fn note(of: char, information: *mut aclrtExceptionInfo) {
    let device = call!(aclrtGetDeviceIdFromExceptionInfo(information));
    let thread = call!(aclrtGetThreadIdFromExceptionInfo(information));
    let code = call!(aclrtGetErrorCodeFromExceptionInfo(information));
    let mut handle: aclrtFuncHandle = null_mut();
    let found = call!(aclrtGetFuncHandleFromExceptionInfo(information, &mut handle));
    assert!(found == OK || handle.is_null());
    HEARD.lock().unwrap().push((of, device, thread, code, handle.addr()));
}

unsafe extern "C" fn first(information: *mut aclrtExceptionInfo) {
    note('a', information);
}

unsafe extern "C" fn second(information: *mut aclrtExceptionInfo) {
    note('b', information);
}

/// Those of a device, in the order of their functions.
fn heard(device: u32) -> Vec<Heard> {
    let mut all: Vec<_> = HEARD.lock().unwrap().iter().copied().filter(|heard| heard.1 == device).collect();
    all.sort_unstable();
    all
}

fn launch(function: aclrtFuncHandle, out: *mut std::ffi::c_void, by: u64, on: aclrtStream) -> aclError {
    let mut arguments = Shift { out, by, count: 8, data: 0 };
    let (bytes, arguments) = (size_of::<Shift>(), (&raw mut arguments).cast());
    call!(aclrtLaunchKernelWithHostArgs(function, 1, on, null_mut(), arguments, bytes, null_mut(), 0))
}

#[test]
fn every_registered_function_hears_of_a_failed_kernel_with_its_handle_and_thread() {
    on(70);
    let (register, queue, memory) = (|of| call!(aclrtExceptionInfoCallbackRegister(of)), stream(), malloc(64));
    assert_eq!(register(None), aclError::RT_PARAM_INVALID);
    let kernel = function(load(), c"shift_7");
    for hearer in [Some(first as unsafe extern "C" fn(_)), Some(second), Some(first)] {
        check(register(hearer));
    }
    check(free(memory));
    check(launch(kernel, memory, 1, queue));
    assert_eq!(synchronize(queue), aclError::RT_VECTOR_CORE_EXCEPTION);
    let code = aclError::RT_VECTOR_CORE_EXCEPTION.0.unsigned_abs();
    let thread = unsafe { libc::gettid() }.unsigned_abs();
    let expected = ['a', 'b'].map(|of| (of, 70, thread, code, kernel.addr()));
    assert_eq!(heard(70), expected, "each once");
    check(call!(aclrtExceptionInfoCallbackUnregister(Some(first))));
    check(launch(kernel, memory, 1, queue));
    assert_eq!(synchronize(queue), aclError::RT_VECTOR_CORE_EXCEPTION);
    assert_eq!(heard(70).len(), 3);
    check(call!(aclrtExceptionInfoCallbackUnregister(Some(second))));
    check(launch(kernel, memory, 1, queue));
    assert_eq!(synchronize(queue), aclError::RT_VECTOR_CORE_EXCEPTION);
    assert_eq!(heard(70).len(), 3, "nobody is left");
    let mut handle = null_mut();
    let outside = call!(aclrtGetFuncHandleFromExceptionInfo(std::ptr::null(), &mut handle));
    assert_eq!((outside, handle), (aclError(-1), null_mut()));
}

fn event() -> aclrtEvent {
    let mut event = null_mut();
    check(call!(aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_SYNC)));
    event
}

fn status(event: aclrtEvent) -> (aclError, bool) {
    let mut status = aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_NOT_READY;
    let code = call!(aclrtQueryEventStatus(event, &mut status));
    (code, status == aclrtEventRecordedStatus::ACL_EVENT_RECORDED_STATUS_COMPLETE)
}

/// Ten kernels that add one each, of which the third faults; they wait behind a gate.
fn ten_with_a_fault(name: &std::ffi::CStr, queue: aclrtStream) -> (*mut std::ffi::c_void, Gate, control::FaultRule) {
    let (kernel, memory) = (function(load(), name), malloc(64));
    check(call!(aclrtMemset(memory, 64, 0, 64)));
    let rule = control::fail_kernel(name.to_str().unwrap(), 2, aclError::RT_VECTOR_CORE_EXCEPTION);
    let gate = Gate::close(queue);
    for _ in 0..10 {
        check(launch(kernel, memory, 1, queue));
    }
    (memory, gate, rule)
}

#[test]
fn where_work_goes_on_after_a_fault_the_first_fault_is_told_once() {
    on(71);
    let queue = stream();
    let (memory, gate, _rule) = ten_with_a_fault(c"goes_on", queue);
    let freed = malloc(64);
    check(call!(aclrtMemsetAsync(freed, 64, 0, 64, queue)));
    check(free(freed));
    let passed = event();
    check(call!(aclrtRecordEvent(passed, queue)));
    gate.open();
    // A later task fails too, with another code: it does not hide the first.
    assert_eq!(synchronize(queue), aclError::RT_VECTOR_CORE_EXCEPTION);
    assert!(text().contains("goes_on"));
    assert_eq!(download(memory, 1), [9], "the others ran");
    assert_eq!(status(passed), (OK, true));
    check(synchronize(queue));
    check(launch(function(load(), c"goes_on"), memory, 1, queue));
    check(synchronize(queue));
    assert_eq!(download(memory, 1), [10]);
}

#[test]
fn where_a_context_stops_at_a_fault_every_later_call_tells_it() {
    on(72);
    let (queue, other) = (stream(), stream());
    check(call!(aclrtSetStreamFailureMode(other, 1)));
    let (memory, gate, _rule) = ten_with_a_fault(c"stops", queue);
    let (dropped, behind, earlier) = (event(), event(), event());
    check(call!(aclrtRecordEvent(earlier, other)));
    check(synchronize(other));
    check(call!(aclrtRecordEvent(dropped, queue)));
    // A stream that waits for what is dropped is of the same context: it is dropped too.
    check(call!(aclrtStreamWaitEvent(other, dropped)));
    check(call!(aclrtRecordEvent(behind, other)));
    let (mut legacy, mut shared) = (null_mut(), null_mut());
    check(call!(aclrtCreateEvent(&mut legacy)));
    check(call!(aclrtCreateEventExWithFlag(&mut shared, ACL_EVENT_IPC)));
    for event in [legacy, shared] {
        check(call!(aclrtRecordEvent(event, queue)));
        check(call!(aclrtStreamWaitEvent(other, event)));
    }
    assert_eq!(status(dropped), (OK, false));
    gate.open();
    let fault = aclError::RT_VECTOR_CORE_EXCEPTION;
    assert_eq!(synchronize(queue), fault);
    assert_eq!(download(memory, 1), [2], "what came before the fault ran, and nothing after it");
    for event in [dropped, behind, earlier, legacy, shared] {
        assert_eq!(status(event).0, fault, "an event of dropped work does not count as passed");
        assert_eq!(call!(aclrtSynchronizeEvent(event)), fault);
    }
    let (mut complete, mut over) = (aclrtEventStatus(9), aclrtEventWaitStatus(9));
    assert_eq!(call!(aclrtQueryEvent(legacy, &mut complete)), fault);
    assert_eq!(call!(aclrtQueryEventWaitStatus(legacy, &mut over)), fault);
    assert_eq!(synchronize(other), fault);
    assert_eq!(call!(aclrtSynchronizeDevice()), fault);
    assert_eq!(call!(aclrtMemsetAsync(memory, 64, 0, 64, other)), fault);
    assert_eq!(call!(aclrtRecordEvent(behind, other)), fault);
    assert!(text().contains("stops"));
    check(call!(aclrtResetDeviceForce(72)));
    on(72);
    check(synchronize(null_mut()));
}
