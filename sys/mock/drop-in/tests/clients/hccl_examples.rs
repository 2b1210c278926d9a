//! The vendor's examples of HCCL: each prints one line a rank, and ends with code 0 whatever happens. What it should print is
//! in the README beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::home;
use crate::tools::{Verdict, checkout, end, having, name, need, on_mock, run as run_to_end};

pub fn run(tell: &mut dyn FnMut(&str, Verdict)) {
    let found = need(&["make", "g++"]).and_then(|()| checkout("ASCEND_NPU_CLIENT_HCCL_EXAMPLES", "examples"));
    let (_directory, copy) = match found {
        Ok(found) => found,
        Err(other) => return tell("", other),
    };
    for group in ["01_point_to_point", "02_collectives"] {
        for example in having(&copy.join(group), "Makefile") {
            tell(&name(&example, &copy), one(&example));
        }
    }
}

fn one(example: &Path) -> Verdict {
    let mut make = Command::new("make");
    let built = run_to_end(make.current_dir(example).env("ASCEND_HOME_PATH", home()), Duration::from_secs(120));
    if built.code != Some(0) {
        return Verdict::Failed(format!("does not build\n{}", end(&built.text)));
    }
    let mut command = on_mock(&["--devices", "8", "--hbm", "2GiB"]);
    command.args(["make", "test"]).current_dir(example);
    let expected = expected(example);
    run_to_end(&mut command, Duration::from_secs(120)).verdict(|text| {
        let printed = lines(text);
        let missing: Vec<&String> = expected.iter().filter(|line| !printed.contains(*line)).collect();
        match missing.first() {
            _ if expected.is_empty() => Err("its README says nothing of what it prints".to_owned()),
            Some(line) => Err(format!("{} of {} lines are not there, one: {line}", missing.len(), expected.len())),
            None => Ok(format!("{} lines as documented", expected.len())),
        }
    })
}

/// The lines that the README shows.
fn expected(example: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(example.join("README.md")).unwrap_or_default();
    let mut lines = lines(&text);
    // Only the root has a result; what the others have in that memory is anyone's.
    if example.ends_with("05_reduce") {
        lines.retain(|line| line.starts_with("rankId: 0,"));
    }
    lines
}

fn lines(text: &str) -> BTreeSet<String> {
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with("rankId: ") && line.ends_with(']'));
    lines.map(str::to_owned).collect()
}
