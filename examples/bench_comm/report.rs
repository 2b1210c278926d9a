//! The figures of a run: a table for people, CSV and JSON for programs.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::figures::{Outcome, Row};
use crate::job::Job;
use crate::limits;
use crate::output;

/// All that came out of a run.
pub struct Report<'a> {
    pub job: &'a Job,
    pub outcome: Outcome,
}

const HEADINGS: [&str; 11] = [
    "bytes",
    "rounds",
    "p50 us",
    "p99 us",
    "alg GB/s",
    "bus GB/s",
    "copy GB/s",
    "share %",
    "bare us",
    "x bare",
    "at best",
];
const NAMES: [&str; 11] = [
    "bytes",
    "operations",
    "p50_us",
    "p99_us",
    "algorithm_gb_per_s",
    "bus_gb_per_s",
    "copy_gb_per_s",
    "share_of_copy",
    "bare_us",
    "over_bare",
    "over_bare_at_best",
];

/// The figures of a row, in the units of the tables; `None` where there is none.
struct Cells {
    bytes: usize,
    rounds: usize,
    operations: usize,
    numbers: [Option<f64>; 9],
}

impl Report<'_> {
    fn cells(&self, row: &Row) -> Cells {
        let micros = |seconds: f64| seconds * 1e6;
        let spread = row.spread();
        let p50 = spread.as_ref().map(|spread| spread.median());
        let gigabytes = |bytes: usize, seconds: f64| bytes as f64 / seconds / 1e9;
        let algorithm = p50.map(|p50| gigabytes(row.bytes, p50));
        let traffic = self.job.collective.traffic(row.bytes, self.job.ranks as usize);
        let numbers = [
            p50.map(micros),
            spread.as_ref().map(|spread| micros(spread.percentile(99))),
            algorithm,
            algorithm.map(|speed| speed * self.job.collective.bus_factor(self.job.ranks)),
            row.ratio(|round| Some(gigabytes(traffic, round.copy))),
            row.share_of_copy(),
            row.ratio(|round| round.bare).map(micros),
            row.over_bare(),
            row.over_bare_at_best(),
        ];
        Cells { bytes: row.bytes, rounds: row.rounds.len(), operations: row.times.len(), numbers }
    }

    /// The table, with what it means before and what follows from it after.
    pub fn text(&self) -> String {
        let Self { job, outcome } = self;
        let mut text = String::new();
        let mut line = |words: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", words.trim_end());
        };
        let processes = match job.processes {
            1 => "one process".to_owned(),
            many => format!("{many} processes"),
        };
        let Outcome { backend, soc, threads, empty, .. } = outcome;
        for (name, words) in [
            (
                job.collective.to_string(),
                format!("{}, {} ranks in {processes}; backend {backend} as {soc}", job.dtype, job.ranks),
            ),
            ("times".to_owned(), "rank 0's, from the call until its stream is done".to_owned()),
            (
                "copy".to_owned(),
                format!("{threads} threads read and write as many bytes as the operation must, counted together"),
            ),
            ("share".to_owned(), "of the copy's speed: median over neighbouring rounds".to_owned()),
            (
                "bare".to_owned(),
                format!(
                    "{threads} threads read all inputs, sum, and write all outputs; x bare: median over neighbours, and best over best"
                ),
            ),
            (
                "empty".to_owned(),
                format!("{:.2} us many in a row, {:.2} us one alone", empty.throughput * 1e6, empty.latency * 1e6),
            ),
        ] {
            line(format!("{name:<15}{words}"));
        }
        line(String::new());
        line(columns(HEADINGS.map(str::to_owned)));
        for row in &outcome.rows {
            let Cells { bytes, rounds, operations, numbers } = self.cells(row);
            let digits = [1, 1, 3, 3, 2, 1, 1, 2, 2];
            let [p50, p99, algorithm, bus, copy, share, bare, over, best] = numbers;
            let shown = [p50, p99, algorithm, bus, copy, share.map(|share| share * 100.0), bare, over, best];
            let mut cells = shown.into_iter().zip(digits).map(|(number, digits)| match number {
                Some(number) => format!("{number:.digits$}"),
                None => "-".to_owned(),
            });
            let head = [bytes.to_string(), format!("{rounds}x{}", operations / rounds.max(1))];
            let mut row = HEADINGS.map(|_| String::new());
            for (cell, text) in row.iter_mut().zip(head.into_iter().chain(&mut cells)) {
                *cell = text;
            }
            line(columns(row));
        }
        line(String::new());
        for limit in limits::of(job, outcome) {
            line(format!("{:<15}{}", "limit", limit.verdict()));
        }
        let (wrong, compared) = self.wrong();
        let right = if wrong == 0 { "right".to_owned() } else { format!("{wrong} WRONG") };
        line(format!("{:<15}{compared} elements of the last operations compared, {right}", "results"));
        text
    }

    fn wrong(&self) -> (usize, usize) {
        let rows = &self.outcome.rows;
        (rows.iter().map(|row| row.wrong).sum(), rows.iter().map(|row| row.compared).sum())
    }

    /// An error when any result was wrong.
    pub fn correctness(&self) -> Result<()> {
        match self.wrong() {
            (0, _) => Ok(()),
            (wrong, compared) => Err(Error::failed(format!("{wrong} of {compared} elements compared are wrong"))),
        }
    }

    /// An error when any limit is missed or was not measured.
    pub fn check(&self) -> Result<()> {
        let limits = limits::of(self.job, &self.outcome);
        let missed: Vec<String> = limits.iter().filter(|limit| !limit.is_met()).map(|limit| limit.verdict()).collect();
        if missed.is_empty() { Ok(()) } else { Err(Error::failed(missed.join("; "))) }
    }

    /// Writes the table to a file, a line each size.
    pub fn write_csv(&self, path: &Path) -> Result<()> {
        output::write_whole("--csv", path, self.csv().as_bytes())
    }

    fn csv(&self) -> String {
        let Job { collective, dtype, ranks, processes, .. } = self.job;
        let mut text = format!("collective,dtype,ranks,processes,{}\n", NAMES.join(","));
        for row in &self.outcome.rows {
            let Cells { bytes, operations, numbers, .. } = self.cells(row);
            let numbers = numbers.map(|number| number.map_or(String::new(), |number| number.to_string())).join(",");
            let _ = writeln!(text, "{collective},{dtype},{ranks},{processes},{bytes},{operations},{numbers}");
        }
        text
    }

    /// Writes the same figures to a file, with those of single rounds.
    pub fn write_json(&self, path: &Path) -> Result<()> {
        let failed = |error| Error::failed(format!("--json {}: could not make the file ({error})", path.display()));
        let mut bytes = serde_json::to_vec_pretty(&self.json()).map_err(failed)?;
        bytes.push(b'\n');
        output::write_whole("--json", path, &bytes)
    }

    fn json(&self) -> Value {
        let Self { job, outcome } = self;
        let row = |row: &Row| {
            let Cells { bytes, operations, numbers, .. } = self.cells(row);
            let figures = [json!(bytes), json!(operations)].into_iter().chain(numbers.map(|number| json!(number)));
            let mut object: serde_json::Map<String, Value> =
                NAMES.map(str::to_owned).into_iter().zip(figures).collect();
            let rounds = row
                .rounds
                .iter()
                .map(|round| json!({ "p50_s": round.time, "copy_s": round.copy, "bare_s": round.bare }));
            object.insert("rounds".to_owned(), rounds.collect());
            object.insert("wrong".to_owned(), json!(row.wrong));
            object.insert("compared".to_owned(), json!(row.compared));
            Value::Object(object)
        };
        let limit = |limit: limits::Limit| {
            let (met, unit) = (limit.is_met(), limit.unit.trim());
            json!({ "what": limit.what, "most": limit.most, "unit": unit, "found": limit.found, "met": met })
        };
        json!({
            "collective": job.collective.to_string(),
            "dtype": job.dtype.to_string(),
            "ranks": job.ranks,
            "processes": job.processes,
            "backend": outcome.backend,
            "soc": outcome.soc,
            "yardstick_threads": outcome.threads,
            "empty_s": { "many_in_a_row": outcome.empty.throughput, "one_alone": outcome.empty.latency },
            "limits": limits::of(job, outcome).into_iter().map(limit).collect::<Vec<_>>(),
            "rows": outcome.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

fn columns(cells: [String; 11]) -> String {
    let widths = [11, 9, 10, 10, 9, 9, 10, 8, 10, 7, 8];
    cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::command_line::parse_words;
    use crate::figures::tests::outcome;

    fn job() -> Job {
        parse_words::<Cli>(&[]).and_then(|cli| cli.job()).unwrap()
    }

    #[test]
    fn table_is_aligned_and_says_what_it_means() {
        let job = job();
        let text = Report { job: &job, outcome: outcome() }.text();
        assert!(
            text.starts_with("all_reduce     fp32, 8 ranks in one process; backend mock as Ascend910B3\n"),
            "{text}"
        );
        assert!(text.contains("empty          0.50 us many in a row, 8.00 us one alone\n"), "{text}");
        let table: Vec<&str> = text.lines().skip_while(|line| !line.contains("p50 us")).take(2).collect();
        assert_eq!(
            table,
            [
                "      bytes   rounds    p50 us    p99 us alg GB/s bus GB/s copy GB/s share %   bare us x bare at best",
                "    1048576      3x1  750000.0 1000000.0    0.001    0.002      0.07    33.3  500000.0   1.50    1.00",
            ]
        );
        assert!(text.ends_with("results        10 elements of the last operations compared, right\n"), "{text}");
    }

    #[test]
    fn csv_and_json_have_the_figures_under_the_same_names() {
        let job = job();
        let mut report = Report { job: &job, outcome: outcome() };
        let csv = report.csv();
        let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!((lines.len(), lines[0].len(), lines[1].len()), (2, 15, 15), "{csv}");
        let json = report.json();
        for (name, cell) in lines[0].iter().zip(&lines[1]).skip(4) {
            assert_eq!(json["rows"][0][name].as_f64(), cell.parse().ok(), "{name}");
        }
        assert_eq!(json["limits"][0]["met"], Value::Bool(true));
        assert_eq!(json["limits"][1]["found"], Value::Null);
        report.outcome.rows[0].rounds.iter_mut().for_each(|round| round.bare = None);
        assert!(
            report.csv().lines().last().unwrap().ends_with(",,,"),
            "what was not measured is empty: {}",
            report.csv()
        );
    }

    #[test]
    fn wrong_results_and_missed_limits_fail_the_run() {
        let job = job();
        let mut report = Report { job: &job, outcome: outcome() };
        report.correctness().unwrap();
        report.outcome.rows[0].wrong = 3;
        assert_eq!(report.correctness().unwrap_err().to_string(), "3 of 10 elements compared are wrong");
        let missed = report.check().unwrap_err();
        assert_eq!(missed.exit_code(), 1);
        assert_eq!(missed.to_string(), "all_reduce of 64 MiB in one process: at most 1.5x bare: not measured");
    }
}
