//! Ranks of different processes that wait for each other.

use std::thread;
use std::time::Duration;

use ascend_npu_mock::control::{Finding, FindingKind};
use ascend_npu_sys::{HcclResult, aclError};

use super::{BYTES, buffer, found};
use crate::job::part;
use crate::world::{HCCL_INT32, Rank, SUM, fine, ok, text};

const COUNT: usize = BYTES / 4;
/// Longer than any deadlock lives.
const LONG: Duration = Duration::from_millis(3500);

fn receive(rank: &Rank, from: usize) -> HcclResult {
    rank.receive(buffer_that_stays(), COUNT, HCCL_INT32, from)
}

fn send(rank: &Rank, to: usize) -> HcclResult {
    rank.send(buffer_that_stays(), COUNT, HCCL_INT32, to)
}

fn buffer_that_stays() -> *mut std::ffi::c_void {
    let memory = buffer();
    let address = memory.address;
    std::mem::forget(memory);
    address
}

/// Both ranks have sent and received before, so that calls do not wait for each other any more.
fn link(rank: &Rank) {
    let other = 1 - rank.rank;
    if rank.rank == 0 {
        fine(send(rank, other));
        fine(receive(rank, other));
    } else {
        fine(receive(rank, other));
        fine(send(rank, other));
    }
    ok(rank.sync());
}

/// That a process has found one deadlock, with the other process.
fn is_told(found: Option<Vec<Finding>>, words: &[&str]) {
    let Some(found) = found else { return };
    assert_eq!(found.len(), 1, "{found:#?}");
    let other = 1 - part().unwrap()[0];
    let other = format!("rank {other}, of process ");
    assert_eq!((found[0].kind, found[0].warning), (FindingKind::Deadlock, false), "{found:#?}");
    for words in words.iter().chain(&["several processes wait for each other", &other, "world.rs:"]) {
        assert!(found[0].text.contains(words), "no `{words}` in {}", found[0].text);
    }
}

fn nothing(found: Option<Vec<Finding>>) {
    assert!(found.as_ref().is_none_or(Vec::is_empty), "{found:#?}");
}

#[test]
fn streams_of_processes_that_each_receive_before_they_send_are_told_in_both_and_fail() {
    let found = found(2, "deadlock", |rank| {
        link(rank);
        let other = 1 - rank.rank;
        fine(receive(rank, other));
        fine(send(rank, other));
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        assert!(text().contains("wait for each other"), "{}", text());
    });
    is_told(found, &["HcclRecv, operation 2 of stream 1", "there HcclRecv, operation 2 of stream 1"]);
}

#[test]
fn streams_of_processes_of_which_one_sends_first_are_not() {
    nothing(found(2, "deadlock", |rank| {
        link(rank);
        link(rank);
    }));
}

#[test]
fn host_threads_of_processes_that_each_wait_for_the_call_that_the_other_makes_next_are_told_and_fail() {
    let found = found(2, "deadlock", |rank| {
        let other = 1 - rank.rank;
        // The one that gives up first may be gone before the other does.
        assert_eq!(receive(rank, other), HcclResult::HCCL_E_TIMEOUT);
    });
    is_told(found, &["which called at", "there host thread"]);
}

#[test]
fn host_threads_of_processes_that_wait_for_their_streams_before_the_call_that_the_other_needs_are_told() {
    let found = found(2, "deadlock", |rank| {
        link(rank);
        let other = 1 - rank.rank;
        fine(receive(rank, other));
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
    });
    is_told(found, &["HcclRecv, operation 2 of stream 1", "waits for HcclRecv, operation 2 of stream 1"]);
}

/// Ranks of which each has sent to the next one before, and then waits for the one before it.
fn circle(ranks: usize) {
    let found = found(ranks, "deadlock", |rank| {
        let (before, next) = ((rank.rank + ranks - 1) % ranks, (rank.rank + 1) % ranks);
        if rank.rank == 0 {
            fine(send(rank, next));
            fine(receive(rank, before));
        } else {
            fine(receive(rank, before));
            fine(send(rank, next));
        }
        ok(rank.sync());
        fine(receive(rank, before));
        fine(send(rank, next));
        // Once one wait is given up the others may end well.
        let _ = rank.sync();
    });
    let Some(found) = found else { return };
    // What hangs on a circle that was given up may be told of what it still waits for.
    assert!(!found.is_empty());
    assert!(found.iter().all(|found| found.kind == FindingKind::Deadlock), "{found:#?}");
    assert!(found[0].text.contains("several processes wait for each other"), "{found:#?}");
}

#[test]
fn a_circle_of_three_ranks_of_which_two_share_a_process_is_told_in_both_processes() {
    circle(3);
}

#[test]
fn a_circle_of_four_ranks_in_processes_of_their_own_is_told_in_each() {
    circle(4);
}

#[test]
fn a_rank_of_another_process_that_is_slow_to_call_is_waited_for() {
    nothing(found(2, "deadlock", |rank| {
        link(rank);
        let memory = buffer();
        fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
        ok(rank.sync());
        if rank.rank == 1 {
            thread::sleep(LONG);
        }
        fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
        ok(rank.sync());
    }));
}

#[test]
fn a_rank_of_a_process_that_does_not_look_is_waited_for() {
    if part().is_some_and(|ranks| ranks == [1]) {
        // SAFETY: no other thread of the process reads or writes the environment yet.
        unsafe { std::env::set_var("ASCEND_MOCK_CHECK", "off") };
    }
    nothing(found(2, "deadlock", |rank| {
        link(rank);
        if rank.rank == 1 {
            thread::sleep(LONG);
        }
        link(rank);
    }));
}
