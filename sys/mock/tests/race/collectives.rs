//! Ranks: what collectives order between them, and how they must fit together.

use std::ptr::null_mut;

use ascend_npu_mock::control::FindingKind;
use ascend_npu_sys::{
    HcclCommConfig, HcclDataType, HcclReduceOp, HcclResult, HcclSendRecvItem, HcclSendRecvType, aclError,
};

use crate::common::check;
use crate::program::Program;
use crate::ranks::{INT32, Rank, fine, ranks};
use crate::things::*;

programs! {
    reported: [
        a_rank_reads_memory_of_another_without_a_collective,
        counts_of_ranks_differ,
        functions_of_ranks_differ,
        types_of_ranks_differ,
        a_rank_takes_more_than_the_other_sends_it,
        counts_of_a_send_and_its_receive_differ,
        types_of_a_send_and_its_receive_differ,
        a_rank_makes_a_stream_when_one_of_another_is_gone,
        reductions_of_ranks_differ,
        roots_of_ranks_differ,
        two_operations_of_a_communicator_run_on_two_streams,
        two_operations_of_a_communicator_run_in_the_other_order,
        two_operations_of_a_communicator_are_in_order_by_luck,
        a_communicator_is_destroyed_under_its_work,
        a_buffer_is_gone_when_the_ranks_meet,
    ],
    silent: [
        a_rank_reads_memory_of_another_after_a_collective,
        a_barrier_orders_ranks,
        a_send_orders_its_two_ranks,
        two_operations_of_a_communicator_on_two_streams_in_order,
        two_communicators_at_once,
        a_sub_communicator_orders_its_ranks,
        a_batch_of_sends_and_receives,
        everybody_sends_to_everybody,
        many_rounds_on_one_stream,
    ],
}

/// Where each rank puts the address of its memory for the others.
type Board = std::sync::Mutex<Vec<Option<Bytes>>>;

/// Memory of all ranks that each of them may use.
fn shared(rank: &Rank, board: &Board) -> Vec<Bytes> {
    board.lock().unwrap()[rank.number] = Some(memory());
    rank.meet_threads();
    for other in 0..rank.size {
        if other != rank.number {
            let peer = rank.device + other as i32 - rank.number as i32;
            check(acl!(aclrtDeviceEnablePeerAccess(peer, 0)));
        }
    }
    rank.meet_threads();
    board.lock().unwrap().iter().map(|bytes| bytes.unwrap()).collect()
}

fn a_rank_reads_memory_of_another_without_a_collective(p: &Program) {
    let (board, write) = (Board::new(vec![None; 2]), std::sync::OnceLock::new());
    ranks(p, 2, |rank| {
        let memories = shared(rank, &board);
        // After it the memory is written by all that is written so far.
        collective!(rank, rank.stream, HcclBarrier());
        if rank.is_first() {
            write.set(fill!(rank.stream, memories[0])).unwrap();
            rank.meet_threads();
        } else {
            rank.meet_threads();
            let read = copy!(rank.stream, memories[1], memories[0]);
            p.race(write.get().unwrap().writes(memories[0]), read.reads(memories[0]));
        }
    });
}

/// A rank writes, all meet, and another reads.
fn through(p: &Program, size: usize, meet: impl Fn(&Rank) + Sync) {
    let board = Board::new(vec![None; size]);
    ranks(p, size, |rank| {
        let memories = shared(rank, &board);
        if rank.is_first() {
            fill!(rank.stream, memories[0]);
        }
        meet(rank);
        if rank.number == 1 {
            copy!(rank.stream, memories[1], memories[0]);
        }
    });
}

fn a_rank_reads_memory_of_another_after_a_collective(p: &Program) {
    through(p, 3, |rank| drop(all_reduce!(rank, rank.stream, memory(), memory())));
}

fn a_barrier_orders_ranks(p: &Program) {
    through(p, 3, |rank| drop(collective!(rank, rank.stream, HcclBarrier())));
}

fn a_send_orders_its_two_ranks(p: &Program) {
    through(p, 2, |rank| match rank.number {
        0 => drop(send!(rank, rank.stream, memory(), 1)),
        _ => drop(receive!(rank, rank.stream, memory(), 0)),
    });
}

