//! What the ranks of processes ask each other for.

use ascend_npu_mock::control::FindingKind;
use ascend_npu_sys::{HcclResult, aclError};

use super::{BYTES, buffer, fill, found, wait};
use crate::world::{HCCL_INT32, Rank, SUM, acl, fine, hccl, new_stream, ok};

const COUNT: usize = BYTES / 4;

/// Runs ranks that check their collectives; the texts of a process's findings, with how many operations each names.
fn told(size: usize, work: impl Fn(&Rank) + Sync) -> Option<Vec<(String, usize)>> {
    let found = found(size, "collectives", work)?;
    assert!(found.iter().all(|found| found.kind == FindingKind::Collective && !found.warning), "{found:#?}");
    Some(found.into_iter().map(|found| (found.text, found.operations.len())).collect())
}

#[test]
fn counts_that_differ_are_told_in_every_process_with_what_each_rank_asked_for_and_where() {
    let told = told(3, |rank| {
        let memory = buffer();
        let code = rank.all_reduce(memory.address, memory.address, COUNT >> rank.rank, HCCL_INT32, SUM);
        assert_eq!(code, HcclResult::HCCL_E_INTERNAL);
    });
    let Some(told) = told else { return };
    let [(text, 3)] = told.as_slice() else { panic!("{told:#?}") };
    for rank in 0..3 {
        let asked = format!("rank {rank} asks for HcclAllReduce of {} x int32", COUNT >> rank);
        assert!(text.contains(&asked), "{text}");
        assert!(text.contains(&format!("rank {rank} at ")), "{text}");
    }
    assert_eq!(text.matches("world.rs:").count(), 3, "{text}");
}

#[test]
fn a_transfer_whose_receiver_expects_less_is_told_in_both_processes() {
    let told = told(2, |rank| {
        let memory = buffer();
        let code = match rank.rank {
            0 => rank.send(memory.address, COUNT, HCCL_INT32, 1),
            _ => rank.receive(memory.address, COUNT - 1, HCCL_INT32, 0),
        };
        assert_eq!(code, HcclResult::HCCL_E_INTERNAL);
    });
    let Some(told) = told else { return };
    let [(text, 2)] = told.as_slice() else { panic!("{told:#?}") };
    for words in ["rank 0 asks for HcclSend of 1024 x int32", "rank 1 asks for HcclRecv of 1023 x int32"] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn ranks_of_processes_that_agree_are_told_nothing() {
    let told = told(3, |rank| {
        let memory = buffer();
        for _ in 0..3 {
            fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
        }
        ok(rank.sync());
    });
    assert!(told.is_none_or(|told| told.is_empty()));
}

/// Two operations on two streams, the first of which ends late; the second may be ordered after it.
fn two_at_once(ordered: bool) -> Option<Vec<(String, usize)>> {
    told(2, |rank| {
        let (first, second, other) = (buffer(), buffer(), new_stream());
        // The links are there, so that calls do not wait for each other.
        fine(rank.all_reduce(first.address, first.address, COUNT, HCCL_INT32, SUM));
        ok(rank.sync());
        let word = buffer();
        ok(call!(acl.aclrtMemset(word.address, BYTES, 0, BYTES)));
        let is_late = rank.rank == 0;
        if is_late {
            ok(call_new!(acl.aclrtValueWait(word.address, 1, 1, rank.stream)));
        }
        fine(rank.all_reduce(first.address, first.address, COUNT, HCCL_INT32, SUM));
        if ordered {
            wait(other, rank.stream);
        }
        fine(call!(hccl.HcclAllReduce(
            second.address,
            second.address,
            COUNT as u64,
            HCCL_INT32,
            SUM,
            rank.comm,
            other
        )));
        if !ordered {
            // The second comes first: it is done while the first has not begun.
            ok(call!(acl.aclrtSynchronizeStream(other)));
        }
        if is_late {
            ok(call_new!(acl.aclrtValueWrite(word.address, 1, 0, new_stream())));
        }
        ok(call!(acl.aclrtSynchronizeDevice()));
    })
}

#[test]
fn operations_of_a_communicator_of_processes_on_streams_that_nothing_orders_are_told_in_each() {
    let Some(told) = two_at_once(false) else { return };
    assert!(!told.is_empty());
    assert!(told.iter().all(|(text, _)| text.contains("a communicator does one operation at a time")), "{told:#?}");
}

#[test]
fn operations_of_a_communicator_of_processes_on_streams_that_an_event_orders_are_not() {
    assert!(two_at_once(true).is_none_or(|told| told.is_empty()));
}

/// Destroys the communicator of rank 0, before its operation has ended or after.
fn destroyed(early: bool) -> Option<Vec<(String, usize)>> {
    told(2, |rank| {
        let memory = buffer();
        fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
        ok(rank.sync());
        // The second operation begins when rank 1 comes to it, which is after rank 0 has destroyed its end.
        let gate = new_stream();
        fill(memory.address, gate);
        if early && rank.rank == 0 {
            let word = buffer();
            ok(call!(acl.aclrtMemset(word.address, BYTES, 0, BYTES)));
            ok(call_new!(acl.aclrtValueWait(word.address, 1, 1, rank.stream)));
            fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
            call!(hccl.HcclCommDestroy(rank.comm));
            ok(call_new!(acl.aclrtValueWrite(word.address, 1, 0, gate)));
            assert_ne!(rank.sync(), aclError::SUCCESS);
        } else {
            fine(rank.all_reduce(memory.address, memory.address, COUNT, HCCL_INT32, SUM));
            let end = rank.sync();
            assert_eq!(end == aclError::SUCCESS, !early);
        }
    })
}

#[test]
fn a_communicator_that_is_destroyed_under_an_operation_of_processes_is_told_where_that_is_done() {
    let Some(told) = destroyed(true) else { return };
    let of_here = crate::job::part().is_some_and(|ranks| ranks.contains(&0));
    assert_eq!(told.len(), usize::from(of_here), "{told:#?}");
    assert!(told.iter().all(|(text, _)| text.contains("rank 0") && text.contains("was destroyed before")), "{told:#?}");
}

#[test]
fn a_communicator_that_is_destroyed_after_its_operations_is_not() {
    assert!(destroyed(false).is_none_or(|told| told.is_empty()));
}
