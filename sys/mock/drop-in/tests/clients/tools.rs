//! Building and running a client, with a time limit, and judging it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use tempfile::TempDir;

use crate::common::ascend_mock;

/// What became of a client.
pub enum Verdict {
    /// It did what it should; how much.
    Passed(String),
    /// It called functions that are refused.
    Uncovered(Vec<String>),
    /// It could not be run here; why.
    Skipped(String),
    /// It went wrong.
    Failed(String),
}

/// How a run ended.
pub struct Ran {
    /// The exit code; `None` for a signal or the time limit.
    pub code: Option<i32>,
    /// All that it printed.
    pub text: String,
    /// Functions that it called and that are refused.
    pub refused: Vec<String>,
}

impl Ran {
    /// The verdict: `good` looks at what was printed, and gives what was seen or what is wrong.
    pub fn verdict(&self, good: impl FnOnce(&str) -> Result<String, String>) -> Verdict {
        if !self.refused.is_empty() {
            return Verdict::Uncovered(self.refused.clone());
        }
        let wrong = match (self.code, good(&self.text)) {
            (Some(0), Ok(seen)) => return Verdict::Passed(seen),
            (_, Err(wrong)) => wrong,
            (Some(code), Ok(_)) => format!("exit code {code}"),
            (None, Ok(_)) => "killed by a signal or the time limit".to_owned(),
        };
        Verdict::Failed(format!("{wrong}\n{}", end(&self.text)))
    }
}

/// The last lines of an output.
pub fn end(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// `ascend-mock run` with options, that tells each refused function.
pub fn on_mock(options: &[&str]) -> Command {
    let mut command = ascend_mock();
    command.args(["run", "--report-refused"]).args(options).arg("--");
    command
}

/// Runs a command to its end, or kills it and its children after a limit.
pub fn run(command: &mut Command, limit: Duration) -> Ran {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("output");
    let file = File::create(&path).unwrap();
    command.stdin(Stdio::null()).stdout(file.try_clone().unwrap()).stderr(file).process_group(0);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Ran { code: None, text: format!("{command:?}: {error}"), refused: Vec::new() },
    };
    let start = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if start.elapsed() > limit {
            // The group that this function made, and no other.
            let _ = Command::new("kill").args(["-9", "--", &format!("-{}", child.id())]).status();
            let _ = child.wait();
            break None;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
    // Lines of several processes may lie inside each other: the words are looked for, not lines.
    let words: Vec<&str> = text.split_whitespace().collect();
    let refused: BTreeSet<String> = words
        .windows(4)
        .filter(|four| four[1..] == ["is", "not", "supported:"])
        .map(|four| four[0].to_owned())
        .filter(|name| ascend_npu_mock::lookup(name).is_some())
        .collect();
    Ran { code, text, refused: refused.into_iter().collect() }
}

/// The directory that an environment variable names, with a copy of it to build in; else the reason to skip.
pub fn checkout(variable: &str, inside: &str) -> Result<(TempDir, PathBuf), Verdict> {
    let Some(path) = env::var_os(variable).filter(|path| !path.is_empty()) else {
        return Err(Verdict::Skipped(format!("{variable} is not set")));
    };
    // The root of a checkout will do as well.
    let path = [Path::new(&path).join(inside), PathBuf::from(&path)].into_iter().find(|path| path.is_dir());
    let Some(path) = path else {
        return Err(Verdict::Failed(format!("{variable} names no directory")));
    };
    let directory = TempDir::new().unwrap();
    let copy = directory.path().join("copy");
    let copied = Command::new("cp").arg("-r").arg(path).arg(&copy).status().unwrap();
    assert!(copied.success());
    Ok((directory, copy))
}

/// A reason to skip if a tool is not there.
pub fn need(tools: &[&str]) -> Result<(), Verdict> {
    match tools.iter().find(|tool| which(tool).is_none()) {
        Some(tool) => Err(Verdict::Skipped(format!("{tool} is not installed"))),
        None => Ok(()),
    }
}

/// The path of a tool.
pub fn which(tool: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|directory| directory.join(tool)).find(|path| path.is_file())
}

/// A reason to skip if packages may not be installed.
pub fn packages() -> Result<(), Verdict> {
    match env::var("ASCEND_NPU_CLIENT_PACKAGES").as_deref() {
        Ok("1") => Ok(()),
        _ => Err(Verdict::Skipped("ASCEND_NPU_CLIENT_PACKAGES is not 1".to_owned())),
    }
}

/// The directories below one that have a file of this name, in order.
pub fn having(below: &Path, file: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![below.to_owned()];
    while let Some(directory) = open.pop() {
        if directory.join(file).is_file() {
            found.push(directory.clone());
        }
        let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        open.extend(entries.filter(|path| path.is_dir() && path.file_name() != Some(OsStr::new("build"))));
    }
    found.sort();
    found
}

/// The name of a directory below another.
pub fn name(directory: &Path, below: &Path) -> String {
    directory.strip_prefix(below).unwrap_or(directory).display().to_string()
}
