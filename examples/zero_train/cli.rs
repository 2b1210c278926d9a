//! The command line, and the checks of what stands on it.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use crate::data;
use crate::error::{Error, Result};
use crate::free_memory::free_memory;
use crate::model::Config;

/// Trains a small Llama, byte by byte, on text, with ZeRO: each rank keeps a share of the optimizer's state, in
/// stage 2 of the gradients too, in stage 3 of the parameters too.
///
/// The model runs on the host; parameters, gradients and optimizer live on the devices.
///
/// Files are written under another name first, then renamed: a run that is killed meanwhile leaves .NAME.PID.part beside NAME,
/// which can be removed.
#[derive(Clone, Debug, Parser)]
#[command(name = "zero_train", allow_negative_numbers = true)]
pub struct Cli {
    /// Text to train on [default: the sources of this repository]
    #[arg(long, value_name = "FILE")]
    pub text: Option<PathBuf>,
    /// Ranks, each with a device of its own
    #[arg(long, default_value_t = 8)]
    pub world: usize,
    /// Optimizer steps
    #[arg(long, default_value_t = 120)]
    pub steps: usize,
    /// Layers of attention and feed-forward
    #[arg(long, default_value_t = 4)]
    pub layers: usize,
    /// Elements of the vector that stands for a byte
    #[arg(long, default_value_t = 128)]
    pub dim: usize,
    /// Attention heads
    #[arg(long, default_value_t = 4)]
    pub heads: usize,
    /// Inner width of the feed-forward [default: 8/3 of --dim]
    #[arg(long)]
    pub hidden: Option<usize>,
    /// Bytes in a sequence
    #[arg(long, default_value_t = 128)]
    pub context: usize,
    /// Sequences in a step, over all ranks
    #[arg(long, default_value_t = 24)]
    pub batch: usize,
    /// Type of parameters and gradients on the devices; the optimizer keeps fp32
    #[arg(long, value_enum, default_value_t = Dtype::Bf16)]
    pub dtype: Dtype,
    /// What each rank keeps a share of: the optimizer's state; the gradients too; the parameters too
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    pub stage: u32,
    /// Micro-batches of a step, each reduced and added up
    #[arg(long, default_value_t = 1)]
    pub accumulate: usize,
    /// Norm of all gradients that a step is clipped to
    #[arg(long, value_name = "NORM")]
    pub clip: Option<f64>,
    /// What the loss is multiplied by: a fixed number (1024 for fp16, else 1), or one that falls where gradients overflow, which
    /// skips the step, and grows where they do not
    #[arg(long, value_enum, default_value_t = Scaler::None)]
    pub scaler: Scaler,
    /// Learning rate, reached after a short warm-up
    #[arg(long, default_value_t = 2e-3)]
    pub lr: f32,
    /// Share one matrix between embedding and output
    #[arg(long)]
    pub tied: bool,
    /// Seed of the initial weights and of the choice of sequences
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Weights to start from
    #[arg(long, value_name = "IN.safetensors")]
    pub weights: Option<PathBuf>,
    /// Where to write the trained weights
    #[arg(long, value_name = "OUT.safetensors")]
    pub out: Option<PathBuf>,
    /// Where to write the figures of the run
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Where the software device writes the timeline of the run, for the viewers of Chrome and Perfetto; a new file
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// What the loss is multiplied by.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Scaler {
    None,
    Dynamic,
}

/// Type of parameters and gradients on the devices.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Dtype {
    Fp32,
    Fp16,
    Bf16,
}

impl Cli {
    /// Reads a command line that has no program name in front.
    #[cfg(test)]
    pub fn from_words(words: &[&str]) -> Result<Self> {
        crate::command_line::parse_words(words)
    }

