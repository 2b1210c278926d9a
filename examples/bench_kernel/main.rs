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

mod adam;
mod cli;
mod error;
mod fill;
mod machine;
mod measure;
#[path = "../zero_train/output.rs"]
mod output;
mod pass;
mod plan;
mod progress;
mod reference;
mod report;
mod run;
mod spread;
mod types;

use std::process::ExitCode;

use cli::{Cli, Kernel};
use error::Result;

fn main() -> ExitCode {
    match Cli::from_process().and_then(|cli| run(&cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            error.exit_code().into()
        }
    }
}

fn run(cli: &Cli) -> Result<()> {
    let Kernel::Adam(options) = &cli.kernel;
    let report = run::adam(options)?;
    print!("{}", report::text(&report));
    if let Some(path) = &options.json {
        report::write_json(path, &report)?;
    }
    report.correctness()
}
