//! What is aimed at.

use crate::figures::Outcome;
use crate::job::Job;

/// An all-reduce of fp32 among 8 ranks of one process takes at most this many times the bare loop, at a size.
const OVER_BARE: [(usize, f64); 2] = [(1 << 20, 3.0), (64 << 20, 1.5)];
const RANKS: u32 = 8;
/// Seconds of an empty operation: of many in a row, and of one alone.
const THROUGHPUT: f64 = 1e-6;
const LATENCY: f64 = 10e-6;

/// One limit and what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    pub what: String,
    pub most: f64,
    pub unit: &'static str,
    /// `None` where it was not measured.
    pub found: Option<f64>,
}

impl Limit {
    pub fn is_met(&self) -> bool {
        self.found.is_some_and(|found| found <= self.most)
    }

    /// In words.
    pub fn verdict(&self) -> String {
        let Self { what, most, unit, .. } = self;
        match self.found {
            None => format!("{what}: at most {most}{unit}: not measured"),
            Some(found) => {
                let word = if self.is_met() { "met" } else { "missed" };
                format!("{what}: at most {most}{unit}: {word} ({found:.2}{unit})")
            }
        }
    }
}

/// All limits.
pub fn of(job: &Job, outcome: &Outcome) -> Vec<Limit> {
    let applies = job.has_bare_sum() && job.processes == 1 && job.ranks == RANKS;
    let sums = OVER_BARE.map(|(bytes, most)| {
        let row = outcome.rows.iter().find(|row| applies && row.bytes == bytes);
        let what = format!("all_reduce of {} MiB in one process", bytes >> 20);
        Limit { what, most, unit: "x bare", found: row.and_then(|row| row.over_bare()) }
    });
    let empty =
        [("many in a row", THROUGHPUT, outcome.empty.throughput), ("one alone", LATENCY, outcome.empty.latency)].map(
            |(what, most, found)| Limit {
                what: format!("an empty operation, {what}"),
                most: most * 1e6,
                unit: " us",
                found: Some(found * 1e6),
            },
        );
    sums.into_iter().chain(empty).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::command_line::parse_words;
    use crate::figures::tests::outcome;

    fn job(line: &str) -> Job {
        let words: Vec<&str> = line.split_whitespace().collect();
        parse_words::<Cli>(&words).and_then(|cli| cli.job()).unwrap()
    }

    #[test]
    fn limits_are_met_missed_or_not_measured() {
        let verdicts: Vec<String> = of(&job(""), &outcome()).iter().map(Limit::verdict).collect();
        assert_eq!(
            verdicts,
            [
                "all_reduce of 1 MiB in one process: at most 3x bare: met (1.50x bare)",
                "all_reduce of 64 MiB in one process: at most 1.5x bare: not measured",
                "an empty operation, many in a row: at most 1 us: met (0.50 us)",
                "an empty operation, one alone: at most 10 us: met (8.00 us)",
            ]
        );
        let mut slow = outcome();
        slow.rows[0].rounds.iter_mut().for_each(|round| round.time *= 3.0);
        let limit = &of(&job(""), &slow)[0];
        assert!(!limit.is_met() && limit.verdict().contains("missed (4.50x bare)"), "{}", limit.verdict());
        for line in ["--processes 2", "--ranks 4", "--dtype fp16", "--collective broadcast"] {
            assert_eq!(of(&job(line), &outcome())[0].found, None, "{line}");
        }
    }
}
