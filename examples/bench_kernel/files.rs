//! The figures for programs: JSON and CSV.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::error::{Error, Result};
use crate::output;
use crate::plan::Plan;
use crate::report::{Report, Row, backend, times};
use crate::roofline::Roofline;
use crate::spread::Spread;

/// Writes the figures as JSON.
pub fn write_json(path: &Path, report: &Report) -> Result<()> {
    let failed = |error| Error::failed(format!("--json {}: could not make the file ({error})", path.display()));
    let mut bytes = serde_json::to_vec_pretty(&json(report)).map_err(failed)?;
    bytes.push(b'\n');
    output::write_whole("--json", path, &bytes)
}

/// Writes the figures as a table with commas.
pub fn write_csv(path: &Path, report: &Report) -> Result<()> {
    output::write_whole("--csv", path, csv(report).as_bytes())
}

/// All figures.
pub fn json(report: &Report) -> Value {
    let Report { machine, rows } = report;
    json!({
        "backend": backend(machine.backend),
        "soc": machine.soc,
        "clock": if machine.modelled { "model" } else { "real" },
        "roofline": match machine.roofline {
            Roofline::Hbm(_) => "memory",
            Roofline::Pass => "pass",
        },
        "memory_bytes_per_second": match machine.roofline {
            Roofline::Hbm(rate) => Some(rate),
            Roofline::Pass => None,
        },
        "pass_threads": machine.threads,
        "last_level_cache_bytes": machine.cache,
        "rows": rows.iter().map(|row| json_row(machine.roofline, row)).collect::<Vec<_>>(),
    })
}

fn json_row(roofline: Roofline, row: &Row) -> Value {
    let Row { case, plan, blocks, floor, figures, check } = row;
    let Plan { len, sets, offset, .. } = *plan;
    let spread = |of: &Spread| -> Map<String, Value> {
        times(of).into_iter().map(|(name, seconds)| (name.to_owned(), seconds.into())).collect()
    };
    json!({
        "kernel": case.kernel(),
        "case": case.to_string(),
        "elements": len,
        "offset": offset,
        "blocks": blocks,
        "sets": sets,
        "memory_bytes": plan.bytes(),
        "bytes_read_per_element": case.bytes_read(),
        "bytes_written_per_element": case.bytes_written(),
        "rounds": figures.rounds,
        "launches_per_round": figures.launches,
        "elements_per_second": row.elements_per_second(),
        "gigabytes_per_second": row.gigabytes(figures.launch.median()),
        "seconds": spread(&figures.launch),
        "pass_seconds": figures.pass.as_ref().map(spread),
        "launch_of_few_seconds": floor,
        "share": row.share(roofline).map(|share| json!({
            "p50": share.median,
            "p50_low": share.low,
            "p50_high": share.high,
            "at_best": share.at_best,
        })),
        "bound": row.bound(roofline).word(),
        "check": { "compared": check.compared, "wrong": check.wrong, "worst_epsilon": check.worst },
    })
}

const COLUMNS: &str = "case,elements,offset,blocks,sets,bytes_read_per_element,bytes_written_per_element,rounds,\
                       launches_per_round,best_s,p50_s,p95_s,p99_s,p50_low_s,p50_high_s,gb_per_s,share,share_low,share_high,\
                       bound,compared,wrong";

fn csv(report: &Report) -> String {
    let mut text = format!("{COLUMNS}\n");
    for row in &report.rows {
        let Row { case, plan: Plan { len, sets, offset, .. }, blocks, figures, check, .. } = row;
        let seconds = times(&figures.launch).map(|(_, seconds)| seconds.to_string()).join(",");
        let share = match row.share(report.machine.roofline) {
            Some(share) => format!("{},{},{}", share.median, share.low, share.high),
            None => ",,".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{case},{len},{offset},{blocks},{sets},{},{},{},{},{seconds},{},{share},{},{},{}",
            case.bytes_read(),
            case.bytes_written(),
            figures.rounds,
            figures.launches,
            row.gigabytes(figures.launch.median()),
            row.bound(report.machine.roofline).word(),
            check.compared,
            check.wrong,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{report, row};

    #[test]
    fn json_has_the_figures() {
        let rows = vec![row(10_000_000, [0.02, 0.04, 0.025], Some(0.0125), 0)];
        let json = json(&report(rows, Roofline::Pass));
        let expected = json!({
            "backend": "mock",
            "soc": "Ascend910B3",
            "clock": "real",
            "roofline": "pass",
            "memory_bytes_per_second": null,
            "pass_threads": 2,
            "last_level_cache_bytes": 314_572_800,
            "rows": [{
                "kernel": "adam",
                "case": "adam bf16>bf16",
                "elements": 10_000_000,
                "offset": 0,
                "blocks": 40,
                "sets": 4,
                "memory_bytes": 640_000_000,
                "bytes_read_per_element": 14,
                "bytes_written_per_element": 14,
                "rounds": 3,
                "launches_per_round": 2,
                "elements_per_second": 4e8,
                "gigabytes_per_second": 11.2,
                "seconds": {"best": 0.02, "p50": 0.025, "p95": 0.04, "p99": 0.04, "p50_low": 0.02, "p50_high": 0.04},
                "pass_seconds":
                    {"best": 0.0125, "p50": 0.0125, "p95": 0.0125, "p99": 0.0125, "p50_low": 0.0125, "p50_high": 0.0125},
                "launch_of_few_seconds": 1e-5,
                "share": {"p50": 0.5, "p50_low": 0.3125, "p50_high": 0.625, "at_best": 0.625},
                "bound": "compute",
                "check": {"compared": 1024, "wrong": 0, "worst_epsilon": 1.25},
            }],
        });
        assert_eq!(json, expected);
    }

    #[test]
    fn every_row_of_the_csv_has_every_column() {
        let rows = vec![row(1000, [0.1; 3], None, 0), row(1000, [0.1; 3], Some(0.05), 0)];
        let csv = csv(&report(rows, Roofline::Pass));
        assert!(csv.lines().all(|line| line.split(',').count() == COLUMNS.split(',').count()), "{csv}");
        assert!(csv.ends_with(",0.00028,0.5,0.5,0.5,compute,1024,0\n"), "{csv}");
    }
}
