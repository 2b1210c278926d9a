//! Barriers, settings of the process, suspended and broken communicators, streams that overlap, and ranks that leave.

use std::ptr::null_mut;
use std::sync::Barrier;

use ascend_npu_mock::control;
use ascend_npu_sys::{
    ACL_EVENT_SYNC, ACL_STOP_ON_FAILURE, HcclCommConfig, HcclConfig, HcclConfigValue, HcclReduceOp, HcclResult,
    aclError, aclrtStream,
};

use crate::number::Number;
use crate::world::{Buffer, F32, Rank, SUM, acl, fine, hasty_world, hccl, new_stream, ok, text, world};

fn barrier(rank: &Rank) -> HcclResult {
    call_new!(hccl.HcclBarrier(rank.comm, rank.stream))
}

fn add(rank: &Rank, buffer: &Buffer) -> HcclResult {
    rank.all_reduce(buffer.address, buffer.address, 8, i32::DTYPE, SUM)
}

fn add_on(rank: &Rank, buffer: &Buffer, stream: aclrtStream) -> HcclResult {
    let (dtype, address) = (i32::DTYPE, buffer.address);
    call!(hccl.HcclAllReduce(address, address, 8, dtype, SUM, rank.comm, stream))
}

#[test]
fn a_barrier_waits_for_all_streams_and_takes_no_memory() {
    for size in [1, 2, 3, 8] {
        world(size, |rank| {
            let before = control::usage(rank.device).device_bytes;
            for _ in 0..20 {
                fine(barrier(rank));
            }
            ok(rank.sync());
            assert_eq!(control::usage(rank.device).device_bytes, before);
        });
    }
}

#[test]
fn the_capability_is_that_of_toolkit_9() {
    assert_eq!(call_new!(hccl.HcclGetCommConfigCapability()), 12);
}

#[test]
fn determinism_is_a_setting_of_the_process() {
    let set = |value: i32| call!(hccl.HcclSetConfig(HcclConfig::HCCL_DETERMINISTIC, HcclConfigValue { value }));
    let get = || {
        let mut value = HcclConfigValue { value: -7 };
        fine(call_new!(hccl.HcclGetConfig(HcclConfig::HCCL_DETERMINISTIC, &mut value)));
        // SAFETY: the union has one field.
        unsafe { value.value }
    };
    for value in [1, 2, 0] {
        fine(set(value));
        assert_eq!(get(), value);
    }
    assert_eq!(set(3), HcclResult::HCCL_E_PARA);
    assert!(text().contains("HCCL_DETERMINISTIC 3"));
    assert_eq!(set(-1), HcclResult::HCCL_E_PARA);
    // Options that the library does not know are taken without a word.
    fine(call!(hccl.HcclSetConfig(HcclConfig(1), HcclConfigValue { value: 9 })));
    let null = call_new!(hccl.HcclGetConfig(HcclConfig::HCCL_DETERMINISTIC, null_mut()));
    assert_eq!(null, HcclResult::HCCL_E_PTR);
    assert_eq!(get(), 0);
}

#[test]
fn nothing_to_do_needs_no_buffers_and_one_rank_only_copies() {
    world(1, |rank| {
        let (send, recv) = (Buffer::of(&[1, 2, 3_i32]), Buffer::new(12));
        let before = control::usage(rank.device).device_bytes;
        fine(rank.reduce_scatter(send.address, recv.address, 3, i32::DTYPE, SUM));
        fine(rank.all_gather(recv.address, recv.address, 3, i32::DTYPE));
        fine(rank.reduce(recv.address, recv.address, 3, i32::DTYPE, SUM, 0));
        fine(rank.broadcast(send.address, 3, i32::DTYPE, 0));
        ok(rank.sync());
        assert_eq!(recv.read::<i32>(), [1, 2, 3]);
        assert_eq!(control::usage(rank.device).device_bytes, before);
    });
    world(2, |rank| {
        // Only one rank asks: nobody waits for anybody.
        if rank.rank == 0 {
            let null = null_mut();
            fine(rank.all_reduce(null, null, 0, F32, SUM));
            fine(rank.reduce(null, null, 0, F32, SUM, 7));
            fine(rank.scatter(null, null, 0, F32, 0));
            fine(rank.all_to_all(null, null, 0, F32));
            let zeros = [0_u64; 2];
            let list = zeros.as_ptr().cast();
            fine(call_new!(hccl.HcclAllGatherV(null, 0, null, list, list, F32, rank.comm, null)));
            fine(call_new!(hccl.HcclReduceScatterV(null, list, list, null, 0, F32, SUM, rank.comm, null)));
        }
    });
}

