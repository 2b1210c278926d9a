//! What events order, and what they do not.

use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_wait_before_the_record_orders_nothing,
        an_event_says_nothing_of_what_comes_after_its_record,
        the_wait_is_on_a_third_stream,
        a_wait_before_the_second_record_sees_the_first,
        a_wait_after_the_second_record_sees_that_alone,
        a_record_of_a_stream_that_did_not_wait_breaks_the_chain,
        the_wait_comes_after_the_read,
        the_host_waits_for_another_stream,
        the_host_waits_for_an_event_before_the_write,
        the_default_stream_does_not_wait_for_the_others,
        two_streams_meet_and_part_again,
    ],
    silent: [
        a_chain_over_three_streams,
        a_wait_for_the_second_record,
        a_wait_before_the_event_is_recorded_again,
        events_of_each_kind,
        a_diamond,
        a_ring_that_goes_round,
        an_event_that_is_destroyed_while_it_is_waited_for,
        the_host_waits_for_the_stream,
        the_host_waits_for_the_event,
        the_host_waits_for_the_device,
        the_host_asks_until_the_stream_is_done,
        the_host_asks_until_the_event_has_passed,
        the_default_stream_waits_for_an_event,
        a_stream_that_is_destroyed_is_done,
        a_shared_event_in_one_process,
    ],
}

fn a_wait_before_the_record_orders_nothing(p: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), event());
    second.wait(done);
    let one = fill!(first, shared);
    first.record(done);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn an_event_says_nothing_of_what_comes_after_its_record(p: &Program) {
    let (first, second, a, b, done) = (stream(), stream(), memory(), memory(), event());
    fill!(first, a);
    first.record(done);
    let late = fill!(first, b);
    second.wait(done);
    fill!(second, a);
    let other = fill!(second, b);
    p.race(late.writes(b), other.writes(b));
}

fn the_wait_is_on_a_third_stream(p: &Program) {
    let (first, second, third, shared) = (stream(), stream(), stream(), memory());
    let write = fill!(first, shared);
    third.follow(first);
    let read = copy!(second, memory(), shared);
    p.race(write.writes(shared), read.reads(shared));
}

fn a_chain_over_three_streams(_: &Program) {
    let (first, second, third, shared) = (stream(), stream(), stream(), memory());
    fill!(first, shared);
    second.follow(first);
    third.follow(second);
    fill!(third, shared);
}

/// The wait is for the record that was the newest when it was queued.
fn a_wait_before_the_second_record_sees_the_first(p: &Program) {
    let (first, second, a, b, done) = (stream(), stream(), memory(), memory(), event());
    fill!(first, a);
    first.record(done);
    second.wait(done);
    let late = fill!(first, b);
    first.record(done);
    fill!(second, a);
    let other = fill!(second, b);
    p.race(late.writes(b), other.writes(b));
}

fn a_wait_before_the_event_is_recorded_again(_: &Program) {
    let (first, second, a, b, done) = (stream(), stream(), memory(), memory(), event());
    fill!(first, a);
    first.record(done);
    second.wait(done);
    fill!(first, b);
    first.record(done);
    fill!(second, a);
    second.wait(done);
    fill!(second, b);
}

/// Two streams record one event: the wait after both is for the second record, and nothing waits for the first.
fn a_wait_after_the_second_record_sees_that_alone(p: &Program) {
    let (first, second, third, a, b, done) = (stream(), stream(), stream(), memory(), memory(), event());
    let lost = fill!(first, a);
    first.record(done);
    fill!(second, b);
    second.record(done);
    third.wait(done);
    let other = fill!(third, a);
    fill!(third, b);
    p.race(lost.writes(a), other.writes(a));
}

fn a_wait_for_the_second_record(_: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), event());
    first.record(done);
    fill!(first, shared);
    first.record(done);
    second.wait(done);
    fill!(second, shared);
}

fn a_record_of_a_stream_that_did_not_wait_breaks_the_chain(p: &Program) {
    let (first, second, third, shared) = (stream(), stream(), stream(), memory());
    let write = fill!(first, shared);
    let (written, passed) = (event(), event());
    // The second stream records before it waits.
    second.record(passed);
    first.record(written);
    second.wait(written);
    third.wait(passed);
    let read = copy!(third, memory(), shared);
    p.race(write.writes(shared), read.reads(shared));
}

