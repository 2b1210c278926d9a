//! The engine on the software device against its plan, in every stage.

use ascend_npu::zero::plan::{Model, PlanOptions};
use ascend_npu::zero::{
    Accumulation, Dtype, Engine, EngineOptions, Group, Kind, Layout, LayoutOptions, Parameter, Setup, Stage, Working,
};
use ascend_npu::{Rank, Result, World, bf16, f16};
use ascend_npu_mock::control;

use crate::common::values;
use crate::{STAGES, bare, planned};

/// A model, a world, a cut and a way to train, drawn from a number: one type, some tensors frozen or empty, two groups.
fn drawn<P: Working>(seed: u64) -> (Model, PlanOptions) {
    let draws: Vec<u64> = values(200, seed).iter().map(|value| ((value + 1.0) * 1e6) as u64).collect();
    let tensor = |number: usize| {
        let shape = [draws[2 * number] % 200, draws[2 * number + 1] % 1000];
        let layer = format!("{}", number / 3);
        let tensor = Parameter::new(format!("{number}"), shape, P::DTYPE).in_group(number % 2).in_layer(layer);
        if draws[number].is_multiple_of(5) { tensor.frozen() } else { tensor }
    };
    let parameters = (0..1 + draws[190] as usize % 30).map(tensor).collect();
    let groups = vec![Group::default(), Group { lr_scale: 0.1, weight_decay: Some(0.0) }];
    let alignment = [16, 64, 256][draws[191] as usize % 3];
    let layout = LayoutOptions { bucket: 1 + draws[192] % 300_000, alignment, groups, ..LayoutOptions::default() };
    let stage = STAGES[seed as usize / 3 % 3];
    let setup = Setup {
        micro_batches: 1 + draws[194] as u32 % 3,
        accumulation: [Accumulation::ReduceEach, Accumulation::ReduceOnce, Accumulation::InOrder]
            [draws[195] as usize % 3],
        prefetch: draws[196] as u32 % 3,
        checked: draws[197].is_multiple_of(2),
        ..Setup::new(stage)
    };
    let bare = bare(1 + draws[193] as u32 % 8, Stage::One);
    (
        Model { name: "drawn".to_owned(), parameters, transformer: None },
        PlanOptions { layout, setup, communicators: 1, ..bare },
    )
}

/// The options of an engine that is set up so.
fn asked(setup: Setup) -> EngineOptions {
    let Setup { stage, micro_batches, accumulation, prefetch, checked: check } = setup;
    EngineOptions { stage, micro_batches, accumulation, prefetch, check, ..EngineOptions::default() }
}

/// Trains two steps, and compares plan, engine and device on every rank. No run before took more.
fn compare<P: Working>(model: &Model, options: &PlanOptions) {
    let plan = planned(model, options);
    let run = |rank: Rank| -> Result<()> {
        let number = rank.rank() as i32;
        assert_eq!(control::usage(number).device_bytes, 0, "nothing is left of the run before");
        let layout = Layout::new(model.parameters.iter().cloned(), options.world, options.layout())?;
        let mut engine = Engine::<P>::new(rank, layout, asked(options.setup))?;
        assert_eq!(engine.options().setup(), options.setup);
        let gradients = vec![0.5; engine.layout().len() as usize];
        engine.load_blocking(&gradients)?;
        for _ in 0..2 {
            for _ in 0..options.setup.micro_batches {
                engine.send_gradients(&gradients, 1.0)?;
            }
            engine.step(0.1)?;
            let mut parameters = gradients.clone();
            engine.read_blocking(&mut parameters)?;
        }
        engine.compute().synchronize()?;
        engine.communicator().stream().synchronize()?;
        let held = engine.memory();
        let held = [
            (Kind::Parameters, held.weights),
            (Kind::Gradients, held.gradients),
            (Kind::Accumulators, held.accumulators),
            (Kind::Master, held.master),
            (Kind::Moment1, held.moment1),
            (Kind::Moment2, held.moment2),
            (Kind::Buckets, held.buckets),
            (Kind::Gathered, held.gathered),
        ];
        assert_eq!(held, held.map(|(kind, _)| (kind, plan.bytes(kind))));
        assert_eq!(control::usage(number).device_bytes, plan.total());
        assert_eq!(control::peak_memory(number), plan.total());
        Ok(())
    };
    World::run(options.world, run).unwrap();
}

#[test]
fn the_device_counts_what_is_planned_to_the_byte() {
    crate::common::needs!(Usage);
    let mut runs: Vec<_> = (0..60)
        .map(|seed| match seed % 3 {
            0 => (Dtype::F32, drawn::<f32>(seed)),
            1 => (Dtype::F16, drawn::<f16>(seed)),
            _ => (Dtype::Bf16, drawn::<bf16>(seed)),
        })
        .collect();
    // From the smallest to the largest: each reaches a peak of its own. Only this test uses devices.
    runs.sort_by_key(|(_, (model, options))| planned(model, options).total());
    for (dtype, (model, options)) in &runs {
        match dtype {
            Dtype::F32 => compare::<f32>(model, options),
            Dtype::F16 => compare::<f16>(model, options),
            Dtype::Bf16 => compare::<bf16>(model, options),
        }
    }
}
