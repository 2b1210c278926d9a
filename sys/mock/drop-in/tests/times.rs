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