fn a_sub_communicator_orders_its_ranks(p: &Program) {
    through(p, 3, |rank| {
        if rank.number == 2 {
            return;
        }
        let (mut parent, mut made) = (rank.communicator(), null_mut());
        let (mut members, mut config) = ([0, 1], HcclCommConfig::new());
        let (members, own) = (members.as_mut_ptr(), rank.number as u32);
        fine(acl!(HcclCreateSubCommConfig(&mut parent, 2, members, 7, own, &mut config, &mut made)));
        let within = rank.within(made, rank.number, 2);
        all_reduce!(&within, rank.stream, memory(), memory());
        rank.stream.finish();
        fine(acl!(HcclCommDestroy(made)));
    });
}

/// What a rank asked for, as it is told.
fn asked(rank: &Rank, call: &Operation) -> Touch {
    let name = format!("{} of rank {}", call.name, rank.number);
    call.of_no_stream(&name).reads(Bytes { start: 0, length: 0 })
}

/// Each rank asks for something else; all are refused, and all are told.
fn different(p: &Program, ask: impl Fn(&Rank) -> (HcclResult, Operation) + Sync) {
    let asks = std::sync::Mutex::new(Vec::new());
    ranks(p, 2, |rank| {
        let (code, call) = ask(rank);
        assert_ne!(code, HcclResult::HCCL_SUCCESS);
        asks.lock().unwrap().push(asked(rank, &call));
    });
    p.expect(FindingKind::Collective, asks.into_inner().unwrap());
}

/// Asks for a reduction that does not fit.
#[collapse_debuginfo(yes)]
macro_rules! ask {
    ($rank:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let code = acl!($name($($argument,)* $rank.communicator(), $rank.stream.handle()));
        (code, Operation::of_host(stringify!($name), file!(), line!()))
    }};
}

fn counts_of_ranks_differ(p: &Program) {
    different(p, |rank| {
        let (from, to, sum) = (memory().pointer(), memory().pointer(), HcclReduceOp::HCCL_REDUCE_SUM);
        ask!(rank, HcclAllReduce(from, to, 8 + rank.number as u64, INT32, sum))
    });
}

fn reductions_of_ranks_differ(p: &Program) {
    different(p, |rank| {
        let (from, to) = (memory().pointer(), memory().pointer());
        ask!(rank, HcclAllReduce(from, to, 8, INT32, HcclReduceOp(rank.number as u32)))
    });
}

fn functions_of_ranks_differ(p: &Program) {
    different(p, |rank| {
        let (from, to) = (memory().pointer(), memory().pointer());
        match rank.is_first() {
            true => ask!(rank, HcclReduceScatter(from, to, 8, INT32, HcclReduceOp::HCCL_REDUCE_SUM)),
            false => ask!(rank, HcclAllReduce(from, to, 8, INT32, HcclReduceOp::HCCL_REDUCE_SUM)),
        }
    });
}

fn types_of_ranks_differ(p: &Program) {
    different(p, |rank| {
        let (from, to) = (memory().pointer(), memory().pointer());
        let kind = if rank.is_first() { INT32 } else { HcclDataType::HCCL_DATA_TYPE_FP32 };
        ask!(rank, HcclAllReduce(from, to, 8, kind, HcclReduceOp::HCCL_REDUCE_SUM))
    });
}

/// The first rank sends 2 elements to the second, which takes 3.
fn a_rank_takes_more_than_the_other_sends_it(p: &Program) {
    different(p, |rank| {
        let (from, to) = (memory().pointer(), memory().pointer());
        let (sent, taken, places) = ([1, 2_u64], [1, if rank.is_first() { 2 } else { 3 }], [0, 4_u64]);
        let taken = if rank.is_first() { taken } else { [taken[1], 2] };
        let [sent, taken, places] = [&sent, &taken, &places].map(|counts| counts.as_ptr().cast());
        ask!(rank, HcclAlltoAllV(from, sent, places, INT32, to, taken, places, INT32))
    });
}

