//! Touches that nothing orders.

use std::ptr::null_mut;
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{FindingKind, Kind};
use ascend_npu_sys::{aclrtMemcpyKind, aclrtStream};

use crate::support::*;

#[test]
fn a_read_on_another_stream_without_a_wait_is_a_race_and_both_are_named() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (shared, other) = (memory(BYTES), memory(BYTES));
    fill(shared, BYTES, first);
    copy(other, shared, BYTES, second);
    let race = race(device);
    let [write, read] = [0, 1].map(|index| &race.operations[index]);
    // Which of the two came first is luck; that nothing orders them is not.
    let (write, read) = if write.writes { (write, read) } else { (read, write) };
    assert_eq!((write.kind, write.name.as_str(), write.writes), (Some(Kind::Fill), "aclrtMemsetAsync", true));
    assert_eq!(
        (read.kind, read.name.as_str(), read.writes),
        (Some(Kind::CopyDeviceToDevice), "aclrtMemcpyAsync", false)
    );
    assert_eq!((write.device, read.device), (device, device));
    assert_ne!(write.stream, read.stream);
    assert_eq!(write.bytes, (address(shared), address(shared) + BYTES as u64));
    for operation in [write, read] {
        assert!(operation.site.contains("common/work.rs:"), "{operation:?}");
        assert!(race.text.contains(&operation.site), "{race:?}");
    }
    assert!(race.text.contains(&format!("the allocation of {BYTES} B")), "{race:?}");
}

#[test]
fn it_is_found_also_when_the_two_are_far_apart_in_time() {
    let device = device();
    let (first, second) = (stream(), stream());
    let shared = memory(BYTES);
    fill(shared, BYTES, first);
    thread::sleep(Duration::from_millis(30));
    fill(shared, BYTES, second);
    race(device);
}

#[test]
fn only_the_bytes_that_both_touch_are_told_and_neighbours_are_not() {
    let device = device();
    let (first, second) = (stream(), stream());
    let shared = memory(BYTES);
    let half = BYTES / 2;
    fill(shared, half, first);
    fill(shared.wrapping_add(half), half, second);
    // All that is found is of this one, which touches the last byte of the other stream's half.
    fill(shared.wrapping_add(half - 1), 1, second);
    let end = address(shared) + half as u64;
    assert_eq!(race(device).operations[0].bytes, (end - 1, end));
}

#[test]
fn a_second_reader_is_remembered_when_the_first_was_waited_for() {
    let device = device();
    let (first, second, writer) = (stream(), stream(), stream());
    let (shared, a, b) = (memory(BYTES), memory(BYTES), memory(BYTES));
    fill(shared, BYTES, writer);
    synchronize(writer);
    copy(a, shared, BYTES, first);
    copy(b, shared, BYTES, second);
    let done = event();
    record(done, first);
    wait(writer, done);
    fill(shared, BYTES, writer);
    let race = race(device);
    assert!(race.operations.iter().any(|operation| !operation.writes), "{race:?}");
}

#[test]
fn a_wait_before_the_record_orders_nothing() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (shared, done) = (memory(BYTES), event());
    wait(second, done);
    fill(shared, BYTES, first);
    record(done, first);
    fill(shared, BYTES, second);
    race(device);
}

#[test]
fn an_event_orders_what_came_before_its_record_and_not_what_came_after() {
    let device = device();
    let (first, second) = (stream(), stream());
    let (a, b, done) = (memory(BYTES), memory(BYTES), event());
    fill(a, BYTES, first);
    record(done, first);
    fill(b, BYTES, first);
    wait(second, done);
    fill(a, BYTES, second);
    fill(b, BYTES, second);
    assert_eq!(race(device).operations[0].bytes.0, address(b));
}

#[test]
fn a_copy_of_the_host_does_not_wait_for_streams() {
    let device = device();
    let (stream, shared, mut host) = (stream(), memory(BYTES), vec![0_u8; BYTES]);
    fill(shared, BYTES, stream);
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    check(unsafe { (ACL.aclrtMemcpy)(host.as_mut_ptr().cast(), BYTES, untyped(shared), BYTES, kind) });
    let race = race(device);
    let of_host = race.operations.iter().find(|operation| operation.stream.is_none()).unwrap();
    assert_eq!((of_host.name.as_str(), of_host.writes), ("aclrtMemcpy", false));
    assert!(race.text.contains("call") && race.text.contains("of the host"), "{race:?}");
}

#[test]
fn memory_that_is_freed_while_a_stream_may_use_it_is_a_race() {
    let device = device();
    let (stream, shared) = (stream(), memory(BYTES));
    fill(shared, BYTES, stream);
    // The fill is most likely done by now, and nobody has waited for it.
    thread::sleep(Duration::from_millis(30));
    check(unsafe { (ACL.aclrtFree)(untyped(shared)) });
    let race = race(device);
    assert!(race.operations.iter().any(|operation| operation.name == "aclrtFree"), "{race:?}");
}

#[test]
fn pinned_memory_that_a_stream_still_reads_is_not_for_another_stream_to_write() {
    let device = device();
    let (first, second, shared) = (stream(), stream(), memory(BYTES));
    fill(shared, BYTES, first);
    synchronize(first);
    let mut pinned = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut pinned, BYTES) });
    let copy = |to, from, kind, stream: aclrtStream| {
        check(unsafe { (ACL.aclrtMemcpyAsync)(to, BYTES, from, BYTES, kind, stream) })
    };
    copy(untyped(memory(BYTES)), pinned, aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE, first);
    copy(pinned, untyped(shared), aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST, second);
    let race = race(device);
    assert!(race.text.contains("pinned host memory"), "{race:?}");
}

#[test]
fn the_same_pair_of_places_is_told_once() {
    let device = device();
    let (first, second, shared) = (stream(), stream(), memory(BYTES));
    for _ in 0..10 {
        fill(shared, BYTES, first);
        fill(shared, BYTES, second);
    }
    race(device);
}

#[test]
fn memory_that_nobody_wrote_is_a_warning_when_it_is_read() {
    let device = device();
    let (stream, fresh, to) = (stream(), memory(BYTES), memory(BYTES));
    fill(fresh, BYTES / 2, stream);
    copy(to, fresh, BYTES / 2, stream);
    assert!(found(device).is_empty());
    copy(to, fresh, BYTES, stream);
    let found = found(device);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].kind, found[0].warning), (FindingKind::Uninitialised, true));
    let unwritten = (address(fresh) + BYTES as u64 / 2, address(fresh) + BYTES as u64);
    assert_eq!(found[0].operations[0].bytes, unwritten);
}

#[test]
fn a_thread_of_another_device_that_waits_orders_nothing_for_this_one() {
    let (mine, other) = (device(), device());
    on(mine);
    let (first, second, shared, done) = (stream(), stream(), memory(BYTES), event());
    fill(shared, BYTES, first);
    record(done, first);
    // The other thread works on its own device, and waits for what this one does not wait for.
    let event = done.addr();
    let waits = move || {
        on(other);
        check(unsafe { (ACL.aclrtSynchronizeEvent)(std::ptr::with_exposed_provenance_mut(event)) });
    };
    thread::spawn(waits).join().unwrap();
    fill(shared, BYTES, second);
    race(mine);
}