#[test]
fn a_suspended_communicator_takes_nothing_until_all_have_resumed() {
    let meet = Barrier::new(2);
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
        // One rank has queued what the other has not; its stream is given up.
        if rank.rank == 0 {
            let stream = new_stream();
            fine(add_on(rank, &buffer, stream));
            fine(call_new!(hccl.HcclCommSuspend(rank.comm)));
            ok(call!(acl.aclrtDestroyStreamForce(stream)));
        } else {
            control::suspend(rank.device);
        }
        for _ in 0..2 {
            assert_eq!(add(rank, &buffer), HcclResult::HCCL_E_SUSPENDING);
        }
        assert!(text().contains("suspended"));
        fine(call_new!(hccl.HcclCommSuspend(rank.comm)));
        fine(call_new!(hccl.HcclCommResume(rank.comm)));
        meet.wait();
        fine(add(rank, &buffer));
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), [4; 8]);
        assert_eq!(call_new!(hccl.HcclCommSuspend(null_mut())), HcclResult::HCCL_E_PTR);
    });
}

#[test]
fn a_cut_link_is_an_asynchronous_error_on_all_ranks() {
    let meet = Barrier::new(2);
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
        if rank.rank == 0 {
            // Queued before, run after.
            fine(add(rank, &buffer));
        }
        if meet.wait().is_leader() {
            assert!(control::cut_link(&rank.name(), 1));
        }
        meet.wait();
        let mut error = HcclResult::HCCL_SUCCESS;
        fine(call!(hccl.HcclGetCommAsyncError(rank.comm, &mut error)));
        assert_eq!(error, HcclResult::HCCL_E_REMOTE);
        if rank.rank == 1 {
            fine(add(rank, &buffer));
        }
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        let reason = text();
        assert!(reason.contains("EI0013") && reason.contains("rank 1"), "{reason}");
        meet.wait();
        assert_eq!(add(rank, &buffer), HcclResult::HCCL_E_REMOTE);
    });
}

#[test]
fn after_a_timeout_later_calls_fail_at_once_and_other_communicators_work() {
    let left = Barrier::new(7);
    hasty_world(8, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
        if rank.rank == 3 {
            fine(call!(hccl.HcclCommDestroy(rank.comm)));
            return;
        }
        fine(add(rank, &buffer));
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        let reason = text();
        assert!(reason.contains("HcclAllReduce") && reason.contains("ranks [3]"), "{reason}");
        assert!(
            reason.contains("rank 3 has queued 1 operations, and its end of the communicator is destroyed"),
            "{reason}"
        );
        left.wait();
        // A call that could not fail at once would wait for its links: it is the first of its kind.
        assert_eq!(rank.broadcast(buffer.address, 8, F32, 0), HcclResult::HCCL_E_INTERNAL);
        let reason = text();
        assert!(reason.contains("earlier operation failed") && reason.contains("EI0002"), "{reason}");
        fine(call!(hccl.HcclCommDestroy(rank.comm)));
    });
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
    });
}

#[test]
fn a_rank_whose_context_failed_while_it_waits_has_not_come() {
    let meet = Barrier::new(3);
    let late = Barrier::new(2);
    hasty_world(3, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
        match rank.rank {
            0 => {
                // It waits in the collective, and a fault of another stream then stops its context.
                ok(call!(acl.aclrtSetStreamFailureMode(rank.stream, u64::from(ACL_STOP_ON_FAILURE))));
                fine(add(rank, &buffer));
                let (other, freed) = (new_stream(), Buffer::new(64));
                ok(call!(acl.aclrtMemsetAsync(freed.address, 64, 0, 64, other)));
                ok(call!(acl.aclrtSynchronizeStream(other)));
                let _slow = control::delay_operations(control::Kind::Fill, std::time::Duration::from_millis(50));
                ok(call!(acl.aclrtMemsetAsync(freed.address, 64, 0, 64, other)));
                drop(freed);
                assert_ne!(call!(acl.aclrtSynchronizeStream(other)), aclError::SUCCESS);
                assert_ne!(rank.sync(), aclError::SUCCESS);
                meet.wait();
                assert_eq!(add(rank, &buffer), HcclResult::HCCL_E_RUNTIME);
            }
            _ => {
                meet.wait();
                fine(add(rank, &buffer));
                // Both have called and wait, so that the whole operation could run if the lost stream still counted.
                late.wait();
                assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
                let reason = text();
                assert!(reason.contains("EI0002") && reason.contains("given up"), "{reason}");
                assert_eq!(buffer.read::<i32>(), [3; 8]);
            }
        }
    });
}

