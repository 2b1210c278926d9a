//! Streams beside each other, and after each other.

use std::ffi::c_void;
use std::sync::Mutex;
use std::time::Duration;

use ascend_npu_mock::control::{Kind, operation_time};

use crate::support::*;

/// What a call costs its thread: less than every operation here takes.
fn launch() -> Duration {
    let before = now();
    let stream = stream();
    let calls = now();
    assert_eq!(before, calls, "only what is queued costs");
    fill(memory(64), 64, stream);
    now() - calls
}

#[test]
fn operations_of_one_stream_follow_each_other() {
    let device = device();
    let (stream, bytes, launch) = (stream(), memory(64 * MIB), launch());
    let start = now();
    for _ in 0..3 {
        fill(bytes, 64 * MIB, stream);
    }
    let queued = now();
    assert_eq!(queued, start + 3 * launch);
    check(synchronize(stream));
    assert_eq!(now(), start + launch + 3 * fill_time(64 * MIB));
    let ran = ran(device, Kind::Fill);
    assert!(ran.windows(2).skip(1).all(|pair| pair[0].1 == pair[1].0), "{ran:?}");
}

#[test]
fn streams_that_do_not_wait_for_each_other_overlap() {
    let device = device();
    let (first, second, a, b, launch) = (stream(), stream(), memory(64 * MIB), memory(64 * MIB), launch());
    let start = now();
    fill(a, 64 * MIB, first);
    fill(b, 32 * MIB, second);
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    // The longer of the two.
    assert_eq!(now(), start + launch + fill_time(64 * MIB));
    let ran = ran(device, Kind::Fill);
    assert_eq!(ran[2].0 - ran[1].0, launch);
}

#[test]
fn a_stream_that_waits_for_another_comes_after_it() {
    let device = device();
    let (first, second, a, b, done) = (stream(), stream(), memory(64 * MIB), memory(64 * MIB), event());
    fill(a, 64 * MIB, first);
    record(done, first);
    wait(second, done);
    fill(b, 32 * MIB, second);
    let times = ran(device, Kind::Fill);
    let (record, wait) = (time(Kind::EventRecord), time(Kind::EventWait));
    assert_eq!(times[1].0, times[0].1 + record + wait);
    assert_eq!(times[1].1 - times[1].0, fill_time(32 * MIB));
}

#[test]
fn a_wait_that_is_over_long_since_costs_nothing_more() {
    let device = device();
    let (first, second, a, b, done) = (stream(), stream(), memory(64), memory(64 * MIB), event());
    fill(a, 64, first);
    record(done, first);
    fill(b, 64 * MIB, second);
    // In real time the record has passed before the wait is queued.
    check(synchronize(first));
    wait(second, done);
    fill(b, 64, second);
    let fills = ran(device, Kind::Fill);
    assert_eq!(fills[2].0, fills[1].1 + time(Kind::EventWait));
}

#[test]
fn the_host_goes_on_when_what_it_waits_for_has_ended() {
    let _device = device();
    let (stream, bytes, done) = (stream(), memory(64 * MIB), event());
    fill(bytes, 64 * MIB, stream);
    record(done, stream);
    fill(bytes, 64 * MIB, stream);
    let queued = now();
    check(unsafe { (ACL.aclrtSynchronizeEvent)(done) });
    let seen = now();
    assert!(seen > queued && seen < queued + fill_time(64 * MIB));
    check(synchronize(stream));
    assert_eq!(now(), seen + fill_time(64 * MIB));
}

#[test]
fn copies_of_the_host_take_their_time_on_the_host() {
    let _device = device();
    let (bytes, host, start) = (memory(16 * MIB), vec![0_u8; 16 * MIB], now());
    let kind = ascend_npu_sys::aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
    check(unsafe { (ACL.aclrtMemcpy)(bytes.cast(), 16 * MIB, host.as_ptr().cast(), 16 * MIB, kind) });
    let touched = 2 * 16 * MIB as u64;
    assert_eq!(now() - start, operation_time(SOC, Kind::CopyHostToDevice, touched, touched).unwrap());
}

#[test]
fn a_host_function_runs_at_the_time_of_its_stream() {
    let device = device();
    let (stream, bytes, seen) = (stream(), memory(64 * MIB), &*Box::leak(Box::<Mutex<Duration>>::default()));
    fill(bytes, 64 * MIB, stream);
    let argument = std::ptr::from_ref(seen).cast_mut().cast();
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(keep_time), argument) });
    let fills = ran(device, Kind::Fill);
    assert_eq!(*seen.lock().unwrap(), fills[0].1);
}

