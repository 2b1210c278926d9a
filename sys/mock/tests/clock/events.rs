//! The times of events and marks.

use std::time::Duration;

use ascend_npu_mock::control::{Kind, operation_time, take_marks};
use ascend_npu_sys::aclrtEvent;

use crate::support::*;

fn elapsed(from: aclrtEvent, to: aclrtEvent) -> f32 {
    let mut milliseconds = 0.0;
    check(unsafe { (ACL.aclrtEventElapsedTime)(&mut milliseconds, from, to) });
    milliseconds
}

#[test]
fn the_time_between_two_events_is_that_of_the_work_between() {
    let _device = device();
    let (stream, bytes, start, end) = (stream(), memory(64 * MIB), event(), event());
    // The calls are made while this runs.
    fill(bytes, 64 * MIB, stream);
    record(start, stream);
    fill(bytes, 64 * MIB, stream);
    copy(bytes, unsafe { bytes.add(32 * MIB) }, 32 * MIB, stream);
    record(end, stream);
    check(synchronize(stream));
    let touched = 64 * MIB as u64;
    let copied = operation_time(SOC, Kind::CopyDeviceToDevice, touched, touched).unwrap();
    let recorded = operation_time(SOC, Kind::EventRecord, 0, 0).unwrap();
    let wanted = fill_time(64 * MIB) + copied + recorded;
    assert!((elapsed(start, end) - wanted.as_secs_f32() * 1e3).abs() < 1e-6, "{} {wanted:?}", elapsed(start, end));
    assert!((elapsed(end, start) + wanted.as_secs_f32() * 1e3).abs() < 1e-6);
}

#[test]
fn events_that_are_flags_are_timed_and_waited_for_alike() {
    let device = device();
    let (first, second, bytes) = (stream(), stream(), memory(64 * MIB));
    let mut done = std::ptr::null_mut();
    check(unsafe { (ACL.aclrtCreateEventWithFlag)(&mut done, 1) });
    fill(bytes, 64 * MIB, first);
    record(done, first);
    wait(second, done);
    fill(bytes, 64, second);
    let fills = ran(device, Kind::Fill);
    assert!(fills[1].0 > fills[0].1 && fills[1].0 < fills[0].1 + Duration::from_micros(1), "{fills:?}");
}

#[test]
fn marks_of_the_profiler_have_the_time_of_their_thread() {
    let _device = device();
    let (stream, bytes) = (stream(), memory(64 * MIB));
    let mark = |text: &std::ffi::CStr| {
        check(unsafe { ACL.aclprofMarkEx.unwrap()(text.as_ptr(), text.count_bytes(), stream) });
        now().as_nanos() as u64
    };
    let first = mark(c"before");
    fill(bytes, 64 * MIB, stream);
    check(synchronize(stream));
    let second = mark(c"after");
    let marks = take_marks();
    let of = |text: &str| marks.iter().find(|mark| mark.message == text).unwrap().start;
    assert_eq!((of("before"), of("after")), (first, second));
    assert!(second > first + fill_time(64 * MIB).as_nanos() as u64);
}