#[test]
fn operations_of_one_communicator_on_two_streams_are_reported_unless_an_event_orders_them() {
    let meet = Barrier::new(2);
    world(2, |rank| {
        let (first, second) = (Buffer::of(&[1_i32; 8]), Buffer::of(&[2_i32; 8]));
        let other = new_stream();
        let mut event = null_mut();
        ok(call_new!(acl.aclrtCreateEventExWithFlag(&mut event, ACL_EVENT_SYNC)));
        let reported = || control::reports().iter().any(|text| text.contains(&rank.name()));
        for _ in 0..500 {
            fine(add(rank, &first));
            ok(call!(acl.aclrtRecordEvent(event, rank.stream)));
            ok(call!(acl.aclrtStreamWaitEvent(other, event)));
            fine(add_on(rank, &first, other));
            ok(call!(acl.aclrtRecordEvent(event, other)));
            ok(call!(acl.aclrtStreamWaitEvent(rank.stream, event)));
        }
        ok(rank.sync());
        assert!(!reported());
        meet.wait();
        // Rank 1 comes late, so that both streams of rank 0 wait at once.
        if rank.rank == 0 {
            fine(add(rank, &first));
            fine(add_on(rank, &second, other));
            while !reported() {
                std::thread::yield_now();
            }
            meet.wait();
        } else {
            meet.wait();
            fine(add(rank, &first));
            ok(rank.sync());
            fine(add(rank, &second));
        }
        ok(rank.sync());
        ok(call!(acl.aclrtSynchronizeStream(other)));
        let text = control::reports().into_iter().find(|text| text.contains(&rank.name())).unwrap();
        assert!(text.contains("rank 0") && text.contains("HcclAllReduce") && text.contains("event"), "{text}");
        assert_eq!(second.read::<i32>(), [4; 8]);
        ok(call!(acl.aclrtDestroyEvent(event)));
        meet.wait();
    });
}

#[test]
fn destroying_a_communicator_with_work_queued_is_reported() {
    let meet = Barrier::new(2);
    world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
        if rank.rank == 0 {
            let name = rank.name();
            fine(add(rank, &buffer));
            fine(call!(hccl.HcclCommDestroy(rank.comm)));
            let reports = control::reports();
            let text = reports.iter().find(|text| text.contains(&name)).unwrap();
            assert!(text.contains("was destroyed before HcclAllReduce"), "{text}");
        }
        meet.wait();
    });
}

#[test]
fn arguments_of_unequal_counts_are_checked() {
    world(2, |rank| {
        let buffer = Buffer::new(4096);
        let (send, recv, null) = (buffer.address, buffer.at(2048), null_mut());
        let refused = |code: HcclResult, expected: HcclResult, words: &str| {
            let text = text();
            assert_eq!(code, expected, "{text}");
            assert!(text.contains("EI0003") && text.contains(words), "{text}");
        };
        let (counts, at) = ([3_u64, 4], [0_u64, 4]);
        let (counts, at) = (counts.as_ptr().cast(), at.as_ptr().cast());
        let own = if rank.rank == 0 { 3 } else { 4 };
        let gather = |send, count, recv, counts, at| {
            call_new!(hccl.HcclAllGatherV(send, count, recv, counts, at, F32, rank.comm, rank.stream))
        };
        let (para, ptr) = (HcclResult::HCCL_E_PARA, HcclResult::HCCL_E_PTR);
        refused(gather(send, own + 1, recv, counts, at), para, "sendCount");
        refused(gather(send, own, recv, null, at), ptr, "recvCounts");
        refused(gather(send, own, recv, counts, null), ptr, "recvDispls");
        refused(gather(null, own, recv, counts, at), ptr, "sendBuf");
        refused(gather(send, own, send, counts, at), para, "never works in place");
        let far = [0_u64, 5000];
        refused(gather(send, own, recv, counts, far.as_ptr().cast()), para, "past the end");
        let huge = [u64::MAX, 4];
        refused(gather(send, own, recv, counts, huge.as_ptr().cast()), para, "can be addressed");
        let scatter = |op: HcclReduceOp, count| {
            call_new!(hccl.HcclReduceScatterV(send, counts, at, recv, count, F32, op, rank.comm, rank.stream))
        };
        refused(scatter(SUM, own + 1), para, "recvCount");
        refused(scatter(HcclReduceOp::HCCL_REDUCE_PROD, own), HcclResult::HCCL_E_NOT_SUPPORT, "prod");
        let exchange = |recv, dtype| {
            call!(hccl.HcclAlltoAllV(send, counts, at, F32, recv, counts, at, dtype, rank.comm, rank.stream))
        };
        refused(exchange(send, F32), para, "in place");
        refused(exchange(recv, i32::DTYPE), para, "fp32 to send and int32");
        refused(exchange(null, F32), ptr, "recvBuf");
        let matrix = [0_u64, 0x8_0000_0000, 0, 0];
        let (matrix, dtype) = (matrix.as_ptr().cast(), F32);
        let by_matrix =
            |matrix| call_new!(hccl.HcclAlltoAllVC(send, matrix, dtype, recv, dtype, rank.comm, rank.stream));
        refused(by_matrix(matrix), para, "34359738368");
        refused(by_matrix(null.cast_const()), ptr, "sendCountMatrix");
        refused(rank.all_to_all(send, send, 8, F32), para, "in place");
        let unequal = call!(hccl.HcclAlltoAll(send, 4, F32, recv, 5, F32, rank.comm, rank.stream));
        refused(unequal, para, "4 x fp32 to send and 5 x fp32");
        refused(rank.reduce(send, null, 8, F32, SUM, 0), ptr, "recvBuf");
        refused(rank.reduce(send, recv, 8, F32, SUM, 2), para, "root 2");
        refused(rank.scatter(send, recv, 8, F32, 5), para, "root 5");
        let root = rank.rank;
        refused(rank.scatter(null, recv, 8, F32, root), ptr, "sendBuf");
        refused(rank.scatter(send, buffer.at(4), 8, F32, root), para, "overlap");
    });
}

