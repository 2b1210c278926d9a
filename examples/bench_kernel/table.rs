//! The table for people.

use std::fmt::Write;

use ascend_npu::Backend;

use crate::report::{Machine, Report, Row};
use crate::roofline::Roofline;

/// What is aimed at for `adam`: of the plain pass, this share from this many parameters on;
const AIM_PASS: (f64, usize) = (0.6, 10_000_000);
/// of the memory of a device, real or modelled, this one.
const AIM_HBM: (f64, usize) = (0.9, 100_000_000);

const HEADINGS: [&str; 14] = [
    "elements",
    "offset",
    "blocks",
    "sets",
    "rounds",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "Melem/s",
    "GB/s",
    "roof GB/s",
    "share %",
    "95 %",
    "bound",
];
const WIDTHS: [usize; 14] = [11, 7, 7, 6, 9, 10, 10, 10, 9, 9, 10, 8, 10, 8];

/// The table, with what it means before and what follows from it after.
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", words.trim_end());
    };
    for (name, words) in head(&report.machine) {
        line(format!("{name:<9}{words}"));
    }
    let mut last = None;
    for row in &report.rows {
        if last != Some(row.case) {
            let (read, written) = (row.case.bytes_read(), row.case.bytes_written());
            line(format!("\n{}: {read} bytes read and {written} written an element", row.case));
            line(columns(&HEADINGS.map(str::to_owned)));
        }
        last = Some(row.case);
        line(columns(&cells(report.machine.roofline, row)));
    }
    line(String::new());
    if let Some(aim) = aim(report) {
        line(format!("{:<9}{aim}", "aim"));
    }
    line(format!("{:<9}{}", "results", results(&report.rows)));
    for row in &report.rows {
        for named in &row.check.named {
            line(format!("{:<9}wrong in {}: {named}", "", row.key()));
        }
    }
    text
}

fn head(machine: &Machine) -> Vec<(&'static str, String)> {
    let Machine { backend, soc, modelled, threads, cache, .. } = machine;
    let mut head = Vec::new();
    match (backend, modelled) {
        (Backend::Cann, _) => head.push(("device", soc.clone())),
        (Backend::Mock, true) => head.push(("device", format!("the software device; times are modelled, of {soc}"))),
        (Backend::Mock, false) => {
            head.push(("device", format!("the software device as {soc}, on this machine's cores")))
        }
    }
    match machine.roofline {
        Roofline::Hbm(_) => {
            let cached =
                if *modelled { "; bytes that fit its cache are modelled to move once: beyond 100 %" } else { "" };
            head.push(("roof", format!("the published rate of the memory of {soc}{cached}")));
        }
        Roofline::Pass => {
            let cache = match cache {
                Some(bytes) => format!("{} MiB", bytes >> 20),
                None => "of unknown size".to_owned(),
            };
            head.push((
                "roof",
                format!("{threads} threads read and write as many bytes of host memory, in turn with the kernel"),
            ));
            head.push((
                "memory",
                format!("last-level cache {cache}; launches and passes take sets of elements in turn"),
            ));
        }
    }
    head.push(("share", "of the roof's speed: the median, and what holds it with 95 %".to_owned()));
    head.push(("times", "device time of a launch; speeds are those of the median".to_owned()));
    head.push((
        "bound",
        "memory from 75 % of the roof on; launch where a launch of 16 elements takes half as long".to_owned(),
    ));
    head
}

fn columns(cells: &[String; 14]) -> String {
    cells.iter().zip(WIDTHS).map(|(cell, width)| format!("{cell:>width$}")).collect()
}

fn cells(roofline: Roofline, row: &Row) -> [String; 14] {
    let Row { plan, figures, blocks, .. } = row;
    let milliseconds = |percent: usize| format!("{:.4}", figures.launch.percentile(percent) * 1e3);
    let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    let roof = match roofline {
        Roofline::Hbm(rate) => Some(rate / 1e9),
        Roofline::Pass => figures.pass.as_ref().map(|pass| row.gigabytes(pass.median())),
    };
    let share = row.share(roofline);
    [
        plan.len.to_string(),
        plan.offset.to_string(),
        blocks.to_string(),
        plan.sets.to_string(),
        format!("{}x{}", figures.rounds, figures.launches),
        milliseconds(50),
        milliseconds(95),
        milliseconds(99),
        format!("{:.1}", row.elements_per_second() / 1e6),
        format!("{:.2}", row.gigabytes(figures.launch.median())),
        or_dash(roof.map(|roof| format!("{roof:.2}"))),
        or_dash(share.as_ref().map(|share| format!("{:.1}", 100.0 * share.median))),
        or_dash(share.map(|share| format!("{:.0}-{:.0}", 100.0 * share.low, 100.0 * share.high))),
        row.bound(roofline).word().to_owned(),
    ]
}

