//! What the checks find of ranks in different processes.

mod asked;
mod circles;
mod memory;
mod order;
mod stuck;

use std::ffi::c_void;
use std::ptr::null_mut;

use ascend_npu_mock::control::{Finding, FindingKind, take_findings};
use ascend_npu_sys::{ACL_EVENT_SYNC, aclrtStream};

use crate::job::part;
use crate::world::{Buffer, Rank, acl, ok, world_with};

const BYTES: usize = 4096;

/// Runs ranks in processes that check what they do; what each process found.
fn found(size: usize, checks: &str, work: impl Fn(&Rank) + Sync) -> Option<Vec<Finding>> {
    world_with(size, &[("ASCEND_MOCK_CHECK", checks)], work);
    part().map(|_| take_findings())
}

/// The races of a process.
fn races(size: usize, work: impl Fn(&Rank) + Sync) -> Option<Vec<Finding>> {
    let found = found(size, "races", work)?;
    assert!(found.iter().all(|found| found.kind == FindingKind::Race), "{found:#?}");
    Some(found)
}

/// Queues a write.
fn fill(memory: *mut c_void, stream: aclrtStream) {
    ok(call!(acl.aclrtMemsetAsync(memory, BYTES, 1, BYTES, stream)));
}

/// Lets a stream wait for what another has queued.
fn wait(waits: aclrtStream, works: aclrtStream) {
    let mut event = null_mut();
    ok(call_new!(acl.aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_SYNC)));
    ok(call!(acl.aclrtRecordEvent(event, works)));
    ok(call!(acl.aclrtStreamWaitEvent(waits, event)));
}

/// A buffer that nothing has touched yet.
fn buffer() -> Buffer {
    Buffer::new(BYTES)
}
