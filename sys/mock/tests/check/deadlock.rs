//! Waits in a circle, which end with an error; and long waits, which do not.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{Finding, FindingKind, Kind, delay_operations, take_findings_of};
use ascend_npu_sys::{ACL_EVENT_SYNC, aclError, aclrtEvent, aclrtNotify, aclrtStream};

use crate::ranks::{Rank, alone, both};
use crate::support::*;

/// Longer than any deadlock lives.
const LONG: Duration = Duration::from_millis(1500);

/// An event that a stream can wait for before it is recorded.
fn flag() -> aclrtEvent {
    let mut event = null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut event, ACL_EVENT_SYNC) });
    event
}

fn notify() -> aclrtNotify {
    let mut notify = null_mut();
    check(unsafe { ACL.aclrtCreateNotify.unwrap()(&mut notify, 0) });
    notify
}

fn set(notify: aclrtNotify, stream: aclrtStream) {
    check(unsafe { ACL.aclrtRecordNotify.unwrap()(notify, stream) });
}

fn take(notify: aclrtNotify, stream: aclrtStream) {
    check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, stream, 0) });
}

fn write_value(value: *mut u8, stream: aclrtStream) {
    check(unsafe { ACL.aclrtValueWrite.unwrap()(value.cast(), 1, 0, stream) });
}

fn wait_value(value: *mut u8, stream: aclrtStream) {
    const EQUAL: u32 = ascend_npu_sys::ACL_STREAM_WAIT_VALUE_EQ;
    check(unsafe { ACL.aclrtValueWait.unwrap()(value.cast(), 1, EQUAL, stream) });
}

/// A word that is 0.
fn value() -> *mut u8 {
    let value = memory(BYTES);
    check(unsafe { (ACL.aclrtMemset)(value.cast(), BYTES, 0, BYTES) });
    value
}

fn end_of(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

/// The deadlocks that were found on a device.
fn deadlocks(device: i32) -> Vec<Finding> {
    let mut found = take_findings_of(device);
    found.retain(|found| found.kind == FindingKind::Deadlock);
    found
}

/// The one that was found, with the kinds of its members.
#[track_caller]
fn the_deadlock(device: i32) -> (Finding, Vec<Option<Kind>>) {
    let mut found = deadlocks(device);
    assert_eq!(found.len(), 1, "{found:#?}");
    let found = found.remove(0);
    assert!(!found.warning);
    for operation in &found.operations {
        // Where the program waits: in this file, or in what makes its ranks.
        assert!(operation.site.contains("tests/check/"), "{found:#?}");
        assert!(found.text.contains(&operation.site), "{found:#?}");
    }
    let mut kinds: Vec<Option<Kind>> = found.operations.iter().map(|operation| operation.kind).collect();
    kinds.sort_by_key(|kind| format!("{kind:?}"));
    (found, kinds)
}

#[test]
fn streams_that_wait_for_events_which_the_other_records_later_are_told_and_both_fail() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (of_first, of_second) = (flag(), flag());
    wait(first, of_second);
    record(of_first, first);
    wait(second, of_first);
    record(of_second, second);
    assert_eq!(end_of(first), aclError::RT_TASK_TIMEOUT);
    assert!(text().contains("deadlock"));
    assert_eq!(end_of(second), aclError::RT_TASK_TIMEOUT);
    let (found, kinds) = the_deadlock(device);
    assert_eq!(kinds, [Some(Kind::EventWait); 2], "{found:#?}");
    assert_ne!(found.operations[0].stream, found.operations[1].stream);
    // The streams are of use again, and nothing is told twice.
    record(of_first, first);
    assert_eq!(end_of(first), aclError::SUCCESS);
    assert!(deadlocks(device).is_empty());
}

#[test]
fn so_are_those_that_wait_for_notifies() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (of_first, of_second) = (notify(), notify());
    take(of_second, first);
    set(of_first, first);
    take(of_first, second);
    set(of_second, second);
    assert_eq!(end_of(second), aclError::RT_TASK_TIMEOUT);
    assert_eq!(the_deadlock(device).1, [Some(Kind::NotifyWait); 2]);
}

