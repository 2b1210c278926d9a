//! Measures the crate's kernels: device time, memory traffic, and how near that comes to what the memory can do.
//!
//! ```sh
//! cargo run --release --example bench_kernel -- all --sizes 1e6 --json before.json
//! cargo run --release --example bench_kernel -- all --sizes 1e6 --compare before.json
//! cargo run --release --example bench_kernel -- adam --sizes 1e7 --gradient fp32,bf16 --copy none --offsets 0,1 --csv adam.csv
//! ASCEND_MOCK_CLOCK=model ASCEND_MOCK_SOC=Ascend910B3 cargo run --release --example bench_kernel -- adam
//! ```
//!
//! The yardstick is the published rate of the device's memory. On the software device it is a plain pass over as many bytes
//! in host memory with all cores (`pass`): what a kernel could reach at most there; unless its clock is the modelled one,
//! which predicts the times of the SoC. Read `measure` first: it says how the two are timed; then `case`, what there is to
//! measure, and `subject`, the kernels' side. `cli` and `plan` check what the user asks for, `reference` and `check` what the
//! kernels give; `report`, `table`, `files` and `compare` make of it what is told.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail"))]

#[path = "../common/command_line.rs"]
mod command_line;
#[path = "../common/error.rs"]
mod error;
#[path = "../common/free_memory.rs"]
mod free_memory;
#[path = "../common/output.rs"]
mod output;
#[path = "../common/progress.rs"]
mod progress;
#[path = "../common/spread.rs"]
mod spread;
#[path = "../common/start.rs"]
mod start;
#[path = "../common/stdout.rs"]
mod stdout;

mod adam;
mod case;
mod check;
mod cli;
mod compare;
mod control;
mod files;
mod fill;
mod machine;
mod map;
mod measure;
mod pass;
mod plan;
mod reference;
mod report;
mod roofline;
mod run;
mod stats;
mod subject;
mod table;
mod tensors;

use std::process::ExitCode;

use cli::Cli;
use compare::Earlier;
use error::Result;

fn main() -> ExitCode {
    command_line::exit(command_line::parse().and_then(|cli| run(&cli)))
}

fn run(cli: &Cli) -> Result<()> {
    let common = cli.kernel.common();
    let earlier = common.compare.as_deref().map(Earlier::read).transpose()?;
    let report = run::run(&cli.kernel)?;
    let comparison = earlier.map(|earlier| earlier.against(&report, common.tolerance / 100.0));
    let mut text = table::text(&report);
    if let Some(Ok(comparison)) = &comparison {
        text += &comparison.text();
    }
    let printed = stdout::print(&text);
    let csv = common.csv.as_deref().map_or(Ok(()), |path| files::write_csv(path, &report));
    let json = common.json.as_deref().map_or(Ok(()), |path| files::write_json(path, &report));
    let compared = comparison.map_or(Ok(()), |comparison| comparison?.verdict());
    error::all([printed, csv, json, report.correctness(), compared])
}
