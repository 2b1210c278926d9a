//! Runs programs that others wrote, unchanged, on the software device: see README.md beside this file.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at what it did not expect"
)]

mod cann;
#[path = "../common/mod.rs"]
mod common;
mod hccl_examples;
mod hccl_test;
mod pyhccl;
mod runtime_examples;
mod tools;

use std::process::ExitCode;

use tools::Verdict;

/// Runs one client, and tells the verdict on each part of it as it comes.
type Client = fn(&mut dyn FnMut(&str, Verdict));

const CLIENTS: [(&str, Client); 5] = [
    ("pyhccl", pyhccl::run),
    ("cann", cann::run),
    ("hccl_test", hccl_test::run),
    ("hccl_examples", hccl_examples::run),
    ("runtime_examples", runtime_examples::run),
];

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    // What a tool that looks for tests asks: these are not of its kind.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let mut counts = [0; 4];
    for (name, client) in CLIENTS {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        client(&mut |part, verdict| {
            let (place, row) = match verdict {
                Verdict::Passed(what) => (0, format!("passed     {what}")),
                Verdict::Uncovered(functions) => (1, format!("uncovered  {}", functions.join(" "))),
                Verdict::Skipped(why) => (2, format!("skipped    {why}")),
                Verdict::Failed(why) => (3, format!("FAILED     {why}")),
            };
            counts[place] += 1;
            let name = if part.is_empty() { name.to_owned() } else { format!("{name}/{part}") };
            println!("{name:<60} {row}");
        });
    }
    let [passed, uncovered, skipped, failed] = counts;
    println!("clients: {passed} passed, {uncovered} uncovered, {skipped} skipped, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
