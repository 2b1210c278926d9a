//! The figures, as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::measure::{Figures, Limit};
use crate::output;
use crate::spread::Spread;

/// All that came out of a run.
#[derive(Debug)]
pub struct Report {
    pub rows: Vec<Row>,
}

/// One comparison.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub what: &'static str,
    pub limit: Option<Limit>,
    pub figures: Figures,
}

impl Row {
    /// `None` where there is no limit.
    fn meets_limit(&self) -> Option<bool> {
        Some(self.limit?.is_met(&self.figures))
    }

    fn verdict(&self) -> String {
        let word = |met| if met { "met" } else { "missed" };
        match (self.limit, self.meets_limit()) {
            (Some(limit), Some(met)) => format!("at most {} more: {}", limit.nanoseconds, word(met)),
            _ => "none".to_owned(),
        }
    }
}

impl Report {
    /// Fails when a row misses its limit.
    pub fn check(&self) -> Result<()> {
        let missed = self.rows.iter().filter(|row| row.meets_limit() == Some(false)).map(|row| row.name);
        let missed: Vec<_> = missed.collect();
        if missed.is_empty() { Ok(()) } else { Err(Error::failed(format!("limits missed: {}", missed.join(", ")))) }
    }
}

const HEADINGS: [&str; 9] = ["row", "calls", "without", "with", "more", "p5 to p95", "at best", "ratio", "limit"];

/// The table, with what its rows mean before.
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", words.trim_end());
    };
    for row in &report.rows {
        line(format!("{:<13}{}", row.name, row.what));
    }
    line(format!(
        "{:<13}{}",
        "times",
        "nanoseconds of a call; medians over rounds, of neighbouring batches for more and ratio; at best: the shortest of each"
    ));
    line(String::new());
    line(columns(&HEADINGS.map(str::to_owned)));
    for row in &report.rows {
        let Figures { rounds, calls, without, with, more, ratio } = &row.figures;
        line(columns(&[
            row.name.to_owned(),
            format!("{rounds}x{calls}"),
            format!("{:.2}", without.median()),
            format!("{:.2}", with.median()),
            format!("{:.2}", more.median()),
            format!("{:.2} to {:.2}", more.percentile(5), more.percentile(95)),
            format!("{:.2}", row.figures.more_at_best()),
            format!("{:.3}", ratio.median()),
            row.verdict(),
        ]));
    }
    text
}

fn columns([name, numbers @ .., limit]: &[String; 9]) -> String {
    const WIDTHS: [usize; 7] = [13, 9, 9, 8, 19, 9, 8];
    let numbers: String = numbers.iter().zip(WIDTHS).map(|(cell, width)| format!("{cell:>width$}")).collect();
    format!("{name:<12}{numbers}  {limit}")
}

/// Writes the same figures to a file.
pub fn write_json(path: &Path, report: &Report) -> Result<()> {
    let failed = |error| Error::failed(format!("--json {}: could not make the file ({error})", path.display()));
    let mut bytes = serde_json::to_vec_pretty(&json(report)).map_err(failed)?;
    bytes.push(b'\n');
    output::write_whole("--json", path, &bytes)
}

fn json(report: &Report) -> Value {
    json!({ "rows": report.rows.iter().map(json_row).collect::<Vec<_>>() })
}

fn json_row(row: &Row) -> Value {
    let Figures { rounds, calls, without, with, more, ratio } = &row.figures;
    let spread = |of: &Spread| json!({ "p5": of.percentile(5), "p50": of.median(), "p95": of.percentile(95) });
    json!({
        "row": row.name,
        "compares": row.what,
        "rounds": rounds,
        "calls_per_batch": calls,
        "nanoseconds_without": spread(without),
        "nanoseconds_with": spread(with),
        "nanoseconds_more": spread(more),
        "nanoseconds_more_at_best": row.figures.more_at_best(),
        "ratio": spread(ratio),
        "limit_nanoseconds_more": row.limit.map(|limit| limit.nanoseconds),
        "meets_limit": row.meets_limit(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let row = |name, limit: Option<f64>, with| Row {
            name,
            what: "one and the other",
            limit: limit.map(|nanoseconds| Limit { nanoseconds }),
            figures: Figures::of(&[(2.0, with), (4.0, with * 2.0), (2.0, with)], 65_536).unwrap(),
        };
        Report { rows: vec![row("quick", Some(1.0), 2.5), row("slow", Some(0.25), 3.0), row("free", None, 2.0)] }
    }

    #[test]
    fn the_table_says_what_it_means_and_whether_limits_are_met() {
        let expected = "\
quick        one and the other
slow         one and the other
free         one and the other
times        nanoseconds of a call; medians over rounds, of neighbouring batches for more and ratio; at best: the shortest of each

row                 calls  without     with    more          p5 to p95  at best   ratio  limit
quick             3x65536     2.00     2.50    0.50       0.50 to 1.00     0.50   1.250  at most 1 more: met
slow              3x65536     2.00     3.00    1.00       1.00 to 2.00     1.00   1.500  at most 0.25 more: missed
free              3x65536     2.00     2.00    0.00       0.00 to 0.00     0.00   1.000  none
";
        assert_eq!(text(&report()), expected);
    }

    #[test]
    fn a_missed_limit_is_a_failure_that_names_its_row() {
        assert_eq!(report().check().unwrap_err().to_string(), "limits missed: slow");
        let met = Report { rows: report().rows.into_iter().filter(|row| row.name != "slow").collect() };
        met.check().unwrap();
    }

    #[test]
    fn json_has_the_figures() {
        let json = json(&report());
        let expected = json!({
            "row": "slow",
            "compares": "one and the other",
            "rounds": 3,
            "calls_per_batch": 65_536,
            "nanoseconds_without": {"p5": 2.0, "p50": 2.0, "p95": 4.0},
            "nanoseconds_with": {"p5": 3.0, "p50": 3.0, "p95": 6.0},
            "nanoseconds_more": {"p5": 1.0, "p50": 1.0, "p95": 2.0},
            "nanoseconds_more_at_best": 1.0,
            "ratio": {"p5": 1.5, "p50": 1.5, "p95": 1.5},
            "limit_nanoseconds_more": 0.25,
            "meets_limit": false,
        });
        assert_eq!(json["rows"][1], expected);
        assert_eq!(json["rows"][2]["meets_limit"], Value::Null);
        assert_eq!(json["rows"].as_array().map(Vec::len), Some(3));
    }
}