fn the_wait_comes_after_the_read(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    let write = fill!(first, shared);
    let read = copy!(second, memory(), shared);
    second.follow(first);
    copy!(second, memory(), shared);
    p.race(write.writes(shared), read.reads(shared));
}

fn the_host_waits_for_another_stream(p: &Program) {
    let (first, second, third, shared) = (stream(), stream(), stream(), memory());
    let one = fill!(first, shared);
    fill!(second, memory());
    second.finish();
    let other = fill!(third, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn the_host_waits_for_an_event_before_the_write(p: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), event());
    first.record(done);
    let one = fill!(first, shared);
    done.finish();
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn the_default_stream_does_not_wait_for_the_others(p: &Program) {
    let (first, shared) = (stream(), memory());
    let one = fill!(first, shared);
    let other = fill!(default_stream(), shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn the_default_stream_waits_for_an_event(_: &Program) {
    let (first, shared) = (stream(), memory());
    fill!(first, shared);
    default_stream().follow(first);
    fill!(default_stream(), shared);
    first.follow(default_stream());
    fill!(first, shared);
}

fn two_streams_meet_and_part_again(p: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    second.follow(first);
    first.follow(second);
    let one = fill!(first, shared);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn events_of_each_kind(_: &Program) {
    for done in [event(), flag(), plain_event()] {
        let (first, second, third, shared) = (stream(), stream(), stream(), memory());
        fill!(first, shared);
        first.record(done);
        second.wait(done);
        fill!(second, shared);
        second.finish();
        first.record(done);
        done.finish();
        fill!(third, shared);
    }
}

fn a_diamond(_: &Program) {
    let (top, left, right, bottom, shared) = (stream(), stream(), stream(), stream(), memory());
    fill!(top, shared);
    left.follow(top);
    right.follow(top);
    fill!(left, shared.half(0));
    fill!(right, shared.half(1));
    bottom.follow(left);
    bottom.follow(right);
    copy!(bottom, memory(), shared);
}

fn a_ring_that_goes_round(_: &Program) {
    let (streams, shared) = ([stream(), stream(), stream()], memory());
    for round in 0..6 {
        fill!(streams[round % 3], shared);
        streams[(round + 1) % 3].follow(streams[round % 3]);
    }
}

fn an_event_that_is_destroyed_while_it_is_waited_for(_: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), event());
    fill!(first, shared);
    first.record(done);
    second.wait(done);
    crate::common::check(acl!(aclrtDestroyEvent(done.handle())));
    fill!(second, shared);
}

fn the_host_waits_for_the_stream(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    first.finish();
    fill!(second, shared);
}

fn the_host_waits_for_the_event(_: &Program) {
    for done in [event(), flag(), plain_event(), shared_event()] {
        let (first, second, shared) = (stream(), stream(), memory());
        fill!(first, shared);
        first.record(done);
        done.finish();
        fill!(second, shared);
    }
}

fn the_host_waits_for_the_device(_: &Program) {
    let (first, second, third, a, b) = (stream(), stream(), stream(), memory(), memory());
    fill!(first, a);
    fill!(second, b);
    finish_device();
    copy!(third, a, b);
}

fn the_host_asks_until_the_stream_is_done(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    while !crate::common::is_idle(first.handle()) {}
    fill!(second, shared);
}

fn the_host_asks_until_the_event_has_passed(_: &Program) {
    use ascend_npu_sys::aclrtEventRecordedStatus as Status;
    for done in [event(), flag(), plain_event(), shared_event()] {
        let (first, second, shared) = (stream(), stream(), memory());
        fill!(first, shared);
        first.record(done);
        let mut status = Status::ACL_EVENT_RECORDED_STATUS_NOT_READY;
        while status != Status::ACL_EVENT_RECORDED_STATUS_COMPLETE {
            crate::common::check(acl!(aclrtQueryEventStatus(done.handle(), &mut status)));
        }
        fill!(second, shared);
    }
}

fn a_stream_that_is_destroyed_is_done(_: &Program) {
    let (first, second, shared) = (stream(), stream(), memory());
    fill!(first, shared);
    crate::common::check(acl!(aclrtDestroyStream(first.handle())));
    fill!(second, shared);
}

fn a_shared_event_in_one_process(_: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), shared_event());
    fill!(first, shared);
    first.record(done);
    second.wait(done);
    fill!(second, shared);
}
