//! Processes without a communicator that wait for each other's events, notifies and values.

use std::ffi::c_void;
use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{Finding, FindingKind, take_findings};
use ascend_npu_sys::{aclError, aclrtEvent, aclrtStream};

use crate::job::{Job, exchange, part};
use crate::shared::{
    self, import_notify, key_text, new_notify, notifies, record, wait, wait_value, word, words, write_value,
};
use crate::world::{acl, new_stream, ok, text};

/// Longer than any deadlock lives.
const LONG: Duration = Duration::from_millis(3500);

/// Runs processes that look for deadlocks and tell each other something so many times; what this one found. A test may do that for
/// several sizes.
fn processes(size: usize, rounds: usize, work: impl Fn(usize)) -> Option<Vec<Finding>> {
    let number = size.to_string();
    if let Some(ranks) = part() {
        if std::env::var("TEST_SIZE").is_ok_and(|wanted| wanted != number) {
            return None;
        }
        ok(call!(acl.aclrtSetDevice(ranks[0] as i32)));
        work(ranks[0]);
        // Nobody ends while others wait.
        exchange("end");
        return Some(take_findings());
    }
    let job = start(size, rounds + 1);
    job.finish();
    None
}

/// Starts processes and hands around what they tell each other.
fn start(size: usize, rounds: usize) -> Job {
    let parts: Vec<_> = (0..size).map(|rank| vec![rank]).collect();
    let mut job = Job::start(&parts, &[("ASCEND_MOCK_CHECK", "deadlock"), ("TEST_SIZE", &size.to_string())]);
    job.hand_around(rounds);
    job
}

/// That this process has found one deadlock, through others, and says so with these words.
fn is_told(found: Option<Vec<Finding>>, words: &[&str]) {
    let Some(found) = found else { return };
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].kind, found[0].warning), (FindingKind::Deadlock, false), "{found:#?}");
    for words in words.iter().chain(&["several processes wait for each other", "world.rs:"]) {
        assert!(found[0].text.contains(words), "no `{words}` in {}", found[0].text);
    }
}

fn nothing(found: Option<Vec<Finding>>) {
    assert!(found.as_ref().is_none_or(Vec::is_empty), "{found:#?}");
}

/// A wait in a circle ends: where it is given up first, with an error. That frees the others.
fn ends(code: aclError) {
    let own = if code == aclError::SUCCESS {
        "well"
    } else {
        assert_eq!(code, aclError::RT_TASK_TIMEOUT);
        assert!(text().contains("several processes wait for each other"), "{}", text());
        "badly"
    };
    let all = exchange(own);
    assert!(all.iter().any(|end| end == "badly"), "{all:?}");
}

fn is_given_up(stream: aclrtStream) {
    ends(call!(acl.aclrtSynchronizeStream(stream)));
}

fn synchronize(stream: aclrtStream) {
    ok(call!(acl.aclrtSynchronizeStream(stream)));
}

/// Each process has an event, which a stream of it records once a word is 1; the events of all, and that word.
fn events(rank: usize) -> (Vec<aclrtEvent>, *mut c_void) {
    let (word, records) = (word(), new_stream());
    wait_value(word, records);
    (shared::events(rank, |own| ok(call!(acl.aclrtRecordEvent(own, records)))), word)
}

fn after(rank: usize, size: usize) -> usize {
    (rank + 1) % size
}

#[test]
fn processes_whose_streams_wait_for_events_in_a_circle_are_told_and_fail() {
    for size in [2, 3, 5] {
        let found = processes(size, 2, |rank| {
            let (events, word) = events(rank);
            let waits = new_stream();
            ok(call!(acl.aclrtStreamWaitEvent(waits, events[after(rank, size)])));
            write_value(word, waits);
            is_given_up(waits);
        });
        is_told(found, &["the record of an event that processes share", "does not bring it, as there"]);
    }
}

#[test]
fn host_threads_that_wait_for_events_of_each_other_are_told_and_fail() {
    let found = processes(2, 2, |rank| {
        let (events, word) = events(rank);
        let code = call!(acl.aclrtSynchronizeEvent(events[after(rank, 2)]));
        write_value(word, new_stream());
        ends(code);
    });
    is_told(found, &["which called at", "the record of an event that processes share"]);
}

