//! The figures of a run: a table for people, a JSON file for programs.

use std::fmt::Write;
use std::path::Path;

use ascend_npu::Backend;
use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::measure::Figures;
use crate::output;
use crate::plan::Plan;
use crate::reference::{Check, TOLERANCE};
use crate::spread::Spread;
use crate::types::Types;

/// What is aimed at: this share of the plain pass,
const AIM: f64 = 0.4;
/// from this many parameters on.
const AIM_FROM: usize = 10_000_000;

/// All that came out of a run.
#[derive(Debug)]
pub struct Report {
    pub types: Types,
    pub machine: Machine,
    pub rows: Vec<Row>,
}

/// What it ran on.
#[derive(Debug)]
pub struct Machine {
    pub backend: Backend,
    pub soc: String,
    pub blocks: u32,
    /// Of the plain pass.
    pub threads: usize,
    /// Bytes of the last-level cache, where they are known.
    pub cache: Option<usize>,
}

/// One size.
#[derive(Debug)]
pub struct Row {
    pub plan: Plan,
    pub figures: Figures,
    pub check: Check,
}

impl Report {
    /// An error when any result was wrong.
    pub fn correctness(&self) -> Result<()> {
        let wrong: usize = self.rows.iter().map(|row| row.check.wrong).sum();
        let compared: usize = self.rows.iter().map(|row| row.check.compared).sum();
        match wrong {
            0 => Ok(()),
            _ => Err(Error::failed(format!("adam: {wrong} of {compared} parameters compared are wrong"))),
        }
    }

    /// Bytes a second, in units of 10⁹, of something that moves the bytes of `plan` in `seconds`.
    fn gigabytes(&self, plan: Plan, seconds: f64) -> f64 {
        plan.len as f64 * self.types.bytes_moved() as f64 / seconds / 1e9
    }
}

impl Row {
    fn parameters_per_second(&self) -> f64 {
        self.plan.len as f64 / self.figures.launch.median()
    }

    /// The share that the aim is about.
    fn share(&self) -> Option<f64> {
        self.figures.share.as_ref().map(Spread::median)
    }

    /// The shortest pass over the shortest launch, wherever in the run they were: what is left when nothing else ran.
    fn share_at_best(&self) -> Option<f64> {
        Some(self.figures.pass.as_ref()?.least() / self.figures.launch.least())
    }

    /// `None` where the aim says nothing.
    fn meets_aim(&self) -> Option<bool> {
        Some(self.share().filter(|_| self.plan.len >= AIM_FROM)? >= AIM)
    }
}

/// The table, with what it means before and what follows from it after.
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", words.trim_end());
    };
    for (name, words) in head(report) {
        line(format!("{name:<9}{words}"));
    }
    line(String::new());
    line(columns(&HEADINGS.map(str::to_owned)));
    for row in &report.rows {
        line(columns(&cells(report, row)));
    }
    line(String::new());
    line(format!("{:<9}{}", "aim", aim(&report.rows)));
    line(format!("{:<9}{}", "results", results(&report.rows)));
    for row in &report.rows {
        for named in &row.check.named {
            line(format!("{:<9}wrong with {} parameters: {named}", "", row.plan.len));
        }
    }
    text
}

/// Writes the same figures to a file.
pub fn write_json(path: &Path, report: &Report) -> Result<()> {
    let failed = |error| Error::failed(format!("--json {}: could not make the file ({error})", path.display()));
    let mut bytes = serde_json::to_vec_pretty(&json(report)).map_err(failed)?;
    bytes.push(b'\n');
    output::write_whole("--json", path, &bytes)
}

