//! The planner: against published figures, against formulas, and against what the device counts.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "a test may fail"
)]

#[path = "../common/mod.rs"]
mod common;
mod device;
mod input;

use ascend_npu::zero::plan::{self, Model, PARTS, PRESETS, Plan, PlanOptions};
use ascend_npu::zero::{Accumulation, Dtype, Kind, LayoutOptions, Parameter, Setup, Stage};
use ascend_npu_mock::control;

const STAGES: [Stage; 3] = [Stage::One, Stage::Two, Stage::Three];

/// A model of so many parameters, in tensors of which each rank of up to 1024 has the same.
fn model(parameters: u64) -> Model {
    let layers = 1000;
    let tensor = |number: u64| {
        Parameter::new(format!("{number}"), [parameters / layers], Dtype::Bf16).in_layer(format!("{number}"))
    };
    Model { name: "model".to_owned(), parameters: (0..layers).map(tensor).collect(), transformer: None }
}

/// Without what others than the engine take.
fn bare(world: u32, stage: Stage) -> PlanOptions {
    let layout = LayoutOptions { alignment: 1, ..LayoutOptions::default() };
    PlanOptions { world, setup: Setup::new(stage), layout, communicators: 0, reserve: 0, ..PlanOptions::default() }
}

fn planned(model: &Model, options: &PlanOptions) -> Plan {
    plan::plan(model, options).unwrap()
}

#[test]
fn model_states_are_those_of_the_zero_paper() {
    // In units of 1e9 bytes, as printed: of 7.5, 128 and 1000 billion parameters in stages 1, 2, 3.
    let table: [(u32, [&str; 9]); 6] = [
        (1, ["120", "120", "120", "2048", "2048", "2048", "16000", "16000", "16000"]),
        (4, ["52.5", "41.3", "30", "896", "704", "512", "7000", "5500", "4000"]),
        (16, ["35.6", "21.6", "7.5", "608", "368", "128", "4750", "2875", "1000"]),
        (64, ["31.4", "16.6", "1.88", "536", "284", "32", "4187", "2218", "250"]),
        (256, ["30.4", "15.4", "0.47", "518", "263", "8", "4046", "2054", "62.5"]),
        (1024, ["30.1", "15.1", "0.12", "513", "257", "2", "4011", "2013", "15.6"]),
    ];
    let models = [7_500_000_000, 128_000_000_000, 1_000_000_000_000].map(model);
    for (world, printed) in table {
        for (place, printed) in printed.into_iter().enumerate() {
            let options = bare(world, STAGES[place % 3]);
            let states = planned(&models[place / 3], &options).model_states() as f64 / 1e9;
            // The paper rounds some figures and cuts others: each is off by less than one in its last digit.
            let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
            let off = (states - printed.parse::<f64>().unwrap()).abs();
            assert!(off < 10_f64.powi(-digits), "{world} ranks, column {place}: {states} for {printed}");
        }
    }
}

#[test]
fn seven_billion_parameters_on_eight_cards_take_what_the_formulas_say() {
    let model = model(7_000_000_000);
    let gigabytes = |options: &PlanOptions| planned(&model, options).model_states() as f64 / 1e9;
    assert_eq!(STAGES.map(|stage| gigabytes(&bare(8, stage))), [38.5, 26.25, 14.0]);
    assert_eq!(gigabytes(&bare(1, Stage::Three)), 112.0);
    let on_host = PlanOptions { optimizer_on_host: true, ..bare(8, Stage::Three) };
    assert_eq!((gigabytes(&on_host), planned(&model, &on_host).host), (3.5, 12 * 7_000_000_000 / 8));
}

