//! Flags, notifies and values in memory.

use crate::common::check;
use crate::program::Program;
use crate::things::*;

programs! {
    reported: [
        a_flag_that_is_recorded_twice_is_up_after_the_first,
        a_flag_that_two_streams_record_may_be_up_by_either,
        a_notify_says_nothing_of_what_comes_after_it,
        two_streams_record_a_notify_that_is_waited_for_once,
        a_notify_of_another_stream,
        a_value_says_nothing_of_what_comes_after_it,
        a_wait_for_a_value_that_was_there_before,
    ],
    silent: [
        a_flag_that_is_taken_down_and_recorded_again,
        a_flag_that_is_waited_for_before_it_is_recorded,
        a_notify_goes_to_and_fro,
        a_notify_for_each_of_two_streams,
        a_value_that_is_written_and_waited_for,
        values_that_count_up,
    ],
}

fn write_value(word: Bytes, value: u64, stream: Stream) {
    check(acl!(aclrtValueWrite(word.pointer(), value, 0, stream.handle())));
}

/// Waits until the word is `value` or more.
fn wait_value(word: Bytes, value: u64, stream: Stream) {
    let at_least = ascend_npu_sys::ACL_STREAM_WAIT_VALUE_GEQ;
    check(acl!(aclrtValueWait(word.pointer(), value, at_least, stream.handle())));
}

/// The wait is over when the flag is up: after the first record, whichever there are later.
fn a_flag_that_is_recorded_twice_is_up_after_the_first(p: &Program) {
    let (first, second, a, b, done) = (stream(), stream(), memory(), memory(), flag());
    fill!(first, a);
    first.record(done);
    let late = fill!(first, b);
    first.record(done);
    second.wait(done);
    fill!(second, a);
    let other = fill!(second, b);
    p.race(late.writes(b), other.writes(b));
}

fn a_flag_that_two_streams_record_may_be_up_by_either(p: &Program) {
    let (first, second, third, a, b, done) = (stream(), stream(), stream(), memory(), memory(), flag());
    let one = fill!(first, a);
    first.record(done);
    let two = fill!(second, b);
    second.record(done);
    // The wait may be over by either record.
    third.wait(done);
    let (left, right) = (fill!(third, a), fill!(third, b));
    p.some_race(one.writes(a), left.writes(a));
    p.some_race(two.writes(b), right.writes(b));
}

fn a_flag_that_is_taken_down_and_recorded_again(_: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), flag());
    for _ in 0..3 {
        fill!(first, shared);
        first.record(done);
        second.wait(done);
        check(acl!(aclrtResetEvent(done.handle(), second.handle())));
        fill!(second, shared);
        first.follow(second);
    }
}

fn a_flag_that_is_waited_for_before_it_is_recorded(_: &Program) {
    let (first, second, shared, done) = (stream(), stream(), memory(), flag());
    second.wait(done);
    fill!(second, shared);
    fill!(first, shared);
    first.record(done);
}

fn a_notify_says_nothing_of_what_comes_after_it(p: &Program) {
    let (first, second, shared, sign) = (stream(), stream(), memory(), Notify::new());
    sign.record(first);
    let one = fill!(first, shared);
    sign.wait(second);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

/// Both records are of one bit, which one wait takes.
fn two_streams_record_a_notify_that_is_waited_for_once(p: &Program) {
    let (first, second, third, a, b, sign) = (stream(), stream(), stream(), memory(), memory(), Notify::new());
    let one = fill!(first, a);
    sign.record(first);
    let two = fill!(second, b);
    sign.record(second);
    sign.wait(third);
    let (left, right) = (fill!(third, a), fill!(third, b));
    p.some_race(one.writes(a), left.writes(a));
    p.some_race(two.writes(b), right.writes(b));
}

fn a_notify_for_each_of_two_streams(_: &Program) {
    let (first, second, third, a, b) = (stream(), stream(), stream(), memory(), memory());
    for (stream, bytes) in [(first, a), (second, b)] {
        let sign = Notify::new();
        fill!(stream, bytes);
        sign.record(stream);
        sign.wait(third);
    }
    copy!(third, a, b);
}

fn a_notify_of_another_stream(p: &Program) {
    let (first, second, third, shared, sign) = (stream(), stream(), stream(), memory(), Notify::new());
    let one = fill!(first, shared);
    sign.record(third);
    sign.wait(second);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn a_notify_goes_to_and_fro(_: &Program) {
    let (first, second, shared, there, back) = (stream(), stream(), memory(), Notify::new(), Notify::new());
    for _ in 0..4 {
        fill!(first, shared);
        there.record(first);
        there.wait(second);
        fill!(second, shared);
        back.record(second);
        back.wait(first);
    }
}

fn a_value_says_nothing_of_what_comes_after_it(p: &Program) {
    let (first, second, shared, word) = (stream(), stream(), memory(), memory());
    write_value(word, 1, first);
    let one = fill!(first, shared);
    wait_value(word, 1, second);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn a_wait_for_a_value_that_was_there_before(p: &Program) {
    let (first, second, shared, word) = (stream(), stream(), memory(), memory());
    let one = fill!(first, shared);
    // It is 0 from the start.
    wait_value(word, 0, second);
    let other = fill!(second, shared);
    p.race(one.writes(shared), other.writes(shared));
}

fn a_value_that_is_written_and_waited_for(_: &Program) {
    let (first, second, shared, word) = (stream(), stream(), memory(), memory());
    fill!(first, shared);
    write_value(word, 1, first);
    wait_value(word, 1, second);
    fill!(second, shared);
}

fn values_that_count_up(_: &Program) {
    let (first, second, shared, forth, back) = (stream(), stream(), memory(), memory(), memory());
    for round in 1..5 {
        fill!(first, shared);
        write_value(forth, round, first);
        wait_value(forth, round, second);
        fill!(second, shared);
        write_value(back, round, second);
        wait_value(back, round, first);
    }
}
