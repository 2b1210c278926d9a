//! Sends, receives and batches of them.

use std::ptr::null_mut;
use std::sync::Barrier;

use ascend_npu_sys::{HcclResult, HcclSendRecvItem, HcclSendRecvType, aclError};
use half::bf16;

use crate::number::{Number, assert_same, element, elements};
use crate::world::{Buffer, F32, Rank, SUM, acl, fine, hasty_world, hccl, new_stream, ok, text, world};

fn item(send: bool, buffer: &Buffer, count: usize, rank: usize) -> HcclSendRecvItem {
    let kind = if send { HcclSendRecvType::HCCL_SEND } else { HcclSendRecvType::HCCL_RECV };
    HcclSendRecvItem {
        sendRecvType: kind,
        buf: buffer.address,
        count: count as u64,
        dataType: F32,
        remoteRank: rank as u32,
    }
}

fn batch(rank: &Rank, items: &mut [HcclSendRecvItem]) -> HcclResult {
    call_new!(hccl.HcclBatchSendRecv(items.as_mut_ptr(), items.len() as u32, rank.comm, rank.stream))
}

fn chain<T: Number>(rank: &Rank, count: usize) {
    let buffer = Buffer::new(count * size_of::<T>());
    if rank.rank == 0 {
        let send = Buffer::of(&elements::<T>(5, count));
        fine(rank.send(send.address, count, T::DTYPE, 1));
        ok(rank.sync());
        return;
    }
    fine(rank.receive(buffer.address, count, T::DTYPE, rank.rank - 1));
    if rank.rank + 1 < rank.size {
        fine(rank.send(buffer.address, count, T::DTYPE, rank.rank + 1));
    }
    ok(rank.sync());
    assert_same(&buffer.read::<T>(), |place| element(5, place), "a chain of sends");
}

#[test]
fn data_goes_down_a_chain_of_ranks() {
    for size in [2, 3, 8] {
        world(size, |rank| {
            chain::<i8>(rank, 1);
            chain::<u64>(rank, 1023);
            chain::<bf16>(rank, 70_001);
            chain::<f64>(rank, 20_001);
        });
    }
}

#[test]
fn transfers_of_a_pair_match_in_order_and_those_of_others_do_not_disturb() {
    world(3, |rank| {
        let buffers: Vec<Buffer> = (0..6).map(|which| Buffer::of(&[10 * rank.rank as i32 + which; 8])).collect();
        let dtype = i32::DTYPE;
        // Rank 0 gets from 1 and 2 in another order than they come; a collective lies between.
        match rank.rank {
            0 => {
                for (which, from) in [(0, 1), (1, 1), (2, 2), (3, 2)] {
                    fine(rank.receive(buffers[which].address, 8, dtype, from));
                }
            }
            _ => {
                fine(rank.send(buffers[0].address, 8, dtype, 0));
                fine(rank.send(buffers[1].address, 8, dtype, 0));
            }
        }
        fine(rank.all_reduce(buffers[5].address, buffers[5].address, 8, dtype, SUM));
        ok(rank.sync());
        if rank.rank == 0 {
            let first: Vec<i32> = buffers[..4].iter().map(|buffer| buffer.read::<i32>()[7]).collect();
            assert_eq!(first, [10, 11, 20, 21]);
        }
        assert_eq!(buffers[5].read::<i32>(), [45; 8]);
    });
}

