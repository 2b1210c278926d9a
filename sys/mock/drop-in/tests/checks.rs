//! `ascend-mock run --check`: what a program does wrong makes the run fail, with the places in the program.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at what it did not expect"
)]

mod common;
#[path = "common/compile.rs"]
mod compile;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use common::ascend_mock;
use compile::{compile, programs};
use once_cell::sync::Lazy;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

static FOLDER: Lazy<TempDir> = Lazy::new(|| tempdir().unwrap());
static PROGRAM: Lazy<PathBuf> = Lazy::new(|| compile("mistakes.c", FOLDER.path(), &["-g"]));

fn run(mistake: &str, options: &[&str]) -> Output {
    ascend_mock().arg("run").args(options).arg("--").arg(&*PROGRAM).arg(mistake).output().unwrap()
}

fn lines(file: &Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The line of the program that holds a text.
fn line(text: &str) -> String {
    line_in(text, "main")
}

/// The line of a function of the program that holds a text.
fn line_in(text: &str, function: &str) -> String {
    line_of("mistakes.c", text, function)
}

fn line_of(program: &str, text: &str, function: &str) -> String {
    let source = fs::read_to_string(programs().join(program)).unwrap();
    let line = source.lines().position(|line| line.contains(text)).unwrap() + 1;
    format!("{program}:{line} ({function})")
}

#[test]
fn a_program_without_mistakes_ends_as_it_does() {
    let output = run("none", &["--check", "all"]);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(7), b"".as_slice()), "{output:?}");
}

#[test]
fn a_race_is_told_with_both_lines_and_makes_the_run_fail() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    // What stands in the file is not of this run.
    fs::write(&file, "{\"severity\":\"error\"}\n").unwrap();
    let output = run("race", &["--check", "all", "--report", file.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(86), "{said}");
    assert!(said.contains("the checks found 1 errors and 0 warnings"), "{said}");
    let found = lines(&file);
    assert_eq!(found.len(), 2, "{found:?}");
    let race = &found[1];
    assert_eq!((&race["kind"], &race["severity"]), (&"race".into(), &"error".into()), "{race}");
    let mut sites: Vec<&str> =
        race["operations"].as_array().unwrap().iter().map(|operation| operation["site"].as_str().unwrap()).collect();
    sites.sort_unstable();
    assert!(sites[0].ends_with(&line("the first write")), "{sites:?}");
    assert!(sites[1].ends_with(&line("the second write")), "{sites:?}");
    for site in sites {
        assert!(said.contains(site), "{said}");
    }
}

#[test]
fn checks_that_are_not_asked_for_find_nothing() {
    assert_eq!(run("race", &["--check", "leaks"]).status.code(), Some(7));
    assert_eq!(run("race", &["--check", "off"]).status.code(), Some(7));
    assert_eq!(run("race", &[]).status.code(), Some(7));
}

#[test]
fn a_wait_for_what_nobody_will_do_is_told_and_ends_with_an_error() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    let output = run("deadlock", &["--check", "deadlock", "--report", file.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    // The program itself sees that its wait fails.
    assert_eq!(output.status.code(), Some(86), "{said}");
    let found = lines(&file);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["kind"], &found[0]["severity"]), (&"deadlock".into(), &"error".into()), "{said}");
    let operations = found[0]["operations"].as_array().unwrap();
    let sites: Vec<&str> = operations.iter().map(|operation| operation["site"].as_str().unwrap()).collect();
    let [on_stream, on_host] = sites.as_slice() else { panic!("{said}") };
    assert!(on_stream.ends_with(&line_in("the wait on the stream", "wait_for_event")), "{said}");
    assert!(on_host.ends_with(&line_in("the wait on the host", "synchronize")), "{said}");
    assert!(sites.iter().all(|site| said.contains(site)), "{said}");
}

#[test]
fn a_wait_for_what_a_thread_does_late_is_no_deadlock() {
    let output = run("late", &["--check", "deadlock"]);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(7), b"".as_slice()), "{output:?}");
}

#[test]
fn a_warning_is_told_and_does_not_make_the_run_fail_unless_asked_for() {
    let output = run("unwritten", &["--check", "all"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(7), "{said}");
    assert!(said.contains("the checks found 0 errors and 1 warnings"), "{said}");
    assert_eq!(run("unwritten", &["--check", "all,uninitialised"]).status.code(), Some(86));
}

/// The one finding of a run: its kind, and its first site.
fn only(mistake: &str) -> (String, String, Value) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    let output = run(mistake, &["--check", "all", "--report", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(86), "{output:?}");
    let mut found = lines(&file);
    assert_eq!(found.len(), 1, "{found:?}");
    let found = found.remove(0);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&found["kind"]), text(&found["operations"][0]["site"]), found)
}

