//! Our headers are plain C, and C++ too, each by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop at what it did not expect")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn compiles(compiler: &str, options: &[&str]) {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let headers: Vec<PathBuf> = fs::read_dir(include).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(headers.len() > 30);
    let mut command = Command::new(compiler);
    command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror"]).args(options).args(headers);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn each_header_is_c() {
    compiles("cc", &["-std=c11", "-x", "c"]);
}

#[test]
fn each_header_is_cpp() {
    compiles("c++", &["-std=c++17", "-x", "c++"]);
}

/// The letter of every function is told, and its line says what it does.
#[test]
fn each_function_is_described() {
    for function in [ascend_npu_sys::Acl::FUNCTIONS, ascend_npu_sys::Hccl::FUNCTIONS].concat() {
        assert!(!function.since.is_empty(), "{}", function.name);
    }
    let table = include_str!("../src/bindings/table.rs");
    assert!(!table.contains("#[doc = \" \"]") && !table.contains("    ///\n    pub acl"), "a function without a line");
}
