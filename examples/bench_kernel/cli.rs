//! The command line, and the checks of what stands on it.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};

use crate::case::{Adam, Case, CopyOut, Dtype, Moments};
use crate::error::{Error, Result};
use crate::output;

/// The device counts blocks in 16 bits.
const BLOCKS_LIMIT: u32 = 65_535;
/// Beyond this no machine holds the elements, and f64 no longer counts each of them.
const SIZE_LIMIT: f64 = 1e15;
/// Beyond this an offset shifts nothing that a smaller one does not.
const OFFSETS_LIMIT: usize = 4096;

/// Measures kernels: device time, memory traffic, and the share of what the memory can do.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench_kernel", allow_negative_numbers = true)]
pub struct Cli {
    /// The kernel
    #[command(subcommand)]
    pub kernel: Kernel,
}

/// The kernels that can be measured.
#[derive(Clone, Debug, Subcommand)]
#[command(allow_negative_numbers = true)]
pub enum Kernel {
    /// The fused AdamW step on a shard
    #[command(allow_negative_numbers = true)]
    Adam(AdamOptions),
    /// The check of gradients, all launches of it
    #[command(allow_negative_numbers = true)]
    Stats(Typed),
    /// The decision of a step; a size is a number of shards
    #[command(allow_negative_numbers = true)]
    Control(Common),
    /// New scales of single tensors; a size is a number of tensors
    #[command(allow_negative_numbers = true)]
    ControlTensors(Common),
    /// Adds an array to a sum in fp32
    #[command(allow_negative_numbers = true)]
    Accumulate(Typed),
    /// Converts from each type to each other one
    #[command(allow_negative_numbers = true)]
    Cast(Typed),
    /// Multiplies an array by a number
    #[command(allow_negative_numbers = true)]
    Scale(Typed),
    /// Writes one value everywhere
    #[command(allow_negative_numbers = true)]
    Fill(Typed),
    /// One of each that the device has
    #[command(allow_negative_numbers = true)]
    All(Common),
}

/// What can be asked of `adam`.
#[derive(Clone, Debug, Args)]
pub struct AdamOptions {
    /// Types of the gradients
    #[arg(long, value_enum, value_delimiter = ',', default_value = "bf16")]
    pub gradient: Vec<Dtype>,
    /// Types of the low-precision copy of the new weights
    #[arg(long, value_enum, value_delimiter = ',', default_value = "bf16")]
    pub copy: Vec<CopyOut>,
    /// Types of the moments
    #[arg(long, value_enum, value_delimiter = ',', default_value = "fp32")]
    pub moments: Vec<Moments>,
    /// Divides by the largest second moments so far
    #[arg(long)]
    pub amsgrad: bool,
    /// Rounds by chance what is stored in 16 bits
    #[arg(long)]
    pub stochastic: bool,
    /// What can be asked of every kernel
    #[command(flatten)]
    pub common: Common,
}

/// What can be asked of a kernel with one entry a type.
#[derive(Clone, Debug, Args)]
pub struct Typed {
    /// Element types
    #[arg(long, value_enum, value_delimiter = ',', default_value = "fp32,fp16,bf16")]
    pub dtype: Vec<Dtype>,
    /// What can be asked of every kernel
    #[command(flatten)]
    pub common: Common,
}

/// What can be asked of every kernel.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Numbers of elements [default: 1e6,1e7,1e8; of control 8,64,1024, of
    /// control-tensors 100,1000,10000]
    #[arg(long, value_delimiter = ',', value_name = "COUNT,...")]
    pub sizes: Option<Vec<Size>>,
    /// Blocks of a launch [default: the vector cores of the device]
    #[arg(long, value_delimiter = ',', value_name = "COUNT,...")]
    pub blocks: Option<Vec<u32>>,
    /// Elements from an aligned address to the first
    #[arg(long, value_delimiter = ',', value_name = "COUNT,...", default_value = "0")]
    pub offsets: Vec<usize>,
    /// Rounds of each row [default: until its median is known to --precision]
    #[arg(long)]
    pub rounds: Option<usize>,
    /// Percent to which a median has to be known
    #[arg(long, default_value_t = 1.0)]
    pub precision: f64,
    /// Time for the rounds of each row
    #[arg(long, default_value_t = 5.0)]
    pub seconds: f64,
    /// Copies of the elements that launches take in turn [default: as many as outgrow the last-level cache]
    #[arg(long)]
    pub sets: Option<usize>,
    /// Where to write the figures as a table
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Where to write the figures
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// A file of --json: fails when anything is slower now
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// Percent that --compare lets pass, beyond what is noise
    #[arg(long, default_value_t = 5.0)]
    pub tolerance: f64,
}

/// A number of elements: `1000003`, or `1e6`.
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

impl Kernel {
    /// What is asked of every kernel.
    pub fn common(&self) -> &Common {
        match self {
            Self::Adam(options) => &options.common,
            Self::Stats(typed)
            | Self::Accumulate(typed)
            | Self::Cast(typed)
            | Self::Scale(typed)
            | Self::Fill(typed) => &typed.common,
            Self::Control(common) | Self::ControlTensors(common) | Self::All(common) => common,
        }
    }

