//! ZeRO against a reference on one device.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

mod common;

use std::time::Duration;

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::kernel::control::LossScale;
use ascend_npu::zero::{Dtype, Engine, EngineOptions, Group, Layout, LayoutOptions, Memory, Parameter, Working};
use ascend_npu::{ErrorKind, Rank, Result, World, bf16, f16};
use ascend_npu_mock::control::{self, Kind};
use common::values;

const OPTIMIZER: AdamW = AdamW { beta1: 0.9, beta2: 0.95, eps: 1e-8, weight_decay: 0.1 };
const LR: f64 = 1e-3;

/// Stage 1 without looking at gradients.
fn plain(optimizer: AdamW) -> EngineOptions {
    EngineOptions { optimizer, check: false, ..EngineOptions::default() }
}

fn layout<P: Working>(shapes: &[&[u64]], world: u32, bucket: u64, alignment: u64) -> Layout {
    let numbered = shapes.iter().enumerate();
    let parameters = numbered.map(|(number, shape)| Parameter::new(format!("t{number}"), *shape, P::DTYPE));
    Layout::new(parameters, world, LayoutOptions { bucket, alignment, ..LayoutOptions::default() }).unwrap()
}

/// AdamW in f64, unsharded, as `torch.optim.AdamW` defines it.
struct Reference {
    w: Vec<f64>,
    m: Vec<f64>,
    v: Vec<f64>,
    step: i32,
}

impl Reference {
    fn new(w: &[f32]) -> Self {
        let w: Vec<f64> = w.iter().map(|&w| f64::from(w)).collect();
        Self { m: vec![0.0; w.len()], v: vec![0.0; w.len()], w, step: 0 }
    }

    fn step(&mut self, gradient: impl Fn(usize) -> f64) {
        self.step += 1;
        let AdamW { beta1, beta2, eps, weight_decay } = OPTIMIZER;
        let (bc1, bc2) = (1.0 - beta1.powi(self.step), 1.0 - beta2.powi(self.step));
        for place in 0..self.w.len() {
            let g = gradient(place);
            let (m, v) = (&mut self.m[place], &mut self.v[place]);
            *m = beta1 * *m + (1.0 - beta1) * g;
            *v = beta2 * *v + (1.0 - beta2) * g * g;
            self.w[place] = self.w[place] * (1.0 - LR * weight_decay) - LR / bc1 * *m / (v.sqrt() / bc2.sqrt() + eps);
        }
    }
}

/// What rank `rank` contributes at a step. Multiples of 1/64 below 1: sums of up to 8 of them are exact in every type.
fn gradient(rank: u32, step: usize, len: usize) -> Vec<f32> {
    values(len, 1000 + u64::from(rank) + 100 * step as u64).iter().map(|value| (value * 16.0).round() / 64.0).collect()
}

const SHAPES: [&[u64]; 6] = [&[20, 31], &[0, 8], &[7], &[100, 5], &[250], &[750]];
const LEN: usize = 20 * 31 + 7 + 1500;

fn train<P: Working>(rank: Rank, steps: usize, bucket: u64, initial: &[f32]) -> Result<Vec<f32>> {
    let (number, world) = (rank.rank(), rank.size());
    let mut engine = Engine::<P>::new(rank, layout::<P>(&SHAPES, world, bucket, 16), plain(OPTIMIZER))?;
    engine.load_blocking(initial)?;
    for step in 0..steps {
        engine.send_gradients(&gradient(number, step, LEN), 1.0)?;
        engine.step(LR)?;
    }
    let mut parameters = vec![0.0; LEN];
    engine.read_blocking(&mut parameters)?;
    Ok(parameters)
}

