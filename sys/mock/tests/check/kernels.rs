//! Kernels tell what they touch while they run.

use ascend_npu_sys::{aclrtFuncHandle, aclrtStream};

use crate::common::mover::{SILENT, TELLS, load};
use crate::support::*;

fn launch(function: aclrtFuncHandle, to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    let mut args = [address(from), address(to), bytes as u64];
    let size = size_of_val(&args);
    let launched = unsafe {
        ACL.aclrtLaunchKernelWithHostArgs.unwrap()(
            function,
            1,
            stream,
            std::ptr::null_mut(),
            args.as_mut_ptr().cast(),
            size,
            std::ptr::null_mut(),
            0,
        )
    };
    check(launched);
}

#[test]
fn a_kernel_that_reads_what_another_stream_writes_is_a_race_of_the_bytes_that_it_reads() {
    let device = device();
    let function = load(&TELLS);
    let (first, second, shared, to) = (stream(), stream(), memory(BYTES), memory(BYTES));
    fill(shared, BYTES, first);
    synchronize(first);
    fill(shared, BYTES / 2, first);
    launch(function, to, shared.wrapping_add(BYTES / 4), BYTES / 2, second);
    let race = race(device);
    let kernel = race.operations.iter().find(|operation| operation.name == "move").unwrap();
    assert!(!kernel.writes);
    assert_eq!(kernel.bytes, (address(shared) + BYTES as u64 / 4, address(shared) + BYTES as u64 / 2));
    assert!(kernel.site.contains("kernels.rs"), "{kernel:?}");
}

#[test]
fn a_kernel_that_waits_for_what_it_reads_is_in_order() {
    let device = device();
    let function = load(&TELLS);
    let (first, second, shared, to, done) = (stream(), stream(), memory(BYTES), memory(BYTES), event());
    fill(shared, BYTES, first);
    record(done, first);
    wait(second, done);
    launch(function, to, shared, BYTES, second);
    copy(shared, to, BYTES, second);
    nothing(device);
}

#[test]
fn where_a_silent_kernel_has_been_nothing_counts_as_unwritten() {
    let device = device();
    let function = load(&SILENT);
    let (stream, from, to) = (stream(), memory(BYTES), memory(BYTES));
    fill(from, BYTES, stream);
    launch(function, to, from, BYTES, stream);
    copy(from, to, BYTES, stream);
    nothing(device);
}
