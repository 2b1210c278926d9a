//! Plans the memory and the communication of a training, for each ZeRO stage: no device is needed, and none is asked.
//!
//! ```sh
//! cargo run --release --example plan -- --model llama-2-70b --world 64
//! cargo run --release --example plan -- --config config.json --world 16 --stage 3 --svg plan.svg --json plan.json
//! ```
//!
//! All figures are those of `ascend_npu::zero::plan`, and most of them are exact: they are what the engines allocate, as the device
//! counts it. `cli` reads what is asked; `outcome` plans it; `report` writes the table and the file, `chart` the picture.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail"))]

#[path = "../common/command_line.rs"]
mod command_line;
#[path = "../common/error.rs"]
mod error;
#[path = "../common/output.rs"]
mod output;
#[path = "../common/stdout.rs"]
mod stdout;

mod chart;
mod cli;
mod outcome;
mod report;

use std::process::ExitCode;

use cli::Cli;
use error::Result;

fn main() -> ExitCode {
    command_line::exit(command_line::parse().and_then(|cli| run(&cli)))
}

fn run(cli: &Cli) -> Result<()> {
    let job = cli.job()?;
    let outcome = outcome::of(&job)?;
    let printed = stdout::print(&report::text(&job, &outcome));
    let json = cli.json.as_deref().map_or(Ok(()), |path| report::write_json(path, &job, &outcome));
    let svg = cli
        .svg
        .as_deref()
        .map_or(Ok(()), |path| output::write_whole("--svg", path, chart::svg(&job, &outcome).as_bytes()));
    error::all([printed, json, svg])
}
