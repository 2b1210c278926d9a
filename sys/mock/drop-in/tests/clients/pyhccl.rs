//! `pyhccl`: Python bindings of HCCL, on the package index. Four processes, one a rank.

use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use crate::tools::{Verdict, end, need, on_mock, packages, run as run_to_end};

const VERSION: &str = "pyhccl==0.1.0";
const RANKS: usize = 4;

pub fn run(tell: &mut dyn FnMut(&str, Verdict)) {
    if let Err(skipped) = packages().and_then(|()| need(&["python3"])) {
        return tell("", skipped);
    }
    let packages = TempDir::new().unwrap();
    let mut install = Command::new("python3");
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(packages.path()).arg(VERSION);
    let installed = run_to_end(&mut install, Duration::from_secs(120));
    if installed.code != Some(0) {
        return tell("", Verdict::Skipped(format!("{VERSION} cannot be installed: {}", last(&installed.text))));
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/pyhccl_ranks.py");
    let mut command = on_mock(&["--devices", "4", "--hbm", "1GiB", "--connect-timeout", "20"]);
    command.args(["python3", program]).arg(RANKS.to_string()).env("PYTHONPATH", packages.path());
    let ran = run_to_end(&mut command, Duration::from_secs(120));
    let good = |text: &str| match text.lines().filter(|line| line.ends_with(" agrees")).count() {
        RANKS => Ok(format!("{RANKS} of {RANKS} ranks agree")),
        ranks => Err(format!("{ranks} of {RANKS} ranks agree: {}", end(text))),
    };
    tell("4 processes", ran.verdict(good));
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}
