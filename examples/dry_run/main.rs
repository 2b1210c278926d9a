//! Plans a training step: how long it takes, and whether it fits, on devices that nobody has.
//!
//! ```sh
//! cargo run --release --example dry_run
//! cargo run --release --example dry_run -- --stage 3 --trace step-trace.json
//! cargo run --release --example dry_run -- --worlds 8,64,512,1024
//! cargo run --release --example dry_run -- --world 1024 --soc Ascend910_9391 --json step.json
//! ```
//!
//! A dry run of the software device: the code of this crate runs as it would, `zero::Engine` on a thread for each rank, with the
//! memory of all devices and none of their data; operations take the time that the profile of the part gives them, and do nothing.
//! Forward and backward passes are a kernel for each layer, of which only the work is told. Read `model` first: it says what a
//! transformer is made of; then `rank`, what each rank does. `times` reads the figures out of what ran; `report` writes them.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail"))]

#[path = "../common/command_line.rs"]
mod command_line;
#[path = "../common/error.rs"]
mod error;
#[path = "../common/new_file.rs"]
mod new_file;
#[path = "../common/output.rs"]
mod output;
#[path = "../common/stdout.rs"]
mod stdout;

mod cli;
mod model;
mod process;
mod rank;
mod report;
mod times;
mod worlds;

use std::process::ExitCode;

use cli::Cli;
use error::Result;

fn main() -> ExitCode {
    command_line::exit(command_line::parse().and_then(|cli| run(&cli)))
}

fn run(cli: &Cli) -> Result<()> {
    let job = cli.job()?;
    if !cli.worlds.is_empty() {
        let table = worlds::run(cli, |row| stdout::print(&format!("{row}\n")))?;
        return cli.json.as_deref().map_or(Ok(()), |path| table.write_json(path));
    }
    let outcome = rank::run(&job)?;
    let report = report::Report { job: &job, outcome };
    let printed = stdout::print(&report.text());
    let json = cli.json.as_deref().map_or(Ok(()), |path| report.write_json(path));
    error::all([printed, json])
}
