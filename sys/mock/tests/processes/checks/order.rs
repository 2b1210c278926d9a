//! What orders the streams of processes: collectives, and transfers from rank to rank.

use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use super::{BYTES, buffer, fill, races, wait};
use crate::job::part;
use crate::world::{HCCL_INT32, Rank, SUM, acl, fine, new_stream, ok};

const COUNT: usize = BYTES / 4;

/// Rank 0 writes memory of its own that rank 2, of the same process, writes next. What lies between is up to rank 1, of another.
fn relay(middle: impl Fn(&Rank) + Sync) -> usize {
    static SHARED: Mutex<Option<usize>> = Mutex::new(None);
    static GIVEN: Condvar = Condvar::new();
    let found = races(3, |rank| {
        let token = buffer();
        fill(token.address, rank.stream);
        match rank.rank {
            0 => {
                let shared = buffer();
                fill(shared.address, rank.stream);
                *SHARED.lock().unwrap() = Some(shared.address.expose_provenance());
                GIVEN.notify_all();
                fine(rank.send(token.address, COUNT, HCCL_INT32, 1));
                let taken = GIVEN.wait_while(SHARED.lock().unwrap(), |shared| shared.is_some());
                drop(taken.unwrap());
                ok(rank.sync());
                // This thread has not waited for what rank 2 did to it.
                std::mem::forget(shared);
            }
            1 => middle(rank),
            _ => {
                let given = GIVEN.wait_while(SHARED.lock().unwrap(), |shared| shared.is_none());
                let shared = given.unwrap().unwrap();
                fine(rank.receive(token.address, COUNT, HCCL_INT32, 1));
                ok(call!(acl.aclrtDeviceEnablePeerAccess(0, 0)));
                fill(std::ptr::with_exposed_provenance_mut(shared), rank.stream);
                ok(rank.sync());
                *SHARED.lock().unwrap() = None;
                GIVEN.notify_all();
            }
        }
    });
    // What rank 1 finds is told by its own process, which has nothing to find.
    let here = part().is_some_and(|ranks| ranks.contains(&0));
    let found = found.unwrap_or_default();
    assert!(here || found.is_empty(), "{found:#?}");
    if here { found.len() } else { usize::MAX }
}

/// Rank 1 receives from rank 0, and then sends that to rank 2.
fn hand_on(rank: &Rank) {
    let token = buffer();
    fine(rank.receive(token.address, COUNT, HCCL_INT32, 0));
    fine(rank.send(token.address, COUNT, HCCL_INT32, 2));
    ok(rank.sync());
}

#[test]
fn what_one_rank_hands_on_through_a_rank_of_another_process_is_ordered() {
    let found = relay(hand_on);
    assert!([0, usize::MAX].contains(&found), "{found}");
}

#[test]
fn what_one_rank_hands_on_through_a_process_that_checks_nothing_is_taken_to_be_ordered() {
    if part().is_some_and(|ranks| ranks == [1]) {
        // SAFETY: no other thread of the process reads or writes the environment yet.
        unsafe { std::env::set_var("ASCEND_MOCK_CHECK", "off") };
    }
    let found = relay(hand_on);
    assert!([0, usize::MAX].contains(&found), "{found}");
}

#[test]
fn what_is_sent_before_anything_is_received_orders_nothing() {
    let found = relay(|rank| {
        let (token, other) = (buffer(), buffer());
        fill(other.address, rank.stream);
        fine(rank.send(other.address, COUNT, HCCL_INT32, 2));
        fine(rank.receive(token.address, COUNT, HCCL_INT32, 0));
        ok(rank.sync());
    });
    assert!([1, usize::MAX].contains(&found), "{found}");
}

/// All-reduces a buffer, and writes it on another stream, which `order` may let wait for the first.
fn write_after_a_collective(order: impl Fn(&Rank, ascend_npu_sys::aclrtStream) + Sync) -> Option<usize> {
    let found = races(2, |rank| {
        let (memory, other) = (buffer(), new_stream());
        fill(memory.address, rank.stream);
        fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
        order(rank, other);
        fill(memory.address, other);
        ok(call!(acl.aclrtSynchronizeDevice()));
    })?;
    let is_of = |name| found.iter().flat_map(|race| &race.operations).any(|operation| operation.name == name);
    assert!(found.is_empty() || is_of("HcclAllReduce") && is_of("aclrtMemsetAsync"), "{found:#?}");
    Some(found.len())
}

#[test]
fn a_buffer_of_a_collective_of_processes_that_is_written_without_a_wait_is_a_race_in_each_of_them() {
    let found = write_after_a_collective(|_, _| ());
    assert!(found.is_none_or(|found| found > 0));
}

#[test]
fn a_collective_of_processes_that_is_over_orders_nothing_until_somebody_waits_for_it() {
    let found = write_after_a_collective(|_, _| thread::sleep(Duration::from_millis(100)));
    assert!(found.is_none_or(|found| found > 0));
}

#[test]
fn what_the_host_waits_for_during_a_collective_of_processes_does_not_order_what_was_queued_behind_it() {
    let found = races(2, |rank| {
        let (memory, token, other) = (buffer(), buffer(), new_stream());
        fill(token.address, rank.stream);
        let all_reduce = || fine(rank.all_reduce(token.address, token.address, COUNT, HCCL_INT32, SUM));
        // The links are there, so that the next call does not wait for the other rank.
        all_reduce();
        ok(rank.sync());
        if rank.rank == 1 {
            thread::sleep(Duration::from_millis(300));
            all_reduce();
            return ok(rank.sync());
        }
        all_reduce();
        fill(memory.address, rank.stream);
        fill(memory.address, other);
        ok(call!(acl.aclrtSynchronizeStream(other)));
        ok(rank.sync());
    });
    let Some(found) = found else { return };
    assert_eq!(found.len(), usize::from(part().unwrap() == [0]), "{found:#?}");
}

#[test]
fn a_buffer_of_a_collective_of_processes_that_is_written_after_a_wait_is_none() {
    let found = write_after_a_collective(|rank, other| wait(other, rank.stream));
    assert_eq!(found.unwrap_or(0), 0);
}

#[test]
fn a_buffer_of_a_collective_of_processes_that_is_written_after_a_wait_of_the_host_is_none() {
    let found = write_after_a_collective(|rank, _| ok(rank.sync()));
    assert_eq!(found.unwrap_or(0), 0);
}