#[test]
fn so_are_those_that_wait_for_values_in_memory() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (of_first, of_second) = (value(), value());
    wait_value(of_second, first);
    write_value(of_first, first);
    wait_value(of_first, second);
    write_value(of_second, second);
    assert_eq!(end_of(second), aclError::RT_TASK_TIMEOUT);
    assert_eq!(the_deadlock(device).1, [Some(Kind::ValueWait); 2]);
}

#[test]
fn a_stream_that_waits_for_what_it_does_itself_later_is_told() {
    let device = device();
    let (stream, own) = (stream(), flag());
    wait(stream, own);
    record(own, stream);
    assert_eq!(end_of(stream), aclError::RT_TASK_TIMEOUT);
    assert_eq!(the_deadlock(device).1, [Some(Kind::EventWait)]);
}

#[test]
fn a_stream_behind_a_circle_goes_on_and_is_not_part_of_it() {
    let device = device();
    let (first, second, behind) = (stream(), stream(), stream());
    let (of_first, of_second, last) = (flag(), flag(), event());
    wait(first, of_second);
    record(of_first, first);
    record(last, first);
    wait(second, of_first);
    record(of_second, second);
    wait(behind, last);
    assert_eq!(end_of(behind), aclError::SUCCESS);
    assert_eq!(the_deadlock(device).1, [Some(Kind::EventWait); 2]);
}

#[test]
fn a_host_function_that_waits_for_its_own_stream_is_told() {
    unsafe extern "C" fn waits(stream: *mut c_void) {
        assert_eq!(unsafe { (ACL.aclrtSynchronizeStream)(stream.cast()) }, aclError::RT_TASK_TIMEOUT);
    }
    let (device, stream) = (device(), stream());
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(waits), stream.cast()) });
    synchronize(stream);
    assert_eq!(the_deadlock(device).1, [None, Some(Kind::HostFunction)]);
}

#[test]
fn ranks_whose_streams_come_to_two_collectives_in_opposite_orders_are_told() {
    let devices = both(|rank| {
        rank.barrier(rank.rank);
        rank.barrier(1 - rank.rank);
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT, "{}", text());
        assert!(text().contains("deadlock"));
    });
    let (found, kinds) = the_deadlock(devices[0]);
    assert_eq!(kinds, [Some(Kind::Barrier); 2], "{found:#?}");
    assert!(found.operations.iter().any(|operation| operation.device == devices[1]), "{found:#?}");
}

#[test]
fn so_are_those_that_use_two_streams_with_an_event_between() {
    let devices = both(|rank| {
        let (second, between) = (stream(), event());
        rank.barrier(rank.rank);
        record(between, rank.stream);
        wait(second, between);
        rank.barrier_on(1 - rank.rank, second);
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        // Its wait is part of the circle. The collective behind that was given up, and is not waited for.
        assert_eq!(end_of(second), aclError::RT_TASK_TIMEOUT);
    });
    let (_, kinds) = the_deadlock(devices[0]);
    assert_eq!(kinds, [Some(Kind::Barrier), Some(Kind::Barrier), Some(Kind::EventWait), Some(Kind::EventWait)]);
}

#[test]
fn two_streams_that_nothing_orders_come_to_collectives_in_any_order() {
    let devices = both(|rank| {
        let second = stream();
        rank.barrier(rank.rank);
        rank.barrier_on(1 - rank.rank, second);
        synchronize(rank.stream);
        synchronize(second);
    });
    assert!(deadlocks(devices[0]).is_empty());
}

#[test]
fn rank_threads_that_each_wait_before_the_call_that_the_other_needs_are_told() {
    let devices = both(|rank| {
        for communicator in [rank.rank, 1 - rank.rank] {
            if rank.try_barrier(communicator) {
                assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
            }
        }
    });
    let (found, kinds) = the_deadlock(devices[0]);
    assert_eq!(kinds, [None, None, Some(Kind::Barrier), Some(Kind::Barrier)], "{found:#?}");
}

#[test]
fn rank_threads_whose_first_calls_wait_for_links_in_opposite_orders_are_told() {
    let devices = alone(|rank| {
        let said = rank.refused(rank.rank);
        assert!(said.contains("deadlock"), "{said}");
    });
    let (found, kinds) = the_deadlock(devices[0]);
    assert_eq!(kinds, [None, None], "{found:#?}");
}