#[test]
fn presets_have_the_published_number_of_parameters() {
    let published: [(&str, u64); 13] = [
        ("llama-7b", 6_738_415_616),
        ("llama-13b", 13_015_864_320),
        ("llama-30b", 32_528_943_616),
        ("llama-65b", 65_285_660_672),
        ("llama-2-70b", 68_976_648_192),
        ("llama-3-8b", 8_030_261_248),
        ("llama-3-70b", 70_553_706_496),
        ("llama-3.1-405b", 405_853_388_800),
        ("llama-3.2-1b", 1_235_814_400),
        ("llama-3.2-3b", 3_212_749_824),
        ("mistral-7b", 7_241_732_096),
        ("qwen2-7b", 7_615_616_512),
        ("qwen2-72b", 72_706_203_648),
    ];
    assert_eq!(published.map(|(name, _)| name), PRESETS);
    for (name, parameters) in published {
        let model = Model::preset(name, Dtype::Bf16).unwrap();
        assert_eq!(planned(&model, &bare(1, Stage::One)).parameters, parameters, "{name}");
    }
    let error = Model::preset("gpt-5", Dtype::Bf16).unwrap_err().to_string();
    assert!(error.starts_with("Model::preset: no model is named \"gpt-5\"; known are llama-7b, "), "{error}");
}

#[test]
fn a_rank_sends_what_the_ring_formulas_say() {
    // D = 2 bytes a parameter; N - 1 of N parts of it for each reduction and each gather.
    let (model, part) = (model(8_000_000), 2 * 8_000_000 / 8 * 7);
    let sent = |setup| {
        let communication = planned(&model, &PlanOptions { setup, ..bare(8, setup.stage) }).communication;
        (communication.reduce_scatter, communication.all_gather)
    };
    assert_eq!(STAGES.map(|stage| sent(Setup::new(stage))), [(part, part), (part, part), (part, 2 * part)]);
    for (accumulation, reduced) in [(Accumulation::ReduceEach, 4 * part), (Accumulation::ReduceOnce, 2 * part)] {
        let several = |stage| Setup { micro_batches: 4, accumulation, ..Setup::new(stage) };
        assert_eq!(STAGES.map(|stage| sent(several(stage))), [(reduced, part), (reduced, part), (reduced, 8 * part)]);
    }
    assert_eq!(planned(&model, &bare(1, Stage::Three)).communication.total(), 0);
}

#[test]
fn accumulation_takes_a_shard_or_all_of_fp32() {
    let (model, all) = (model(8_000_000), 8_000_000);
    for (stage, gradients) in [(Stage::One, 2 * all), (Stage::Two, 0), (Stage::Three, 0)] {
        for (accumulation, accumulators) in
            [(Accumulation::ReduceEach, 4 * all / 8), (Accumulation::ReduceOnce, 4 * all)]
        {
            let setup = Setup { micro_batches: 2, accumulation, ..Setup::new(stage) };
            let plan = planned(&model, &PlanOptions { setup, ..bare(8, stage) });
            assert_eq!((plan.bytes(Kind::Gradients), plan.bytes(Kind::Accumulators)), (gradients, accumulators));
        }
    }
}

#[test]
fn every_communicator_takes_its_buffers() {
    let of = |communicators, communicator_buffer| {
        let options = PlanOptions { communicators, communicator_buffer, ..bare(8, Stage::One) };
        planned(&model(1000), &options).bytes(Kind::Communicators)
    };
    assert_eq!((of(1, 200 << 20), of(5, 200 << 20), of(2, 1 << 20)), (401 << 20, 2005 << 20, 6 << 20));
}

#[test]
fn stage_3_has_the_layers_of_its_window_and_no_more() {
    let model = Model::preset("llama-7b", Dtype::Bf16).unwrap();
    let layer = 202_383_360;
    let gathered = |prefetch| {
        let options = bare(8, Stage::Three);
        let setup = Setup { prefetch, ..options.setup };
        let layout = LayoutOptions { bucket: 1 << 40, ..options.layout.clone() };
        let plan = planned(&model, &PlanOptions { setup, layout, ..options });
        (plan.bytes(Kind::Gathered), plan.bytes(Kind::Buckets))
    };
    assert_eq!([0, 1, 3].map(gathered), [1, 2, 4].map(|layers| (2 * layer * layers, 2 * layer * 2)));
}