    /// What is to be measured.
    pub fn cases(&self) -> Result<Vec<Case>> {
        let of = |typed: &Typed, case: fn(Dtype) -> Case| typed.dtype.iter().copied().map(case).collect();
        Ok(match self {
            Self::Adam(options) => options.cases(),
            Self::Stats(typed) => of(typed, Case::Stats),
            Self::Control(_) => vec![Case::Control],
            Self::ControlTensors(_) => vec![Case::ControlTensors],
            Self::Accumulate(typed) => of(typed, Case::Accumulate),
            Self::Cast(Typed { dtype, .. }) => {
                let pairs = dtype.iter().flat_map(|from| dtype.iter().map(move |to| (*from, *to)));
                let cases: Vec<_> =
                    pairs.filter(|(from, to)| from != to).map(|(from, to)| Case::Cast(from, to)).collect();
                if cases.is_empty() {
                    return Err(Error::input("--dtype: nothing is cast to its own type; give two or more"));
                }
                cases
            }
            Self::Scale(typed) => of(typed, Case::Scale),
            Self::Fill(typed) => of(typed, Case::Fill),
            Self::All(_) => Case::all(),
        })
    }
}

impl AdamOptions {
    fn cases(&self) -> Vec<Case> {
        let Self { amsgrad, stochastic, .. } = *self;
        let mut cases = Vec::new();
        for &gradient in &self.gradient {
            for &copy in &self.copy {
                for &moments in &self.moments {
                    cases.push(Case::Adam(Adam { gradient, copy, moments, amsgrad, stochastic }));
                }
            }
        }
        cases
    }
}

impl Common {
    /// Checks every number, and that the files can be written.
    pub fn check(&self) -> Result<()> {
        if let Some(blocks) = self.blocks.iter().flatten().find(|blocks| !(1..=BLOCKS_LIMIT).contains(*blocks)) {
            return Err(Error::input(format!(
                "--blocks {blocks}: a launch has 1 to {BLOCKS_LIMIT}; give a number in that range"
            )));
        }
        if let Some(offset) = self.offsets.iter().find(|offset| **offset > OFFSETS_LIMIT) {
            return Err(Error::input(format!("--offsets {offset}: give 0 to {OFFSETS_LIMIT} elements")));
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
        for (flag, percent) in [("--precision", self.precision), ("--tolerance", self.tolerance)] {
            if !(0.0..=100.0).contains(&percent) {
                return Err(Error::input(format!("{flag} {percent}: give a percentage from 0 to 100")));
            }
        }
        self.check_files()
    }

    fn check_files(&self) -> Result<()> {
        for (flag, path) in [("--csv", &self.csv), ("--json", &self.json)] {
            if let Some(path) = path {
                output::check_writable(flag, path)?;
            }
        }
        let resolved = |path: &Option<PathBuf>| output::resolve(path.as_deref()?).ok();
        if let (Some(csv), Some(json)) = (resolved(&self.csv), resolved(&self.json))
            && csv == json
            && !csv.exists() | csv.is_file()
        {
            return Err(Error::input("--csv and --json name the same file; give two"));
        }
        Ok(())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn kernel(line: &str) -> Kernel {
        Cli::from_words(&line.split_whitespace().collect::<Vec<_>>()).unwrap().kernel
    }

    fn refusal(line: &str) -> String {
        let error = Cli::from_words(&line.split_whitespace().collect::<Vec<_>>()).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn defaults_are_the_types_of_the_aim() {
        let cases = kernel("adam").cases().unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!((cases[0].bytes_moved(), cases[0].bytes_held()), (28, 16));
        kernel("adam").common().check().unwrap();
    }

    #[test]
    fn every_combination_of_types_is_measured() {
        let names = |line: &str| kernel(line).cases().unwrap().iter().map(Case::to_string).collect::<Vec<_>>();
        assert_eq!(names("adam --gradient fp16,fp32 --copy none,fp16").len(), 4);
        assert_eq!(names("adam --moments bf16 --amsgrad --stochastic"), ["adam bf16>bf16 m=bf16 max sr"]);
        assert_eq!(names("cast --dtype fp32,fp16"), ["cast fp32>fp16", "cast fp16>fp32"]);
        assert_eq!(names("scale").len(), 3);
        assert_eq!(kernel("cast --dtype fp32").cases().unwrap_err().exit_code(), 2);
    }

    #[test]
    fn sizes_are_counts() {
        let sizes = |line: &str| kernel(line).common().sizes.clone().unwrap();
        assert_eq!(sizes("fill --sizes 1,1e6,1000003,2.5e3"), [1, 1_000_000, 1_000_003, 2500].map(Size));
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
            let error = kernel(&format!("scale {line}")).common().check().unwrap_err();
            assert_eq!(error.exit_code(), 2);
            error.to_string()
        };
        assert_eq!(message("--blocks 0"), "--blocks 0: a launch has 1 to 65535; give a number in that range");
        assert_eq!(message("--blocks 9,65536"), "--blocks 65536: a launch has 1 to 65535; give a number in that range");
        assert_eq!(message("--offsets 0,4097"), "--offsets 4097: give 0 to 4096 elements");
        assert_eq!(message("--rounds 0"), "--rounds 0: there must be at least one; give --rounds 1 or more");
        assert_eq!(message("--sets 0"), "--sets 0: there must be at least one; give --sets 1 or more");
        assert_eq!(message("--tolerance -1"), "--tolerance -1: give a percentage from 0 to 100");
        assert_eq!(message("--precision NaN"), "--precision NaN: give a percentage from 0 to 100");
        for seconds in ["0", "-1", "NaN", "inf"] {
            let expected = format!("--seconds {seconds}: must be above 0 and at most a day; give one like --seconds 5");
            assert_eq!(message(&format!("--seconds {seconds}")), expected);
        }
        assert!(message("--json /no/such/folder/a").starts_with("--json /no/such/folder/a: cannot write there ("));
    }
}