#[test]
fn a_rank_that_is_slow_to_call_is_waited_for() {
    let devices = both(|rank: &Rank| {
        if rank.rank == 1 {
            thread::sleep(LONG);
        }
        rank.barrier(0);
        assert_eq!(rank.sync(), aclError::SUCCESS, "{}", text());
    });
    assert!(deadlocks(devices[0]).is_empty() && deadlocks(devices[1]).is_empty());
}

#[test]
fn a_rank_that_waits_for_another_thread_of_the_host_is_waited_for() {
    // Neither has a limit, and the thread at the end works with no device.
    let (go, gone) = mpsc::channel();
    let gone = std::sync::Mutex::new(gone);
    let devices = thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(LONG);
            go.send(()).unwrap();
        });
        both(|rank: &Rank| {
            if rank.rank == 1 {
                gone.lock().unwrap().recv().unwrap();
            }
            rank.barrier(0);
            assert_eq!(rank.sync(), aclError::SUCCESS, "{}", text());
        })
    });
    assert!(deadlocks(devices[0]).is_empty() && deadlocks(devices[1]).is_empty());
}

#[test]
fn a_chain_that_a_host_thread_ends_later_is_waited_for() {
    let device = device();
    let (first, second, third) = (stream(), stream(), stream());
    let (gate, passed) = (flag(), flag());
    wait(first, gate);
    record(passed, first);
    wait(second, passed);
    let (third, gate) = (third.addr(), gate.addr());
    let later = thread::spawn(move || {
        // Its first call: until then nobody knows that it works with the device.
        thread::sleep(LONG);
        on(device);
        record(std::ptr::with_exposed_provenance_mut(gate), std::ptr::with_exposed_provenance_mut(third));
    });
    assert_eq!(end_of(second), aclError::SUCCESS, "{}", text());
    later.join().unwrap();
    assert!(deadlocks(device).is_empty());
}

#[test]
fn a_circle_that_another_thread_of_the_device_can_break_is_waited_for() {
    let device = device();
    let (first, second, third) = (stream(), stream(), stream());
    let (of_first, of_second) = (notify(), notify());
    let (starter, of_starter) = (third.expose_provenance(), of_second.expose_provenance());
    let (known, is_known) = mpsc::channel();
    let later = thread::spawn(move || {
        on(device);
        known.send(()).unwrap();
        thread::sleep(LONG);
        set(std::ptr::with_exposed_provenance_mut(of_starter), std::ptr::with_exposed_provenance_mut(starter));
    });
    is_known.recv().unwrap();
    // Two that take turns, once somebody starts them.
    take(of_second, first);
    set(of_first, first);
    take(of_first, second);
    set(of_second, second);
    assert_eq!(end_of(second), aclError::SUCCESS, "{}", text());
    later.join().unwrap();
    assert!(deadlocks(device).is_empty());
}

#[test]
fn an_operation_that_is_held_back_is_waited_for() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (word, done) = (value(), flag());
    let _rule = delay_operations(Kind::ReduceOnDevice, LONG);
    let (to, from) = (memory(BYTES), memory(BYTES));
    let sum = ascend_npu_sys::aclrtReduceKind::ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
    let float = ascend_npu_sys::aclDataType::ACL_FLOAT;
    fill(to, BYTES, first);
    fill(from, BYTES, first);
    let reduce = ACL.aclrtReduceAsync.unwrap();
    check(unsafe { reduce(to.cast(), from.cast(), 4, sum, float, first, null_mut()) });
    write_value(word, first);
    record(done, first);
    wait(second, done);
    wait_value(word, second);
    assert_eq!(end_of(second), aclError::SUCCESS, "{}", text());
    assert!(deadlocks(device).is_empty());
}

#[test]
fn a_wait_with_a_limit_of_its_own_ends_by_that() {
    let device = device();
    let (stream, notify) = (stream(), notify());
    check(unsafe { ACL.aclrtWaitAndResetNotify.unwrap()(notify, stream, 1) });
    set(notify, stream);
    assert_eq!(end_of(stream), aclError::RT_TASK_TIMEOUT);
    assert!(!text().contains("deadlock"));
    assert!(deadlocks(device).is_empty());
}
