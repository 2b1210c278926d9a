//! Faults of kernels.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use ascend_npu_mock::control;
use ascend_npu_sys::aclError;

use crate::calls::*;

#[test]
fn a_fault_names_kernel_block_and_reason() {
    on(1);
    let (image, stream) = (load(), stream());
    run(function(image, "fault"), 8, stream, &[&3_u32.to_ne_bytes()]);
    let code = synchronize(stream);
    refused(code, aclError::RT_VECTOR_CORE_EXCEPTION, &["kernel fault, block 3 of 8: element 42 is bad"]);
    run(function(image, "silent"), 1, stream, &[]);
    refused(synchronize(stream), aclError::RT_AICORE_EXCEPTION, &["kernel silent, block 0 of 1"]);
    run(function(image, "shout"), 1, stream, &[]);
    refused(synchronize(stream), aclError::RT_AICORE_EXCEPTION, &["kernel shout, block 0 of 1", "xxx"]);
    check(unload(image));
}

#[test]
fn a_kernel_finds_live_device_memory_only() {
    on(2);
    let (image, stream, out, memory) = (load(), stream(), zeros(24), zeros(100));
    let look = function(image, "look");
    let find = |address: *mut c_void| {
        run(look, 1, stream, &[&bytes_of(address), &bytes_of(out)]);
        check(synchronize(stream));
        download::<24>(out)
    };
    let found = find(memory.wrapping_byte_add(64));
    assert_eq!(found[..8], 1_u64.to_ne_bytes());
    assert_eq!(found[8..16], bytes_of(memory));
    assert_eq!(found[16..], 160_u64.to_ne_bytes(), "100 B in whole blocks, and one of padding");
    assert_eq!(find(memory.wrapping_byte_add(160))[..8], 0_u64.to_ne_bytes());
    free(memory);
    assert_eq!(find(memory)[..8], 0_u64.to_ne_bytes());
    free(out);
    check(unload(image));
}

#[test]
fn memory_freed_under_a_running_kernel_is_a_fault_and_no_crash() {
    on(6);
    let (image, stream) = (load(), stream());
    for bytes in [64, 8 << 20] {
        let (memory, flags) = (zeros(bytes), zeros(8));
        let flag = |index: usize| unsafe { &*flags.wrapping_byte_add(4 * index).cast::<AtomicU32>() };
        run(function(image, "linger"), 1, stream, &[&bytes_of(memory), &bytes_of(flags)]);
        while flag(0).load(Ordering::Acquire) == 0 {
            thread::yield_now();
        }
        free(memory);
        flag(1).store(1, Ordering::Release);
        let parts = ["kernel linger, block 0 of 1", &format!("{bytes} B"), "was freed while it was in use"];
        refused(synchronize(stream), aclError::RT_VECTOR_CORE_EXCEPTION, &parts);
        free(flags);
    }
    check(unload(image));
}

#[test]
fn a_rule_makes_one_launch_of_a_kernel_fault() {
    on(7);
    let (image, stream) = (load(), stream());
    let doomed = function(image, "doomed");
    let _rule = control::fail_kernel("doomed", 1, aclError::RT_AICORE_TIMEOUT);
    let run = || {
        run(doomed, 2, stream, &[]);
        synchronize(stream)
    };
    check(run());
    refused(run(), aclError::RT_AICORE_TIMEOUT, &["doomed"]);
    check(run());
    check(unload(image));
}

#[test]
fn a_rule_as_text_makes_one_launch_of_a_kernel_fault_with_the_code_of_the_core() {
    on(7);
    let (image, stream) = (load(), stream());
    let condemned = function(image, "condemned");
    control::fault("kernel-fault kernel=condemned launch=1").unwrap();
    let run = || {
        run(condemned, 2, stream, &[]);
        synchronize(stream)
    };
    check(run());
    refused(run(), aclError::RT_AICORE_EXCEPTION, &["condemned", "by a rule"]);
    check(run());
    check(unload(image));
}
