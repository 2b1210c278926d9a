//! Gradients that are added in one order: any number of ranks ends in the same bits.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test may fail")]

mod common;

use ascend_npu::zero::{Accumulation, Dtype, Engine, EngineOptions, Layout, LayoutOptions, Parameter, Stage, Working};
use ascend_npu::{Result, World, bf16, f16};
use common::values;

const LEN: usize = 700 + 333 + 1;
/// Micro-batches of a step, over all ranks.
const MICRO_BATCHES: u32 = 8;
const STEPS: u32 = 3;

fn layout(dtype: Dtype, world: u32, bucket: u64) -> Layout {
    let tensor = |name: &str, len: u64| Parameter::new(name, [len], dtype).in_layer(name);
    let model = vec![tensor("a", 700), tensor("b", 333), tensor("c", 1)];
    let options = LayoutOptions { bucket, alignment: 16, by_layer: true, ..LayoutOptions::default() };
    Layout::new(model, world, options).unwrap()
}

/// The parameters after some steps, of which the micro-batch of number k is the work of rank k mod `world`.
fn trained<P: Working>(world: u32, bucket: u64, stage: Stage, accumulation: Accumulation) -> Vec<f32> {
    let options = EngineOptions { micro_batches: MICRO_BATCHES / world, accumulation, ..EngineOptions::of(stage) };
    let results = World::run(world, |rank| -> Result<Vec<f32>> {
        let number = rank.rank();
        let mut engine = Engine::<P>::new(rank, layout(P::DTYPE, world, bucket), options.clone())?;
        engine.load_blocking(&values(LEN, 1))?;
        for step in 0..STEPS {
            for round in 0..options.micro_batches {
                let micro_batch = MICRO_BATCHES * step + world * round + number;
                engine.send_gradients(&values(LEN, 100 + u64::from(micro_batch)), 1.0)?;
            }
            engine.step(1e-2)?;
        }
        let mut parameters = vec![0.0; LEN];
        engine.read_blocking(&mut parameters)?;
        Ok(parameters)
    });
    let mut results = results.unwrap();
    assert!(results.iter().all(|other| other == results.first().unwrap()), "all ranks hold the same parameters");
    results.swap_remove(0)
}

fn worlds_agree<P: Working>() {
    let one = trained::<P>(1, 500, Stage::One, Accumulation::InOrder);
    for stage in [Stage::One, Stage::Two, Stage::Three] {
        for world in [1, 2, 4, 8] {
            for bucket in [500, 100_000] {
                let found = trained::<P>(world, bucket, stage, Accumulation::InOrder);
                assert!(found == one, "{world} ranks, stage {}, buckets of {bucket}", stage.number());
            }
        }
    }
    // What is compared depends on the order: each of two ranks adds its own first, and eight add in the type of the gradients.
    let others = [(2, Accumulation::ReduceOnce), (8, Accumulation::ReduceEach)];
    let differs = |(world, accumulation)| trained::<P>(world, 500, Stage::One, accumulation) != one;
    assert!(others.into_iter().any(differs), "the order of these sums does not show");
}

#[test]
fn sums_in_order_are_those_of_any_number_of_ranks_in_fp32() {
    worlds_agree::<f32>();
}

#[test]
fn sums_in_order_are_those_of_any_number_of_ranks_in_bf16() {
    worlds_agree::<bf16>();
}

#[test]
fn sums_in_order_are_those_of_any_number_of_ranks_in_fp16() {
    worlds_agree::<f16>();
}
