//! `cann`: a published crate that wraps ACL. Its example lists the devices.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::home;
use crate::tools::{Verdict, end, on_mock, packages, run as run_to_end};

const VERSION: &str = "0.1.3";
const EXAMPLE: &str = "device_info";

pub fn run(tell: &mut dyn FnMut(&str, Verdict)) {
    let verdict = packages().and_then(|()| build()).map(|(_directory, program)| {
        let mut command = on_mock(&["--devices", "3", "--soc", "Ascend910B4"]);
        run_to_end(command.arg(program), Duration::from_secs(60)).verdict(|text| {
            let devices = text.lines().filter(|line| line.ends_with("SOC = Ascend910B4")).count();
            if devices == 3 { Ok("3 devices".to_owned()) } else { Err(format!("{devices} of 3 devices")) }
        })
    });
    tell(EXAMPLE, verdict.unwrap_or_else(|other| other));
}

/// Builds the example from a copy of the crate's own source, as it is in the registry.
fn build() -> Result<(TempDir, PathBuf), Verdict> {
    let directory = TempDir::new().unwrap();
    // Two places, so that the copy is not taken for a member of the package that fetches it.
    let (fetching, copy) = (directory.path().join("fetching"), directory.path().join("cann"));
    fs::create_dir_all(fetching.join("src")).unwrap();
    fs::write(fetching.join("src/lib.rs"), "").unwrap();
    let manifest = format!(
        "[package]\nname = \"client\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\ncann = \"={VERSION}\"\n[workspace]\n"
    );
    fs::write(fetching.join("Cargo.toml"), manifest).unwrap();
    let mut metadata = cargo();
    let got = metadata.args(["metadata", "--quiet", "--format-version", "1"]).current_dir(&fetching).output().unwrap();
    if !got.status.success() {
        let why = String::from_utf8_lossy(&got.stderr).lines().next().unwrap_or_default().to_owned();
        return Err(Verdict::Skipped(format!("cann {VERSION} cannot be fetched: {why}")));
    }
    let metadata: Value = serde_json::from_slice(&got.stdout).unwrap();
    let package = metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == "cann").unwrap();
    let source = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let copied = Command::new("cp").arg("-r").arg(source.parent().unwrap()).arg(&copy).status().unwrap();
    assert!(copied.success());
    let mut build = cargo();
    build.args(["build", "--quiet", "--features", "ffi", "--example", EXAMPLE]).current_dir(&copy);
    let target = directory.path().join("target");
    build.env("CARGO_TARGET_DIR", &target).env("ASCEND_TOOLKIT_HOME", home());
    let built = run_to_end(&mut build, Duration::from_secs(300));
    if built.code != Some(0) {
        return Err(Verdict::Failed(format!("does not build\n{}", end(&built.text))));
    }
    Ok((directory, target.join("debug/examples").join(EXAMPLE)))
}

fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command
}
