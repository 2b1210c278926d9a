//! Pinned memory, which streams and the program share.

use crate::common::check;
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        the_program_reads_before_the_copy_has_landed,
        the_program_changes_the_source_of_a_copy_in_flight,
        the_source_of_a_copy_in_flight_is_freed,
        one_stream_reads_pinned_memory_that_another_writes,
    ],
    silent: [
        the_program_reads_after_the_copy_has_landed,
        the_program_changes_the_source_after_the_copy,
        the_source_is_freed_after_the_copy,
        pinned_memory_goes_from_stream_to_stream,
        the_program_reads_what_a_stream_reads,
        pageable_memory_is_copied_before_the_call_returns,
        two_halves_of_a_pinned_buffer_take_turns,
        a_page_holds_what_is_written_beside_what_the_program_reads,
    ],
}

fn the_program_reads_before_the_copy_has_landed(p: &Program) {
    let (stream, gradient, host) = (stream(), memory(), pinned());
    let copy = copy!(stream, host, gradient);
    let (_, read) = load!(host);
    p.race(copy.writes(host), read.reads(host.first_byte()));
}

fn the_program_reads_after_the_copy_has_landed(_: &Program) {
    let (stream, gradient, host) = (stream(), memory(), pinned());
    fill!(stream, gradient);
    copy!(stream, host, gradient);
    let done = event();
    stream.record(done);
    done.finish();
    assert_eq!(load!(host).0, 1);
}

fn the_program_changes_the_source_of_a_copy_in_flight(p: &Program) {
    let (stream, to, host) = (stream(), memory(), pinned());
    store!(host);
    let copy = copy!(stream, to, host);
    let write = store!(host);
    p.race(copy.reads(host), write.writes(host.first_byte()));
}

fn the_program_changes_the_source_after_the_copy(_: &Program) {
    let (stream, to, host) = (stream(), memory(), pinned());
    store!(host);
    copy!(stream, to, host);
    stream.finish();
    store!(host);
}

fn the_source_of_a_copy_in_flight_is_freed(p: &Program) {
    let (stream, to, host) = (stream(), memory(), pinned());
    let copy = copy!(stream, to, host);
    stream.finish_unseen();
    let free = host!(aclrtFreeHost(host.pointer()));
    p.race(copy.reads(host), free.writes(host));
}

fn the_source_is_freed_after_the_copy(_: &Program) {
    let (stream, to, host) = (stream(), memory(), pinned());
    copy!(stream, to, host);
    stream.finish();
    check(acl!(aclrtFreeHost(host.pointer())));
}

fn one_stream_reads_pinned_memory_that_another_writes(p: &Program) {
    let (down, up, from, to, host) = (stream(), stream(), memory(), memory(), pinned());
    let write = copy!(down, host, from);
    let read = copy!(up, to, host);
    p.race(write.writes(host), read.reads(host));
}

fn pinned_memory_goes_from_stream_to_stream(_: &Program) {
    let (down, up, from, to, host) = (stream(), stream(), memory(), memory(), pinned());
    copy!(down, host, from);
    up.follow(down);
    copy!(up, to, host);
}

fn the_program_reads_what_a_stream_reads(_: &Program) {
    let (stream, to, host) = (stream(), memory(), pinned());
    store!(host);
    copy!(stream, to, host);
    assert_eq!(load!(host).0, 7);
}

fn pageable_memory_is_copied_before_the_call_returns(_: &Program) {
    let (stream, to, host) = (stream(), memory(), pageable());
    copy!(stream, to, host);
    store!(host);
    copy!(stream, host, to);
    assert_eq!(load!(host).0, 0);
}

fn a_page_holds_what_is_written_beside_what_the_program_reads(_: &Program) {
    let (stream, to, from, host) = (stream(), memory(), memory(), pinned());
    store!(host);
    copy!(stream, to.half(0), host.half(0));
    copy!(stream, host.half(1), from.half(0));
    load!(host);
}

fn two_halves_of_a_pinned_buffer_take_turns(_: &Program) {
    let (stream, to, host, done) = (stream(), memory(), pinned(), [event(), event()]);
    for round in 0..6 {
        let half = round % 2;
        if round > 1 {
            done[half].finish();
        }
        store!(host.half(half));
        copy!(stream, to.half(half), host.half(half));
        stream.record(done[half]);
    }
}
