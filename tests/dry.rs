//! Dry runs through the safe layer: the times of a training step are those of the same step with data.
#![cfg(feature = "mock")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails, as it should")]

mod common;

use std::process::Command;

use ascend_npu::kernel::adam::COUNT_ARGUMENT;
use ascend_npu::zero::{Dtype, Engine, EngineOptions, Layout, LayoutOptions, Parameter};
use ascend_npu::{World, bf16};
use ascend_npu_mock::control::{self, Kind, Work};

/// Prints when the kernels and collectives of device 0 ran.
#[test]
#[ignore = "run by the test below, in processes of its own"]
fn prints_the_times_of_a_step() {
    if control::settings().dry_run && std::env::var_os("TEST_UNTOLD").is_none() {
        control::model_kernel("adam_bf16_bf16", |blocks, arguments| {
            assert!(blocks > 0);
            let count = arguments[COUNT_ARGUMENT];
            Work { moved: 28 * count, distinct: 16 * count, flops: 0 }
        });
    }
    control::record_operations(true);
    let options = LayoutOptions { bucket: 1 << 16, ..LayoutOptions::default() };
    let lengths = [65_536, 65_536, 65_536, 65_536, 37_856];
    let parameters =
        lengths.iter().enumerate().map(|(number, &len)| Parameter::new(number.to_string(), [len], Dtype::Bf16));
    let layout = Layout::new(parameters, 4, options).unwrap();
    let options = EngineOptions { check: false, ..EngineOptions::default() };
    World::run(4, |rank| {
        let mut engine = Engine::<bf16>::new(rank, layout.clone(), options.clone())?;
        for _ in 0..2 {
            for bucket in (0..layout.buckets().len()).rev() {
                let (compute, gradients) = engine.gradients_on_compute(bucket)?;
                compute.fill_zero(gradients)?;
                engine.reduce(bucket)?;
            }
            engine.step(1e-3)?;
        }
        engine.compute().synchronize()?;
        engine.communicator().stream().synchronize()
    })
    .unwrap();
    let kinds = [Kind::Kernel, Kind::ReduceScatter, Kind::AllGather];
    let ran = control::take_operations(0).into_iter().filter(|operation| kinds.contains(&operation.kind));
    let time = |operation: control::Operation| {
        let (start, end) = operation.modelled.unwrap();
        (start.as_nanos(), (end - start).as_nanos(), operation.name)
    };
    let mut times: Vec<_> = ran.map(time).collect();
    times.sort();
    assert_eq!(times.len(), 2 * 3 * 5);
    eprintln!("times: {times:?}");
}

#[test]
fn a_dry_step_takes_the_time_of_one_with_data() {
    common::needs!(Settings);
    let dry = run(&[("ASCEND_MOCK_DRY_RUN", "1")]);
    assert_eq!(run(&[("ASCEND_MOCK_CLOCK", "model")]), dry);
    assert_eq!(run(&[("ASCEND_MOCK_DRY_RUN", "1")]), dry);
}

#[test]
fn a_kernel_of_which_nothing_is_told_reads_all_that_it_can_reach() {
    common::needs!(Settings);
    let kernel = |variables: &[(&str, &str)]| -> u64 {
        let times = run(variables);
        let (before, _) = times.split_once(", \"adam_bf16_bf16\"").unwrap();
        before.rsplit(", ").next().unwrap().parse().unwrap()
    };
    let dry = ("ASCEND_MOCK_DRY_RUN", "1");
    // A quarter of a bucket of 65536 elements: 16 bytes of each once. Else gradients and copy, of 2 bytes, to the end of all 300032 of
    // them, and a quarter of as many of three states of 4 bytes, once. At 1.6 TB/s, after the start of 2 us.
    assert_eq!(kernel(&[dry]), 2000 + 164);
    let untold = kernel(&[dry, ("TEST_UNTOLD", "1")]);
    assert!((3313..3316).contains(&untold), "{untold}");
}

fn run(variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["prints_the_times_of_a_step", "--exact", "--ignored", "--nocapture"]);
    let output = command.envs(variables.iter().copied()).env("ASCEND_NPU_BACKEND", "mock").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    text.lines().find(|line| line.starts_with("times: ")).unwrap().to_owned()
}
