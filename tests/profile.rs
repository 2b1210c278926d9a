//! Ranges and marks of the profiler.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(unsafe_code, clippy::undocumented_unsafe_blocks)] // Opens a session of the profiler, as its command does.

mod common;

use ascend_npu::Driver;
use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::{Acl, Symbols, aclError};
use common::device;

/// One test: the profiler is the process's.
#[test]
fn ranges_and_marks_are_there_when_a_profiler_runs_and_cost_nothing_else() {
    common::needs!(Calls);
    let driver = Driver::open().unwrap();
    let device = device(0);
    let stream = device.stream().unwrap();
    let started = || control::calls("aclprofRangeStart");

    drop(driver.range("nobody looks"));
    driver.mark("nobody looks");
    assert_eq!(started(), 0, "without a session there are no stamps");

    let mut find = ascend_npu_mock::lookup;
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    assert_eq!(unsafe { (acl.aclprofInit)(path.as_ptr().cast(), path.len()) }, aclError::SUCCESS);
    control::record_operations(true);
    {
        let outer = driver.range("outer");
        let _inner = driver.range(&"very long ".repeat(50));
        driver.mark("");
        // The outer one ends first, and on another thread.
        std::thread::spawn(move || drop(outer)).join().unwrap();
    }
    stream.mark("step 1\0").unwrap();
    stream.mark("step 2").unwrap();
    stream.synchronize().unwrap();
    control::record_operations(false);
    assert_eq!((started(), control::calls("aclprofRangeStop")), (2, 2));
    assert_eq!(control::calls("aclprofDestroyStamp"), 3);
    let marks: Vec<_> =
        control::take_operations(0).into_iter().filter(|operation| operation.kind == Kind::Mark).collect();
    assert_eq!(marks.len(), 2, "{marks:?}");
    assert_eq!(unsafe { (acl.aclprofFinalize)() }, aclError::SUCCESS);
}