/// A host function that keeps the time of its thread.
unsafe extern "C" fn keep_time(time: *mut c_void) {
    *unsafe { &*time.cast::<Mutex<Duration>>() }.lock().unwrap() = now();
}

fn time(kind: Kind) -> Duration {
    operation_time(SOC, kind, 0, 0).unwrap()
}

#[test]
fn a_copy_to_another_device_takes_the_time_of_the_link() {
    let device = device();
    // The devices of a server are joined; those of two are not.
    let server = 8 * (device / 8);
    let near = (server..server + 8).find(|&other| other != device).unwrap();
    let far = if server == 0 { 8 } else { 0 };
    let (stream, from) = (stream(), memory(16 * MIB));
    let mut times = Vec::new();
    for other in [near, far] {
        on(other);
        let to = memory(16 * MIB);
        on(device);
        check(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(other, 0) });
        copy(to, from, 16 * MIB, stream);
        let (start, end) = *ran(device, Kind::CopyDeviceToDevice).last().unwrap();
        times.push((end - start).as_secs_f64());
    }
    // 16 MiB at 18.3 and at 20 GB/s, and a step of 3 and of 10 us.
    assert!((times[0] - 919.8e-6).abs() < 1e-6 && (times[1] - 848.9e-6).abs() < 1e-6, "{times:?}");
}

#[test]
fn what_is_over_in_real_time_is_waited_for_in_modelled_time() {
    let device = device();
    let (first, second, bytes, done) = (stream(), stream(), memory(64 * MIB), event());
    fill(bytes, 64 * MIB, first);
    record(done, first);
    let (before, handle) = (now(), done.expose_provenance());
    // This thread learns nothing of the device's time from what another waits for.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            on(device);
            let done = std::ptr::with_exposed_provenance_mut(handle);
            check(unsafe { (ACL.aclrtSynchronizeEvent)(done) });
        });
    });
    assert_eq!(now(), before);
    wait(second, done);
    fill(bytes, 64, second);
    let fills = ran(device, Kind::Fill);
    assert_eq!(fills[1].0, fills[0].1 + time(Kind::EventRecord) + time(Kind::EventWait));
}

#[test]
fn a_thread_that_finds_a_stream_idle_is_as_late_as_the_stream() {
    let device = device();
    let (stream, bytes) = (stream(), memory(64 * MIB));
    fill(bytes, 64 * MIB, stream);
    let queued = now();
    until(|| is_idle(stream));
    assert_eq!(now(), queued + fill_time(64 * MIB));
    fill(bytes, 64, stream);
    check(unsafe { (ACL.aclrtDestroyStream)(stream) });
    assert_eq!(now(), ran(device, Kind::Fill)[1].1);
}

#[test]
fn a_release_that_waits_for_the_device_is_as_late_as_the_device() {
    let device = device();
    let (stream, bytes) = (stream(), memory(64 * MIB));
    fill(bytes, 64 * MIB, stream);
    check(unsafe { ACL.aclrtFreeWithDevSync.unwrap()(bytes.cast()) });
    let freed = now();
    assert_eq!(freed, ran(device, Kind::Fill)[0].1);
}

#[test]
fn a_graph_costs_one_call_and_runs_as_it_was_captured() {
    let device = device();
    let (first, second, bytes) = (stream(), stream(), memory(64 * MIB));
    let (fork, join) = (event(), event());
    let mode = ascend_npu_sys::aclmdlRICaptureMode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
    check(unsafe { ACL.aclmdlRICaptureBegin.unwrap()(first, mode) });
    fill(bytes, 64 * MIB, first);
    record(fork, first);
    wait(second, fork);
    fill(bytes, 32 * MIB, first);
    fill(unsafe { bytes.add(32 * MIB) }, 16 * MIB, second);
    record(join, second);
    wait(first, join);
    let mut graph = std::ptr::null_mut();
    check(unsafe { ACL.aclmdlRICaptureEnd.unwrap()(first, &mut graph) });
    assert!(ran(device, Kind::Fill).is_empty());
    let before = now();
    check(unsafe { ACL.aclmdlRIExecuteAsync.unwrap()(graph, first) });
    let one_call = now() - before;
    check(synchronize(first));
    let fills = ran(device, Kind::Fill);
    assert_eq!(fills[0].0, before + one_call);
    // The two that follow overlap.
    assert!(fills[2].0 > fills[0].1 && fills[2].0 < fills[1].1, "{fills:?}");
}