/// The greatest distance of sharded training from the reference.
fn distance<P: Working>(world: u32, steps: usize, bucket: u64) -> f64 {
    // Below 0.95, so that all weights stay below 1 and the ulp of every type is known.
    let initial: Vec<f32> = values(LEN, 1).iter().map(|value| value * 0.95).collect();
    let results = World::run(world, |rank| train::<P>(rank, steps, bucket, &initial)).unwrap();
    let mut reference = Reference::new(&initial);
    for step in 0..steps {
        let gradients: Vec<_> = (0..world).map(|rank| gradient(rank, step, LEN)).collect();
        reference.step(|place| gradients.iter().map(|of| f64::from(of[place])).sum::<f64>() / f64::from(world));
    }
    for other in &results {
        assert_eq!(other, &results[0], "all ranks hold the same parameters");
    }
    results[0].iter().zip(&reference.w).map(|(&is, &should)| (f64::from(is) - should).abs()).fold(0.0, f64::max)
}

#[test]
fn fp32_training_equals_the_unsharded_reference() {
    for (world, bucket) in [(1, 1 << 20), (2, 500), (3, 100), (8, 300)] {
        // Weights are below 1 and each of 5 steps rounds them by half an ulp, and adds an update of 1e-3 that is off by a few
        // ulp of itself: 4 ulp of 1 are ample.
        let distance = distance::<f32>(world, 5, bucket);
        assert!(distance < 4.0 * f64::from(f32::EPSILON), "{world} ranks, buckets of {bucket}: {distance:e}");
    }
}

#[test]
fn sixteen_bit_parameters_are_the_rounded_master_weights() {
    for world in [1, 3, 8] {
        // The master follows the reference as above; its copy is off by half an ulp of the type at most, for weights below 1.
        let (half, brain) = (distance::<f16>(world, 5, 300), distance::<bf16>(world, 5, 300));
        assert!(half < 0.5 * 0.5_f64.powi(11) + 1e-6, "{world} ranks: {half:e}");
        assert!(brain < 0.5 * 0.5_f64.powi(8) + 1e-6, "{world} ranks: {brain:e}");
    }
}

#[test]
fn sixteen_bit_weights_move_by_less_than_their_own_ulp() {
    // One weight at 1 and gradient 1 for 100 steps of 6e-4 without decay: the master moves to 0.94, which bf16 has as 0.94140625.
    let optimizer = AdamW { weight_decay: 0.0, beta2: 0.999, ..OPTIMIZER };
    let weights = World::run(2, |rank| -> Result<f32> {
        let mut engine = Engine::<bf16>::new(rank, layout::<bf16>(&[&[1]], 2, 256, 16), plain(optimizer))?;
        engine.load_blocking(&[1.0])?;
        for _ in 0..100 {
            engine.send_gradients(&[1.0], 1.0)?;
            engine.step(6e-4)?;
        }
        let mut weight = [0.0];
        engine.read_blocking(&mut weight)?;
        Ok(weight[0])
    });
    assert_eq!(weights.unwrap(), [0.941_406_25; 2]);
}

#[test]
fn the_loss_scale_is_divided_out_once() {
    let initial = values(LEN, 2);
    let run = |scale: f32| {
        World::run(2, |rank| -> Result<Vec<f32>> {
            let number = rank.rank();
            let options = EngineOptions { loss_scale: LossScale::fixed(scale), ..plain(OPTIMIZER) };
            let mut engine = Engine::<f32>::new(rank, layout::<f32>(&SHAPES, 2, 300, 16), options)?;
            engine.load_blocking(&initial)?;
            for step in 0..3 {
                engine.send_gradients(&gradient(number, step, LEN), scale)?;
                engine.step(LR)?;
            }
            let mut parameters = vec![0.0; LEN];
            engine.read_blocking(&mut parameters)?;
            Ok(parameters)
        })
        .unwrap()
    };
    // A power of two changes no digit.
    assert_eq!(run(1.0), run(1024.0));
}

#[test]
fn a_wrong_factor_before_the_gradient_would_show() {
    // Adam hardly minds the size of a gradient, but eps does: against gradients of 1e-8 the mean over 4 ranks and the sum differ.
    let weights = World::run(4, |rank| -> Result<f32> {
        let mut engine = Engine::<f32>::new(
            rank,
            layout::<f32>(&[&[1]], 4, 64, 16),
            plain(AdamW { weight_decay: 0.0, ..OPTIMIZER }),
        )?;
        engine.send_gradients(&[1e-8], 1.0)?;
        engine.step(1.0)?;
        let mut weight = [0.0];
        engine.read_blocking(&mut weight)?;
        Ok(weight[0])
    });
    // At the first step the update is g / (|g| + eps) = 1/2 for the mean, 4/5 for the sum.
    for weight in weights.unwrap() {
        assert!((weight + 0.5).abs() < 4.0 * f32::EPSILON, "{weight}");
    }
}

