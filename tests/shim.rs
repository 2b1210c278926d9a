//! The host shim of the AscendC API: its own test program, compiled and run in both builds for both architectures.
//!
//! What the program tests is listed at the head of `kernels/host/tests/shim_test.cpp`. Here the two builds are held against each
//! other: they must give the same bits.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The first of the usual names that answers, or what `CXX` says.
fn compiler() -> Option<String> {
    let names = std::env::var("CXX").into_iter().chain(["c++", "g++", "clang++"].map(str::to_owned));
    names.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// Compiles the program; `checked` refuses what the hardware would, the other build is fast.
fn compile(compiler: &str, architecture: u32, checked: bool) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("shim_test_{architecture}_{}", if checked { "checked" } else { "fast" });
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = Command::new(compiler)
        .args([
            "-std=c++17",
            "-O2",
            "-ffp-contract=off",
            "-fno-math-errno",
            "-fno-trapping-math",
            "-fno-strict-aliasing",
        ])
        .arg(format!("-D__NPU_ARCH__={architecture}"))
        .arg(format!("-DASCEND_HOST_CHECKED={}", u8::from(checked)))
        .arg("-I")
        .arg(root.join("kernels/host/include"))
        .arg(root.join("kernels/host/tests/shim_test.cpp"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Runs the program; the digest of its results, which is the last word it prints.
fn run(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}: {text}{}", program.display(), String::from_utf8_lossy(&output.stderr));
    text.split_whitespace().last().unwrap().to_owned()
}

fn both_builds_agree(architecture: u32) {
    let Some(compiler) = compiler() else {
        eprintln!("skipped: there is no C++ compiler");
        return;
    };
    let digest = run(&compile(&compiler, architecture, true), &[]);
    let fast = compile(&compiler, architecture, false);
    assert_eq!(run(&fast, &[&digest]), digest);
    // The program holds its results against the digest itself: a wrong one must not pass.
    assert!(!Command::new(&fast).arg("0000000000000000").output().unwrap().status.success());
}

#[test]
fn the_shim_of_the_910b_is_right_and_both_builds_give_the_same_bits() {
    both_builds_agree(2201);
}

#[test]
fn the_shim_of_the_910a_is_right_and_both_builds_give_the_same_bits() {
    both_builds_agree(1001);
}
