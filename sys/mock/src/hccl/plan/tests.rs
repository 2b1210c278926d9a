//! Plans over imagined memory: a plan does not care where regions are.

use ascend_npu_sys::{HcclDataType, HcclReduceOp};

use super::segment::Segment;
use super::{Plan, Reducing};
use crate::exec::Kind;
use crate::hccl::pieces::{Pieces, Side, equal};
use crate::hccl::raw::Region;
use crate::hccl::shape::{Call, Shape};

/// Where the buffers of a rank are.
fn at(rank: usize, recv: bool) -> usize {
    0x1_0000 * (rank + 1) + if recv { 0x8000 } else { 0 }
}

/// The plan of an operation out of place, its regions as pairs of address and bytes.
fn segments(kind: Kind, count: u64, root: Option<u32>, size: u32, order: Reducing) -> Vec<(Vec<Region>, Vec<Region>)> {
    let op =
        matches!(kind, Kind::AllReduce | Kind::Reduce | Kind::ReduceScatter).then_some(HcclReduceOp::HCCL_REDUCE_SUM);
    let shape = Shape { op, root, ..Shape::new(kind, count, HcclDataType::HCCL_DATA_TYPE_FP32) };
    let call = |rank: u32| {
        let (send, recv) = equal(&shape, rank, size).unwrap_or((Pieces::None, Pieces::None));
        let side = |pieces, recv| Side { address: at(rank as usize, recv), pieces };
        Call {
            shape: shape.clone(),
            send: side(send, false),
            recv: side(recv, true),
            device: 0,
            site: None,
            buffer_mib: 1,
            mapped: Vec::new(),
            spoils: false,
        }
    };
    let calls: Vec<Call> = (0..size).map(call).collect();
    let region = |side: &Side| match side.pieces.extent() {
        Some(bytes) if bytes > 0 => Region::imagined(side.address, bytes),
        _ => Region::EMPTY,
    };
    let send: Vec<Region> = calls.iter().map(|call| region(&call.send)).collect();
    let recv: Vec<Region> = calls.iter().map(|call| region(&call.recv)).collect();
    let plan = Plan::new(&calls, &send, &recv, order);
    plan.segments().iter().map(|Segment { inputs, outputs }| (inputs.clone(), outputs.clone())).collect()
}

/// Regions of one length, each a rank's buffer from an offset in elements.
fn regions(of: impl IntoIterator<Item = (usize, bool, usize)>, elements: usize) -> Vec<Region> {
    of.into_iter().map(|(rank, recv, first)| Region::imagined(at(rank, recv) + 4 * first, 4 * elements)).collect()
}

#[test]
fn a_ring_cuts_an_all_reduce_by_where_its_chunks_end() {
    let found = segments(Kind::AllReduce, 7, None, 3, Reducing::Ring);
    let chunk = |inputs: [usize; 3], first: usize, elements: usize| {
        let to = |recv: bool| move |rank: usize| (rank, recv, first);
        (regions(inputs.map(to(false)), elements), regions([0, 1, 2].map(to(true)), elements))
    };
    assert_eq!(found, [chunk([1, 2, 0], 0, 3), chunk([2, 0, 1], 3, 3), chunk([0, 1, 2], 6, 1)]);
    // Fewer elements than ranks.
    assert_eq!(segments(Kind::AllReduce, 1, None, 3, Reducing::Ring), [chunk([1, 2, 0], 0, 1)]);
    let found = segments(Kind::Reduce, 7, Some(1), 3, Reducing::Ring);
    assert_eq!(found, [(regions([2, 0, 1].map(|rank| (rank, false, 0)), 7), regions([(1, true, 0)], 7))]);
}

#[test]
fn pieces_go_from_rank_to_rank() {
    let found = segments(Kind::AllToAll, 5, None, 2, Reducing::ByRank);
    let pair = |from: usize, to: usize| (regions([(from, false, 5 * to)], 5), regions([(to, true, 5 * from)], 5));
    assert_eq!(found, [pair(0, 0), pair(0, 1), pair(1, 0), pair(1, 1)]);
    let found = segments(Kind::Scatter, 5, Some(1), 2, Reducing::ByRank);
    let piece = |to: usize| (regions([(1, false, 5 * to)], 5), regions([(to, true, 0)], 5));
    assert_eq!(found, [piece(0), piece(1)]);
    let found = segments(Kind::Broadcast, 5, Some(1), 3, Reducing::ByRank);
    assert_eq!(found, [(regions([(1, false, 0)], 5), regions([(0, true, 0), (2, true, 0)], 5))]);
    assert_eq!(segments(Kind::Barrier, 0, None, 3, Reducing::ByRank), []);
}

#[test]
fn a_ring_ends_at_the_owner() {
    assert_eq!(Reducing::Ring.apply(vec![0, 1, 2, 3], 1), [2, 3, 0, 1]);
    assert_eq!(Reducing::Ring.apply(vec![0, 1, 2, 3], 3), [0, 1, 2, 3]);
}

#[test]
fn a_drawn_order_is_a_permutation_that_its_number_gives_again() {
    let draw = |seed| Reducing::Drawn(seed).apply((0..8).collect::<Vec<_>>(), 2);
    let mut different = 0;
    for seed in 0..20 {
        let mut order = draw(seed);
        assert_eq!(order, draw(seed));
        different += usize::from(order != draw(seed + 1));
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
    assert!(different > 15);
}
