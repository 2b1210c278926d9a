//! Touches of pinned memory by the program itself, while a stream may use it.

use std::ptr::null_mut;
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::FindingKind;

use crate::support::*;

/// Pinned memory that a stream writes, and one that it reads, by copies that are over, and that nobody has waited for.
struct Copies {
    device: i32,
    stream: ascend_npu_sys::aclrtStream,
    written: *mut u8,
    read: *mut u8,
}

fn pinned() -> *mut u8 {
    let mut memory = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut memory, BYTES) });
    memory.cast()
}

fn copies() -> Copies {
    let device = device();
    let (stream, written, read, shared) = (stream(), pinned(), pinned(), memory(BYTES));
    fill(shared, BYTES, stream);
    synchronize(stream);
    // Not the whole: the rest of the page is the program's.
    copy_to_host(written, shared, BYTES / 2, stream);
    copy_to_device(shared.wrapping_add(BYTES / 2), read, BYTES / 2, stream);
    thread::sleep(Duration::from_millis(20));
    Copies { device, stream, written, read }
}

fn load(from: *mut u8) -> u8 {
    unsafe { from.read_volatile() }
}

fn store(to: *mut u8) {
    unsafe { to.write_volatile(7) };
}

#[track_caller]
fn told(device: i32, stream_writes: bool) {
    let found = race(device);
    let [of_stream, of_host] = found.operations.as_slice() else { panic!("{found:?}") };
    assert_eq!((of_stream.name.as_str(), of_stream.writes), ("aclrtMemcpyAsync", stream_writes));
    assert!(of_host.stream.is_none() && of_host.site.contains("pinned.rs:"), "{found:?}");
    assert!(found.text.contains("the pinned host memory of 4096 B"), "{found:?}");
}

#[test]
fn reading_what_a_stream_writes_before_the_wait_is_a_race_and_the_program_goes_on() {
    let Copies { device, written, .. } = copies();
    // The copy is over: the value is there, and might as well not be.
    assert_eq!(load(written), 1);
    told(device, true);
}

#[test]
fn so_is_writing_what_a_stream_reads() {
    let Copies { device, read, .. } = copies();
    store(read);
    told(device, false);
    assert_eq!(load(read), 7);
}

#[test]
fn reading_what_a_stream_reads_is_none() {
    let Copies { device, read, .. } = copies();
    load(read);
    nothing(device);
}

#[test]
fn after_the_wait_the_memory_is_the_programs() {
    let Copies { device, stream, written, read } = copies();
    synchronize(stream);
    assert_eq!(load(written), 1);
    store(written);
    store(read);
    nothing(device);
}

#[test]
fn a_wait_for_an_event_behind_the_copy_does_too() {
    let Copies { device, stream, written, .. } = copies();
    let done = event();
    record(done, stream);
    check(unsafe { (ACL.aclrtSynchronizeEvent)(done) });
    store(written);
    nothing(device);
}

#[test]
fn the_rest_of_the_page_is_the_programs_all_the_time() {
    let Copies { device, written, read, .. } = copies();
    store(written.wrapping_add(BYTES / 2));
    store(read.wrapping_add(BYTES - 1));
    nothing(device);
}

#[test]
fn memory_that_is_freed_after_the_wait_and_given_out_again_is_not_protected() {
    let Copies { device, stream, written, read } = copies();
    synchronize(stream);
    for memory in [written, read] {
        check(unsafe { (ACL.aclrtFreeHost)(untyped(memory)) });
        store(pinned());
    }
    nothing(device);
}

#[test]
fn a_copy_that_is_dropped_protects_nothing() {
    let device = device();
    let (stream, target, shared, word) = (stream(), pinned(), memory(BYTES), memory(64));
    fill(shared, BYTES, stream);
    synchronize(stream);
    check(unsafe { (ACL.aclrtMemset)(untyped(word), 64, 0, 64) });
    check(unsafe { ACL.aclrtValueWait.unwrap()(untyped(word), 1, 1, stream) });
    copy_to_host(target, shared, BYTES, stream);
    check(unsafe { (ACL.aclrtDestroyStreamForce)(stream) });
    store(target);
    let found = found(device);
    assert!(found.iter().all(|finding| finding.kind != FindingKind::Race), "{found:#?}");
}
