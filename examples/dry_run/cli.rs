//! The command line, and the checks of what stands on it.

use std::path::PathBuf;

use ascend_npu::zero::Stage;
use clap::Parser;

use crate::error::{Error, Result};
use crate::model::Model;
use crate::{new_file, output};

/// Plans a step of training a Llama with ZeRO: its time and its memory, without any data
#[derive(Clone, Debug, Parser)]
#[command(name = "dry_run")]
pub struct Cli {
    /// Ranks, each with a device of its own
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub world: u32,
    /// Several numbers of ranks, for a table: each is a run of its own
    #[arg(long, value_name = "WORLD,...", value_delimiter = ',', conflicts_with_all = ["world", "trace"], value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub worlds: Vec<u32>,
    /// The part, as `ascend-mock info --all` lists them
    #[arg(long, default_value = "Ascend910B3")]
    pub soc: String,
    /// The ZeRO stage
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    pub stage: u32,
    /// Steps; the one before the last is told, with what of its neighbours overlaps it
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=100))]
    pub steps: u32,
    /// Layers
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub layers: u32,
    /// Width of the residual stream
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub hidden: u64,
    /// Width inside of the feed-forward layers
    #[arg(long, default_value_t = 11008, value_parser = clap::value_parser!(u64).range(1..=1 << 22))]
    pub ffn: u64,
    /// Tokens of the vocabulary
    #[arg(long, default_value_t = 32000, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub vocabulary: u64,
    /// Tokens of a sequence
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub sequence: u64,
    /// Sequences of a rank in a step
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
    pub batch: u64,
    /// Parameters of a bucket
    #[arg(long, default_value_t = 1 << 26, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub bucket: u64,
    /// The share of the cube units' rate that products of matrices reach
    #[arg(long, default_value_t = 0.6)]
    pub efficiency: f64,
    /// Where to write the figures
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Where the device writes the timeline of the run, for the viewers of Chrome and Perfetto; a new file
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// What is planned.
#[derive(Clone, Debug)]
pub struct Job {
    pub world: u32,
    pub soc: String,
    pub stage: Stage,
    pub steps: u32,
    pub model: Model,
    pub bucket: u64,
    pub efficiency: f64,
    pub trace: Option<PathBuf>,
}

impl Cli {
    /// The flags that the runs of a table share.
    pub fn flags(&self) -> Vec<String> {
        let flag = |name: &str, value: &dyn std::fmt::Display| [format!("--{name}"), value.to_string()];
        let Self { soc, stage, steps, layers, hidden, ffn, vocabulary, sequence, batch, bucket, efficiency, .. } = self;
        let all = [
            flag("soc", soc),
            flag("stage", stage),
            flag("steps", steps),
            flag("layers", layers),
            flag("hidden", hidden),
            flag("ffn", ffn),
            flag("vocabulary", vocabulary),
            flag("sequence", sequence),
            flag("batch", batch),
            flag("bucket", bucket),
            flag("efficiency", efficiency),
        ];
        all.into_iter().flatten().collect()
    }

    /// Checks what the types of the flags do not.
    pub fn job(&self) -> Result<Job> {
        let known = ascend_npu_mock::control::SOC_NAMES;
        if !known.contains(&self.soc.as_str()) {
            return Err(Error::input(format!("--soc {}: not one of {}", self.soc, known.join(", "))));
        }
        if !(self.efficiency > 0.0 && self.efficiency <= 1.0) {
            return Err(Error::input(format!("--efficiency {}: above 0 and at most 1 is wanted", self.efficiency)));
        }
        if let Some(path) = &self.json {
            output::check_writable("--json", path)?;
        }
        self.trace.as_deref().map_or(Ok(()), |path| new_file::check_new("--trace", path))?;
        let model = Model {
            layers: self.layers,
            hidden: self.hidden,
            ffn: self.ffn,
            vocabulary: self.vocabulary,
            sequence: self.sequence,
            batch: self.batch,
        };
        let Self { world, steps, bucket, efficiency, .. } = *self;
        let (soc, trace) = (self.soc.clone(), self.trace.clone());
        let stage = Stage::of_number(self.stage).unwrap_or(Stage::One);
        Ok(Job { world, soc, stage, steps, model, bucket, efficiency, trace })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line;

    #[test]
    fn the_default_is_a_model_of_seven_billion_parameters_over_eight_devices() {
        let job = command_line::parse_words::<Cli>(&[]).unwrap().job().unwrap();
        assert_eq!((job.world, job.soc.as_str()), (8, "Ascend910B3"));
        assert_eq!(job.model.parameters(), 6_738_415_616);
    }

    #[test]
    fn the_runs_of_a_table_have_the_flags_of_the_table() {
        let words =
            ["--stage", "3", "--worlds", "8,16", "--layers", "2", "--efficiency", "0.25", "--soc", "Ascend910B1"];
        let cli = command_line::parse_words::<Cli>(&words).unwrap();
        assert_eq!(cli.worlds, [8, 16]);
        let flags = cli.flags();
        let words: Vec<&str> = flags.iter().map(String::as_str).collect();
        let again = Cli { worlds: cli.worlds.clone(), ..command_line::parse_words::<Cli>(&words).unwrap() };
        assert_eq!(format!("{again:?}"), format!("{cli:?}"));
        for words in [&["--worlds", "8", "--world", "8"][..], &["--worlds", "0"], &["--worlds", "8,x"]] {
            assert!(command_line::parse_words::<Cli>(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_flag() {
        for words in [&["--soc", "Ascend310P3"][..], &["--efficiency", "0"], &["--efficiency", "1.5"]] {
            let error = command_line::parse_words::<Cli>(words).unwrap().job().unwrap_err();
            assert!(error.exit_code() == 2 && error.to_string().starts_with(words[0]), "{error}");
        }
    }
}
