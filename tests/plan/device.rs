//! Stage 1 on the software device against its plan.

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::zero::plan::{Model, PlanOptions};
use ascend_npu::zero::{Dtype, Group, Kind, Layout, LayoutOptions, Parameter, Stage, Stage1, Working};
use ascend_npu::{Rank, Result, World, bf16, f16};
use ascend_npu_mock::control;

use crate::common::values;
use crate::{bare, planned};

/// A model, a world and a cut, drawn from a number: one type, some tensors frozen or empty, two groups.
fn drawn<P: Working>(seed: u64) -> (Model, PlanOptions) {
    let draws: Vec<u64> = values(200, seed).iter().map(|value| ((value + 1.0) * 1e6) as u64).collect();
    let tensor = |number: usize| {
        let shape = [draws[2 * number] % 200, draws[2 * number + 1] % 1000];
        let tensor = Parameter::new(format!("{number}"), shape, P::DTYPE).in_group(number % 2);
        if draws[number].is_multiple_of(5) { tensor.frozen() } else { tensor }
    };
    let parameters = (0..1 + draws[190] as usize % 30).map(tensor).collect();
    let groups = vec![Group::default(), Group { lr_scale: 0.1, weight_decay: Some(0.0) }];
    let alignment = [16, 64, 256][draws[191] as usize % 3];
    let layout = LayoutOptions { bucket: 1 + draws[192] % 300_000, alignment, groups, ..LayoutOptions::default() };
    let options = PlanOptions { layout, communicators: 1, ..bare(1 + draws[193] as u32 % 8, Stage::One) };
    (Model { name: "drawn".to_owned(), parameters, transformer: None }, options)
}

/// Trains two steps, and compares plan, engine and device on every rank. No run before took more.
fn compare<P: Working>(model: &Model, options: &PlanOptions) {
    let plan = planned(model, options);
    let run = |rank: Rank| -> Result<()> {
        let number = rank.rank() as i32;
        assert_eq!(control::usage(number).device_bytes, 0, "nothing is left of the run before");
        let layout = Layout::new(model.parameters.iter().cloned(), options.world, options.layout())?;
        let mut engine = Stage1::<P>::new(rank, layout, AdamW::default())?;
        let gradients = vec![0.5; engine.layout().len() as usize];
        engine.load_blocking(&gradients)?;
        for _ in 0..2 {
            engine.send_gradients(&gradients, 1.0)?;
            engine.step(0.1, 1.0)?;
        }
        engine.compute().synchronize()?;
        engine.communicator().stream().synchronize()?;
        let held = engine.memory();
        let held = [held.weights, held.gradients, held.master, held.moment1, held.moment2];
        let kinds = [Kind::Parameters, Kind::Gradients, Kind::Master, Kind::Moment1, Kind::Moment2];
        assert_eq!(held, kinds.map(|kind| plan.bytes(kind)));
        assert_eq!(control::usage(number).device_bytes, plan.total());
        assert_eq!(control::peak_memory(number), plan.total());
        Ok(())
    };
    World::run(options.world, run).unwrap();
}

#[test]
fn the_device_counts_what_is_planned_to_the_byte() {
    crate::common::needs!(Usage);
    let mut runs: Vec<_> = (0..24)
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
