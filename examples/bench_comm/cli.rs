//! The command line, and the checks of what stands on it.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Parser;

use crate::error::{Error, Result};
use crate::job::{Collective, Dtype, Job};
use crate::output;

/// Measures a collective: time, bandwidth, and its share of what this machine's memory can do.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench_comm", allow_negative_numbers = true)]
pub struct Cli {
    /// The operation
    #[arg(long, value_enum, default_value_t = Collective::AllReduce)]
    pub collective: Collective,
    /// Bytes of a rank's buffer, of the greater one where send and receive differ; K, M and G are powers of 1024
    #[arg(long, value_delimiter = ',', value_name = "BYTES,...", default_value = "1K,64K,1M,16M,64M")]
    pub sizes: Vec<Size>,
    /// Type of the elements
    #[arg(long, value_enum, default_value_t = Dtype::Fp32)]
    pub dtype: Dtype,
    /// Ranks in all, each with a device of its own
    #[arg(long, default_value_t = 8)]
    pub ranks: u32,
    /// Processes, on this machine, that share the ranks
    #[arg(long, default_value_t = 1)]
    pub processes: u32,
    /// Rounds of each size [default: as many as fit into --seconds]
    #[arg(long)]
    pub rounds: Option<usize>,
    /// Time for the rounds of each size
    #[arg(long, default_value_t = 3.0)]
    pub seconds: f64,
    /// End with 1 where a limit is missed, or was not measured
    #[arg(long)]
    pub check: bool,
    /// Where to write the figures as a table
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Where to write the figures, with those of single rounds
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// This process is one of those that the program starts
    #[arg(long, hide = true)]
    pub part: Option<u32>,
}

/// A number of bytes: `1000`, or `64K`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let text = text.trim();
        let digits = text.trim_end_matches(|last: char| last.is_ascii_alphabetic());
        let unit: usize = match text.strip_prefix(digits).unwrap_or_default() {
            "" => 1,
            "K" => 1 << 10,
            "M" => 1 << 20,
            "G" => 1 << 30,
            _ => return Err("give bytes like 1000, 64K, 1M or 1G".to_owned()),
        };
        let number: usize = digits.parse().map_err(|_| "give bytes like 1000, 64K, 1M or 1G".to_owned())?;
        let bytes = number.checked_mul(unit).filter(|bytes| (1..=1 << 40).contains(bytes));
        bytes.map(Self).ok_or_else(|| "give from 1 byte to 1024G".to_owned())
    }
}

impl Cli {
    /// What is asked for. Checks everything that can be wrong, before anything is measured.
    pub fn job(&self) -> Result<Job> {
        let job = Job {
            collective: self.collective,
            dtype: self.dtype,
            ranks: self.ranks,
            processes: self.processes,
            sizes: self.sizes.iter().map(|size| size.0).collect(),
            rounds: self.rounds,
            seconds: self.seconds,
        };
        job.check()?;
        for (flag, path) in [("--csv", &self.csv), ("--json", &self.json)] {
            if let Some(path) = path {
                output::check_writable(flag, path)?;
            }
        }
        let resolved = |path: &Option<PathBuf>| path.as_deref().and_then(|path| output::resolve(path).ok());
        if let (Some(csv), Some(json)) = (resolved(&self.csv), resolved(&self.json))
            && csv == json
            && !csv.exists() | csv.is_file()
        {
            return Err(Error::input("--csv and --json name the same file; give two"));
        }
        Ok(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::parse_words;

    fn told(line: &str) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let error = parse_words::<Cli>(&words).and_then(|cli| cli.job()).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn defaults_hold_the_sizes_of_the_limits() {
        let job = parse_words::<Cli>(&[]).and_then(|cli| cli.job()).unwrap();
        assert_eq!(job.sizes, [1 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20]);
        assert_eq!((job.ranks, job.processes, job.dtype), (8, 1, Dtype::Fp32));
    }

    #[test]
    fn sizes_are_bytes_with_units() {
        for (text, bytes) in [("1", Some(1)), ("64K", Some(65536)), ("2M", Some(2 << 20)), ("1G", Some(1 << 30))] {
            assert_eq!(text.parse::<Size>().ok().map(|size| size.0), bytes);
        }
        for text in ["", "0", "K", "1k", "1.5M", "-1", "2048G", "99999999999999999999"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_what_to_change() {
        for (line, expected) in [
            ("--ranks 1", "--ranks 1: nothing travels; give 2 or more"),
            ("--processes 3", "--processes 3: 8 ranks do not divide into as many equal shares; give a divisor of 8"),
            ("--processes 0", "--processes 0: 8 ranks do not divide into as many equal shares; give a divisor of 8"),
            ("--rounds 0", "--rounds 0: nothing would be measured; give 1 or more"),
            ("--seconds NaN", "--seconds NaN: must be above 0 and at most a day; give one like --seconds 3"),
            ("--sizes 6", "--sizes 6: not a whole number of fp32 elements; give a multiple of 4"),
            (
                "--collective all_gather --dtype bf16 --sizes 8",
                "--sizes 8: not a whole number of bf16 elements for each of 8 ranks; give a multiple of 16",
            ),
        ] {
            assert_eq!(told(line), expected);
        }
        assert!(told("--sizes 1k").contains("give bytes like 1000, 64K, 1M or 1G"));
        assert!(
            told("--collective gossip")
                .contains("[possible values: all_reduce, all_gather, reduce_scatter, broadcast]")
        );
        assert!(told("--csv /no/such/folder/a.csv").starts_with("--csv /no/such/folder/a.csv: cannot write there"));
    }
}
