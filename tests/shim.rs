//! The host shim of the AscendC API and the kernels on it: their own test programs, compiled and run in both builds for both
//! architectures.
//!
//! What the programs test is listed at the heads of `shim_test.cpp`, `corpus_test.cpp` and `kernel_test.cpp` in `kernels/host/tests`. Here the two
//! builds are held against each other: they must give the same bits.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The first of the usual names that answers, or what `CXX` says.
fn compiler() -> Option<String> {
    let names = std::env::var("CXX").into_iter().chain(["c++", "g++", "clang++"].map(str::to_owned));
    names.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// Compiles the program; `checked` refuses what the hardware would, the other build is fast.
fn compile(compiler: &str, source: &str, architecture: u32, checked: bool) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("{source}_{architecture}_{}", if checked { "checked" } else { "fast" });
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = Command::new(compiler)
        .args([
            "-std=c++17",
            "-O1",
            "-ffp-contract=off",
            "-fno-math-errno",
            "-fno-trapping-math",
            "-fno-strict-aliasing",
            "-pthread",
        ])
        .arg(format!("-D__NPU_ARCH__={architecture}"))
        .arg(format!("-DASCEND_HOST_CHECKED={}", u8::from(checked)))
        .arg("-I")
        .arg(root.join("kernels/host/include"))
        .arg(root.join("kernels/host/tests").join(source).with_extension("cpp"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Runs the program; its last line, which ends with the digest of its results.
fn run(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}: {text}{}", program.display(), String::from_utf8_lossy(&output.stderr));
    text.lines().last().unwrap().to_owned()
}

/// The word after `name` in what a program printed.
fn word_after<'a>(line: &'a str, name: &str) -> &'a str {
    line.split_whitespace().skip_while(|word| *word != name).nth(1).unwrap().trim_end_matches(',')
}

/// The line that a program prints, which is the same in both builds but for the name of the build.
fn both_builds_agree(source: &str, architecture: u32) -> Option<String> {
    let Some(compiler) = compiler() else {
        eprintln!("skipped: there is no C++ compiler");
        return None;
    };
    let checked = run(&compile(&compiler, source, architecture, true), &[]);
    let digest = word_after(&checked, "digest");
    let fast = compile(&compiler, source, architecture, false);
    assert_eq!(run(&fast, &[digest]), checked.replace("checked", "fast"));
    // The program holds its results against the digest itself: a wrong one must not pass.
    assert!(!Command::new(&fast).arg("0000000000000000").output().unwrap().status.success());
    Some(checked)
}

#[test]
fn the_shim_of_the_910b_is_right_and_both_builds_give_the_same_bits() {
    both_builds_agree("shim_test", 2201);
}

#[test]
fn the_shim_of_the_910a_is_right_and_both_builds_give_the_same_bits() {
    both_builds_agree("shim_test", 1001);
}

#[test]
fn the_kernels_are_right_and_what_ranks_compare_has_the_same_bits_on_both_architectures() {
    let lines = [2201, 1001].map(|architecture| both_builds_agree("kernel_test", architecture));
    let [Some(newer), Some(older)] = &lines else { return };
    assert_eq!(word_after(newer, "shared"), word_after(older, "shared"));
}

/// How many of how many, in "12 of 12 faulty kernels".
fn counts(line: &str, what: &str) -> (u32, u32) {
    let words: Vec<_> = line.split(what).next().unwrap().split_whitespace().rev().take(3).collect();
    (words[2].parse().unwrap(), words[0].parse().unwrap())
}

fn the_corpus_is_judged_right(architecture: u32) {
    let Some(compiler) = compiler() else {
        eprintln!("skipped: there is no C++ compiler");
        return;
    };
    let checked = run(&compile(&compiler, "corpus_test", architecture, true), &[]);
    // The fast build refuses less, and gives the same results.
    let fast = run(&compile(&compiler, "corpus_test", architecture, false), &[word_after(&checked, "digest")]);
    println!("{checked}\n{fast}");
    let (refused, faulty) = counts(&checked, "faulty kernels");
    let (passed, right) = counts(&checked, "right ones");
    // A corpus that lost its kernels would pass too.
    assert!(faulty >= 100 && refused == faulty && passed == right && right >= faulty, "{checked}");
}

#[test]
fn faulty_kernels_are_refused_and_right_ones_pass_on_the_910b() {
    the_corpus_is_judged_right(2201);
}

#[test]
fn faulty_kernels_are_refused_and_right_ones_pass_on_the_910a() {
    the_corpus_is_judged_right(1001);
}
