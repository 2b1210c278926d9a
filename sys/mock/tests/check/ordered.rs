//! Work that is in order, by each of the means there are: nothing is found.

use std::ptr::null_mut;
use std::sync::mpsc;

use ascend_npu_sys::aclrtEvent;

use crate::support::*;

#[test]
fn events_of_each_family() {
    let create: [fn(&mut aclrtEvent); 3] = [
        |event| check(unsafe { (ACL.aclrtCreateEvent)(event) }),
        |event| check(unsafe { (ACL.aclrtCreateEventWithFlag)(event, 1) }),
        |event| check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(event, 1) }),
    ];
    for create in create {
        let device = device();
        let (first, second, shared) = (stream(), stream(), memory(BYTES));
        let mut done = null_mut();
        create(&mut done);
        fill(shared, BYTES, first);
        record(done, first);
        wait(second, done);
        fill(shared, BYTES, second);
        nothing(device);
    }
}

#[test]
fn a_chain_over_a_third_stream() {
    let device = device();
    let (first, middle, last, shared) = (stream(), stream(), stream(), memory(BYTES));
    let (a, b) = (event(), event());
    fill(shared, BYTES, first);
    record(a, first);
    wait(middle, a);
    record(b, middle);
    wait(last, b);
    fill(shared, BYTES, last);
    nothing(device);
}

#[test]
fn waits_of_the_host() {
    let device = device();
    let (first, second, shared) = (stream(), stream(), memory(BYTES));
    fill(shared, BYTES, first);
    synchronize(first);
    fill(shared, BYTES, second);
    let done = event();
    record(done, second);
    check(unsafe { (ACL.aclrtSynchronizeEvent)(done) });
    fill(shared, BYTES, first);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    check(unsafe { (ACL.aclrtMemset)(untyped(shared), BYTES, 0, BYTES) });
    fill(shared, BYTES, second);
    synchronize(second);
    check(unsafe { (ACL.aclrtFree)(untyped(shared)) });
    nothing(device);
}

#[test]
fn a_stream_that_is_found_idle_is_done() {
    let device = device();
    let (first, second, shared) = (stream(), stream(), memory(BYTES));
    fill(shared, BYTES, first);
    let mut status = ascend_npu_sys::aclrtStreamStatus::ACL_STREAM_STATUS_NOT_READY;
    while status != ascend_npu_sys::aclrtStreamStatus::ACL_STREAM_STATUS_COMPLETE {
        check(unsafe { (ACL.aclrtStreamQuery)(first, &mut status) });
    }
    fill(shared, BYTES, second);
    nothing(device);
}

#[test]
fn notifies_and_values_in_memory() {
    let device = device();
    let (first, second, shared, word) = (stream(), stream(), memory(BYTES), memory(64));
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtCreateNotify.unwrap()(&mut notify, 0) });
    fill(shared, BYTES, first);
    check(unsafe { ACL.aclrtRecordNotify.unwrap()(notify, first) });
    check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, second, 0) });
    fill(shared, BYTES, second);
    check(unsafe { (ACL.aclrtMemset)(untyped(word), 64, 0, 64) });
    check(unsafe { ACL.aclrtValueWrite.unwrap()(untyped(word), 7, 0, second) });
    check(unsafe { ACL.aclrtValueWait.unwrap()(untyped(word), 7, 1, first) });
    fill(shared, BYTES, first);
    nothing(device);
}

#[test]
fn host_functions_come_after_what_is_before_them_and_before_what_is_after() {
    unsafe extern "C" fn send(to: *mut std::ffi::c_void) {
        unsafe { &*to.cast::<mpsc::Sender<()>>() }.send(()).unwrap();
    }
    let device = device();
    let (first, second, shared) = (stream(), stream(), memory(BYTES));
    let (sender, told) = mpsc::channel::<()>();
    fill(shared, BYTES, first);
    let argument = std::ptr::from_ref(&sender).cast_mut().cast();
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(first, Some(send), argument) });
    told.recv().unwrap();
    fill(shared, BYTES, second);
    nothing(device);
}

#[test]
fn memory_given_out_again_has_no_past() {
    let device = device();
    let (first, second) = (stream(), stream());
    for stream in [first, second, first] {
        let shared = memory(BYTES);
        fill(shared, BYTES, stream);
        synchronize(stream);
        check(unsafe { (ACL.aclrtFree)(untyped(shared)) });
    }
    nothing(device);
}

#[test]
fn threads_that_hand_work_on_are_taken_to_do_it_properly() {
    let device = device();
    let (first, second, shared) = (stream(), stream(), memory(BYTES));
    fill(shared, BYTES, first);
    synchronize(first);
    let (second, shared) = (second.addr(), shared.addr());
    let other = std::thread::spawn(move || {
        on(device);
        fill(std::ptr::with_exposed_provenance_mut(shared), BYTES, std::ptr::with_exposed_provenance_mut(second));
    });
    other.join().unwrap();
    nothing(device);
}

#[test]
fn a_thread_of_another_device_knows_what_was_done_when_it_began() {
    let first = device();
    let (stream, mut pinned) = (stream(), null_mut());
    let shared = memory(BYTES);
    check(unsafe { (ACL.aclrtMallocHost)(&mut pinned, BYTES) });
    fill(shared, BYTES, stream);
    copy_to_host(pinned.cast(), shared, BYTES, stream);
    synchronize(stream);
    let pinned = pinned.addr();
    let second = std::thread::spawn(move || {
        let device = device();
        let (stream, memory) = (self::stream(), memory(BYTES));
        copy_to_device(memory, std::ptr::with_exposed_provenance_mut(pinned), BYTES, stream);
        synchronize(stream);
        device
    });
    let second = second.join().unwrap();
    nothing(first);
    nothing(second);
}