fn counts_of_a_send_and_its_receive_differ(p: &Program) {
    different(p, |rank| {
        let bytes = memory().pointer();
        match rank.is_first() {
            true => ask!(rank, HcclSend(bytes, 8, INT32, 1)),
            false => ask!(rank, HcclRecv(bytes, 9, INT32, 0)),
        }
    });
}

fn types_of_a_send_and_its_receive_differ(p: &Program) {
    different(p, |rank| {
        let bytes = memory().pointer();
        match rank.is_first() {
            true => ask!(rank, HcclSend(bytes, 8, INT32, 1)),
            false => ask!(rank, HcclRecv(bytes, 8, HcclDataType::HCCL_DATA_TYPE_FP32, 0)),
        }
    });
}

fn roots_of_ranks_differ(p: &Program) {
    different(p, |rank| {
        let bytes = memory().pointer();
        ask!(rank, HcclBroadcast(bytes, 8, INT32, rank.number as u32))
    });
}

/// They may come in another order on each rank, or together.
fn two_operations_of_a_communicator_run_on_two_streams(p: &Program) {
    ranks(p, 2, |rank| {
        let second = stream();
        let one = all_reduce!(rank, rank.stream, memory(), memory());
        let other = all_reduce!(rank, second, memory(), memory());
        let nothing = Bytes { start: 0, length: 0 };
        p.expect(FindingKind::Collective, vec![one.reads(nothing), other.reads(nothing)]);
    });
}

/// The second is over before the first begins, which was asked for before it.
fn two_operations_of_a_communicator_run_in_the_other_order(p: &Program) {
    ranks(p, 2, |rank| {
        let (second, third, word) = (stream(), stream(), memory());
        let at_least = ascend_npu_sys::ACL_STREAM_WAIT_VALUE_GEQ;
        check(acl!(aclrtValueWait(word.pointer(), 1, at_least, rank.stream.handle())));
        let under = all_reduce!(rank, rank.stream, memory(), memory());
        let over = all_reduce!(rank, second, memory(), memory());
        let nothing = Bytes { start: 0, length: 0 };
        p.expect(FindingKind::Collective, vec![under.reads(nothing), over.reads(nothing)]);
        second.finish();
        check(acl!(aclrtValueWrite(word.pointer(), 1, 0, third.handle())));
    });
}

/// The first is over when the second begins, in each run of these, and nobody has waited for that.
fn two_operations_of_a_communicator_are_in_order_by_luck(p: &Program) {
    ranks(p, 2, |rank| {
        let second = stream();
        let one = all_reduce!(rank, rank.stream, memory(), memory());
        rank.stream.finish_unseen();
        let other = collective!(rank, second, HcclBarrier());
        let nothing = Bytes { start: 0, length: 0 };
        p.expect(FindingKind::Collective, vec![one.reads(nothing), other.reads(nothing)]);
    });
}

fn two_operations_of_a_communicator_on_two_streams_in_order(p: &Program) {
    ranks(p, 2, |rank| {
        let streams = [rank.stream, stream()];
        for round in 0..20 {
            all_reduce!(rank, streams[round % 2], memory(), memory());
            streams[(round + 1) % 2].follow(streams[round % 2]);
        }
    });
}

fn two_communicators_at_once(p: &Program) {
    ranks(p, 2, |rank| {
        let (mut parent, mut made) = (rank.communicator(), null_mut());
        let (mut members, mut config) = ([0, 1], HcclCommConfig::new());
        let (members, own) = (members.as_mut_ptr(), rank.number as u32);
        fine(acl!(HcclCreateSubCommConfig(&mut parent, 2, members, 7, own, &mut config, &mut made)));
        let (within, second) = (rank.within(made, rank.number, 2), stream());
        for _ in 0..4 {
            all_reduce!(rank, rank.stream, memory(), memory());
            all_reduce!(&within, second, memory(), memory());
        }
        finish_device();
        fine(acl!(HcclCommDestroy(made)));
    });
}