#[test]
fn the_next_forward_sees_the_gathered_parameters() {
    let initial = values(LEN, 3);
    let late = control::delay_operations(Kind::AllGather, Duration::from_millis(40));
    let results = World::run(3, |rank| train::<f32>(rank, 1, 100, &initial)).unwrap();
    drop(late);
    let mut reference = Reference::new(&initial);
    let gradients: Vec<_> = (0..3).map(|rank| gradient(rank, 0, LEN)).collect();
    reference.step(|place| gradients.iter().map(|of| f64::from(of[place])).sum::<f64>() / 3.0);
    for parameters in results {
        for (&is, &should) in parameters.iter().zip(&reference.w) {
            assert!((f64::from(is) - should).abs() < 2.0 * f64::from(f32::EPSILON), "{is} {should}");
        }
    }
}

#[test]
fn ranks_without_elements_take_part() {
    let weights = World::run(8, |rank| -> Result<Vec<f32>> {
        let mut engine = Engine::<f32>::new(rank, layout::<f32>(&[&[5]], 8, 8, 1), plain(OPTIMIZER))?;
        assert_eq!(engine.layout().owned_len(7), 0);
        engine.load_blocking(&[1.0, 2.0, 3.0, 4.0, 5.0])?;
        engine.send_gradients(&[0.0; 5], 1.0)?;
        engine.step(0.1)?;
        let mut weights = vec![0.0; 5];
        engine.read_blocking(&mut weights)?;
        Ok(weights)
    });
    // Only the decay acts: 1 − 0.1 · 0.1.
    for weights in weights.unwrap() {
        assert_eq!(weights, [0.99, 1.98, 2.97, 3.96, 4.95]);
    }
}

#[test]
fn the_model_state_takes_the_bytes_of_the_formula() {
    let bytes = |world, of: fn(Rank) -> Result<Memory>| World::run(world, of).unwrap();
    fn memory<P: Working>(rank: Rank) -> Result<Memory> {
        let world = rank.size();
        Ok(Engine::<P>::new(rank, layout::<P>(&[&[4096]], world, 1024, 16), plain(OPTIMIZER))?.memory())
    }
    for memory in bytes(4, memory::<bf16>) {
        let row = (memory.weights, memory.gradients, memory.master, memory.moment1, memory.moment2);
        assert_eq!(row, (2 * 4096, 2 * 4096, 4096, 4096, 4096));
        assert_eq!(memory.total(), 4096 * (4 + 12 / 4));
    }
    for memory in bytes(4, memory::<f32>) {
        let row = (memory.weights, memory.gradients, memory.master, memory.moment1, memory.moment2);
        assert_eq!(row, (4 * 4096, 4 * 4096, 0, 4096, 4096));
    }
}

#[test]
fn misuse_is_refused_before_anything_is_queued() {
    World::run(2, |rank| -> Result<()> {
        let error = Engine::<f32>::new(rank, layout::<f32>(&SHAPES, 3, 100, 16), plain(OPTIMIZER)).unwrap_err();
        assert_eq!(error.to_string(), "Engine::new: the layout is for 3 ranks, the communicator has 2");
        Ok(())
    })
    .unwrap();
    World::run(1, |rank| -> Result<()> {
        let mut engine = Engine::<f32>::new(rank, layout::<f32>(&[&[5]], 1, 100, 16), plain(OPTIMIZER))?;
        for error in [
            engine.load_blocking(&[0.0; 4]).unwrap_err(),
            engine.read_blocking(&mut [0.0; 6]).unwrap_err(),
            engine.send_gradients(&[], 1.0).unwrap_err(),
            engine.reduce(1).unwrap_err(),
            engine.step(f64::NAN).unwrap_err(),
            engine.step(0.1).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        }
        Ok(())
    })
    .unwrap();
    let error = World::run(1, |rank| {
        Engine::<f32>::new(rank, layout::<f32>(&[&[5]], 1, 100, 16), plain(AdamW { beta1: 1.0, ..OPTIMIZER })).map(drop)
    });
    assert_eq!(error.unwrap_err().to_string(), "AdamW: beta1 is 1; it must be at least 0 and below 1");
}

