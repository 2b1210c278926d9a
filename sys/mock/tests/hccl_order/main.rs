//! Other settings than usual. Reductions in a drawn order, as a 910B adds: the last bits vary from operation to operation, unless determinism is asked for.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with the tests of the usual order")]

#[macro_use]
#[path = "../hccl/world.rs"]
mod world;
#[path = "../hccl/number.rs"]
mod number;

use std::collections::BTreeSet;

use ascend_npu_mock::control::ReductionOrder;
use ascend_npu_sys::{HcclCommConfig, HcclDataType, aclError};
use half::f16;

use number::{Number, assert_same, element, elements, reference};
use world::{Buffer, OPS, Rank, SUM, fine, hasty_world, ok, text, world_of};

/// Terms whose sum depends on the order in almost every place.
fn terms(rank: usize) -> Vec<f32> {
    (0..500).map(|place| ((rank * 500 + place) as f32).sin() * 10_f32.powi(((rank + place) % 9) as i32)).collect()
}

fn settings() {
    world::with_settings(|settings| {
        settings.reduction_order = ReductionOrder::Random;
        settings.mismatch_hangs = true;
    });
}

/// The bits of the sums of so many operations on the same terms.
fn sums(deterministic: u32, rounds: usize) -> Vec<Vec<u32>> {
    settings();
    let config = |_| HcclCommConfig { hcclDeterministic: deterministic, ..HcclCommConfig::new() };
    let results = world_of(8, config, |rank: &Rank| {
        let (send, recv) = (Buffer::of(&terms(rank.rank)), Buffer::new(2000));
        let dtype = HcclDataType::HCCL_DATA_TYPE_FP32;
        let sum = |_| {
            fine(rank.all_reduce(send.address, recv.address, 500, dtype, SUM));
            ok(rank.sync());
            recv.read::<f32>().into_iter().map(f32::to_bits).collect::<Vec<_>>()
        };
        (0..rounds).map(sum).collect::<Vec<_>>()
    });
    assert!(results.iter().all(|of_rank| *of_rank == results[0]), "all ranks have the same bits");
    results.into_iter().next().unwrap()
}

#[test]
fn sums_vary_unless_the_communicator_is_deterministic() {
    let distinct = |deterministic| sums(deterministic, 6).into_iter().collect::<BTreeSet<_>>();
    assert!(distinct(0).len() > 1);
    let fixed = distinct(1);
    assert_eq!(fixed.len(), 1);
    assert_eq!(distinct(2), fixed);
    // Off is the default of the process.
    assert!(distinct(u32::MAX).len() > 1);
}

#[test]
fn the_order_changes_nothing_but_the_last_bits() {
    let expected: Vec<f64> =
        (0..500).map(|place| (0..8).map(|rank| f64::from(terms(rank)[place])).sum::<f64>()).collect();
    let largest: Vec<f64> =
        (0..500).map(|place| (0..8).map(|rank| f64::from(terms(rank)[place]).abs()).sum::<f64>()).collect();
    for sum in sums(0, 4) {
        for (place, bits) in sum.into_iter().enumerate() {
            let error = (f64::from(f32::from_bits(bits)) - expected[place]).abs();
            // Seven additions, each off by half a unit in the last place of at most the sum of magnitudes.
            assert!(error <= 7.0 * 0.5 * f64::from(f32::EPSILON) * largest[place], "{error} at {place}");
        }
    }
}

#[test]
fn integers_and_extremes_do_not_depend_on_the_order() {
    settings();
    world_of(
        5,
        |_| HcclCommConfig::new(),
        |rank: &Rank| {
            for op in OPS {
                let (send, recv) = (Buffer::of(&elements::<i32>(rank.rank, 1000)), Buffer::new(4000));
                fine(rank.all_reduce(send.address, recv.address, 1000, i32::DTYPE, op));
                ok(rank.sync());
                assert_same(&recv.read::<i32>(), |place| reference(op, 5, place), "all-reduce in a drawn order");
            }
            let (send, recv) = (Buffer::of(&elements::<f16>(rank.rank, 3 * 5)), Buffer::new(6));
            // Plain numbers: of several NaN the first in the order stays.
            fine(rank.reduce_scatter(send.address, recv.address, 3, f16::DTYPE, OPS[2]));
            ok(rank.sync());
            let largest = |place: usize| {
                (0..5).map(|of| element::<f16>(of, 3 * rank.rank + place)).reduce(|a, b| Number::reduce(OPS[2], a, b))
            };
            assert_same(&recv.read::<f16>(), |place| largest(place).unwrap(), "the largest in a drawn order");
        },
    );
}

#[test]
fn ranks_that_differ_after_the_first_use_hang_when_that_is_asked_for() {
    settings();
    let met = std::sync::Barrier::new(2);
    hasty_world(2, |rank| {
        let buffer = Buffer::of(&[1_i32; 64]);
        for count in [8, 8 + rank.rank] {
            fine(rank.all_reduce(buffer.address, buffer.address, count, i32::DTYPE, SUM));
        }
        assert_eq!(rank.sync(), aclError::RT_FFTS_PLUS_TIMEOUT);
        let text = text();
        assert!(text.contains("EI0002") && text.contains("operation 1"), "{text}");
        met.wait();
    });
}
