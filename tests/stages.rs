//! ZeRO's stages: they end in the same parameters, whatever is in shards, however it is cut, gathered and accumulated.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

mod common;

use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::kernel::control::LossScale;
use ascend_npu::zero::{
    Accumulation, Dtype, Engine, EngineOptions, Layout, LayoutOptions, Outcome, Parameter, Stage, StepReport, Working,
};
use ascend_npu::{ErrorKind, Rank, Result, World, bf16, f16};
use ascend_npu_mock::control::{self, Kind};
use common::values;

const STAGES: [Stage; 3] = [Stage::One, Stage::Two, Stage::Three];
const LR: f64 = 1e-2;

/// Delays and counts are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Five layers, of two tensors each but for the last, which is tied to the first; one tensor is empty and one frozen.
fn model(dtype: Dtype) -> Vec<Parameter> {
    let tensor = |name: &str, len: u64, layer: &str| Parameter::new(name, [len], dtype).in_layer(layer);
    vec![
        tensor("embed", 700, "0"),
        tensor("bias", 7, "0"),
        tensor("a", 333, "1"),
        tensor("b", 50, "1"),
        tensor("frozen", 90, "2").frozen(),
        tensor("c", 410, "2"),
        tensor("none", 0, "3"),
        tensor("d", 1000, "3"),
        Parameter::tied("head", "embed").in_layer("4"),
    ]
}

const LEN: usize = 700 + 7 + 333 + 50 + 90 + 410 + 1000;

fn layout(dtype: Dtype, world: u32, bucket: u64) -> Layout {
    let options = LayoutOptions { bucket, alignment: 16, by_layer: true, ..LayoutOptions::default() };
    Layout::new(model(dtype), world, options).unwrap()
}

/// What a rank contributes to a micro-batch. Multiples of 1/64 below 1: sums of a few are exact in every type.
fn gradient(rank: u32, micro_batch: usize) -> Vec<f32> {
    let seed = 1000 + u64::from(rank) + 100 * micro_batch as u64;
    values(LEN, seed).iter().map(|value| (value * 16.0).round() / 64.0).collect()
}

/// Trains three steps with gradients of the host; all ranks must end alike.
fn trained<P: Working>(world: u32, bucket: u64, options: &EngineOptions) -> Vec<f32> {
    let initial = values(LEN, 1);
    let results = World::run(world, |rank| -> Result<Vec<f32>> {
        let number = rank.rank();
        let mut engine = Engine::<P>::new(rank, layout(P::DTYPE, world, bucket), options.clone())?;
        engine.load_blocking(&initial)?;
        let micro_batches = options.micro_batches as usize;
        for step in 0..3 {
            for micro_batch in 0..micro_batches {
                engine.send_gradients(&gradient(number, step * micro_batches + micro_batch), 1.0)?;
            }
            engine.step(LR)?;
        }
        let mut parameters = vec![0.0; LEN];
        engine.read_blocking(&mut parameters)?;
        Ok(parameters)
    });
    let mut results = results.unwrap();
    for other in &results {
        assert!(other == &results[0], "all ranks hold the same parameters");
    }
    results.swap_remove(0)
}