#[test]
fn two_stuck_communicators_of_a_device_are_destroyed_in_either_order() {
    for newest_first in [false, true] {
        let meet = Barrier::new(2);
        world(2, |rank| {
            let (mut ranks, mut config, mut comm) = ([0, 1], HcclCommConfig::new(), null_mut());
            let (mut parent, own) = (rank.comm, rank.rank as u32);
            let ranks = ranks.as_mut_ptr();
            fine(call_new!(hccl.HcclCreateSubCommConfig(&mut parent, 2, ranks, 1, own, &mut config, &mut comm)));
            let (part, other) = (Rank { comm, stream: new_stream(), ..*rank }, Buffer::of(&[1_i32; 8]));
            let buffer = Buffer::of(&[1_i32; 8]);
            fine(add(rank, &buffer));
            fine(add(&part, &other));
            ok(rank.sync());
            ok(part.sync());
            if rank.rank == 0 {
                fine(add(rank, &buffer));
                fine(add(&part, &other));
                // Neither goes on without rank 1; their streams are given up.
                let order = if newest_first { [comm, rank.comm] } else { [rank.comm, comm] };
                for comm in order {
                    fine(call!(hccl.HcclCommDestroy(comm)));
                    assert_eq!(call!(hccl.HcclCommDestroy(comm)), HcclResult::HCCL_E_PARA);
                }
            }
            meet.wait();
            if rank.rank == 1 {
                fine(call!(hccl.HcclCommDestroy(comm)));
            }
            ok(call!(acl.aclrtDestroyStreamForce(part.stream)));
        });
    }
}

#[test]
fn a_stuck_operation_ends_when_its_stream_is_aborted_and_the_communicator_is_destroyed_once() {
    let meet = Barrier::new(2);
    hasty_world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 8]);
        fine(add(rank, &buffer));
        ok(rank.sync());
        if rank.rank == 1 {
            meet.wait();
            // The other has given up what this would meet.
            fine(add(rank, &buffer));
            assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
            let text = text();
            assert!(text.contains("EI0002") && text.contains("was given up"), "{text}");
            return;
        }
        fine(add(rank, &buffer));
        let (device, stream) = (rank.device, rank.stream.addr());
        let waiting = std::thread::spawn(move || {
            ok(call!(acl.aclrtSetDevice(device)));
            call!(acl.aclrtSynchronizeStream(std::ptr::without_provenance_mut(stream)))
        });
        // The thread may come to its wait after the abort: then there is nothing to tell it.
        std::thread::sleep(std::time::Duration::from_millis(60));
        ok(call_new!(acl.aclrtStreamAbort(rank.stream)));
        let code = waiting.join().unwrap();
        assert!([aclError::RT_STREAM_ABORT, aclError::SUCCESS].contains(&code), "{code:?}");
        assert_eq!(buffer.read::<i32>(), [2; 8], "the operation has not run");
        fine(call!(hccl.HcclCommDestroy(rank.comm)));
        assert_eq!(call!(hccl.HcclCommDestroy(rank.comm)), HcclResult::HCCL_E_PARA);
        // The stream is of use again.
        ok(call!(acl.aclrtMemsetAsync(buffer.address, 32, 0, 32, rank.stream)));
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), [0; 8]);
        meet.wait();
    });
}
