//! What reduce, scatter, the exchanges and the operations of unequal counts compute.

use std::ffi::c_void;

use ascend_npu_sys::{HcclDataType, HcclReduceOp};
use half::{bf16, f16};

use crate::number::{Number, assert_same, element, elements, reference};
use crate::world::{Buffer, OPS, Rank, SUM, acl, fine, hccl, ok, world};

/// Counts that differ by pair, some of them 0.
fn count(from: usize, to: usize) -> usize {
    (3 * from + 5 * to) % 7
}

/// Counts that differ by rank; that of rank 1 is 0.
fn share(rank: usize) -> usize {
    [5, 0, 1003, 7, 64, 2, 1, 33][rank % 8]
}

/// Displacements with gaps, in an order that is not that of the ranks.
fn spread(counts: &[usize]) -> (Vec<usize>, usize) {
    let mut end = 1;
    let mut places = vec![0; counts.len()];
    for (rank, count) in counts.iter().enumerate().rev() {
        places[rank] = end;
        end += count + 2;
    }
    (places, end)
}

fn longs(values: &[usize]) -> Vec<u64> {
    values.iter().map(|value| *value as u64).collect()
}

fn reduce_agrees<T: Number>(rank: &Rank, count: usize, op: HcclReduceOp, root: usize, in_place: bool) {
    let send = Buffer::of(&elements::<T>(rank.rank, count));
    let recv = Buffer::of(&elements::<T>(77, count));
    let to = if in_place { &send } else { &recv };
    fine(rank.reduce(send.address, to.address, count, T::DTYPE, op, root));
    ok(rank.sync());
    let what = format!("reduce {op:?} of {count} to {root}, {} ranks, in place {in_place}", rank.size);
    if rank.rank == root {
        assert_same(&to.read::<T>(), |place| reference(op, rank.size, place), &what);
    } else {
        // Only the root's memory is written.
        assert_same(&recv.read::<T>(), |place| element(77, place), &what);
        assert_same(&send.read::<T>(), |place| element(rank.rank, place), &what);
    }
}

fn scatter_agrees<T: Number>(rank: &Rank, count: usize, root: usize, in_place: bool) {
    let is_root = rank.rank == root;
    let send = Buffer::of(&elements::<T>(rank.rank, count * rank.size));
    let recv = Buffer::new(count * size_of::<T>());
    let first = count * root;
    let from = if is_root { send.address } else { std::ptr::null_mut() };
    let in_place = in_place && is_root;
    let to = if in_place { send.at(first * size_of::<T>()) } else { recv.address };
    fine(rank.scatter(from, to, count, T::DTYPE, root));
    ok(rank.sync());
    let found = if in_place { send.read::<T>()[first..first + count].to_vec() } else { recv.read() };
    let what = format!("scatter of {count} from {root}, {} ranks, in place {in_place}", rank.size);
    assert_same(&found, |place| element(root, count * rank.rank + place), &what);
}

fn all_to_all_agrees<T: Number>(rank: &Rank, count: usize) {
    let send = Buffer::of(&elements::<T>(rank.rank, count * rank.size));
    let recv = Buffer::new(send.bytes);
    fine(rank.all_to_all(send.address, recv.address, count, T::DTYPE));
    ok(rank.sync());
    let what = format!("all-to-all of {count}, {} ranks", rank.size);
    assert_same(&recv.read::<T>(), |place| element(place / count, count * rank.rank + place % count), &what);
}

/// A buffer of as many elements, each a mark, that are not written where nothing belongs.
fn marked<T: Number>(count: usize) -> Buffer {
    Buffer::of(&vec![T::small(-3); count.max(1)])
}

