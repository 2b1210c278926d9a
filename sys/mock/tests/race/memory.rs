//! Memory that is given back, and given out again.

use ascend_npu_mock::control::FindingKind;

use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        memory_is_freed_while_a_stream_writes_it,
        memory_is_freed_while_a_second_stream_reads_it,
        memory_is_freed_after_a_wait_for_another_event,
        nobody_wrote_what_is_read,
        half_of_what_is_read_was_written,
    ],
    silent: [
        memory_is_freed_after_the_wait,
        memory_is_freed_after_a_wait_for_all_streams,
        freeing_waits_for_the_device_where_that_is_asked_for,
        memory_that_is_given_out_again_has_no_past,
        a_cache_gives_memory_to_another_stream_behind_an_event,
        what_is_read_was_written_in_pieces,
    ],
}

fn memory_is_freed_while_a_stream_writes_it(p: &Program) {
    let (stream, shared) = (stream(), memory());
    let write = fill!(stream, shared);
    // What the host had not yet given to the device when memory goes fails there: here it is over.
    stream.finish_unseen();
    let free = free!(shared);
    p.race(write.writes(shared), free.writes(shared));
}

fn memory_is_freed_after_the_wait(_: &Program) {
    let (stream, shared) = (stream(), memory());
    fill!(stream, shared);
    stream.finish();
    free!(shared);
}

fn memory_is_freed_while_a_second_stream_reads_it(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    copy!(first, memory(), shared);
    let read = copy!(second, memory(), shared);
    first.finish();
    second.finish_unseen();
    let free = free!(shared);
    p.race(read.reads(shared), free.writes(shared));
}

fn memory_is_freed_after_a_wait_for_all_streams(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    copy!(first, memory(), shared);
    copy!(second, memory(), shared);
    finish_device();
    free!(shared);
}

fn freeing_waits_for_the_device_where_that_is_asked_for(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    copy!(second, memory(), memory());
    host!(aclrtFreeWithDevSync(shared.pointer()));
}

fn memory_is_freed_after_a_wait_for_another_event(p: &Program) {
    let (stream, shared, early) = (stream(), memory(), event());
    stream.record(early);
    let write = fill!(stream, shared);
    early.finish();
    stream.finish_unseen();
    let free = free!(shared);
    p.race(write.writes(shared), free.writes(shared));
}

fn nobody_wrote_what_is_read(p: &Program) {
    let (stream, fresh) = (stream(), fresh(LENGTH));
    let read = copy!(stream, memory(), fresh);
    p.expect(FindingKind::Uninitialised, vec![read.reads(fresh)]);
}

fn half_of_what_is_read_was_written(p: &Program) {
    let (stream, fresh) = (stream(), fresh(LENGTH));
    fill!(stream, fresh.half(0));
    let read = copy!(stream, memory(), fresh);
    p.expect(FindingKind::Uninitialised, vec![read.reads(fresh.half(1))]);
}

fn what_is_read_was_written_in_pieces(_: &Program) {
    let (stream, fresh) = (stream(), fresh(LENGTH));
    for piece in 0..LENGTH / 64 {
        fill!(stream, fresh.part(piece * 64, 64));
    }
    copy!(stream, memory(), fresh);
}

fn memory_that_is_given_out_again_has_no_past(_: &Program) {
    for stream in [stream(), stream(), stream()] {
        let shared = memory();
        fill!(stream, shared);
        stream.finish();
        free!(shared);
    }
}

/// As allocators of frameworks do: memory is not freed, but used for something else, behind an event.
fn a_cache_gives_memory_to_another_stream_behind_an_event(_: &Program) {
    let (compute, side, block) = (stream(), stream(), memory());
    fill!(compute, block);
    side.follow(compute);
    copy!(side, memory(), block);
    // The block goes back to its first stream when the side stream is done with it.
    compute.follow(side);
    fill!(compute, block);
}