#[test]
fn an_event_that_another_process_records_late_is_waited_for() {
    nothing(processes(2, 1, |rank| {
        let (events, word) = events(rank);
        let waits = new_stream();
        if rank == 1 {
            thread::sleep(LONG);
        }
        write_value(word, new_stream());
        ok(call!(acl.aclrtStreamWaitEvent(waits, events[1 - rank])));
        synchronize(waits);
    }));
}

#[test]
fn processes_whose_streams_wait_for_notifies_before_they_record_those_of_the_next_are_told_and_fail() {
    for size in [2, 3] {
        let found = processes(size, 3, |rank| {
            let (notifies, stream) = (notifies(rank, true), new_stream());
            wait(notifies[rank], stream);
            record(notifies[after(rank, size)], stream);
            is_given_up(stream);
        });
        is_told(found, &["a record of a notify that processes share", "aclrtWaitAndResetNotify, operation 0"]);
    }
}

#[test]
fn host_threads_that_wait_for_streams_before_they_record_the_notify_of_the_other_are_told() {
    let found = processes(2, 3, |rank| {
        let (notifies, stream) = (notifies(rank, false), new_stream());
        wait(notifies[rank], stream);
        let code = call!(acl.aclrtSynchronizeStream(stream));
        record(notifies[1 - rank], stream);
        ends(code);
    });
    is_told(found, &["a record of a notify that processes share", "there host thread"]);
}

#[test]
fn a_notify_that_anybody_may_import_is_waited_for_where_nobody_has_queued_its_record() {
    // Rank 2 has all notifies, and records them once the others have waited for long.
    nothing(processes(3, 3, |rank| {
        if rank == 2 {
            exchange("0");
            let late = exchange("");
            thread::sleep(LONG);
            let stream = new_stream();
            late.iter().take(2).for_each(|key| record(import_notify(key), stream));
            synchronize(stream);
        } else {
            exchange("0");
            let (own, key) = new_notify(true);
            import_notify(&exchange(&key_text(&key))[1 - rank]);
            let stream = new_stream();
            wait(own, stream);
            synchronize(stream);
        }
        exchange("done");
    }));
}

#[test]
fn processes_whose_streams_wait_for_values_that_the_next_writes_later_are_told_and_fail() {
    for size in [2, 3] {
        let found = processes(size, 2, |rank| {
            let (words, stream) = (words(rank), new_stream());
            wait_value(words[rank], stream);
            write_value(words[after(rank, size)], stream);
            is_given_up(stream);
        });
        is_told(found, &["which processes share", "aclrtValueWait, operation 0"]);
    }
}

#[test]
fn a_value_that_another_process_writes_late_is_waited_for() {
    nothing(processes(2, 1, |rank| {
        let (words, stream) = (words(rank), new_stream());
        if rank == 1 {
            thread::sleep(LONG);
            write_value(words[0], stream);
        } else {
            wait_value(words[0], stream);
        }
        synchronize(stream);
    }));
}

#[test]
fn a_circle_through_an_event_a_notify_and_a_value_of_three_processes_is_told_in_each() {
    let found = processes(3, 5, |rank| {
        let (events, go) = events(rank);
        let (notifies, words) = (notifies(rank, true), words(rank));
        let stream = new_stream();
        match rank {
            // Rank 0 waits for a record of rank 1, who waits for a notify that rank 2 records, who waits for a value of rank 0.
            0 => {
                ok(call!(acl.aclrtStreamWaitEvent(stream, events[1])));
                write_value(words[2], stream);
            }
            1 => {
                wait(notifies[1], stream);
                write_value(go, stream);
            }
            _ => {
                wait_value(words[2], stream);
                record(notifies[1], stream);
            }
        }
        is_given_up(stream);
    });
    is_told(found, &["does not bring it, as there"]);
}

#[test]
fn a_process_that_has_ended_is_not_waited_for() {
    let Some(ranks) = part() else {
        let mut job = start(2, 3);
        job.children.remove(1).finish();
        return job.finish();
    };
    ok(call!(acl.aclrtSetDevice(ranks[0] as i32)));
    let (notifies, stream) = (notifies(ranks[0], false), new_stream());
    exchange("imported");
    if ranks == [0] {
        wait(notifies[0], stream);
        assert_eq!(call!(acl.aclrtSynchronizeStream(stream)), aclError::RT_TASK_TIMEOUT);
        assert_eq!(take_findings().len(), 1);
    }
}