fn all_to_all_v_agrees<T: Number>(rank: &Rank) {
    let sends: Vec<usize> = (0..rank.size).map(|to| count(rank.rank, to)).collect();
    let receives: Vec<usize> = (0..rank.size).map(|from| count(from, rank.rank)).collect();
    let ((from, sent), (to, received)) = (spread(&sends), spread(&receives));
    let (send, recv) = (Buffer::of(&elements::<T>(rank.rank, sent)), marked::<T>(received));
    let lists = [longs(&sends), longs(&from), longs(&receives), longs(&to)];
    let list = |index: usize| lists[index].as_ptr().cast::<c_void>();
    fine(call!(hccl.HcclAlltoAllV(
        send.address,
        list(0),
        list(1),
        T::DTYPE,
        recv.address,
        list(2),
        list(3),
        T::DTYPE,
        rank.comm,
        rank.stream
    )));
    // The lists are read before the call returns.
    drop(lists);
    ok(rank.sync());
    // Where each rank put its pieces.
    let places: Vec<Vec<usize>> =
        (0..rank.size).map(|of| spread(&(0..rank.size).map(|to| count(of, to)).collect::<Vec<_>>()).0).collect();
    let expected = |place: usize| {
        let piece = (0..rank.size).find(|of| (to[*of]..to[*of] + receives[*of]).contains(&place));
        piece.map_or(T::small(-3), |of| element(of, places[of][rank.rank] + place - to[of]))
    };
    assert_same(&recv.read::<T>(), expected, "all-to-all of unequal counts");
}

fn all_to_all_vc_agrees<T: Number>(rank: &Rank) {
    let matrix: Vec<usize> = (0..rank.size * rank.size).map(|pair| count(pair / rank.size, pair % rank.size)).collect();
    let row = |of: usize| &matrix[of * rank.size..(of + 1) * rank.size];
    let sent: usize = row(rank.rank).iter().sum();
    let received: usize = (0..rank.size).map(|of| row(of)[rank.rank]).sum();
    let (send, recv) = (Buffer::of(&elements::<T>(rank.rank, sent.max(1))), marked::<T>(received));
    let list = longs(&matrix);
    let function = hccl().HcclAlltoAllVC.unwrap();
    let list = list.as_ptr().cast();
    // SAFETY: as in `call`.
    fine(unsafe { function(send.address, list, T::DTYPE, recv.address, T::DTYPE, rank.comm, rank.stream) });
    ok(rank.sync());
    let mut expected = Vec::new();
    for of in 0..rank.size {
        let first: usize = row(of)[..rank.rank].iter().sum();
        expected.extend((first..first + row(of)[rank.rank]).map(|place| element::<T>(of, place)));
    }
    expected.resize(received.max(1), T::small(-3));
    assert_same(&recv.read::<T>(), |place| expected[place], "all-to-all by a matrix");
}

fn all_gather_v_agrees<T: Number>(rank: &Rank) {
    let counts: Vec<usize> = (0..rank.size).map(share).collect();
    let (places, end) = spread(&counts);
    let own = counts[rank.rank];
    let send = Buffer::of(&elements::<T>(rank.rank, own.max(1)));
    let recv = marked::<T>(end);
    let (list, displacements) = (longs(&counts), longs(&places));
    let from = if own == 0 { std::ptr::null_mut() } else { send.address };
    fine(call_new!(hccl.HcclAllGatherV(
        from,
        own as u64,
        recv.address,
        list.as_ptr().cast(),
        displacements.as_ptr().cast(),
        T::DTYPE,
        rank.comm,
        rank.stream
    )));
    ok(rank.sync());
    let expected = |place: usize| {
        let piece = (0..rank.size).find(|of| (places[*of]..places[*of] + counts[*of]).contains(&place));
        piece.map_or(T::small(-3), |of| element(of, place - places[of]))
    };
    assert_same(&recv.read::<T>(), expected, "all-gather of unequal counts");
}

fn reduce_scatter_v_agrees<T: Number>(rank: &Rank, op: HcclReduceOp) {
    let counts: Vec<usize> = (0..rank.size).map(share).collect();
    let (places, end) = spread(&counts);
    let own = counts[rank.rank];
    let send = Buffer::of(&elements::<T>(rank.rank, end));
    let recv = marked::<T>(own);
    let (list, displacements) = (longs(&counts), longs(&places));
    fine(call_new!(hccl.HcclReduceScatterV(
        send.address,
        list.as_ptr().cast(),
        displacements.as_ptr().cast(),
        recv.address,
        own as u64,
        T::DTYPE,
        op,
        rank.comm,
        rank.stream
    )));
    ok(rank.sync());
    let expected =
        |place: usize| if own == 0 { T::small(-3) } else { reference(op, rank.size, places[rank.rank] + place) };
    assert_same(&recv.read::<T>(), expected, "reduce-scatter of unequal counts");
}

