//! Trains a small Llama over several Ascend devices with ZeRO, and says what it cost.
//!
//! ```sh
//! cargo run --release --example zero_train
//! cargo run --release --example zero_train -- --text book.txt --steps 1000 --out book.safetensors
//! ```
//!
//! Read it in this order: `train` is the loop, `engine` the optimizer on the devices, `model/llama` the model on the
//! host. The rest is the world around: `cli` and `job` check what the user asks for, `files`, `text` and `data` feed
//! the model, `weights` and `report` write the results.
#![allow(clippy::indexing_slicing, reason = "ranges come from the layout and the shapes, checked by tests")]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail"))]

#[path = "../common/command_line.rs"]
mod command_line;
#[path = "../common/error.rs"]
mod error;
#[path = "../common/free_memory.rs"]
mod free_memory;
#[path = "../common/new_file.rs"]
mod new_file;
#[path = "../common/output.rs"]
mod output;
#[path = "../common/start.rs"]
mod start;
#[path = "../common/stdout.rs"]
mod stdout;

mod cli;
mod data;
mod engine;
mod files;
#[cfg(test)]
mod host;
mod job;
mod model;
mod random;
mod report;
mod text;
mod trace;
mod train;
mod weights;

use std::process::ExitCode;

use cli::Cli;
use error::Result;
use job::Job;

fn main() -> ExitCode {
    command_line::exit(command_line::parse().and_then(|cli| run(&cli)))
}

fn run(cli: &Cli) -> Result<()> {
    let job = Job::new(cli)?;
    let (training, memory) = engine::run(&job)?;
    let printed = stdout::print(&report::table(&job, &training, &memory));
    error::all([printed, report::write_files(cli, &job, &training, &memory)])
}
