//! What does not compile: each file of `cases` is a program with one line too many, which is marked with the error that the compiler
//! must give *there*. Without that line it compiles: so it is that line, and nothing else, that is refused.
//!
//! Error numbers mean the same in every version of the compiler; texts do not, and are not looked at.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Stands before the error's number, at the end of the line that is refused.
const MARK: &str = "//~ ";

/// A program that must be refused.
struct Case {
    name: String,
    text: String,
    /// The refused line, from 1, and the error's number.
    line: u64,
    code: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused/cases");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Case {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let text = fs::read_to_string(path).unwrap();
    let marked: Vec<_> = text.lines().zip(1..).filter(|(line, _)| line.contains(MARK)).collect();
    assert_eq!(marked.len(), 1, "{name} has one marked line");
    let (line, number) = marked[0];
    let code = line.split_once(MARK).unwrap().1.trim().to_owned();
    Case { name, line: number, code, text }
}

/// A package of the cases, one program each; `good` ones lack the marked line.
fn make(cases: &[Case], good: bool) -> PathBuf {
    // It stays from run to run: what it depends on is then checked once.
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join(if good { "compile" } else { "refused" });
    let _ = fs::remove_dir_all(package.join("src"));
    fs::create_dir_all(package.join("src/bin")).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let mut manifest = format!(
        "[workspace]\n[package]\nname = \"cases\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
         ascend-npu = {{ path = {root:?}, default-features = false }}\nbytemuck = {{ version = \"1\", features = [\"derive\"] }}\n"
    );
    for case in cases {
        writeln!(manifest, "[[bin]]\nname = {:?}\npath = \"src/bin/{}.rs\"", case.name, case.name).unwrap();
        let lines = case.text.lines().filter(|line| !good || !line.contains(MARK));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        fs::write(package.join(format!("src/bin/{}.rs", case.name)), text).unwrap();
    }
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::copy(Path::new(root).join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    package
}

/// The errors of all programs: name, line, and number where there is one.
fn errors(package: &Path) -> BTreeSet<(String, u64, String)> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["check", "--offline", "--keep-going", "--quiet", "--bins", "--message-format=json"]);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let output = cargo.env("CARGO_TARGET_DIR", target).current_dir(package).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut reached = false;
    let errors = messages.filter_map(|message| {
        reached |= message["target"]["kind"][0] == "bin";
        let text = &message["message"];
        let span = text["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?;
        let code = text["code"]["code"].as_str().unwrap_or("none").to_owned();
        (text["level"] == "error")
            .then(|| (word(&message["target"]["name"]), span["line_start"].as_u64().unwrap(), code))
    });
    let errors = errors.collect();
    assert!(reached, "the programs were not looked at: {}", String::from_utf8_lossy(&output.stderr));
    errors
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[test]
fn each_case_is_refused_where_and_as_it_says_and_compiles_without_that_line() {
    let cases = cases();
    assert!(cases.len() >= 15);
    assert_eq!(errors(&make(&cases, true)), BTreeSet::new(), "without the marked lines");
    let expected: BTreeSet<_> = cases.iter().map(|case| (case.name.clone(), case.line, case.code.clone())).collect();
    assert_eq!(errors(&make(&cases, false)), expected);
}
