//! Schedules: a program that depends on luck fails under some seed, and a seed gives its schedule again.
#![allow(unsafe_code)] // Calls C functions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "the wrappers pass live locals"
)]

mod common;

use std::env;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Output};
use std::ptr::null_mut;
use std::sync::Mutex;

use ascend_npu_mock::control::{self, schedules, take_operations};
use ascend_npu_sys::{ACL_EVENT_SYNC, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};
use common::{ACL, check, on, stream, synchronize};

const BYTES: usize = 256;

fn memory() -> *mut c_void {
    let mut memory = null_mut();
    check(unsafe { (ACL.aclrtMalloc)(&mut memory, BYTES, aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST) });
    memory
}

fn fill(memory: *mut c_void, value: i32, stream: aclrtStream) {
    check(unsafe { (ACL.aclrtMemsetAsync)(memory, BYTES, value, BYTES, stream) });
}

fn copy(to: *mut c_void, from: *mut c_void, stream: aclrtStream) {
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
    check(unsafe { (ACL.aclrtMemcpyAsync)(to, BYTES, from, BYTES, kind, stream) });
}

fn first_byte(of: *mut c_void) -> u8 {
    let mut found = [0_u8; BYTES];
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    check(unsafe { (ACL.aclrtMemcpy)(found.as_mut_ptr().cast(), BYTES, of, BYTES, kind) });
    found[0]
}

/// One stream writes, another reads: what was read. With `wait` the second waits for the first.
fn write_and_read(device: i32, wait: bool) -> u8 {
    on(device);
    let (writes, reads) = (stream(), stream());
    let (data, result) = (memory(), memory());
    fill(data, 1, writes);
    check(synchronize(writes));
    fill(data, 2, writes);
    if wait {
        let mut event = null_mut();
        check(unsafe { ACL.aclrtCreateEventExWithFlag.unwrap()(&mut event, ACL_EVENT_SYNC) });
        check(unsafe { (ACL.aclrtRecordEvent)(event, writes) });
        check(unsafe { (ACL.aclrtStreamWaitEvent)(reads, event) });
    }
    copy(result, data, reads);
    check(synchronize(reads));
    let found = first_byte(result);
    [writes, reads].into_iter().for_each(|stream| check(unsafe { (ACL.aclrtDestroyStream)(stream) }));
    [data, result].into_iter().for_each(|memory| check(unsafe { (ACL.aclrtFree)(memory) }));
    found
}

#[test]
fn a_missing_wait_is_found_though_most_schedules_hide_it() {
    let found = Mutex::new(Vec::new());
    schedules(32, |seed| found.lock().unwrap().push((seed, write_and_read(0, false))));
    let found = found.into_inner().unwrap();
    assert_eq!(found.len(), 32);
    let well = found.iter().filter(|(_, byte)| *byte == 2).count();
    assert!(0 < well && well < 31, "{found:?}");
    assert_eq!(found[31], (32, 1), "late, what is not waited for has not run");
    let again = Mutex::new(Vec::new());
    schedules(32, |seed| again.lock().unwrap().push((seed, write_and_read(0, false))));
    assert_eq!(again.into_inner().unwrap(), found, "a seed gives its schedule again");
}

#[test]
fn a_panic_ends_at_the_seed_that_it_is_of() {
    let last = Mutex::new(0);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        schedules(32, |seed| {
            *last.lock().unwrap() = seed;
            assert_eq!(write_and_read(1, false), 2);
        });
    }));
    assert!(outcome.is_err());
    assert!(*last.lock().unwrap() <= 32);
}

ascend_npu_mock::schedules! {
    fn a_correct_program_passes_under_all_schedules() {
        assert_eq!(write_and_read(2, true), 2);
    }
}

/// Four streams with four operations each; the streams in the order in which they started.
fn order(device: i32) -> Vec<u64> {
    on(device);
    let streams: Vec<aclrtStream> = (0..4).map(|_| stream()).collect();
    let memory = memory();
    control::record_operations(true);
    take_operations(device);
    for round in 0..4 {
        streams.iter().for_each(|&stream| fill(memory, round, stream));
    }
    check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    let mut operations = take_operations(device);
    operations.sort_unstable_by_key(|operation| operation.started);
    let first = operations.iter().map(|operation| operation.stream).min().unwrap();
    operations.iter().map(|operation| operation.stream - first).collect()
}

fn program(name: &str, settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
    // The programs race on purpose.
    command.env_remove("ASCEND_MOCK_CHECK").env_remove("ASCEND_MOCK_REPORT");
    for (name, value) in settings {
        command.env(name, value);
    }
    command.output().unwrap()
}

#[test]
#[ignore = "a process of another test"]
fn process_that_prints_its_order() {
    println!("order {:?}", order(3));
    control::reseed(2);
    println!("order {:?}", order(3));
}

/// The orders that a process printed.
fn orders(seed: &str) -> Vec<String> {
    let output = program("process_that_prints_its_order", &[("ASCEND_MOCK_SEED", seed), ("ASCEND_MOCK_WORKERS", "1")]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<String> = text.lines().filter_map(|line| Some(line.rsplit_once("order ")?.1.to_owned())).collect();
    assert_eq!(lines.len(), 2, "{text}");
    lines
}

#[test]
fn with_one_worker_a_seed_decides_the_order_in_every_process_and_within_one() {
    let (one, again, two) = (orders("1"), orders("1"), orders("2"));
    assert_eq!(one, again);
    assert_ne!(one[0], two[0]);
    // Another seed in the same process: as in a process that began with it.
    assert_eq!(one[1], two[0]);
}

#[test]
#[ignore = "a process of another test"]
fn process_that_fails_under_some_schedule() {
    schedules(32, |_| assert_eq!(write_and_read(4, false), 2));
}

#[test]
fn the_seed_that_is_told_shows_the_failure_again() {
    let name = "process_that_fails_under_some_schedule";
    let output = program(name, &[]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    let told = said.split_once("replay with ").unwrap().1.lines().next().unwrap();
    let settings: Vec<(&str, &str)> = told.split_whitespace().map(|word| word.split_once('=').unwrap()).collect();
    let again = program(name, &settings);
    assert!(!again.status.success());
    assert!(String::from_utf8(again.stderr).unwrap().contains(told));
    // And another does not show it.
    let passes = (1..32_u32).any(|seed| program(name, &[("ASCEND_MOCK_SEED", &seed.to_string())]).status.success());
    assert!(passes);
}

#[test]
#[ignore = "a process of another test"]
fn process_that_starts_with_its_settings() {
    println!("{}", unsafe { (ACL.aclInit)(std::ptr::null()) }.0);
}

#[test]
fn a_schedule_that_there_is_not_is_refused() {
    let output = program("process_that_starts_with_its_settings", &[("ASCEND_MOCK_SCHEDULE", "early")]);
    assert!(!output.status.success(), "{output:?}");
}
