//! What the collectives compute.

use ascend_npu_sys::{HcclDataType, HcclReduceOp, aclrtMemcpyKind};
use half::{bf16, f16};

use crate::number::{Number, assert_same, element, elements, reference};
use crate::world::{Buffer, OPS, Rank, SUM, acl, fine, ok, world};

fn all_reduce_agrees<T: Number>(rank: &Rank, count: usize, op: HcclReduceOp, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count));
    let recv = Buffer::new(send.bytes);
    let to = if in_place { &send } else { &recv };
    fine(rank.all_reduce(send.address, to.address, count, T::DTYPE, op));
    ok(rank.sync());
    let what = format!("all-reduce {op:?} of {count}, {} ranks, in place {in_place}", rank.size);
    assert_same(&to.read::<T>(), |place| reference(op, rank.size, place), &what);
    if !in_place {
        assert_same(&send.read::<T>(), |place| element(rank.rank, place), "the input of an all-reduce");
    }
}

fn reduce_scatter_agrees<T: Number>(rank: &Rank, count: usize, op: HcclReduceOp, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count * rank.size));
    let recv = Buffer::new(count * size_of::<T>());
    let first = count * rank.rank;
    let to = if in_place { send.at(first * size_of::<T>()) } else { recv.address };
    fine(rank.reduce_scatter(send.address, to, count, T::DTYPE, op));
    ok(rank.sync());
    let found = if in_place { send.read::<T>()[first..first + count].to_vec() } else { recv.read() };
    let what = format!("reduce-scatter {op:?} of {count}, {} ranks, in place {in_place}", rank.size);
    assert_same(&found, |place| reference(op, rank.size, first + place), &what);
}

fn all_gather_agrees<T: Number>(rank: &Rank, count: usize, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count));
    let recv = Buffer::new(send.bytes * rank.size);
    let mut from = send.address;
    if in_place {
        from = recv.at(rank.rank * send.bytes);
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        ok(call!(acl.aclrtMemcpy(from, send.bytes, send.address, send.bytes, kind)));
    }
    fine(rank.all_gather(from, recv.address, count, T::DTYPE));
    ok(rank.sync());
    let what = format!("all-gather of {count}, {} ranks, in place {in_place}", rank.size);
    assert_same(&recv.read::<T>(), |place| element(place / count, place % count), &what);
}

fn broadcast_agrees<T: Number>(rank: &Rank, count: usize, root: usize) {
    let buffer = Buffer::of(&elements::<T>(rank.rank, count));
    fine(rank.broadcast(buffer.address, count, T::DTYPE, root));
    ok(rank.sync());
    let what = format!("broadcast of {count} from {root}, {} ranks", rank.size);
    assert_same(&buffer.read::<T>(), |place| element(root, place), &what);
}

fn type_agrees<T: Number>(rank: &Rank) {
    let young = [HcclDataType::HCCL_DATA_TYPE_INT16, HcclDataType::HCCL_DATA_TYPE_BFP16].contains(&T::DTYPE);
    for in_place in [false, true] {
        for count in [1, 3, 1_023, 2_051] {
            for op in OPS {
                if !(young && op == HcclReduceOp::HCCL_REDUCE_PROD) {
                    all_reduce_agrees::<T>(rank, count, op, in_place);
                    reduce_scatter_agrees::<T>(rank, count, op, in_place);
                }
            }
            all_gather_agrees::<T>(rank, count, in_place);
        }
        // Large enough to be divided among the workers, and no multiple of anything.
        all_reduce_agrees::<T>(rank, 40_009, SUM, in_place);
        reduce_scatter_agrees::<T>(rank, 40_009, SUM, in_place);
        all_gather_agrees::<T>(rank, 80_021, in_place);
    }
    for root in 0..rank.size {
        broadcast_agrees::<T>(rank, 5, root);
        broadcast_agrees::<T>(rank, 80_021, root);
    }
}

fn all_types_agree(size: usize) {
    world(size, |rank| {
        type_agrees::<i8>(rank);
        type_agrees::<i16>(rank);
        type_agrees::<i32>(rank);
        type_agrees::<i64>(rank);
        type_agrees::<f16>(rank);
        type_agrees::<bf16>(rank);
        type_agrees::<f32>(rank);
    });
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_one_rank() {
    all_types_agree(1);
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_two_ranks() {
    all_types_agree(2);
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_three_ranks() {
    all_types_agree(3);
}

#[test]
fn every_type_and_reduction_agrees_with_the_reference_on_eight_ranks() {
    all_types_agree(8);
}

#[test]
fn types_that_are_only_moved_are_gathered_and_broadcast() {
    world(2, |rank| {
        let dtypes = [
            (HcclDataType::HCCL_DATA_TYPE_UINT8, 1),
            (HcclDataType::HCCL_DATA_TYPE_UINT16, 2),
            (HcclDataType::HCCL_DATA_TYPE_UINT32, 4),
            (HcclDataType::HCCL_DATA_TYPE_UINT64, 8),
            (HcclDataType::HCCL_DATA_TYPE_FP64, 8),
        ];
        for (dtype, bytes) in dtypes {
            let send = Buffer::of(&elements::<i8>(rank.rank, 7 * bytes));
            let recv = Buffer::new(14 * bytes);
            fine(rank.all_gather(send.address, recv.address, 7, dtype));
            fine(rank.broadcast(send.address, 7, dtype, 1));
            ok(rank.sync());
            assert_same(&recv.read::<i8>(), |place| element(place / (7 * bytes), place % (7 * bytes)), "all-gather");
            assert_same(&send.read::<i8>(), |place| element(1, place), "broadcast");
        }
    });
}

#[test]
fn operations_of_a_stream_run_in_order_without_a_host_wait() {
    world(4, |rank| {
        let buffer = Buffer::of(&[1_i32; 1000]);
        for _ in 0..20 {
            fine(rank.all_reduce(buffer.address, buffer.address, 1000, i32::DTYPE, SUM));
            fine(rank.broadcast(buffer.address, 1000, i32::DTYPE, 2));
        }
        ok(rank.sync());
        assert_eq!(buffer.read::<i32>(), vec![4_i32.wrapping_pow(20); 1000]);
    });
}