#[test]
fn groups_have_their_own_rate_and_decay_and_frozen_tensors_stay() {
    let groups = vec![
        Group::default(),
        Group { lr_scale: 0.5, weight_decay: Some(0.0) },
        Group { lr_scale: 0.0, weight_decay: None },
    ];
    let options = LayoutOptions { bucket: 1000, alignment: 16, groups, ..LayoutOptions::default() };
    let tensor = |name: &str, group| Parameter::new(name, [40], Dtype::Bf16).in_group(group);
    let model = [tensor("a", 0), tensor("b", 1), tensor("c", 0), tensor("frozen", 0).frozen(), tensor("still", 2)];
    for world in [1, 2, 8] {
        let layout = Layout::new(model.clone(), world, options.clone()).unwrap();
        let weights = World::run(world, |rank| -> Result<Vec<f32>> {
            let mut engine = Engine::<bf16>::new(rank, layout.clone(), plain(OPTIMIZER))?;
            engine.load_blocking(&[1.0; 200])?;
            engine.send_gradients(&[1.0; 200], 1.0)?;
            engine.step(0.25)?;
            assert_eq!(engine.reduce(1).unwrap_err().to_string(), "Engine: bucket 1 is frozen");
            let mut weights = vec![0.0; 200];
            engine.read_blocking(&mut weights)?;
            Ok(weights)
        });
        for weights in weights.unwrap() {
            // At the first step the update is the rate; decay takes a tenth of the rate more.
            for (tensor, wanted) in weights.chunks(40).zip([0.725, 0.875, 0.725, 1.0, 1.0]) {
                assert!(tensor.iter().all(|weight| (weight - wanted).abs() < 0.002), "{wanted}: {tensor:?}");
            }
            assert_eq!(weights[120..], [1.0; 80]);
        }
    }
}

#[test]
fn what_lies_in_the_padding_changes_nothing() {
    let initial = values(LEN, 5);
    let train = |poison: f32| {
        World::run(4, |rank| -> Result<Vec<f32>> {
            let number = rank.rank();
            let layout = layout::<f32>(&SHAPES, 4, 700, 16);
            let mut engine = Engine::<f32>::new(rank, layout.clone(), plain(OPTIMIZER))?;
            engine.load_blocking(&initial)?;
            for step in 0..2 {
                let gradients = gradient(number, step, LEN);
                for (place, bucket) in layout.buckets().iter().enumerate() {
                    let mut padded = vec![poison; bucket.len as usize];
                    for tensor in bucket.tensors.iter().map(|&tensor| &layout.tensors()[tensor]) {
                        let (start, from) = (tensor.place.unwrap().start as usize, tensor.offset as usize);
                        let len = tensor.len as usize;
                        padded[start..start + len].copy_from_slice(&gradients[from..from + len]);
                    }
                    let staging = engine.device().pinned_from(&padded)?;
                    let (compute, gradients) = engine.gradients_on_compute(place)?;
                    compute.copy_to_device(staging, gradients)?.wait()?;
                    engine.reduce(place)?;
                }
                engine.step(LR)?;
            }
            let mut parameters = vec![0.0; LEN];
            engine.read_blocking(&mut parameters)?;
            Ok(parameters)
        })
        .unwrap()
    };
    let clean = train(0.0);
    assert_eq!(train(f32::NAN), clean);
    assert!(clean[0].iter().all(|parameter| parameter.is_finite()));
}

#[test]
fn a_layout_of_another_type_is_refused() {
    let error =
        World::run(1, |rank| Engine::<bf16>::new(rank, layout::<f32>(&[&[5]], 1, 100, 16), plain(OPTIMIZER)).map(drop));
    let wanted = "Engine::new: t0 is fp32, this engine trains bf16; give a layout of one type";
    assert_eq!(error.unwrap_err().to_string(), wanted);
}
