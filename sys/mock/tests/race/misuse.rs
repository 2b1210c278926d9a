//! Memory that is not there: freed, foreign, or too short.

use ascend_npu_mock::control::FindingKind;
use ascend_npu_sys::{aclError, aclrtMemcpyKind};

use crate::common::{check, on};
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        memory_is_freed_twice,
        freed_memory_is_filled,
        a_fill_runs_past_the_end,
        the_inside_of_an_allocation_is_freed,
        a_copy_begins_inside_and_ends_outside,
        host_memory_is_taken_for_device_memory,
    ],
    silent: [
        a_fill_up_to_the_end,
        a_copy_of_the_last_byte,
        nothing_is_copied_from_nowhere,
        memory_is_freed_on_another_current_device,
    ],
}

/// A call that is refused; the call.
#[collapse_debuginfo(yes)]
macro_rules! refused {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        assert_ne!(acl!($name($($argument),*)), aclError::SUCCESS);
        Operation::of_host("a call", file!(), line!())
    }};
}

fn misuse(p: &Program, call: &Operation, bytes: Bytes) {
    p.expect(FindingKind::Memory, vec![call.reads(bytes)]);
}

fn memory_is_freed_twice(p: &Program) {
    let shared = memory();
    free!(shared);
    let call = refused!(aclrtFree(shared.pointer()));
    misuse(p, &call, shared.part(0, 0));
}

fn freed_memory_is_filled(p: &Program) {
    let shared = memory();
    free!(shared);
    let call = refused!(aclrtMemset(shared.pointer(), LENGTH, 0, LENGTH));
    misuse(p, &call, shared);
}

fn a_fill_runs_past_the_end(p: &Program) {
    let (stream, shared) = (stream(), memory());
    let past = Bytes { length: 2 * LENGTH, ..shared };
    let call = refused!(aclrtMemsetAsync(past.pointer(), past.length, 0, past.length, stream.handle()));
    misuse(p, &call, past);
}

fn a_fill_up_to_the_end(_: &Program) {
    let (stream, shared) = (stream(), memory());
    fill!(stream, shared.part(LENGTH - 1, 1));
    fill!(stream, shared);
}

fn the_inside_of_an_allocation_is_freed(p: &Program) {
    let shared = memory();
    let inside = shared.part(64, 0);
    let call = refused!(aclrtFree(inside.pointer()));
    misuse(p, &call, inside);
}

fn a_copy_begins_inside_and_ends_outside(p: &Program) {
    let (stream, shared, to) = (stream(), memory(), memory());
    let (kind, from) = (aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE, shared.part(LENGTH - 64, 128));
    let call = refused!(aclrtMemcpyAsync(to.pointer(), 128, from.pointer(), 128, kind, stream.handle()));
    misuse(p, &call, from);
}

fn a_copy_of_the_last_byte(_: &Program) {
    let (stream, shared, to) = (stream(), memory(), memory());
    copy!(stream, to.part(0, 1), shared.part(LENGTH - 1, 1));
}

fn host_memory_is_taken_for_device_memory(p: &Program) {
    let (local, to) = (pageable(), memory());
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
    let call = refused!(aclrtMemcpy(to.pointer(), LENGTH, local.pointer(), LENGTH, kind));
    misuse(p, &call, local);
}

fn nothing_is_copied_from_nowhere(_: &Program) {
    let (stream, to) = (stream(), memory());
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
    check(acl!(aclrtMemcpyAsync(to.pointer(), LENGTH, std::ptr::null(), 0, kind, stream.handle())));
}

fn memory_is_freed_on_another_current_device(p: &Program) {
    let (stream, shared) = (stream(), memory());
    fill!(stream, shared);
    stream.finish();
    let own = p.device() - 1;
    free!(shared);
    on(own);
}