fn stages_agree<P: Working>() {
    let _turn = turn();
    for world in [1, 2, 3, 8] {
        // The device forms the bias corrections in fp32, the host in fp64: their last bits differ.
        for check in [true, false] {
            let first = trained::<P>(world, 500, &EngineOptions { check, ..EngineOptions::default() });
            assert!(first != values(LEN, 1), "nothing was trained");
            for stage in STAGES {
                for (bucket, prefetch) in [(500, 0), (100, 1), (100_000, 2)] {
                    let options = EngineOptions { prefetch, check, ..EngineOptions::of(stage) };
                    assert!(
                        trained::<P>(world, bucket, &options) == first,
                        "{world} ranks, buckets of {bucket}, {options:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn stages_end_in_equal_bits_in_fp32() {
    stages_agree::<f32>();
}

#[test]
fn stages_end_in_equal_bits_in_fp16() {
    stages_agree::<f16>();
}

#[test]
fn stages_end_in_equal_bits_in_bf16() {
    stages_agree::<bf16>();
}

#[test]
fn micro_batches_are_averaged_once_however_they_are_reduced() {
    let _turn = turn();
    // The sums are exact, and so the two ways and all worlds of as many gradients end in equal bits. The same gradients come from
    // 4 ranks at once, or from 2 ranks in 2 micro-batches.
    for stage in STAGES {
        for accumulation in [Accumulation::ReduceEach, Accumulation::ReduceOnce] {
            let options = EngineOptions { micro_batches: 2, accumulation, ..EngineOptions::of(stage) };
            let together = |world: u32, micro_batches: u32| {
                World::run(world, |rank| -> Result<Vec<f32>> {
                    let number = rank.rank();
                    let options = EngineOptions { micro_batches, ..options.clone() };
                    let mut engine = Engine::<f32>::new(rank, layout(Dtype::F32, world, 500), options)?;
                    engine.load_blocking(&values(LEN, 2))?;
                    for step in 0..3 {
                        for micro_batch in 0..micro_batches {
                            engine.send_gradients(&gradient(number + world * micro_batch, step), 1.0)?;
                        }
                        engine.step(LR)?;
                    }
                    let mut parameters = vec![0.0; LEN];
                    engine.read_blocking(&mut parameters)?;
                    Ok(parameters)
                })
                .unwrap()
                .swap_remove(0)
            };
            assert!(together(2, 2) == together(4, 1), "{options:?}");
            assert!(together(1, 4) == together(4, 1), "{options:?}");
        }
    }
}

/// Goes through the layers as a trainer does, in the order given, and looks at what it gets.
fn pass<P: Working>(engine: &mut Engine<P>, order: &[usize], parameters: &[f32]) -> Result<()> {
    for &layer in order {
        let tensors = engine.layout().layers()[layer].tensors.clone();
        let layout = engine.layout().clone();
        let guard = engine.forward(layer)?;
        for tensor in tensors.into_iter().filter(|&tensor| layout.tensors()[tensor].len > 0) {
            let found = guard.compute().download_blocking(guard.tensor(tensor)?)?;
            let found: Vec<f32> = found.into_iter().map(P::to_f32).collect();
            let elements = layout.tensors()[tensor].elements();
            assert_eq!(found, parameters[elements.start as usize..elements.end as usize], "tensor {tensor}");
        }
    }
    Ok(())
}

/// Adds gradients layer by layer from the last, on the device, and reduces what is complete.
fn backward<P: Working>(engine: &mut Engine<P>, gradients: &[f32]) -> Result<()> {
    for layer in (0..engine.layout().layers().len()).rev() {
        let layout = engine.layout().clone();
        let mut guard = engine.backward(layer)?;
        for &tensor in &layout.layers()[layer].tensors {
            let of = &layout.tensors()[tensor];
            // The tied tensor has its gradients of the last layer only, where they are written first.
            if of.len == 0 || (layer == 0 && of.name == "embed") {
                continue;
            }
            let values: Vec<P> = gradients[of.elements().start as usize..of.elements().end as usize]
                .iter()
                .map(|&g| P::of_f32(g))
                .collect();
            let (compute, view) = guard.view(tensor)?;
            assert_eq!(view.gradients.is_none(), of.name == "frozen");
            if let Some(target) = view.gradients {
                drop(compute.copy_to_device(target.device().pinned_from(&values)?, target)?);
            }
        }
        engine.reduce_layer(layer)?;
    }
    Ok(())
}

#[test]
fn layers_may_be_asked_for_in_any_order_skipped_and_repeated() {
    let _turn = turn();
    // A gather that nobody waits for would still be under way when its layer is read.
    let late = control::delay_operations(Kind::AllGather, Duration::from_millis(5));
    let orders: [&[usize]; 4] = [&[0, 1, 2, 3, 4], &[4, 3, 2, 1, 0], &[2, 2, 0, 4, 1, 1, 3], &[3]];
    for prefetch in [0, 1, 4] {
        let results = World::run(3, |rank| -> Result<Vec<f32>> {
            let number = rank.rank();
            let options = EngineOptions { prefetch, ..EngineOptions::of(Stage::Three) };
            let mut engine = Engine::<bf16>::new(rank, layout(Dtype::Bf16, 3, 500), options)?;
            engine.load_blocking(&values(LEN, 1))?;
            let mut parameters = vec![0.0; LEN];
            for (step, order) in orders.into_iter().enumerate() {
                engine.read_blocking(&mut parameters)?;
                pass(&mut engine, order, &parameters)?;
                backward(&mut engine, &gradient(number, step))?;
                // An evaluation between the backward pass and the step sees the old parameters, and one after it the new.
                pass(&mut engine, &[1, 0], &parameters)?;
                engine.step(LR)?;
            }
            engine.read_blocking(&mut parameters)?;
            pass(&mut engine, orders[2], &parameters)?;
            Ok(parameters)
        });
        // The same four steps in stage 1, with the gradients of the host.
        let plain = World::run(3, |rank| -> Result<Vec<f32>> {
            let number = rank.rank();
            let mut engine = Engine::<bf16>::new(rank, layout(Dtype::Bf16, 3, 100), EngineOptions::default())?;
            engine.load_blocking(&values(LEN, 1))?;
            for step in 0..4 {
                engine.send_gradients(&gradient(number, step), 1.0)?;
                engine.step(LR)?;
            }
            let mut parameters = vec![0.0; LEN];
            engine.read_blocking(&mut parameters)?;
            Ok(parameters)
        });
        assert!(results.unwrap() == plain.unwrap(), "prefetch {prefetch}");
    }
    drop(late);
}

#[test]
fn a_rank_without_gradients_adds_zeros() {
    let _turn = turn();
    for stage in STAGES {
        let run = |silent: bool| {
            World::run(2, |rank| -> Result<Vec<f32>> {
                let number = rank.rank();
                let options = EngineOptions { prefetch: 0, ..EngineOptions::of(stage) };
                let mut engine = Engine::<f32>::new(rank, layout(Dtype::F32, 2, 500), options)?;
                engine.load_blocking(&values(LEN, 1))?;
                for step in 0..2 {
                    if number == 1 && silent {
                        for layer in (0..5).rev() {
                            // It is part of the gather, and of nothing else.
                            let _pass = engine.forward(layer)?;
                            engine.reduce_layer(layer)?;
                        }
                    } else {
                        let gradients = if number == 1 { vec![0.0; LEN] } else { gradient(0, step) };
                        backward(&mut engine, &gradients)?;
                    }
                    engine.step(LR)?;
                }
                let mut parameters = vec![0.0; LEN];
                engine.read_blocking(&mut parameters)?;
                Ok(parameters)
            })
            .unwrap()
        };
        assert!(run(true) == run(false), "{stage:?}");
    }
}

/// One step with the gradients that `of` gives a rank; the reports of all ranks, and the parameters before and after.
fn one_step<P: Working>(
    world: u32,
    options: &EngineOptions,
    of: impl Fn(u32) -> Vec<f32> + Sync,
    look: impl Fn(&Engine<P>) + Sync,
) -> (Vec<StepReport>, [Vec<f32>; 2]) {
    let results = World::run(world, |rank: Rank| -> Result<_> {
        let number = rank.rank();
        let mut engine = Engine::<P>::new(rank, layout(P::DTYPE, world, 500), options.clone())?;
        engine.load_blocking(&values(LEN, 1))?;
        let mut parameters = [vec![0.0; LEN], vec![0.0; LEN]];
        engine.read_blocking(&mut parameters[0])?;
        for _ in 0..options.micro_batches {
            engine.send_gradients(&of(number), 1.0)?;
        }
        let report = engine.step(LR)?.wait()?;
        look(&engine);
        engine.read_blocking(&mut parameters[1])?;
        Ok((report, parameters))
    });
    let (reports, mut parameters): (Vec<_>, Vec<_>) = results.unwrap().into_iter().unzip();
    (reports, parameters.swap_remove(0))
}

#[test]
fn a_gradient_that_is_no_number_on_one_rank_skips_the_step_on_all() {
    let _turn = turn();
    for stage in STAGES {
        for (micro_batches, accumulation) in
            [(1, Accumulation::ReduceEach), (2, Accumulation::ReduceEach), (2, Accumulation::ReduceOnce)]
        {
            for poison in [f32::NAN, f32::INFINITY] {
                let loss_scale = LossScale { initial: 8.0, ..LossScale::default() };
                let options = EngineOptions { micro_batches, accumulation, loss_scale, ..EngineOptions::of(stage) };
                let of = |rank: u32| {
                    let mut gradients = gradient(rank, 0);
                    if rank == 1 {
                        // The last element of "d", which is in the shard of the last rank that has any of it.
                        gradients[LEN - 1] = poison;
                    }
                    gradients
                };
                let blamed = |engine: &Engine<f16>| {
                    let blame = engine.blame_blocking().unwrap();
                    assert_eq!(blame.len(), 1, "{blame:?}");
                    assert_eq!((blame[0].rank, blame[0].tensors.as_slice()), (2, ["d".to_owned()].as_slice()));
                };
                let (reports, [before, after]) = one_step::<f16>(3, &options, of, blamed);
                for report in &reports {
                    assert_eq!(report.outcome, Outcome::Skipped);
                    assert_eq!((report.step, report.skipped, report.skipped_in_row), (0, 1, 1));
                    assert_eq!(report.loss_scale, 4.0);
                    assert_eq!(report.norm, Some(f32::INFINITY));
                }
                assert!(before == after, "{options:?}");
            }
        }
    }
}

#[test]
fn skips_are_counted_and_the_next_good_step_goes_on() {
    let _turn = turn();
    let reports = World::run(2, |rank| -> Result<Vec<StepReport>> {
        let number = rank.rank();
        let loss_scale = LossScale { initial: 1024.0, interval: Some(2), ..LossScale::default() };
        let options = EngineOptions { loss_scale, ..EngineOptions::of(Stage::Two) };
        let mut engine = Engine::<f16>::new(rank, layout(Dtype::F16, 2, 500), options)?;
        engine.load_blocking(&values(LEN, 1))?;
        let mut scale = engine.options().loss_scale.initial;
        let mut reports = Vec::new();
        for good in [true, false, false, true, true, false] {
            let mut gradients = gradient(number, 0);
            gradients[3] = if good { gradients[3] } else { f32::NAN };
            engine.send_gradients(&gradients, scale)?;
            let report = engine.step(LR)?.wait()?;
            scale = report.loss_scale;
            reports.push(report);
        }
        Ok(reports)
    })
    .unwrap();
    assert_eq!(reports[0], reports[1]);
    let rows: Vec<_> =
        reports[0].iter().map(|report| (report.step, report.skipped_in_row, report.loss_scale)).collect();
    assert_eq!(rows, [(1, 0, 1024.0), (1, 1, 512.0), (1, 2, 256.0), (2, 0, 256.0), (3, 0, 512.0), (3, 1, 256.0)]);
    assert_eq!(reports[0][5].skipped, 3);
}

/// The norm of the mean over the ranks, of what is trained.
fn norm(world: u32, of: impl Fn(u32) -> Vec<f32>) -> f64 {
    let all: Vec<_> = (0..world).map(of).collect();
    let trained = (0..LEN).filter(|place| !(1090..1180).contains(place));
    let mean = |place: usize| all.iter().map(|of| f64::from(of[place])).sum::<f64>() / f64::from(world);
    trained.map(|place| mean(place).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn the_norm_is_that_of_all_gradients_and_clips_alike_for_every_world() {
    let _turn = turn();
    // The first is of values whose squares overflow in fp32, and the last of such whose squares vanish.
    for size in [1e30_f32, 1.0, 1e-30] {
        for world in [1, 2, 3, 8] {
            let of = |rank: u32| gradient(rank, 0).into_iter().map(|value| value * size).collect::<Vec<_>>();
            let wanted = norm(world, of);
            for stage in STAGES {
                let max_norm = Some(wanted / 4.0).filter(|norm| (*norm as f32).is_normal());
                let options = EngineOptions { max_norm, ..EngineOptions::of(stage) };
                let (reports, _) = one_step::<f32>(world, &options, of, |_| ());
                for report in reports {
                    let norm = f64::from(report.norm.unwrap());
                    // The sum of squares keeps 48 bits; root and factor are off by a few ulp each.
                    let close = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 8.0 * f64::from(f32::EPSILON);
                    assert!(close(norm, wanted), "{norm} {wanted} {world} {stage:?}");
                    let clip = max_norm.map_or(1.0, |most| most / (norm + 1e-6));
                    assert!(close(f64::from(report.clip), clip), "{} {clip}", report.clip);
                }
            }
        }
    }
}

#[test]
fn a_step_with_scaling_and_clipping_never_waits_on_the_host() {
    common::needs!(Calls);
    let _turn = turn();
    let barrier = Barrier::new(2);
    let blocking = || {
        [
            "aclrtSynchronizeStream",
            "aclrtSynchronizeStreamWithTimeout",
            "aclrtSynchronizeEvent",
            "aclrtSynchronizeDevice",
        ]
        .map(control::calls)
    };
    for stage in STAGES {
        World::run(2, |rank| -> Result<()> {
            let options = EngineOptions {
                loss_scale: LossScale::default(),
                max_norm: Some(1.0),
                micro_batches: 2,
                ..EngineOptions::of(stage)
            };
            let mut engine = Engine::<f32>::new(rank, layout(Dtype::F32, 2, 500), options)?;
            let step = |engine: &mut Engine<f32>| -> Result<()> {
                for _ in 0..2 {
                    for layer in 0..5 {
                        engine.forward(layer)?;
                    }
                    for layer in (0..5).rev() {
                        let _pass = engine.backward(layer)?;
                        engine.reduce_layer(layer)?;
                    }
                }
                engine.step(LR).map(drop)
            };
            // The first use of a collective blocks until all ranks have come to it.
            step(&mut engine)?;
            barrier.wait();
            let before = blocking();
            barrier.wait();
            let late = control::delay_operations(Kind::Fill, Duration::from_millis(20));
            for _ in 0..3 {
                step(&mut engine)?;
            }
            barrier.wait();
            assert_eq!(blocking(), before, "{stage:?}");
            drop(late);
            barrier.wait();
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn misuse_is_refused_with_what_to_do() {
    let _turn = turn();
    let refused = |stage: Stage, act: &(dyn Fn(&mut Engine<f32>) -> Result<()> + Sync)| {
        let error = World::run(1, |rank| -> Result<()> {
            let mut engine = Engine::<f32>::new(rank, layout(Dtype::F32, 1, 500), EngineOptions::of(stage))?;
            act(&mut engine)
        });
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        error.to_string()
    };
    let text = refused(Stage::One, &|engine| engine.step(LR).map(drop));
    assert!(
        text.starts_with("Engine::step: bucket 0 was reduced for 0 of 1 micro-batches; reduce every bucket"),
        "{text}"
    );
    let text = refused(Stage::Two, &|engine| (0..2).try_for_each(|_| engine.reduce(0)));
    assert_eq!(text, "Engine: bucket 0 was reduced for 1 of 1 micro-batches; step first");
    let text = refused(Stage::Three, &|engine| engine.forward(5).map(drop));
    assert_eq!(text, "Engine: layer 5 was asked for, there are 5");
    let text = refused(Stage::Three, &|engine| engine.parameters(0).map(drop));
    assert_eq!(text, "Engine: bucket 0 is not there now; ask for the layer that uses it first");
    let text = refused(Stage::Three, &|engine| engine.forward(1)?.tensor(0).map(drop));
    assert_eq!(text, "Engine: tensor 0 was asked for, which layer 1 does not use");
    let text = refused(Stage::Two, &|engine| {
        // All layers at once want more memory than is theirs in turn.
        (0..engine.layout().layers().len()).try_for_each(|layer| engine.backward(layer).map(|_| ()))
    });
    assert!(text.contains("share memory with those of bucket") && text.contains("go through the layers"), "{text}");

    for (options, wanted) in [
        (EngineOptions { micro_batches: 0, ..EngineOptions::default() }, "micro_batches is 0"),
        (EngineOptions { max_norm: Some(f64::NAN), ..EngineOptions::default() }, "max_norm is NaN"),
        (
            EngineOptions { loss_scale: LossScale { growth: 1.0, ..LossScale::default() }, ..EngineOptions::default() },
            "growth is 1",
        ),
    ] {
        let error =
            World::run(1, |rank| Engine::<f32>::new(rank, layout(Dtype::F32, 1, 500), options.clone()).map(drop));
        assert!(error.as_ref().unwrap_err().to_string().contains(wanted), "{error:?}");
    }
}
