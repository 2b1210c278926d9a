//! The engine against PyTorch: a thousand steps of AdamW with a loss scale that moves, overflows and clipping, in every stage.
//! `record_torch.py` made the data, and says what the gradients are.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

#[path = "../common/mod.rs"]
mod common;

use std::collections::HashMap;

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::kernel::control::LossScale;
use ascend_npu::zero::{
    Accumulation, Engine, EngineOptions, Group, Layout, LayoutOptions, Outcome, Parameter, Stage, StepReport, Working,
};
use ascend_npu::{Rank, Result, World, f16};
use common::values;

const TENSORS: [(&str, u64, usize); 3] = [("up", 40, 0), ("norm", 11, 1), ("down", 29, 0)];
const COUNT: usize = 40 + 11 + 29;
const MICRO_BATCHES: u32 = 4;
const STEPS: usize = 1000;
const MAX_NORM: f64 = 0.13;
const FULL_RATE: f64 = 1e-3;
const WARM_UP: f64 = 100.0;

/// What PyTorch recorded of a type: numbers by what they are and the step.
struct Recorded(HashMap<(String, usize), Vec<f32>>);

impl Recorded {
    fn of(name: &str) -> Self {
        let lines = include_str!("torch.txt").lines().filter(|line| line.split(' ').next() == Some(name));
        let read = lines.map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let numbers = words[3..].iter().map(|word| f32::from_bits(u32::from_str_radix(word, 16).unwrap()));
            ((words[1].to_owned(), words[2].parse().unwrap()), numbers.collect())
        });
        Self(read.collect())
    }

    fn at(&self, what: &str, step: usize) -> Option<&[f32]> {
        self.0.get(&(what.to_owned(), step)).map(Vec::as_slice)
    }

    fn norm(&self, step: usize) -> f32 {
        self.at("norms", step / 100 * 100).unwrap()[step % 100]
    }
}

/// The gradients of a micro-batch, as `record_torch.py` makes them.
fn gradient(step: usize, micro_batch: usize) -> Vec<f32> {
    let drawn = values(COUNT, (1 + MICRO_BATCHES as usize * step + micro_batch) as u64);
    let sizes = (0..COUNT).map(|place| 0.5_f32.powi(place as i32 % 8) / 128.0);
    let mut result: Vec<f32> = drawn.iter().zip(sizes).map(|(value, size)| (value * 16.0).floor() * size).collect();
    if step % 61 == 30 {
        result[step % COUNT] = if micro_batch == 2 { 4.0 } else { 0.0 };
    }
    if step % 97 == 13 && micro_batch == step % MICRO_BATCHES as usize {
        result[7 * step % COUNT] = if step.is_multiple_of(2) { f32::INFINITY } else { f32::NAN };
    }
    result
}

/// What a rank saw: the report of every step, and the weights behind those of which they were recorded.
struct Seen {
    reports: Vec<StepReport>,
    weights: Vec<(usize, Vec<f32>)>,
}

fn train<P: Working>(rank: Rank, options: &EngineOptions, recorded: &Recorded) -> Result<Seen> {
    let (number, world) = (rank.rank() as usize, rank.size() as usize);
    let groups = vec![Group::default(), Group { lr_scale: 0.5, weight_decay: Some(0.0) }];
    let model = TENSORS.map(|(name, len, group)| Parameter::new(name, [len], P::DTYPE).in_group(group).in_layer(name));
    let cut = LayoutOptions { bucket: 64, alignment: 16, by_layer: options.stage == Stage::Three, groups };
    let mut engine = Engine::<P>::new(rank, Layout::new(model, world as u32, cut)?, options.clone())?;
    engine.load_blocking(&values(COUNT, 0))?;
    let (mut scale, mut done) = (options.loss_scale.initial, 0_u64);
    let mut seen = Seen { reports: Vec::new(), weights: Vec::new() };
    for step in 0..STEPS {
        for micro_batch in (number..MICRO_BATCHES as usize).step_by(world) {
            engine.send_gradients(&gradient(step, micro_batch), scale)?;
        }
        let rate = FULL_RATE * ((done + 1) as f64 / WARM_UP).min(1.0);
        let report = engine.step(rate)?.wait()?;
        (scale, done) = (report.loss_scale, report.step);
        seen.reports.push(report);
        if recorded.at("weights", step).is_some() {
            let mut weights = vec![0.0; COUNT];
            engine.read_blocking(&mut weights)?;
            seen.weights.push((step, weights));
        }
    }
    Ok(seen)
}