#[test]
fn memory_that_is_misused_is_told_with_the_line_of_the_call() {
    for (mistake, place, part) in [
        ("past", "past the end", "64 B past the end of the allocation of 4096 B"),
        ("twice", "freed again", "was freed before"),
        ("stale", "used when freed", "it is freed memory, once the allocation of 4096 B"),
    ] {
        let (kind, site, found) = only(mistake);
        assert_eq!(kind, "memory", "{found}");
        assert!(site.ends_with(&line(place)), "{found}");
        assert!(found["text"].as_str().unwrap().contains(part), "{found}");
    }
}

#[test]
fn pinned_memory_that_the_program_touches_before_its_wait_is_told_with_the_line_that_does() {
    let (kind, _, found) = only("peek");
    assert_eq!(kind, "race", "{found}");
    let touch = found["operations"][1]["site"].as_str().unwrap();
    assert!(touch.ends_with(&line("before the wait")), "{found}");
}

#[test]
fn what_is_not_given_back_is_told_by_the_place_that_made_it() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    let output = run("leaks", &["--check", "leaks", "--report", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(86), "{output:?}");
    let found = lines(&file);
    assert_eq!(found.len(), 2, "{found:?}");
    let leak = |part: &str, place: &str| {
        let is_it = |found: &&Value| found["text"].as_str().unwrap().contains(part);
        let found = found.iter().find(is_it).unwrap();
        assert_eq!(found["kind"], "leak");
        assert!(found["operations"][0]["site"].as_str().unwrap().ends_with(&line(place)), "{found}");
    };
    leak(
        "leak: 3 buffers of device 0, 12288 B in all, had not been given back when its device was reset",
        "forgotten */",
    );
    leak("leak: 1 stream of device 0 had not been given back", "forgotten too");
}

#[test]
fn communicators_that_were_made_together_are_told_by_the_call_that_made_them() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    let output = run("group", &["--devices", "2", "--check", "leaks", "--report", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(86), "{output:?}");
    let found = lines(&file);
    assert_eq!(found.len(), 2, "{found:?}");
    for found in found {
        assert!(found["text"].as_str().unwrap().contains("leak: 1 communicator of device"), "{found}");
        assert!(found["operations"][0]["site"].as_str().unwrap().ends_with(&line("forgotten in all")), "{found}");
    }
    let output = run("groups", &["--devices", "2", "--check", "leaks"]);
    assert_eq!(output.status.code(), Some(7), "{output:?}");
}

#[test]
fn what_is_left_at_the_end_of_the_process_is_told_then() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    let output = run("exit", &["--check", "leaks", "--report", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(86), "{output:?}");
    let texts: Vec<String> = lines(&file).iter().map(|found| found["text"].as_str().unwrap().to_owned()).collect();
    for part in ["1 pinned buffer of device 0, 4096 B", "1 event of device 0", "1 stream of device 0"] {
        assert!(texts.iter().any(|text| text.contains(part) && text.contains("when the process ended")), "{texts:?}");
    }
}

/// Runs two processes of a rank each under all checks; what they found.
fn of_processes(mistake: &str, code: i32) -> Vec<Value> {
    static RANKS: Lazy<PathBuf> = Lazy::new(|| compile("processes.c", FOLDER.path(), &["-g"]));
    let folder = tempdir().unwrap();
    let file = folder.path().join("report");
    let mut command = ascend_mock();
    command.args(["run", "--devices", "2", "--check", "all", "--report", file.to_str().unwrap(), "--"]);
    let output = command.arg(&*RANKS).arg(mistake).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    lines(&file)
}

#[test]
fn ranks_in_processes_that_do_not_fit_together_are_told_in_each_with_the_lines_of_both() {
    assert!(of_processes("none", 7).is_empty());
    let found = of_processes("counts", 86);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_ne!(found[0]["process"], found[1]["process"]);
    for found in found {
        assert_eq!(found["kind"], "collective", "{found}");
        for (rank, text) in ["all of it", "half of it"].into_iter().enumerate() {
            let site = found["operations"][rank]["site"].as_str().unwrap();
            assert!(site.ends_with(&line_of("processes.c", text, "run")), "{found}");
        }
    }
}

#[test]
fn ranks_in_processes_that_wait_for_each_other_are_told_in_each() {
    let found = of_processes("circle", 86);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_ne!(found[0]["process"], found[1]["process"]);
    for found in found {
        assert_eq!(found["kind"], "deadlock", "{found}");
        let text = found["text"].as_str().unwrap();
        assert_eq!(text.matches(&line_of("processes.c", "both receive", "run")).count(), 2, "{found}");
    }
}

#[test]
fn a_program_that_is_killed_is_told_as_shells_do() {
    let output = ascend_mock().args(["run", "--check", "all", "--", "sh", "-c", "kill -9 $$"]).output().unwrap();
    assert_eq!(output.status.code(), Some(128 + 9));
}
