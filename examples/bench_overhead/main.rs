//! Measures what this crate adds to a call of the vendor's libraries.
//!
//! ```sh
//! cargo run --release --example bench_overhead
//! cargo run --release --example bench_overhead -- --rounds 1001 --json overhead.json
//! cargo run --release --example bench_overhead -- --check
//! ```
//!
//! The library under both ways is one that does nothing, made by the C compiler when the program starts: what is left of a call is
//! what stands around it.
//!
//! Each row compares two ways to the same work: without this crate and with it. Read `measure` first: it says how the two are
//! timed; then `calls` and `work`, the rows. A new row is a `Pair` in a module of its own and a line in `rows`.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail"))]

#[path = "../common/command_line.rs"]
mod command_line;
#[path = "../common/error.rs"]
mod error;
#[path = "../common/output.rs"]
mod output;
#[path = "../common/spread.rs"]
mod spread;
#[path = "../common/stdout.rs"]
mod stdout;

mod again;
mod calls;
mod cli;
mod measure;
mod report;
mod toolkit;
mod work;

use std::process::ExitCode;

use calls::{CheckedCall, ForkCheck, TableCall};
use cli::Cli;
use error::Result;
use measure::{Limit, Pair};
use report::{Report, Row};

fn main() -> ExitCode {
    match command_line::parse::<Cli>().and_then(|cli| cli.check().map(|()| cli)) {
        Ok(_) if !again::is_on_made_toolkit() => again::run(),
        cli => command_line::exit(cli.and_then(|cli| run(&cli))),
    }
}

/// The rows: name, what it compares, what it may cost at most, and how it is done.
type Plan = (&'static str, &'static str, Option<Limit>, Box<dyn Pair>);

fn rows() -> Result<Vec<Plan>> {
    Ok(vec![
        (
            "table",
            "an empty C function, called directly and through the table of functions",
            Some(Limit { nanoseconds: 1.0 }),
            Box::new(TableCall::new()?),
        ),
        (
            "fork check",
            "the same call through the table, without and with the check that this is no forked child",
            Some(Limit { nanoseconds: 1.0 }),
            Box::new(ForkCheck::new()?),
        ),
        (
            "driver call",
            "aclrtGetDeviceCount of the opened device, through the table and as Driver::device_count",
            None,
            Box::new(CheckedCall::new()?),
        ),
        (
            "launch 1",
            "a launch with one buffer and two values, as raw calls and as Launch::queue",
            Some(Limit::of_work(1)),
            Box::new(work::Launch::new(1)?),
        ),
        (
            "launch 6",
            "the same with six buffers, as many as the optimizer step has",
            Some(Limit::of_work(6)),
            Box::new(work::Launch::new(6)?),
        ),
        ("fill", "aclrtMemsetAsync and Stream::fill_zero", Some(Limit::of_work(1)), Box::new(work::Fill::new()?)),
        (
            "copy",
            "aclrtMemcpyAsync on the device and Stream::copy",
            Some(Limit::of_work(2)),
            Box::new(work::Copy::new()?),
        ),
        (
            "collective",
            "HcclAllReduce and Communicator::all_reduce, on a device with no other stream",
            Some(Limit::of_work(2)),
            Box::new(work::AllReduce::new()?),
        ),
    ])
}

fn run(cli: &Cli) -> Result<()> {
    let rows = rows()?.into_iter().map(|(name, what, limit, mut pair)| {
        let figures = measure::measure(pair.as_mut(), cli.rounds)?;
        Ok(Row { name, what, limit, figures })
    });
    let report = Report { rows: rows.collect::<Result<_>>()? };
    let printed = stdout::print(&report::text(&report));
    let written = cli.json.as_deref().map_or(Ok(()), |path| report::write_json(path, &report));
    let met = if cli.check { report.check() } else { Ok(()) };
    error::all([printed, written, met])
}