fn head(report: &Report) -> Vec<(&'static str, String)> {
    let Report { types, machine: Machine { backend, soc, blocks, threads, cache }, .. } = report;
    let (read, written, moved) = (types.bytes_read(), types.bytes_written(), types.bytes_moved());
    let mut head = vec![(
        "adam",
        format!(
            "gradient {}, copy {}: {moved} bytes a parameter, {read} read and {written} written",
            types.gradient, types.copy
        ),
    )];
    match backend {
        Backend::Mock => {
            let cache = match cache {
                Some(bytes) => format!("{} MiB", bytes >> 20),
                None => "of unknown size".to_owned(),
            };
            head.extend([
                ("device", format!("the software device as {soc}, {blocks} blocks, on this machine's cores")),
                ("pass", format!("{threads} threads read and write as many bytes of host memory, one add an element")),
                ("memory", format!("last-level cache {cache}; launches and passes take sets of parameters in turn")),
                (
                    "share",
                    "of the pass's speed: median and p5 to p95 over neighbouring rounds; and best against best"
                        .to_owned(),
                ),
            ]);
        }
        Backend::Cann => {
            head.push(("device", format!("{soc}, {blocks} blocks; there is no plain pass to compare it with yet")))
        }
    }
    head.push(("times", "device time of a launch; speeds are those of the median".to_owned()));
    head
}

const HEADINGS: [&str; 13] = [
    "parameters",
    "sets",
    "memory MB",
    "rounds",
    "best ms",
    "p50 ms",
    "p95 ms",
    "Mparam/s",
    "GB/s",
    "pass GB/s",
    "share %",
    "p5-p95",
    "at best",
];
const WIDTHS: [usize; 13] = [11, 5, 10, 7, 9, 9, 9, 9, 7, 10, 8, 8, 8];

fn columns(cells: &[String; 13]) -> String {
    cells.iter().zip(WIDTHS).map(|(cell, width)| format!("{cell:>width$}")).collect()
}

fn cells(report: &Report, row: &Row) -> [String; 13] {
    let Row { plan, figures, .. } = row;
    let milliseconds = |seconds: f64| format!("{:.3}", seconds * 1e3);
    let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    [
        plan.len.to_string(),
        plan.sets.to_string(),
        format!("{:.0}", plan.bytes(report.types) as f64 / 1e6),
        format!("{}x{}", figures.rounds, figures.launches),
        milliseconds(figures.launch.least()),
        milliseconds(figures.launch.median()),
        milliseconds(figures.launch.percentile(95)),
        format!("{:.1}", row.parameters_per_second() / 1e6),
        format!("{:.2}", report.gigabytes(*plan, figures.launch.median())),
        or_dash(figures.pass.as_ref().map(|pass| format!("{:.2}", report.gigabytes(*plan, pass.median())))),
        or_dash(row.share().map(|share| format!("{:.1}", 100.0 * share))),
        or_dash(
            figures
                .share
                .as_ref()
                .map(|share| format!("{:.0}-{:.0}", 100.0 * share.percentile(5), 100.0 * share.percentile(95))),
        ),
        or_dash(row.share_at_best().map(|share| format!("{:.1}", 100.0 * share))),
    ]
}

fn aim(rows: &[Row]) -> String {
    let verdicts: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let word = if row.meets_aim()? { "met" } else { "missed" };
            Some(format!("{word} at {} ({:.1} %)", row.plan.len, 100.0 * row.share()?))
        })
        .collect();
    let verdicts = if verdicts.is_empty() { "not measured".to_owned() } else { verdicts.join(", ") };
    format!("at least {:.0} % of the pass at {AIM_FROM} parameters and more: {verdicts}", 100.0 * AIM)
}

fn results(rows: &[Row]) -> String {
    let sum = |of: fn(&Check) -> usize| rows.iter().map(|row| of(&row.check)).sum::<usize>();
    let worst = rows.iter().map(|row| row.check.worst).fold(0.0, f64::max);
    let (compared, wrong) = (sum(|check| check.compared), sum(|check| check.wrong));
    let verdict = if wrong == 0 { "right".to_owned() } else { format!("{wrong} WRONG") };
    format!("{compared} parameters compared with an f64 step, {verdict}: {worst:.2} epsilon off, {TOLERANCE} allowed")
}

