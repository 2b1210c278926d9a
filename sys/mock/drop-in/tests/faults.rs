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
fn a_program_ends_alike_under_each_schedule_and_where_it_fails_the_schedule_is_told() {
    for (options, replay) in [
        (&["--schedule", "late"][..], "replay with ASCEND_MOCK_SEED=1 ASCEND_MOCK_SCHEDULE=late"),
        (&["--workers", "1", "--seed", "5"], "replay with ASCEND_MOCK_SEED=5 ASCEND_MOCK_WORKERS=1"),
        (&["--workers", "3", "--seed", "5"], "drawn from ASCEND_MOCK_SEED=5;"),
    ] {
        let (exit, said) = run(options);
        assert_eq!(exit, Some(7), "{options:?}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with(&format!("ascend-mock: the program ended with exit status: 7, {replay}")), "{said}");
    }
    assert_eq!(run(&[]), (Some(7), String::new()), "no schedule was asked for");
    assert_eq!(run(&["--schedule", "early"]).0, Some(2));
}

#[test]
fn a_schedule_under_which_the_program_is_killed_is_told_and_one_that_it_survives_is_not() {
    let run = |script: &str| {
        let mut command = ascend_mock();
        let output = command.args(["run", "--seed", "3", "--workers", "1", "--", "sh", "-c", script]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (exit, said) = run("kill -9 $$");
    assert_eq!(exit, Some(128 + 9), "{said}");
    assert!(said.contains("signal: 9") && said.contains("ASCEND_MOCK_SEED=3 ASCEND_MOCK_WORKERS=1"), "{said}");
    assert_eq!(run("exit 0"), (Some(0), String::new()));
}

#[test]
fn operations_that_come_late_are_no_deadlock_and_a_deadlock_among_them_is_told() {
    let run = |mistake: &str| {
        let mut command = ascend_mock();
        command.args(["run", "--check", "deadlock", "--schedule", "late", "--"]).arg(&*PROGRAM).arg(mistake);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // It exits with 7, under each schedule.
    for mistake in ["none", "late"] {
        let (exit, said) = run(mistake);
        assert!(exit == Some(7) && !said.contains("deadlock"), "{mistake}: {exit:?} {said}");
    }
    let (exit, said) = run("deadlock");
    assert!(exit == Some(86) && said.contains("deadlock: "), "{exit:?} {said}");
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
