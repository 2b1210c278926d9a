//! Measures the collectives: how long an operation takes, and how near that comes to what the machine's memory can do.
//!
//! ```sh
//! cargo run --release --example bench_comm
//! cargo run --release --example bench_comm -- --collective all_gather --sizes 64K,1M --processes 4 --ranks 4 --csv comm.csv
//! ```
//!
//! Two yardsticks are measured in turn with the operation (`bare`): a copy by all cores of as many bytes as the operation must
//! read and write, and, for a sum, the bare loop that reads all inputs, adds, and writes all outputs. Read `job` first: it says
//! what is measured; then `rank`, what each rank does. `part` brings the ranks of a process together, `spawn` starts several
//! processes, `empty` times operations that do nothing, `limits` says what is aimed at, `report` writes the figures.
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

mod bare;
mod cli;
mod empty;
mod figures;
mod job;
mod limits;
mod part;
mod rank;
mod report;
mod spawn;
mod stores;

use std::process::ExitCode;

use cli::Cli;
use error::Result;

fn main() -> ExitCode {
    command_line::exit(command_line::parse().and_then(|cli| run(&cli)))
}

fn run(cli: &Cli) -> Result<()> {
    let job = cli.job()?;
    if let Some(number) = cli.part {
        return spawn::be_part(&job, number);
    }
    let outcome = if job.processes == 1 { part::alone(&job)? } else { spawn::all(&job)? };
    let report = report::Report { job: &job, outcome };
    let printed = stdout::print(&report.text());
    let csv = cli.csv.as_deref().map_or(Ok(()), |path| report.write_csv(path));
    let json = cli.json.as_deref().map_or(Ok(()), |path| report.write_json(path));
    let limits = if cli.check { report.check() } else { Ok(()) };
    error::all([printed, csv, json, report.correctness(), limits])
}
