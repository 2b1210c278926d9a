//! The program whose timeline is looked at: it runs in a process of its own.

use std::ffi::{CString, c_void};
use std::path::Path;
use std::process::{Command, Output};
use std::ptr::null_mut;
use std::sync::Once;

use ascend_npu_sys::{aclrtEvent, aclrtStream};
use serde_json::Value;

use crate::world::{Buffer, F32, SUM, acl, fine, ok, world};

pub const RANKS: usize = 4;
pub const BYTES: usize = 1 << 20;

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn sums_beside_other_work() {
    world(RANKS, |rank| {
        let (mut side, mut done): (aclrtStream, aclrtEvent) = (null_mut(), null_mut());
        ok(call!(acl.aclrtCreateStream(&mut side)));
        ok(call_new!(acl.aclrtCreateEventExWithFlag(&mut done, 1)));
        let (buffer, other) = (Buffer::of(&[1_f32; BYTES / 4]), Buffer::new(BYTES));
        mark(rank.stream, "begins");
        let [steps, step] = [stamp("steps"), stamp("step")];
        let mut whole = 0;
        ok(call!(acl.aclprofRangeStart(steps, &mut whole)));
        ok(call!(acl.aclprofPush(steps)));
        for _ in 0..5 {
            ok(call!(acl.aclprofPush(step)));
            ok(call!(acl.aclrtMemsetAsync(other.address, BYTES, 0, BYTES, side)));
            ok(call!(acl.aclrtRecordEvent(done, side)));
            ok(call!(acl.aclrtStreamWaitEvent(rank.stream, done)));
            fine(rank.all_reduce(buffer.address, buffer.address, BYTES / 4, F32, SUM));
            ok(call!(acl.aclprofPop()));
        }
        ok(call!(acl.aclprofPop()));
        ok(call!(acl.aclprofRangeStop(whole)));
        ok(rank.sync());
        ok(call!(acl.aclrtDestroyEvent(done)));
        ok(call!(acl.aclrtDestroyStream(side)));
    });
}

/// A stamp of the profiler, which has a session for it.
fn stamp(text: &str) -> *mut c_void {
    static SESSION: Once = Once::new();
    SESSION.call_once(|| {
        ok(call!(acl.aclprofInit(c".".as_ptr(), 1)));
    });
    let stamp = call!(acl.aclprofCreateStamp());
    assert!(!stamp.is_null());
    let text = CString::new(text).unwrap();
    ok(call!(acl.aclprofSetStampTraceMessage(stamp, text.as_ptr(), text.count_bytes() as u32)));
    stamp
}

fn mark(stream: aclrtStream, text: &str) {
    let text = CString::new(text).unwrap();
    ok(call_new!(acl.aclprofMarkEx(text.as_ptr(), text.count_bytes(), stream)));
}

/// Runs the program with a timeline.
pub fn run(file: &Path, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["program::sums_beside_other_work", "--exact", "--ignored", "--nocapture"]);
    command.env("ASCEND_MOCK_TIMELINE", file).env("ASCEND_MOCK_CLOCK", "real").envs(variables.iter().copied());
    let folder = tempfile::tempdir().unwrap();
    let output = command.current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

pub fn read(file: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

/// The timeline of a run.
pub fn timeline(variables: &[(&str, &str)]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    run(&file, variables);
    read(&file)
}