/// More streams wait than any machine of the tests has workers.
#[test]
fn streams_that_wait_for_their_peers_hold_no_worker() {
    world(8, |rank| {
        let (dtype, own) = (i32::DTYPE, Buffer::of(&[rank.rank as i32; 64]));
        // The first round makes the links: there the calls wait for the peers.
        for round in 0..2 {
            if rank.rank != 0 {
                if round == 1 {
                    fine(rank.receive(own.address, 1, dtype, 0));
                }
                fine(rank.send(own.address, 64, dtype, 0));
                if round == 0 {
                    fine(rank.receive(own.address, 1, dtype, 0));
                }
                ok(rank.sync());
                continue;
            }
            let waiting: Vec<_> = (1..8).map(|from| (from, new_stream(), Buffer::new(256))).collect();
            for (from, stream, buffer) in &waiting {
                let lane = Rank { stream: *stream, ..*rank };
                fine(lane.receive(buffer.address, 64, dtype, *from));
            }
            let free = Buffer::of(&[round; 16]);
            ok(call!(acl.aclrtMemsetAsync(free.address, 64, 1, 64, rank.stream)));
            ok(rank.sync());
            assert_eq!(free.read::<u8>(), [1; 64]);
            for to in 1..8 {
                fine(rank.send(own.address, 1, dtype, to));
            }
            for (from, stream, buffer) in waiting {
                ok(call!(acl.aclrtSynchronizeStream(stream)));
                // The first element is what the peer heard from here.
                let first = if round == 0 { from as i32 } else { 0 };
                let found = buffer.read::<i32>();
                assert_eq!((found[0], &found[1..]), (first, &[from as i32; 63][..]));
                ok(call!(acl.aclrtDestroyStream(stream)));
            }
            ok(rank.sync());
        }
    });
}

#[test]
fn two_ranks_that_both_send_first_wait_for_ever_until_the_timeout() {
    world(2, |rank| {
        let buffer = Buffer::of(&[1.0_f32; 8]);
        let other = 1 - rank.rank;
        assert_eq!(rank.send(buffer.address, 8, F32, other), HcclResult::HCCL_E_TIMEOUT);
        let text = text();
        assert!(text.contains("EI0006") && text.contains(&format!("to rank {other}")), "{text}");
    });
}

#[test]
fn once_linked_the_streams_of_two_first_senders_wait_for_each_other() {
    let barrier = Barrier::new(2);
    hasty_world(2, |rank| {
        let (send, recv) = (Buffer::of(&[1.0_f32; 8]), Buffer::new(32));
        let other = 1 - rank.rank;
        // In an order that works.
        for sender in [0, 1] {
            fine(if rank.rank == sender {
                rank.send(send.address, 8, F32, other)
            } else {
                rank.receive(recv.address, 8, F32, other)
            });
        }
        ok(rank.sync());
        fine(rank.send(send.address, 8, F32, other));
        fine(rank.receive(recv.address, 8, F32, other));
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        let text = text();
        assert!(text.contains("EI0002") && text.contains("transfer 1"), "{text}");
        barrier.wait();
    });
}

#[test]
fn a_send_and_a_receive_of_different_sizes_are_refused() {
    world(2, |rank| {
        let buffer = Buffer::new(64);
        let code =
            if rank.rank == 0 { rank.send(buffer.address, 8, F32, 1) } else { rank.receive(buffer.address, 7, F32, 0) };
        assert_eq!(code, HcclResult::HCCL_E_INTERNAL);
        let text = text();
        assert!(text.contains("EI0005") && text.contains("8 x fp32") && text.contains("7 x fp32"), "{text}");
    });
}