    /// Checks every number, and gives the model they describe.
    pub fn config(&self) -> Result<Config> {
        let Self { world, steps, layers, dim, heads, context, batch, .. } = *self;
        let hidden = self.hidden.unwrap_or_else(|| Config::usual_hidden(dim));
        for (flag, value) in [
            ("--world", world),
            ("--steps", steps),
            ("--layers", layers),
            ("--dim", dim),
            ("--heads", heads),
            ("--hidden", hidden),
            ("--context", context),
            ("--batch", batch),
            ("--accumulate", self.accumulate),
        ] {
            if value == 0 {
                return Err(Error::input(format!("{flag} 0: there must be at least one; give {flag} 1 or more")));
            }
        }
        if !dim.is_multiple_of(heads) {
            return Err(Error::input(format!(
                "--dim {dim} --heads {heads}: the heads must share the elements evenly; \
                 give a --dim that is a multiple of --heads"
            )));
        }
        if !(dim / heads).is_multiple_of(2) {
            return Err(Error::input(format!(
                "--dim {dim} --heads {heads}: a head has {} elements, but RoPE turns pairs; \
                 give a --dim that is a multiple of {}",
                dim / heads,
                heads.saturating_mul(2)
            )));
        }
        if !(self.lr.is_finite() && self.lr > 0.0) {
            return Err(Error::input(format!(
                "--lr {}: must be a number above zero; give one like --lr 0.001",
                self.lr
            )));
        }
        let micro_batches = world.saturating_mul(self.accumulate);
        if self.accumulate > 1 && !batch.is_multiple_of(micro_batches) {
            return Err(Error::input(format!(
                "--batch {batch} --world {world} --accumulate {}: every micro-batch of every rank has as many sequences; give a --batch \
                 that is a multiple of {micro_batches}",
                self.accumulate
            )));
        }
        if let Some(clip) = self.clip.filter(|clip| !((*clip as f32).is_normal() && *clip > 0.0)) {
            return Err(Error::input(format!("--clip {clip}: must be a number above zero; give one like --clip 1.0")));
        }
        let config = Config { layers, dim, heads, hidden, context, tied: self.tied };
        self.check_memory(&config, free_memory())?;
        Ok(config)
    }

    /// Refuses what does not fit in this machine. A rough count, to tell a slip of the finger from a model.
    fn check_memory(&self, config: &Config, free: f64) -> Result<()> {
        // On the host values, gradients and the rank's share of tokens; on the devices, which are software and live in
        // the same memory, at most values, gradients, master, m, v and staging of 4 bytes each.
        let sequences = data::share(self.batch, self.world, 0).len();
        let rank = 32.0 * config.parameter_count() + 4.0 * config.activation_count(sequences);
        let needed = rank * self.world as f64;
        match needed <= free {
            true => Ok(()),
            false => Err(Error::input(format!(
                "the run needs about {:.1} GB of memory, {:.1} GB are free; \
                 lower --dim, --layers, --context, --batch or --world",
                needed / 1e9,
                free / 1e9
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Cli {
        Cli::from_words(&line.split_whitespace().collect::<Vec<_>>()).unwrap()
    }

    fn message(line: &str) -> String {
        let error = parse(line).config().unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn bad_numbers_are_refused_with_what_to_change() {
        for flag in ["--world", "--steps", "--layers", "--dim", "--heads", "--hidden", "--context", "--batch"] {
            let expected = format!("{flag} 0: there must be at least one; give {flag} 1 or more");
            assert_eq!(message(&format!("{flag} 0")), expected);
        }
        assert_eq!(
            message("--dim 30 --heads 4"),
            "--dim 30 --heads 4: the heads must share the elements evenly; give a --dim that is a multiple of --heads"
        );
        assert_eq!(
            message("--dim 12 --heads 4"),
            "--dim 12 --heads 4: a head has 3 elements, but RoPE turns pairs; give a --dim that is a multiple of 8"
        );
        for lr in ["-1", "0", "NaN", "inf"] {
            let expected = format!("--lr {lr}: must be a number above zero; give one like --lr 0.001");
            assert_eq!(message(&format!("--lr {lr}")), expected);
        }
    }

    #[test]
    fn model_that_does_not_fit_is_refused() {
        let cli = parse("");
        let error = cli.check_memory(&cli.config().unwrap(), 1e6).unwrap_err().to_string();
        assert!(error.starts_with("the run needs about 0."), "{error}");
        assert!(error.ends_with("0.0 GB are free; lower --dim, --layers, --context, --batch or --world"), "{error}");
        // Sizes whose product no integer holds.
        assert!(message("--dim 18446744073709551612 --heads 2 --layers 18446744073709551615").contains("lower --dim"));
        assert!(message("--context 18446744073709551615 --batch 18446744073709551615").contains("lower --dim"));
        assert!(message("--world 18446744073709551615").contains("or --world"));
    }

    #[test]
    fn what_cannot_be_read_is_told_in_one_line() {
        let message = |words: &[&str]| Cli::from_words(words).unwrap_err().to_string();
        let number = "invalid value 'many' for '--world <WORLD>': invalid digit found in string; see --help";
        assert_eq!(message(&["--world", "many"]), number);
        let dtype = "invalid value 'int8' for '--dtype <DTYPE>' [possible values: fp32, fp16, bf16]; see --help";
        assert_eq!(message(&["--dtype", "int8"]), dtype);
        assert_eq!(message(&["--stages", "2"]), "unexpected argument '--stages' found; see --help");
        assert_eq!(
            message(&["--stage", "9"]),
            "invalid value '9' for '--stage <STAGE>': 9 is not in 1..=3; see --help"
        );
    }

    #[test]
    fn defaults_are_a_model() {
        let config = parse("").config().unwrap();
        assert_eq!((config.head_dim(), config.hidden, config.tied), (32, 352, false));
    }
}