fn type_reduces<T: Number>(rank: &Rank) {
    let young = [HcclDataType::HCCL_DATA_TYPE_INT16, HcclDataType::HCCL_DATA_TYPE_BFP16].contains(&T::DTYPE);
    let root = rank.size - 1;
    for op in OPS {
        let prod = op == HcclReduceOp::HCCL_REDUCE_PROD;
        if !(young && prod) {
            for count in [1, 1_027] {
                reduce_agrees::<T>(rank, count, op, root, false);
                reduce_agrees::<T>(rank, count, op, 0, true);
            }
        }
        if !prod && T::DTYPE != HcclDataType::HCCL_DATA_TYPE_INT64 {
            reduce_scatter_v_agrees::<T>(rank, op);
        }
    }
    reduce_agrees::<T>(rank, 40_009, SUM, 0, false);
}

fn type_moves<T: Number>(rank: &Rank) {
    for count in [1, 1_027, 20_011] {
        all_to_all_agrees::<T>(rank, count);
        for in_place in [false, true] {
            scatter_agrees::<T>(rank, count, 0, in_place);
            scatter_agrees::<T>(rank, count, rank.size - 1, in_place);
        }
    }
    all_to_all_v_agrees::<T>(rank);
    all_to_all_vc_agrees::<T>(rank);
    all_gather_v_agrees::<T>(rank);
}

pub fn all_types_agree(size: usize) {
    world(size, |rank| {
        type_reduces::<i8>(rank);
        type_reduces::<i16>(rank);
        type_reduces::<i32>(rank);
        type_reduces::<i64>(rank);
        type_reduces::<f16>(rank);
        type_reduces::<bf16>(rank);
        type_reduces::<f32>(rank);
        type_moves::<i8>(rank);
        type_moves::<u8>(rank);
        type_moves::<i16>(rank);
        type_moves::<u16>(rank);
        type_moves::<f16>(rank);
        type_moves::<bf16>(rank);
        type_moves::<i32>(rank);
        type_moves::<u32>(rank);
        type_moves::<f32>(rank);
        type_moves::<i64>(rank);
        type_moves::<u64>(rank);
        type_moves::<f64>(rank);
    });
}

#[test]
fn every_type_agrees_with_the_reference_on_one_rank() {
    all_types_agree(1);
}

#[test]
fn every_type_agrees_with_the_reference_on_two_ranks() {
    all_types_agree(2);
}

#[test]
fn every_type_agrees_with_the_reference_on_three_ranks() {
    all_types_agree(3);
}

#[test]
fn every_type_agrees_with_the_reference_on_eight_ranks() {
    all_types_agree(8);
}

#[test]
fn ranks_whose_exchange_counts_do_not_fit_are_told_which() {
    world(2, |rank| {
        let buffer = Buffer::new(4096);
        let exchange = |sends: [u64; 2], receives: [u64; 2]| {
            let displacements = [0_u64, 16];
            let at = displacements.as_ptr().cast::<c_void>();
            let (send, recv, dtype) = (buffer.address, buffer.at(2048), f32::DTYPE);
            let (sends, receives) = (sends.as_ptr().cast(), receives.as_ptr().cast());
            call!(hccl.HcclAlltoAllV(send, sends, at, dtype, recv, receives, at, dtype, rank.comm, rank.stream))
        };
        // Rank 0 sends 3 elements to rank 1, which expects 4.
        let (sends, receives) = if rank.rank == 0 { ([1, 3], [1, 2]) } else { ([2, 1], [4, 1]) };
        assert_eq!(exchange(sends, receives), ascend_npu_sys::HcclResult::HCCL_E_INTERNAL);
        let text = crate::world::text();
        assert!(text.contains("rank 0 sends 12 bytes to rank 1, which expects 16"), "{text}");
        fine(exchange([1, 2], if rank.rank == 0 { [1, 1] } else { [2, 2] }.map(|count| count)));
        call!(acl.aclrtSynchronizeStream(rank.stream));
    });
}
