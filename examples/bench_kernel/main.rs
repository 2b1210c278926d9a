//! Measures the crate's kernels: device time, memory traffic, and how near that comes to what the memory can do.
//!
//! ```sh
//! cargo run --release --example bench_kernel -- adam
//! cargo run --release --example bench_kernel -- adam --sizes 1e7 --gradient fp32 --copy none --json adam.json
//! ```
//!
//! The yardstick is a plain pass over as many bytes in host memory with all cores (`pass`): what a kernel of the software
//! device could reach at most. Read `measure` first: it says how the two are timed; then `adam`, the kernel's side. `cli` and
//! `plan` check what the user asks for, `reference` checks what the kernel gives, `report` writes the figures.
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
mod cli;
mod fill;
mod machine;
mod measure;
mod pass;
mod plan;
mod reference;
mod report;
mod run;
mod types;

use std::process::ExitCode;

use cli::{Cli, Kernel};
use error::Result;

fn main() -> ExitCode {
    command_line::exit(command_line::parse().and_then(|cli| run(&cli)))
}

fn run(cli: &Cli) -> Result<()> {
    let Kernel::Adam(options) = &cli.kernel;
    let report = run::adam(options)?;
    let printed = stdout::print(&report::text(&report));
    let written = options.json.as_deref().map_or(Ok(()), |path| report::write_json(path, &report));
    error::all([printed, written, report.correctness()])
}