fn json(report: &Report) -> Value {
    let Report { types, machine, rows } = report;
    json!({
        "kernel": "adam",
        "gradient": types.gradient.to_string(),
        "copy": types.copy.to_string(),
        "bytes_per_parameter": types.bytes_moved(),
        "bytes_read_per_parameter": types.bytes_read(),
        "bytes_written_per_parameter": types.bytes_written(),
        "backend": match machine.backend {
            Backend::Mock => "mock",
            Backend::Cann => "cann",
        },
        "soc": machine.soc,
        "blocks": machine.blocks,
        "pass_threads": machine.threads,
        "last_level_cache_bytes": machine.cache,
        "aim_share": AIM,
        "aim_from_parameters": AIM_FROM,
        "rows": rows.iter().map(|row| json_row(report, row)).collect::<Vec<_>>(),
    })
}

fn json_row(report: &Report, row: &Row) -> Value {
    let Row { plan, figures, check } = row;
    let times = |of: &Spread| {
        json!({
            "best": of.least(),
            "p50": of.median(),
            "p95": of.percentile(95),
            "gigabytes_per_second": report.gigabytes(*plan, of.median()),
        })
    };
    let share = |of: &Spread| json!({ "p5": of.percentile(5), "p50": of.median(), "p95": of.percentile(95) });
    json!({
        "parameters": plan.len,
        "sets": plan.sets,
        "memory_bytes": plan.bytes(report.types),
        "rounds": figures.rounds,
        "launches_per_round": figures.launches,
        "parameters_per_second": row.parameters_per_second(),
        "gigabytes_per_second": report.gigabytes(*plan, figures.launch.median()),
        "seconds": times(&figures.launch),
        "pass_seconds": figures.pass.as_ref().map(times),
        "share_of_pass": row.share(),
        "share_of_pass_at_best": row.share_at_best(),
        "share_spread": figures.share.as_ref().map(share),
        "meets_aim": row.meets_aim(),
        "check": {
            "compared": check.compared,
            "wrong": check.wrong,
            "worst_epsilon": check.worst,
            "allowed_epsilon": TOLERANCE,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{CopyOut, Gradient};

    fn row(len: usize, launch: [f64; 3], pass: f64, wrong: usize) -> Row {
        let types = Types { gradient: Gradient::Bf16, copy: CopyOut::Bf16 };
        let figures = Figures {
            rounds: 3,
            launches: 2,
            launch: Spread::of(launch).unwrap(),
            pass: Spread::of([pass; 3]),
            share: Spread::of(launch.map(|launch| pass / launch)),
        };
        let named = if wrong == 0 { vec![] } else { vec!["w of parameter 7 is 1e0, not 2e0".to_owned()] };
        let check = Check { compared: 1024, wrong, worst: if wrong == 0 { 1.25 } else { 1e6 }, named };
        Row { plan: Plan::new(len, types, Some(4), None).unwrap(), figures, check }
    }

    fn report(rows: Vec<Row>) -> Report {
        let types = Types { gradient: Gradient::Bf16, copy: CopyOut::Bf16 };
        let soc = "Ascend910B3".to_owned();
        let machine = Machine { backend: Backend::Mock, soc, blocks: 40, threads: 2, cache: Some(300 << 20) };
        Report { types, machine, rows }
    }

    #[test]
    fn table_is_aligned_and_says_what_it_means() {
        let rows = vec![row(1_000_000, [0.002, 0.004, 0.0025], 0.001, 0), row(10_000_000, [0.02, 0.02, 0.02], 0.01, 0)];
        let expected = "\
adam     gradient bf16, copy bf16: 28 bytes a parameter, 14 read and 14 written
device   the software device as Ascend910B3, 40 blocks, on this machine's cores
pass     2 threads read and write as many bytes of host memory, one add an element
memory   last-level cache 300 MiB; launches and passes take sets of parameters in turn
share    of the pass's speed: median and p5 to p95 over neighbouring rounds; and best against best
times    device time of a launch; speeds are those of the median

 parameters sets memory MB rounds  best ms   p50 ms   p95 ms Mparam/s   GB/s pass GB/s share %  p5-p95 at best
    1000000    4        64    3x2    2.000    2.500    4.000    400.0  11.20     28.00    40.0   25-50    50.0
   10000000    4       640    3x2   20.000   20.000   20.000    500.0  14.00     28.00    50.0   50-50    50.0

aim      at least 40 % of the pass at 10000000 parameters and more: met at 10000000 (50.0 %)
results  2048 parameters compared with an f64 step, right: 1.25 epsilon off, 4 allowed
";
        assert_eq!(text(&report(rows)), expected);
    }

    #[test]
    fn an_aim_that_is_missed_or_not_measured_is_told() {
        let rows = [row(10_000_000, [0.1; 3], 0.02, 0), row(100_000_000, [0.1; 3], 0.05, 0)];
        assert!(aim(&rows).ends_with(": missed at 10000000 (20.0 %), met at 100000000 (50.0 %)"), "{}", aim(&rows));
        assert!(aim(&[row(1000, [0.1; 3], 0.1, 0)]).ends_with(": not measured"));
    }

    #[test]
    fn wrong_results_are_told_and_fail_the_run() {
        let report = report(vec![row(1000, [0.1; 3], 0.1, 0), row(2000, [0.1; 3], 0.1, 3)]);
        let error = report.correctness().unwrap_err();
        assert_eq!(error.exit_code(), 1);
        assert_eq!(error.to_string(), "adam: 3 of 2048 parameters compared are wrong");
        let text = text(&report);
        assert!(
            text.contains("results  2048 parameters compared with an f64 step, 3 WRONG: 1000000.00 epsilon"),
            "{text}"
        );
        assert!(text.ends_with("         wrong with 2000 parameters: w of parameter 7 is 1e0, not 2e0\n"), "{text}");
    }

    #[test]
    fn without_a_pass_there_is_no_share() {
        let mut only = row(10_000_000, [0.1; 3], 0.1, 0);
        (only.figures.pass, only.figures.share) = (None, None);
        let report = report(vec![only]);
        assert!(text(&report).contains("2.80         -       -       -       -\n"), "{}", text(&report));
        assert_eq!(json(&report)["rows"][0]["share_of_pass"], Value::Null);
        assert_eq!(json(&report)["rows"][0]["meets_aim"], Value::Null);
    }

    #[test]
    fn json_has_the_figures() {
        let json = json(&report(vec![row(10_000_000, [0.02, 0.04, 0.025], 0.0125, 0)]));
        let expected = json!({
            "kernel": "adam",
            "gradient": "bf16",
            "copy": "bf16",
            "bytes_per_parameter": 28,
            "bytes_read_per_parameter": 14,
            "bytes_written_per_parameter": 14,
            "backend": "mock",
            "soc": "Ascend910B3",
            "blocks": 40,
            "pass_threads": 2,
            "last_level_cache_bytes": 314_572_800,
            "aim_share": 0.4,
            "aim_from_parameters": 10_000_000,
            "rows": [{
                "parameters": 10_000_000,
                "sets": 4,
                "memory_bytes": 640_000_000,
                "rounds": 3,
                "launches_per_round": 2,
                "parameters_per_second": 4e8,
                "gigabytes_per_second": 11.2,
                "seconds": {"best": 0.02, "p50": 0.025, "p95": 0.04, "gigabytes_per_second": 11.2},
                "pass_seconds": {"best": 0.0125, "p50": 0.0125, "p95": 0.0125, "gigabytes_per_second": 22.4},
                "share_of_pass": 0.5,
                "share_of_pass_at_best": 0.625,
        "share_spread": {"p5": 0.3125, "p50": 0.5, "p95": 0.625},
                "meets_aim": true,
                "check": {"compared": 1024, "wrong": 0, "worst_epsilon": 1.25, "allowed_epsilon": 4.0},
            }],
        });
        assert_eq!(json, expected);
    }
}
