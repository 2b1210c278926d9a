//! `ascend-mock run --fault` and `--schedule`: faults where they are asked for, and operations when they are.
#![allow(clippy::unwrap_used, reason = "a test may stop at what it did not expect")]

mod common;
#[path = "common/compile.rs"]
mod compile;

use std::path::PathBuf;
use std::process::Output;

use common::ascend_mock;
use compile::compile;
use once_cell::sync::Lazy;
use tempfile::{TempDir, tempdir};

static FOLDER: Lazy<TempDir> = Lazy::new(|| tempdir().unwrap());
static PROGRAM: Lazy<PathBuf> = Lazy::new(|| compile("mistakes.c", FOLDER.path(), &["-g"]));

fn run(options: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        ascend_mock().arg("run").args(options).arg("--").arg(&*PROGRAM).arg("none").output().unwrap();
    let said = [stdout, stderr].concat();
    (status.code(), String::from_utf8(said).unwrap())
}

#[test]
fn a_program_meets_the_faults_that_are_asked_for_and_no_others() {
    assert_eq!(run(&[]).0, Some(7));
    assert_eq!(run(&["--fault", "out-of-memory allocation=1"]).0, Some(7), "it allocates once");
    for (rule, code) in [
        ("out-of-memory allocation=0", "207001"),
        ("operation-fault operation=1 kind=Fill", "507015"),
        ("call-fails function=aclrtDestroyEvent code=107002", "107002"),
    ] {
        let (exit, said) = run(&["--fault", "port-in-use ports=60000", "--fault", rule]);
        assert!(exit != Some(7) && said.contains(code), "{rule}: {exit:?} {said}");
    }
}

#[test]
fn a_function_that_is_missing_ends_the_program_as_the_loader_does() {
    let (exit, said) = run(&["--fault", "missing-symbol name=aclrtMemsetAsync"]);
    assert_eq!(exit, Some(127), "{said}");
    assert!(said.contains("undefined symbol"), "{said}");
}

#[test]
fn a_wrong_rule_is_refused_before_the_program_starts() {
    let (exit, said) = run(&["--fault", "out-of-memory"]);
    assert_eq!(exit, Some(2), "{said}");
    assert!(said.contains("allocation=N or above=SIZE"), "{said}");
}

#[test]
fn a_program_ends_alike_under_each_schedule() {
    for options in [&["--schedule", "late"][..], &["--schedule", "random", "--workers", "1", "--seed", "5"]] {
        assert_eq!(run(options), (Some(7), String::new()), "{options:?}");
    }
    assert_eq!(run(&["--schedule", "early"]).0, Some(2));
}

#[test]
fn a_finding_tells_how_to_see_its_schedule_again() {
    let output = ascend_mock()
        .args(["run", "--check", "races", "--schedule", "late", "--"])
        .arg(&*PROGRAM)
        .arg("race")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("replay with ASCEND_MOCK_SEED=1 ASCEND_MOCK_SCHEDULE=late"), "{said}");
}