/// Both round every operation, in another order. A weight may be off by as many fp32 roundings as there were steps, each of the
/// weight's size or that of a few updates; what is read in 16 bits was rounded once more. Norms may be off by eight roundings, scales
/// and skips by nothing.
fn compare(seen: &Seen, recorded: &Recorded, working: f64, what: &str) {
    let (mut scale, mut clipped, mut skipped) = (recorded.at("scale", 0).unwrap()[0], 0, 0);
    for (step, report) in seen.reports.iter().enumerate() {
        let wanted = recorded.norm(step);
        scale = recorded.at("scale", step + 1).map_or(scale, |scale| scale[0]);
        if step + 1 < STEPS {
            assert_eq!(report.loss_scale, scale, "{what}, step {step}");
        }
        let norm = report.norm.unwrap();
        assert_eq!(report.outcome == Outcome::Skipped, wanted.is_infinite(), "{what}, step {step}");
        if wanted.is_infinite() {
            skipped += 1;
            assert!(norm.is_infinite(), "{what}, step {step}: {norm}");
        } else {
            let distance = (norm / wanted - 1.0).abs() / f32::EPSILON;
            assert!(distance <= 8.0, "{what}, step {step}: the norm is {norm}, not {wanted}");
            clipped += u32::from(report.clip < 1.0);
            assert_eq!(report.clip < 1.0, f64::from(wanted) + 1e-6 > MAX_NORM, "{what}, step {step}: {wanted}");
        }
    }
    let last = seen.reports.last().unwrap();
    assert_eq!((last.step, last.skipped), (STEPS as u64 - skipped, skipped as u32), "{what}");
    assert!(skipped > 10 && clipped > 100 && clipped < 900, "{what}: {skipped} skipped, {clipped} clipped");
    assert_eq!(seen.weights.len(), 5, "{what}");
    for (step, weights) in &seen.weights {
        for (place, (&is, &should)) in weights.iter().zip(recorded.at("weights", *step).unwrap()).enumerate() {
            let size = f64::from(should.abs());
            let steps = f64::from(f32::EPSILON) * (*step as f64 + 3.0) * size.max(10.0 * FULL_RATE);
            let distance = (f64::from(is) - f64::from(should)).abs();
            assert!(
                distance <= steps + working * size.max(f64::from(f16::MIN_POSITIVE)),
                "{what}, step {step}, weight {place}: {is:e}, not {should:e}"
            );
        }
    }
}

fn all_stages_and_worlds<P: Working>(interval: u32, working: f64) {
    let recorded = Recorded::of(P::DTYPE.name());
    for stage in [Stage::One, Stage::Two, Stage::Three] {
        for (world, accumulation) in [(1, Accumulation::ReduceOnce), (4, Accumulation::ReduceEach)] {
            let options = EngineOptions {
                optimizer: AdamW { beta1: 0.9, beta2: 0.95, eps: 1e-8, weight_decay: 0.1 },
                micro_batches: MICRO_BATCHES / world,
                accumulation,
                loss_scale: LossScale { interval: Some(interval), ..LossScale::default() },
                max_norm: Some(MAX_NORM),
                ..EngineOptions::of(stage)
            };
            for seen in World::run(world, |rank| train::<P>(rank, &options, &recorded)).unwrap() {
                compare(&seen, &recorded, working, &format!("{world} ranks, {stage:?}, {accumulation:?}"));
            }
        }
    }
}

#[test]
fn a_thousand_steps_in_fp32_equal_those_of_pytorch() {
    all_stages_and_worlds::<f32>(40, 0.0);
}

#[test]
fn a_thousand_steps_in_fp16_overflow_and_step_as_those_of_pytorch() {
    // Weights are read in 16 bits: half a unit in the last of 11 bits.
    all_stages_and_worlds::<f16>(35, 2.0_f64.powi(-11));
}