#[test]
fn transfers_check_their_arguments() {
    world(2, |rank| {
        let buffer = Buffer::new(64);
        let refused = |code: HcclResult, expected: HcclResult, words: &str| {
            let text = text();
            assert_eq!(code, expected, "{text}");
            assert!(text.contains("EI0003") && text.contains(words), "{text}");
        };
        refused(rank.send(buffer.address, 8, F32, 2), HcclResult::HCCL_E_PARA, "destRank 2");
        refused(rank.receive(buffer.address, 8, F32, 9), HcclResult::HCCL_E_PARA, "srcRank 9");
        refused(rank.send(null_mut(), 8, F32, 1), HcclResult::HCCL_E_PTR, "sendBuf");
        refused(rank.receive(null_mut(), 8, F32, 1), HcclResult::HCCL_E_PTR, "recvBuf");
        refused(rank.send(buffer.address, 1000, F32, 1 - rank.rank), HcclResult::HCCL_E_PARA, "past the end");
        // Nothing is nothing, on both sides, and what goes to oneself stays.
        fine(rank.send(null_mut(), 0, F32, 1));
        fine(rank.receive(null_mut(), 0, F32, 1));
        fine(rank.send(buffer.address, 8, F32, rank.rank));
        fine(batch(rank, &mut []));
        refused(batch(rank, &mut [item(true, &buffer, 8, 2)]), HcclResult::HCCL_E_PARA, "remoteRank 2");
        let mut wrong = [item(true, &buffer, 8, 1)];
        wrong[0].sendRecvType = HcclSendRecvType(7);
        refused(batch(rank, &mut wrong), HcclResult::HCCL_E_PARA, "type 7");
        wrong[0] = item(true, &buffer, 8, 1 - rank.rank);
        wrong[0].buf = null_mut();
        refused(batch(rank, &mut wrong), HcclResult::HCCL_E_PTR, "buf of an item");
        refused(batch(rank, &mut [item(true, &buffer, 8, rank.rank)]), HcclResult::HCCL_E_PARA, "in pairs");
    });
}

#[test]
fn a_batch_turns_a_ring_without_waiting_for_its_own_order() {
    for size in [2, 3, 8] {
        world(size, |rank| {
            for count in [1, 1_023, 70_001] {
                let send = Buffer::of(&elements::<f32>(rank.rank, count));
                let recv = Buffer::new(send.bytes);
                let (next, before) = ((rank.rank + 1) % size, (rank.rank + size - 1) % size);
                fine(batch(rank, &mut [item(true, &send, count, next), item(false, &recv, count, before)]));
                ok(rank.sync());
                assert_same(&recv.read::<f32>(), |place| element(before, place), "a ring");
            }
        });
    }
}

#[test]
fn a_batch_exchanges_with_everybody_and_with_itself() {
    for size in [1, 3, 8] {
        world(size, |rank| {
            let count = 777;
            let sends: Vec<Buffer> =
                (0..size).map(|to| Buffer::of(&elements::<f32>(100 * rank.rank + to, count))).collect();
            let receives: Vec<Buffer> = (0..size).map(|_| Buffer::new(4 * count)).collect();
            for _ in 0..3 {
                let mut items: Vec<_> = (0..size).map(|to| item(true, &sends[to], count, to)).collect();
                items.extend((0..size).map(|from| item(false, &receives[from], count, from)));
                fine(batch(rank, &mut items));
                // The batch is in its stream: what comes after finds it done.
                fine(rank.all_reduce(receives[0].address, receives[0].address, count, F32, SUM));
            }
            // An item of nothing is no item.
            if size > 1 {
                fine(batch(rank, &mut [item(true, &sends[0], 0, (rank.rank + 1) % size)]));
            }
            ok(rank.sync());
            for (from, buffer) in receives.iter().enumerate().skip(1) {
                assert_same(&buffer.read::<f32>(), |place| element(100 * from + rank.rank, place), "a batch");
            }
        });
    }
}

#[test]
fn a_batch_without_its_counterpart_fails_the_stream_of_the_batch() {
    let barrier = Barrier::new(2);
    hasty_world(2, |rank| {
        let (send, recv) = (Buffer::of(&[1.0_f32; 8]), Buffer::new(32));
        let other = 1 - rank.rank;
        let both = || batch(rank, &mut [item(true, &send, 8, other), item(false, &recv, 8, other)]);
        fine(both());
        ok(rank.sync());
        if rank.rank == 0 {
            fine(both());
        } else {
            // Only half of it.
            fine(batch(rank, &mut [item(false, &recv, 8, other)]));
        }
        let expected = if rank.rank == 0 { aclError::RT_FFTS_PLUS_TIMEOUT } else { aclError::SUCCESS };
        assert_eq!(rank.sync(), expected);
        if rank.rank == 0 {
            let text = text();
            assert!(text.contains("EI0002") && text.contains("from rank 1 to rank 0"), "{text}");
        }
        barrier.wait();
    });
}
