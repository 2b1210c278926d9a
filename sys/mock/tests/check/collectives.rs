//! Collectives that do not fit together.

use std::ptr::null_mut;
use std::thread;

use ascend_npu_mock::control::{Finding, FindingKind, take_findings_of};
use ascend_npu_sys::{Hccl, HcclComm, HcclDataType, HcclReduceOp, HcclResult, Symbols, aclrtStream};
use once_cell::sync::Lazy;

use crate::support::*;

static HCCL: Lazy<Hccl> = Lazy::new(|| unsafe { Hccl::load(&mut Symbols::new(&mut ascend_npu_mock::lookup)) }.unwrap());

const COUNT: usize = BYTES / 4;

/// One rank, on its device.
struct Rank {
    number: usize,
    comm: HcclComm,
    stream: aclrtStream,
    send: *mut u8,
    recv: *mut u8,
}

impl Rank {
    fn all_reduce(&self, count: usize, stream: aclrtStream) -> HcclResult {
        self.all_reduce_into(self.recv, count, stream)
    }

    fn all_reduce_into(&self, recv: *mut u8, count: usize, stream: aclrtStream) -> HcclResult {
        let (send, recv) = (untyped(self.send), untyped(recv));
        let (dtype, sum) = (HcclDataType::HCCL_DATA_TYPE_FP32, HcclReduceOp::HCCL_REDUCE_SUM);
        unsafe { (HCCL.HcclAllReduce)(send, recv, count as u64, dtype, sum, self.comm, stream) }
    }
}

/// Runs two ranks, on threads of their own; their devices.
fn ranks(body: impl Fn(&Rank) + Sync) -> [i32; 2] {
    let devices = [device(), device()];
    let mut comms: [HcclComm; 2] = [null_mut(); 2];
    let made = unsafe { (HCCL.HcclCommInitAll)(2, devices.as_ptr().cast_mut(), comms.as_mut_ptr()) };
    assert_eq!(made, HcclResult::HCCL_SUCCESS);
    let comms = comms.map(|comm| comm.addr());
    thread::scope(|scope| {
        for (number, (device, comm)) in devices.into_iter().zip(comms).enumerate() {
            let body = &body;
            scope.spawn(move || {
                on(device);
                let (stream, send, recv) = (stream(), memory(BYTES), memory(BYTES));
                fill(send, BYTES, stream);
                fill(recv, BYTES, stream);
                body(&Rank { number, comm: std::ptr::with_exposed_provenance_mut(comm), stream, send, recv });
            });
        }
    });
    devices
}

/// What was found of the collectives of some devices.
fn found(devices: [i32; 2]) -> Vec<Finding> {
    let all = devices.into_iter().flat_map(take_findings_of);
    all.filter(|finding| finding.kind != FindingKind::Uninitialised).collect()
}

#[test]
fn ranks_that_agree_are_in_order_with_each_other() {
    let devices = ranks(|rank| {
        assert_eq!(rank.all_reduce(COUNT, rank.stream), HcclResult::HCCL_SUCCESS);
        synchronize(rank.stream);
    });
    let found = found(devices);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn counts_that_differ_are_told_with_what_each_rank_asked_for_and_where() {
    let devices = ranks(|rank| {
        let code = rank.all_reduce(COUNT / (rank.number + 1), rank.stream);
        assert_ne!(code, HcclResult::HCCL_SUCCESS);
    });
    let found = found(devices);
    assert_eq!(found.len(), 1, "{found:#?}");
    let found = &found[0];
    assert_eq!((found.kind, found.warning, found.operations.len()), (FindingKind::Collective, false, 2));
    for (rank, operation) in found.operations.iter().enumerate() {
        assert_eq!(operation.name, format!("HcclAllReduce of rank {rank}"));
        assert_eq!(operation.device, devices[rank]);
        assert!(operation.site.contains("collectives.rs:"), "{operation:?}");
    }
    assert!(found.text.contains("1024 x fp32") && found.text.contains("512 x fp32"), "{}", found.text);
}

#[test]
fn a_stream_that_uses_a_buffer_of_a_collective_without_a_wait_is_a_race() {
    let devices = ranks(|rank| {
        synchronize(rank.stream);
        assert_eq!(rank.all_reduce(COUNT, rank.stream), HcclResult::HCCL_SUCCESS);
        if rank.number == 1 {
            fill(rank.recv, BYTES, stream());
        }
        check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    });
    let found = found(devices);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].kind, FindingKind::Race);
    let collective = found[0].operations.iter().find(|operation| operation.name == "HcclAllReduce").unwrap();
    assert!(collective.writes);
    assert_eq!(collective.device, devices[1]);
}

#[test]
fn two_operations_of_a_communicator_on_streams_that_nothing_orders_are_told() {
    let devices = ranks(|rank| {
        let second = stream();
        // The first is kept from ending by a value that comes later.
        let word = memory(64);
        check(unsafe { (ACL.aclrtMemset)(untyped(word), 64, 0, 64) });
        check(unsafe { ACL.aclrtValueWait.unwrap()(untyped(word), 1, 1, rank.stream) });
        assert_eq!(rank.all_reduce(COUNT, rank.stream), HcclResult::HCCL_SUCCESS);
        let other = Rank { send: memory(BYTES), recv: memory(BYTES), ..*rank };
        fill(other.send, BYTES, second);
        assert_eq!(other.all_reduce(COUNT, second), HcclResult::HCCL_SUCCESS);
        synchronize(second);
        let third = stream();
        check(unsafe { ACL.aclrtValueWrite.unwrap()(untyped(word), 1, 0, third) });
        check(unsafe { (ACL.aclrtSynchronizeDevice)() });
    });
    let found = found(devices);
    assert!(!found.is_empty() && found.iter().all(|found| found.kind == FindingKind::Collective), "{found:#?}");
    assert!(found[0].text.contains("a communicator does one operation at a time"), "{}", found[0].text);
}

#[test]
fn a_rank_that_works_in_place_fits_to_one_that_does_not() {
    let devices = ranks(|rank| {
        let recv = if rank.number == 0 { rank.send } else { rank.recv };
        assert_eq!(rank.all_reduce_into(recv, COUNT, rank.stream), HcclResult::HCCL_SUCCESS);
        synchronize(rank.stream);
    });
    let found = found(devices);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn of_ranks_that_ask_for_different_things_it_is_told_which_works_in_place_where_they_differ_in_that_too() {
    for (differs, notes) in [(true, 1), (false, 0)] {
        let devices = ranks(|rank| {
            let recv = if rank.number == 0 || !differs { rank.send } else { rank.recv };
            let code = rank.all_reduce_into(recv, COUNT >> rank.number, rank.stream);
            assert_eq!(code, HcclResult::HCCL_E_INTERNAL);
        });
        let found = found(devices);
        let [finding] = found.as_slice() else { panic!("{found:#?}") };
        assert_eq!(finding.text.matches(", in place").count(), notes, "{}", finding.text);
        let note = format!(
            "rank 0 asks for HcclAllReduce of {COUNT} x fp32, sum{}",
            if differs { ", in place;" } else { ";" }
        );
        assert!(finding.text.contains(&note), "{}", finding.text);
    }
}
