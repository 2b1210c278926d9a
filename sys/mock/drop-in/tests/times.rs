//! `ascend-mock run --clock` and `--timeline`: programs have the times of a real device, and show what ran when.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop at what it did not expect")]

mod common;
#[path = "common/compile.rs"]
#[allow(dead_code, reason = "a part of it is for the other tests")]
mod compile;

use std::path::PathBuf;

use common::ascend_mock;
use compile::compile;
use once_cell::sync::Lazy;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

static FOLDER: Lazy<TempDir> = Lazy::new(|| tempdir().unwrap());
static PROGRAM: Lazy<PathBuf> = Lazy::new(|| compile("timed.c", FOLDER.path(), &[]));

fn milliseconds(options: &[&str]) -> String {
    let output = ascend_mock().arg("run").args(options).arg("--").arg(&*PROGRAM).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn events_have_the_modelled_time_of_the_device_that_is_asked_for() {
    // 64 MiB at 1.6 and at 0.8 TB/s, a copy's start of 1.5 us and a record of 0.5 us.
    for seed in ["1", "2", "3"] {
        let options = ["--clock", "model", "--seed", seed, "--soc"];
        let time = |soc| milliseconds(&[options.as_slice(), &[soc]].concat());
        assert_eq!(time("Ascend910B3"), "0.043943");
        assert_eq!(time("Ascend910B4"), "0.085886");
    }
}

#[test]
fn a_dry_run_has_the_modelled_times() {
    assert_eq!(milliseconds(&["--dry-run", "--soc", "Ascend910B3"]), "0.043943");
}

/// Milliseconds of a launch and a record, with options and rules of the environment.
fn of_kernel(options: &[&str], rules: Option<&str>) -> String {
    static KERNEL: Lazy<(PathBuf, PathBuf)> = Lazy::new(|| {
        let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../../kernels/host/include");
        let image = compile("image.c", FOLDER.path(), &["-shared", "-fPIC", include]);
        (compile("timed_kernel.cpp", FOLDER.path(), &[]), image)
    });
    let mut command = ascend_mock();
    command.args(["run", "--soc", "Ascend910B3"]).args(options).arg("--").arg(&KERNEL.0).arg(&KERNEL.1);
    command.envs(rules.map(|rules| ("ASCEND_MOCK_KERNELS", rules)));
    let output = command.output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_kernel_takes_the_time_that_a_rule_tells_of_it() {
    // A record takes 0.5 us. Of a kernel that no rule tells of, a dry run counts the 8 MiB that its arguments point to.
    assert_eq!(of_kernel(&["--dry-run"], None), "0.007743");
    for clock in [["--dry-run"].as_slice(), &["--clock", "model"]] {
        let with = |rules: &[&'static str]| {
            let rules = rules.iter().flat_map(|rule| ["--kernel", *rule]);
            of_kernel(&clock.iter().copied().chain(rules).collect::<Vec<_>>(), None)
        };
        assert_eq!(with(&["axpy time=7us"]), "0.007500");
        assert_eq!(with(&["gemm time=9us", "ax* time=800ns", "* time=3us"]), "0.001300");
        assert_eq!(with(&["gemm time=9us", "* time=3us"]), "0.003500");
        // 16 MiB at 1.6 TB/s, and 294.9 TFLOPS; 2 us are the kernel's start.
        assert_eq!(with(&["axpy bytes=16MiB"]), "0.012986");
        assert_eq!(with(&["axpy bytes=16MiB flops=2e12"]), "6.784184");
        assert_eq!(of_kernel(clock, Some("axpy time=7us; * time=3us")), "0.007500");
    }
    let file = FOLDER.path().join("kernels");
    std::fs::write(&file, "# of a profile\naxpy time=7us\n* time=3us\n").unwrap();
    assert_eq!(of_kernel(&["--dry-run"], Some(&format!("@{}", file.display()))), "0.007500");
}

#[test]
fn a_kernel_rule_that_says_nothing_is_refused() {
    let output = ascend_mock().args(["run", "--kernel", "axpy", "--", "true"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("it needs time=TIME, or bytes=SIZE and flops=N"));
}

#[test]
fn a_clock_that_is_not_known_is_refused() {
    let output = ascend_mock().args(["run", "--clock", "fast", "--", "true"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("`fast`, which is none of real and model"));
}

#[test]
fn the_timeline_of_a_program_replaces_that_of_the_run_before() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("run.json");
    for _ in 0..2 {
        std::fs::write(&file, "what was there").unwrap();
        milliseconds(&["--timeline", file.to_str().unwrap()]);
        let trace: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let fills = trace["traceEvents"].as_array().unwrap().iter();
        assert_eq!(fills.filter(|event| event["name"] == "aclrtMemsetAsync").count(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