fn a_communicator_is_destroyed_under_its_work(p: &Program) {
    ranks(p, 2, |rank| {
        // Links are there, so that the second call does not wait for the other rank.
        all_reduce!(rank, rank.stream, memory(), memory());
        rank.stream.finish();
        let word = memory();
        let at_least = ascend_npu_sys::ACL_STREAM_WAIT_VALUE_GEQ;
        check(acl!(aclrtValueWait(word.pointer(), 1, at_least, rank.stream.handle())));
        let under = all_reduce!(rank, rank.stream, memory(), memory());
        rank.meet_threads();
        fine(acl!(HcclCommDestroy(rank.communicator())));
        let destroy = Operation::of_host("HcclCommDestroy", file!(), line!() - 1);
        p.expect(FindingKind::Collective, vec![asked(rank, &under), asked(rank, &destroy)]);
        rank.meet_threads();
        check(acl!(aclrtValueWrite(word.pointer(), 1, 0, stream().handle())));
        // The operation has lost its communicator.
        let _: aclError = acl!(aclrtSynchronizeStream(rank.stream.handle()));
    });
}

fn a_buffer_is_gone_when_the_ranks_meet(p: &Program) {
    ranks(p, 2, |rank| {
        let (word, from, to) = (memory(), memory(), memory());
        let at_least = ascend_npu_sys::ACL_STREAM_WAIT_VALUE_GEQ;
        check(acl!(aclrtValueWait(word.pointer(), 1, at_least, rank.stream.handle())));
        let reduce = all_reduce!(rank, rank.stream, to, from);
        if rank.is_first() {
            free!(to);
            p.expect(FindingKind::Memory, vec![reduce.of_no_stream("HcclAllReduce").reads(to)]);
        }
        rank.meet_threads();
        check(acl!(aclrtValueWrite(word.pointer(), 1, 0, stream().handle())));
        assert_ne!(acl!(aclrtSynchronizeStream(rank.stream.handle())), aclError::SUCCESS);
    });
}

fn a_batch_of_sends_and_receives(p: &Program) {
    ranks(p, 2, |rank| {
        let (out, back) = (memory(), memory());
        let item = |kind, bytes: Bytes| HcclSendRecvItem {
            sendRecvType: kind,
            buf: bytes.pointer(),
            count: (bytes.length / 4) as u64,
            dataType: INT32,
            remoteRank: 1 - rank.number as u32,
        };
        let mut items = [item(HcclSendRecvType::HCCL_SEND, out), item(HcclSendRecvType::HCCL_RECV, back)];
        let address = items.as_mut_ptr();
        for _ in 0..3 {
            fill!(rank.stream, out);
            collective!(rank, rank.stream, HcclBatchSendRecv(address, 2));
            copy!(rank.stream, memory(), back);
        }
    });
}

fn everybody_sends_to_everybody(p: &Program) {
    ranks(p, 4, |rank| {
        let (out, back, count) = (memory(), memory(), (LENGTH / 16) as u64);
        let (from, to) = (out.pointer(), back.pointer());
        fill!(rank.stream, out);
        collective!(rank, rank.stream, HcclAlltoAll(from, count, INT32, to, count, INT32));
        copy!(rank.stream, out, back);
    });
}

/// The new stream knows nothing of the one that is gone.
fn a_rank_makes_a_stream_when_one_of_another_is_gone(p: &Program) {
    let (board, write) = (Board::new(vec![None; 2]), std::sync::OnceLock::new());
    ranks(p, 2, |rank| {
        let memories = shared(rank, &board);
        collective!(rank, rank.stream, HcclBarrier());
        if rank.is_first() {
            let short = stream();
            short.follow(rank.stream);
            write.set(fill!(short, memories[0])).unwrap();
            check(acl!(aclrtDestroyStream(short.handle())));
            rank.meet_threads();
        } else {
            rank.meet_threads();
            let new = stream();
            new.follow(rank.stream);
            let read = copy!(new, memories[1], memories[0]);
            p.race(write.get().unwrap().writes(memories[0]), read.reads(memories[0]));
        }
    });
}

fn many_rounds_on_one_stream(p: &Program) {
    ranks(p, 3, |rank| {
        let (a, b) = (memory(), memory());
        for _ in 0..10 {
            fill!(rank.stream, a);
            all_reduce!(rank, rank.stream, b, a);
            all_reduce!(rank, rank.stream, a, b);
        }
    });
}