/// `None` where `adam` was not measured.
fn aim(report: &Report) -> Option<String> {
    let roofline = report.machine.roofline;
    let ((aim, from), of) = match roofline {
        Roofline::Pass => (AIM_PASS, "pass"),
        Roofline::Hbm(_) => (AIM_HBM, "memory"),
    };
    let mut rows = report.rows.iter().filter(|row| row.case.kernel() == "adam").peekable();
    rows.peek()?;
    let verdicts: Vec<_> = rows
        .filter(|row| row.plan.len >= from)
        .filter_map(|row| {
            let share = row.share(roofline)?.median;
            let word = if share >= aim { "met" } else { "missed" };
            Some(format!("{word} by {} at {} ({:.1} %)", row.case, row.plan.len, 100.0 * share))
        })
        .collect();
    let verdicts = if verdicts.is_empty() { "not measured".to_owned() } else { verdicts.join(", ") };
    Some(format!("adam: at least {:.0} % of the {of} at {from} parameters and more: {verdicts}", 100.0 * aim))
}

fn results(rows: &[Row]) -> String {
    let worst = rows.iter().map(|row| row.check.worst).fold(0.0, f64::max);
    let compared: usize = rows.iter().map(|row| row.check.compared).sum();
    let wrong: usize = rows.iter().map(|row| row.check.wrong).sum();
    let verdict = if wrong == 0 { "right".to_owned() } else { format!("{wrong} WRONG") };
    format!("{compared} compared with references, {verdict}: {worst:.2} epsilon off at most")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{report, row};

    #[test]
    fn table_is_aligned_and_says_what_it_means() {
        let rows =
            vec![row(1_000_000, [0.002, 0.004, 0.0025], Some(0.001), 0), row(10_000_000, [0.02; 3], Some(0.0125), 0)];
        let expected = "\
device   the software device as Ascend910B3, on this machine's cores
roof     2 threads read and write as many bytes of host memory, in turn with the kernel
memory   last-level cache 300 MiB; launches and passes take sets of elements in turn
share    of the roof's speed: the median, and what holds it with 95 %
times    device time of a launch; speeds are those of the median
bound    memory from 75 % of the roof on; launch where a launch of 16 elements takes half as long

adam bf16>bf16: 14 bytes read and 14 written an element
   elements offset blocks  sets   rounds    p50 ms    p95 ms    p99 ms  Melem/s     GB/s roof GB/s share %      95 %   bound
    1000000      0     40     4      3x2    2.5000    4.0000    4.0000    400.0    11.20     28.00    40.0     25-50 compute
   10000000      0     40     4      3x2   20.0000   20.0000   20.0000    500.0    14.00     22.40    62.5     62-62 compute

aim      adam: at least 60 % of the pass at 10000000 parameters and more: met by adam bf16>bf16 at 10000000 (62.5 %)
results  2048 compared with references, right: 1.25 epsilon off at most
";
        assert_eq!(text(&report(rows, Roofline::Pass)), expected);
    }

    #[test]
    fn modelled_times_are_held_against_the_memory_of_the_device() {
        let text = text(&report(vec![row(100_000_000, [0.001_875; 3], None, 0)], Roofline::Hbm(1.6e12)));
        assert!(text.starts_with("device   the software device; times are modelled, of Ascend910B3\n"), "{text}");
        assert!(text.contains("met by adam bf16>bf16 at 100000000 (93.3 %)"), "{text}");
        assert!(text.contains(" memory\n"), "{text}");
    }

    #[test]
    fn an_aim_that_is_missed_or_not_measured_is_told() {
        let told = |row| aim(&report(vec![row], Roofline::Pass)).unwrap();
        assert!(
            told(row(10_000_000, [0.1; 3], Some(0.02), 0)).contains(": missed by adam bf16>bf16 at 10000000 (20.0 %)")
        );
        assert!(told(row(1000, [0.1; 3], Some(0.1), 0)).ends_with(": not measured"));
        assert_eq!(aim(&report(vec![], Roofline::Pass)), None);
    }

    #[test]
    fn wrong_results_are_named() {
        let text = text(&report(vec![row(2000, [0.1; 3], Some(0.1), 3)], Roofline::Pass));
        assert!(text.contains("results  1024 compared with references, 3 WRONG: 1000000.00 epsilon"), "{text}");
        let wrong = "         wrong in adam bf16>bf16, 2000 elements at 0, 40 blocks: w of element 7 is 1e0, not 2e0\n";
        assert!(text.ends_with(wrong), "{text}");
    }
}