#[test]
fn checkpointing_leaves_what_enters_each_layer_and_one_layer() {
    let model = Model::preset("llama-7b", Dtype::Bf16).unwrap();
    let of =
        |checkpointing| planned(&model, &PlanOptions { checkpointing, ..bare(8, Stage::One) }).bytes(Kind::Activations);
    let (inside, head) = (8 * 4096 + 3 * 11008, 2 * (2 * 4096 + 32000) + 4 * 32000);
    assert_eq!(of(false), 4096 * (2 * 32 * inside + head));
    assert_eq!(of(true), 4096 * (2 * (32 * 4096 + inside) + head));
}

#[test]
fn the_parts_have_the_memory_that_the_device_has() {
    let names: Vec<_> = PARTS.iter().map(|part| part.soc).collect();
    assert_eq!(names, control::SOC_NAMES);
    for part in PARTS {
        assert_eq!(part.memory, control::model(part.soc).unwrap().hbm_bytes, "{}", part.soc);
    }
}

#[test]
fn what_is_proposed_fits_and_nothing_of_it_can_be_left_out() {
    let model = Model::preset("llama-7b", Dtype::Bf16).unwrap();
    let asked = PlanOptions {
        world: 8,
        batch: 4,
        checkpointing: false,
        setup: Setup { micro_batches: 2, accumulation: Accumulation::ReduceOnce, ..Setup::new(Stage::One) },
        ..PlanOptions::default()
    };
    let total = |options: &PlanOptions| planned(&model, options).total();
    let nothing = plan::smallest_change(&model, &asked, total(&asked)).unwrap().unwrap();
    assert_eq!((nothing.steps.len(), &nothing.options, nothing.total), (0, &asked, total(&asked)));
    for gibibytes in [64, 32, 16] {
        let change = plan::smallest_change(&model, &asked, gibibytes << 30).unwrap().unwrap();
        assert!(total(&change.options) <= gibibytes << 30 && total(&change.options) == change.total, "{change:?}");
        let options = &change.options;
        let undone = [
            PlanOptions { setup: Setup { stage: Stage::One, ..options.setup }, ..options.clone() },
            PlanOptions { setup: Setup { accumulation: Accumulation::ReduceOnce, ..options.setup }, ..options.clone() },
            PlanOptions { checkpointing: false, ..options.clone() },
            PlanOptions { batch: 4, ..options.clone() },
            PlanOptions { world: 8, ..options.clone() },
            PlanOptions { optimizer_on_host: false, ..options.clone() },
            PlanOptions { communicator_buffer: 200 << 20, ..options.clone() },
        ];
        for undone in undone.iter().filter(|undone| *undone != options) {
            assert!(total(undone) > gibibytes << 30, "{:?} would do without: {undone:?}", change.steps);
        }
    }
    assert_eq!(plan::smallest_change(&model, &asked, 1 << 30).unwrap(), None);
    let few = plan::smallest_change(&model, &asked, 32 << 30).unwrap().unwrap().steps;
    assert!(few.iter().all(|step| !step.contains("host")), "{few:?}");
}

#[test]
fn plans_that_cannot_be_are_refused() {
    let model = Model::preset("llama-7b", Dtype::Bf16).unwrap();
    let message = |options: PlanOptions| plan::plan(&model, &options).unwrap_err().to_string();
    let default = PlanOptions::default;
    assert_eq!(message(PlanOptions { sequence: 0, ..default() }), "plan: sequence is 0; it must be at least 1");
    assert_eq!(message(PlanOptions { batch: 0, ..default() }), "plan: batch is 0; it must be at least 1");
    let setup = Setup { micro_batches: 0, ..Setup::new(Stage::One) };
    assert_eq!(message(PlanOptions { setup, ..default() }), "plan: micro_batches is 0; a step has at least 1");
    assert!(message(PlanOptions { world: 0, ..default() }).starts_with("Layout::new: 0 ranks"));
    let huge = message(PlanOptions { sequence: u64::MAX, batch: 2, ..default() });
    assert_eq!(huge, "plan: 2 sequences of 18446744073709551615 tokens have activations of 2^64 bytes or more");
}
