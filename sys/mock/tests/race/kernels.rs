//! Kernels, which tell what they touch while they run.

use std::ptr::null_mut;

use ascend_npu_mock::control::fail_kernel;
use ascend_npu_sys::{aclError, aclrtFuncHandle};

use crate::common::mover::{SILENT, TELLS, load};
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_kernel_reads_what_another_stream_writes,
        a_kernel_writes_what_another_stream_reads,
        the_inputs_of_a_kernel_are_freed_while_it_runs,
        the_inputs_of_a_kernel_are_gone_when_it_begins,
        the_output_of_a_kernel_is_read_by_the_host_at_once,
        two_kernels_write_one_output,
    ],
    silent: [
        a_kernel_waits_for_what_it_reads,
        the_inputs_of_a_kernel_are_freed_after_the_wait,
        the_output_of_a_kernel_is_read_after_the_wait,
        two_kernels_write_halves_of_one_output,
        a_kernel_that_fails_is_told_to_all_that_wait_and_is_no_mistake_of_the_program,
        a_kernel_that_tells_nothing,
    ],
}

/// Launches the kernel that moves bytes.
#[collapse_debuginfo(yes)]
macro_rules! move_bytes {
    ($stream:expr, $function:expr, $to:expr, $from:expr) => {{
        let (stream, function, to, from): (Stream, aclrtFuncHandle, Bytes, Bytes) = ($stream, $function, $to, $from);
        let mut arguments = [from.start as u64, to.start as u64, to.length as u64];
        let (address, size) = (arguments.as_mut_ptr().cast(), size_of_val(&arguments));
        let (configuration, places) = (null_mut(), null_mut());
        crate::common::check(acl!(aclrtLaunchKernelWithHostArgs(
            function,
            1,
            stream.handle(),
            configuration,
            address,
            size,
            places,
            0
        )));
        stream.operation("move", file!(), line!())
    }};
}

fn a_kernel_reads_what_another_stream_writes(p: &Program) {
    let (kernel, first, second, shared, to) = (load(&TELLS), stream(), stream(), memory(), memory());
    let write = fill!(first, shared.half(1));
    let read = move_bytes!(second, kernel, to, shared);
    p.race(write.writes(shared.half(1)), read.reads(shared.half(1)));
}

fn a_kernel_waits_for_what_it_reads(_: &Program) {
    let (kernel, first, second, shared, to) = (load(&TELLS), stream(), stream(), memory(), memory());
    fill!(first, shared);
    second.follow(first);
    move_bytes!(second, kernel, to, shared);
    first.follow(second);
    fill!(first, to);
}

fn a_kernel_writes_what_another_stream_reads(p: &Program) {
    let (kernel, first, second, shared, from) = (load(&TELLS), stream(), stream(), memory(), memory());
    let read = copy!(first, memory(), shared);
    let write = move_bytes!(second, kernel, shared, from);
    p.race(read.reads(shared), write.writes(shared));
}

fn two_kernels_write_one_output(p: &Program) {
    let (kernel, first, second, output) = (load(&TELLS), stream(), stream(), memory());
    let one = move_bytes!(first, kernel, output, memory());
    let other = move_bytes!(second, kernel, output.half(1), memory());
    p.race(one.writes(output.half(1)), other.writes(output.half(1)));
}

fn two_kernels_write_halves_of_one_output(_: &Program) {
    let (kernel, first, second, output) = (load(&TELLS), stream(), stream(), memory());
    move_bytes!(first, kernel, output.half(0), memory());
    move_bytes!(second, kernel, output.half(1), memory());
}

fn the_inputs_of_a_kernel_are_freed_while_it_runs(p: &Program) {
    let (kernel, stream, input, output) = (load(&TELLS), stream(), memory(), memory());
    let launch = move_bytes!(stream, kernel, output, input);
    stream.finish_unseen();
    let free = free!(input);
    p.race(launch.reads(input), free.writes(input));
}

fn the_inputs_of_a_kernel_are_gone_when_it_begins(p: &Program) {
    let (kernel, stream, input, output) = (load(&TELLS), stream(), memory(), memory());
    free!(input);
    let launch = move_bytes!(stream, kernel, output, input);
    p.expect(ascend_npu_mock::control::FindingKind::Memory, vec![launch.reads(input.part(0, 0))]);
    assert_ne!(acl!(aclrtSynchronizeStream(stream.handle())), aclError::SUCCESS);
}

fn the_inputs_of_a_kernel_are_freed_after_the_wait(_: &Program) {
    let (kernel, stream, input, output) = (load(&TELLS), stream(), memory(), memory());
    fill!(stream, input);
    move_bytes!(stream, kernel, output, input);
    stream.finish();
    free!(input);
    // What is given out next may lie in the same place.
    fill!(stream, memory());
    let seen = pageable();
    copy_now!(seen, output);
    assert_eq!(load!(seen).0, 1);
}

fn the_output_of_a_kernel_is_read_by_the_host_at_once(p: &Program) {
    let (kernel, stream, input, output) = (load(&TELLS), stream(), memory(), memory());
    let launch = move_bytes!(stream, kernel, output, input);
    let read = copy_now!(pageable(), output);
    p.race(launch.writes(output), read.reads(output));
}

fn the_output_of_a_kernel_is_read_after_the_wait(_: &Program) {
    let (kernel, stream, input, output, seen) = (load(&TELLS), stream(), memory(), memory(), pageable());
    fill!(stream, input);
    move_bytes!(stream, kernel, output, input);
    stream.finish();
    copy_now!(seen, output);
    assert_eq!(load!(seen).0, 1);
}

fn a_kernel_that_fails_is_told_to_all_that_wait_and_is_no_mistake_of_the_program(_: &Program) {
    const FAULT: aclError = aclError(507_015);
    let (kernel, stream, output) = (load(&TELLS), stream(), memory());
    let _fault = fail_kernel("move", 3, FAULT);
    for _ in 0..10 {
        move_bytes!(stream, kernel, output, memory());
    }
    assert_eq!(acl!(aclrtSynchronizeStream(stream.handle())), FAULT);
}

/// A kernel whose image does not tell what it touches: what lies where it has been counts as written.
fn a_kernel_that_tells_nothing(_: &Program) {
    let (kernel, stream, output) = (load(&SILENT), stream(), fresh(LENGTH));
    move_bytes!(stream, kernel, output, memory());
    copy!(stream, memory(), output);
}
