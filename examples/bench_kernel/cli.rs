//! The command line, and the checks of what stands on it.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};

use crate::error::{Error, Result};
use crate::types::{CopyOut, Gradient, Types};

/// The device counts blocks in 16 bits.
const BLOCKS_LIMIT: u32 = 65_535;
/// Beyond this no machine holds the parameters, and f64 no longer counts each of them.
const SIZE_LIMIT: f64 = 1e15;

/// Measures a kernel: device time, memory traffic, and its share of a plain read-write pass over as many bytes.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench_kernel", allow_negative_numbers = true)]
pub struct Cli {
    /// The kernel
    #[command(subcommand)]
    pub kernel: Kernel,
}

/// The kernels that can be measured.
#[derive(Clone, Debug, Subcommand)]
pub enum Kernel {
    /// The fused AdamW step on a shard
    #[command(allow_negative_numbers = true)]
    Adam(AdamOptions),
}

/// What can be asked of `adam`.
#[derive(Clone, Debug, Args)]
pub struct AdamOptions {
    /// Numbers of parameters
    #[arg(long, value_delimiter = ',', value_name = "COUNT,...", default_value = "1e6,1e7,1e8")]
    pub sizes: Vec<Size>,
    /// Type of the gradients
    #[arg(long, value_enum, default_value_t = Gradient::Bf16)]
    pub gradient: Gradient,
    /// Type of the low-precision copy of the new weights
    #[arg(long, value_enum, default_value_t = CopyOut::Bf16)]
    pub copy: CopyOut,
    /// Blocks of a launch [default: the vector cores of the device]
    #[arg(long)]
    pub blocks: Option<u32>,
    /// Rounds of each size [default: as many as fit into --seconds]
    #[arg(long)]
    pub rounds: Option<usize>,
    /// Time for the rounds of each size
    #[arg(long, default_value_t = 5.0)]
    pub seconds: f64,
    /// Copies of the parameters that launches take in turn [default: as many as outgrow the last-level cache]
    #[arg(long)]
    pub sets: Option<usize>,
    /// Where to write the figures
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// A number of parameters: `1000003`, or `1e6`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let number: f64 = text.trim().parse().map_err(|_| "give a count like 1000003 or 1e6".to_owned())?;
        if !(1.0..=SIZE_LIMIT).contains(&number) {
            return Err(format!("give a count from 1 to {SIZE_LIMIT:e}"));
        }
        // Below the limit every whole number has its own f64.
        if number.fract() == 0.0 { Ok(Self(number as usize)) } else { Err("give a whole number".to_owned()) }
    }
}

#[cfg(test)]
impl Cli {
    /// Reads a command line that has no program name in front.
    pub fn from_words(words: &[&str]) -> Result<Self> {
        crate::command_line::parse_words(words)
    }
}

impl AdamOptions {
    /// The element types.
    pub fn types(&self) -> Types {
        Types { gradient: self.gradient, copy: self.copy }
    }

    /// Checks every number.
    pub fn check(&self) -> Result<()> {
        if let Some(blocks) = self.blocks.filter(|blocks| !(1..=BLOCKS_LIMIT).contains(blocks)) {
            return Err(Error::input(format!(
                "--blocks {blocks}: a launch has 1 to {BLOCKS_LIMIT}; give a number in that range"
            )));
        }
        for (flag, value) in [("--rounds", self.rounds), ("--sets", self.sets)] {
            if value == Some(0) {
                return Err(Error::input(format!("{flag} 0: there must be at least one; give {flag} 1 or more")));
            }
        }
        if !(self.seconds > 0.0 && self.seconds <= 86_400.0) {
            return Err(Error::input(format!(
                "--seconds {}: must be above 0 and at most a day; give one like --seconds 5",
                self.seconds
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn adam(line: &str) -> AdamOptions {
        let words: Vec<_> = ["adam"].into_iter().chain(line.split_whitespace()).collect();
        let Kernel::Adam(options) = Cli::from_words(&words).unwrap().kernel;
        options
    }

    fn refusal(line: &str) -> String {
        let error = Cli::from_words(&line.split_whitespace().collect::<Vec<_>>()).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn defaults_are_the_sizes_and_types_of_the_aim() {
        let options = adam("");
        assert_eq!(options.sizes, [1_000_000, 10_000_000, 100_000_000].map(Size));
        assert_eq!((options.types().bytes_moved(), options.types().bytes_held()), (28, 16));
        options.check().unwrap();
    }

    #[test]
    fn sizes_are_counts() {
        assert_eq!(adam("--sizes 1,1e6,1000003,2.5e3").sizes, [1, 1_000_000, 1_000_003, 2500].map(Size));
        for (size, reason) in [
            ("many", "give a count like 1000003 or 1e6"),
            ("0", "give a count from 1 to 1e15"),
            ("-5", "give a count from 1 to 1e15"),
            ("1e16", "give a count from 1 to 1e15"),
            ("inf", "give a count from 1 to 1e15"),
            ("NaN", "give a count from 1 to 1e15"),
            ("1.5", "give a whole number"),
        ] {
            let expected = format!("invalid value '{size}' for '--sizes <COUNT,...>': {reason}; see --help");
            assert_eq!(refusal(&format!("adam --sizes {size}")), expected);
        }
        assert!(refusal("adam --sizes 1e6,,1e7").contains("invalid value ''"));
    }

    #[test]
    fn what_cannot_be_read_is_told_in_one_line() {
        assert_eq!(refusal(""), "the command line does not say what to do; see --help");
        assert_eq!(refusal("sgd"), "unrecognized subcommand 'sgd'; see --help");
        assert_eq!(refusal("adam --speed 9"), "unexpected argument '--speed' found; see --help");
        let types = "invalid value 'int8' for '--gradient <GRADIENT>' [possible values: fp32, fp16, bf16]; see --help";
        assert_eq!(refusal("adam --gradient int8"), types);
    }

    #[test]
    fn bad_numbers_are_refused_with_what_to_change() {
        let message = |line: &str| {
            let error = adam(line).check().unwrap_err();
            assert_eq!(error.exit_code(), 2);
            error.to_string()
        };
        assert_eq!(message("--blocks 0"), "--blocks 0: a launch has 1 to 65535; give a number in that range");
        assert_eq!(message("--blocks 65536"), "--blocks 65536: a launch has 1 to 65535; give a number in that range");
        assert_eq!(message("--rounds 0"), "--rounds 0: there must be at least one; give --rounds 1 or more");
        assert_eq!(message("--sets 0"), "--sets 0: there must be at least one; give --sets 1 or more");
        for seconds in ["0", "-1", "NaN", "inf"] {
            let expected = format!("--seconds {seconds}: must be above 0 and at most a day; give one like --seconds 5");
            assert_eq!(message(&format!("--seconds {seconds}")), expected);
        }
    }
}
