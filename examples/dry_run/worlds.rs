//! The same step over several numbers of devices, as a table: each by this program in a process of its own, since a process has its
//! devices once.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli::Cli;
use crate::error::{Error, Result};
use crate::report;

/// What is told of each number of devices.
pub struct Table(Vec<Value>);

/// Runs all of them, one after the other, and prints each as it ends.
pub fn run(cli: &Cli, row: impl Fn(&str) -> Result<()>) -> Result<Table> {
    row(&format!(
        "{:>8} {:>12} {:>14} {:>9} {:>12} {:>12} {:>12} {:>10}",
        "devices", "step ms", "tokens/s", "hidden %", "at most %", "exposed ms", "memory GiB", "took s"
    ))?;
    let mut all = Vec::new();
    for &world in &cli.worlds {
        let figures = figures(cli, world)?;
        row(&text(&figures))?;
        all.push(figures);
    }
    Ok(Table(all))
}

fn figures(cli: &Cli, world: u32) -> Result<Value> {
    let failed = |error: &dyn std::fmt::Display| Error::failed(format!("the run over {world} devices: {error}"));
    let file = tempfile::NamedTempFile::new().map_err(|error| failed(&error))?;
    let program = std::env::current_exe().map_err(|error| failed(&error))?;
    let mut command = Command::new(program);
    command.arg("--world").arg(world.to_string()).arg("--json").arg(file.path()).args(cli.flags());
    let ended = command.stdin(Stdio::null()).output().map_err(|error| failed(&error))?;
    if !ended.status.success() {
        return Err(failed(&String::from_utf8_lossy(&ended.stderr).trim()));
    }
    let text = std::fs::read_to_string(file.path()).map_err(|error| failed(&error))?;
    serde_json::from_str(&text).map_err(|error| failed(&error))
}

fn text(figures: &Value) -> String {
    let number = |path: &str| figures.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
    format!(
        "{:>8} {:>12.2} {:>14.0} {:>9.1} {:>12.1} {:>12.2} {:>12.2} {:>10.1}",
        number("/world"),
        1e3 * number("/modelled_seconds/step"),
        number("/tokens_per_second"),
        1e2 * number("/hidden"),
        1e2 * number("/hidden_at_most"),
        1e3 * number("/modelled_seconds/exposed"),
        number("/device_bytes_peak") / f64::from(1 << 30),
        number("/real_seconds"),
    )
}

impl Table {
    /// All figures, a list.
    pub fn write_json(&self, path: &Path) -> Result<()> {
        report::write(path, &Value::Array(self.0.clone()))
    }
}
