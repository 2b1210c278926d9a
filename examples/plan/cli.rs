//! The command line, and the checks of what stands on it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use ascend_npu::zero::plan::{Model, PARTS, Part, PlanOptions};
use ascend_npu::zero::{Accumulation, Dtype, LayoutOptions, Setup, Stage};
use clap::{ArgGroup, Parser, ValueEnum};

use crate::error::{Error, Result};
use crate::output;

/// More than any config.json has.
const CONFIG_LIMIT: u64 = 16 << 20;

/// Plans memory and communication of training a model with ZeRO
#[derive(Clone, Debug, Parser)]
#[command(name = "plan", group = ArgGroup::new("source").args(["model", "config", "safetensors"]))]
pub struct Cli {
    /// A model by its name, such as llama-7b; a wrong one is told with all names
    #[arg(long, default_value = "llama-7b")]
    pub model: String,
    /// The config.json of a Llama, Mistral or Qwen2
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Weights, of which only the header is read; activations are not planned then
    #[arg(long, value_name = "FILE")]
    pub safetensors: Option<PathBuf>,
    /// Type of parameters and gradients [default: bf16, or that of the file]
    #[arg(long, value_enum)]
    pub dtype: Option<Type>,
    /// Ranks, each with a device of its own
    #[arg(long, default_value_t = 8)]
    pub world: u32,
    /// The stage, 1 to 3 [default: all of them]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=3))]
    pub stage: Option<u32>,
    /// Micro-batches of a step
    #[arg(long, default_value_t = 1)]
    pub micro_batches: u32,
    /// When the gradients of micro-batches are reduced: each at once, or their sum once
    #[arg(long, value_enum, default_value_t = When::Each)]
    pub reduce: When,
    /// Elements of a bucket
    #[arg(long, default_value_t = 1 << 24)]
    pub bucket: u64,
    /// Stage 3: layers that are gathered before they are used
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub prefetch: u32,
    /// Communicators that each device takes part in
    #[arg(long, default_value_t = 1)]
    pub communicators: u32,
    /// HCCL_BUFFSIZE: MiB of one of the two buffers of a communicator
    #[arg(long, value_name = "MIB", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub buffer: u64,
    /// Tokens of a sequence
    #[arg(long, default_value_t = 4096)]
    pub sequence: u64,
    /// Sequences of a rank in a micro-batch
    #[arg(long, default_value_t = 1)]
    pub batch: u64,
    /// Keep all activations for the backward pass, and compute none again
    #[arg(long)]
    pub keep_activations: bool,
    /// Plan the optimizer's states in the host's memory
    #[arg(long)]
    pub optimizer_on_host: bool,
    /// MiB that the runtime and the libraries take: an assumption
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(0..=1 << 20))]
    pub reserve: u64,
    /// The part for which a change is looked for, by its SoC name
    #[arg(long, default_value = "Ascend910B3")]
    pub soc: String,
    /// Where to write all figures
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Where to draw them
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Type of parameters and gradients.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Type {
    Fp32,
    Fp16,
    Bf16,
}

/// When gradients are reduced.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum When {
    Each,
    Once,
    InOrder,
}

/// What is planned.
#[derive(Clone, Debug)]
pub struct Job {
    pub model: Model,
    pub part: Part,
    /// Of each stage that is asked for.
    pub options: Vec<PlanOptions>,
}

impl Cli {
    pub fn job(&self) -> Result<Job> {
        let Some(part) = PARTS.into_iter().find(|part| part.soc == self.soc) else {
            let known = PARTS.map(|part| part.soc).join(", ");
            return Err(Error::input(format!("--soc {}: not one of {known}", self.soc)));
        };
        for (flag, path) in [("--json", &self.json), ("--svg", &self.svg)] {
            if let Some(path) = path {
                output::check_writable(flag, path)?;
            }
        }
        self.check_distinct()?;
        let stages = [Stage::One, Stage::Two, Stage::Three].into_iter();
        let stages = stages.filter(|stage| self.stage.is_none_or(|number| number == stage.number()));
        Ok(Job { model: self.model()?, part, options: stages.map(|stage| self.options(stage)).collect() })
    }

    /// Refuses flags of which one would overwrite what another reads or writes.
    fn check_distinct(&self) -> Result<()> {
        let Self { config, safetensors, json, svg, .. } = self;
        let (json, svg) = (("--json", json), ("--svg", svg));
        let (config, safetensors) = (("--config", config), ("--safetensors", safetensors));
        for [(first, one), (second, other)] in
            [[json, svg], [config, json], [config, svg], [safetensors, json], [safetensors, svg]]
        {
            if let (Some(one), Some(other)) = (one, other)
                && let (Ok(one), Ok(other)) = (output::resolve(one), output::resolve(other))
                && one == other
            {
                return Err(Error::input(format!("{first} and {second} name the same file; give two names")));
            }
        }
        Ok(())
    }

    fn model(&self) -> Result<Model> {
        let dtype = self.dtype.map(|dtype| match dtype {
            Type::Fp32 => Dtype::F32,
            Type::Fp16 => Dtype::F16,
            Type::Bf16 => Dtype::Bf16,
        });
        if let Some(path) = &self.config {
            let mut text = String::new();
            let read = open("--config", path)?.take(CONFIG_LIMIT).read_to_string(&mut text);
            read.map_err(|error| unreadable("--config", path, &error.to_string()))?;
            return Model::from_config(&text, dtype).map_err(|error| of_file("--config", path, &error));
        }
        if let Some(path) = &self.safetensors {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let file = open("--safetensors", path)?;
            return Model::from_safetensors(name, file, dtype).map_err(|error| of_file("--safetensors", path, &error));
        }
        Model::preset(&self.model, dtype.unwrap_or(Dtype::Bf16)).map_err(|error| Error::at_start(&error))
    }

    fn options(&self, stage: Stage) -> PlanOptions {
        let accumulation = match self.reduce {
            When::Each => Accumulation::ReduceEach,
            When::Once => Accumulation::ReduceOnce,
            When::InOrder => Accumulation::InOrder,
        };
        PlanOptions {
            world: self.world,
            setup: Setup {
                stage,
                micro_batches: self.micro_batches,
                accumulation,
                prefetch: self.prefetch,
                checked: true,
            },
            layout: LayoutOptions { bucket: self.bucket, ..LayoutOptions::default() },
            sequence: self.sequence,
            batch: self.batch,
            checkpointing: !self.keep_activations,
            communicators: self.communicators,
            communicator_buffer: self.buffer << 20,
            optimizer_on_host: self.optimizer_on_host,
            trainer: Vec::new(),
            reserve: self.reserve << 20,
        }
    }
}

/// Only a file has an end for sure.
fn open(flag: &str, path: &Path) -> Result<File> {
    let found = fs::metadata(path).map_err(|error| unreadable(flag, path, &error.to_string()))?;
    if !found.is_file() {
        return Err(unreadable(flag, path, "it is no regular file"));
    }
    File::open(path).map_err(|error| unreadable(flag, path, &error.to_string()))
}

fn unreadable(flag: &str, path: &Path, why: &str) -> Error {
    Error::input(format!("{flag} {}: cannot read it ({why}); give a file that can be read", path.display()))
}

fn of_file(flag: &str, path: &Path, error: &ascend_npu::Error) -> Error {
    Error::input(format!("{flag} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::parse_words;
    use crate::output::tests::Directory;

    fn message(words: &[&str]) -> String {
        let error = parse_words::<Cli>(words).and_then(|cli| cli.job()).map(drop).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn all_stages_are_planned_unless_one_is_asked_for() {
        let stages = |words: &[&str]| -> Vec<u32> {
            let job = parse_words::<Cli>(words).unwrap().job().unwrap();
            job.options.iter().map(|options| options.setup.stage.number()).collect()
        };
        assert_eq!((stages(&[]), stages(&["--stage", "2"])), (vec![1, 2, 3], vec![2]));
    }

    #[test]
    fn what_cannot_be_planned_is_told_in_one_line() {
        let soc = message(&["--soc", "Ascend310P3"]);
        assert!(soc.starts_with("--soc Ascend310P3: not one of Ascend910A, "), "{soc}");
        assert!(message(&["--model", "bert"]).contains("no model is named \"bert\"; known are llama-7b, "));
        assert!(message(&["--stage", "4"]).contains("4 is not in 1..=3"));
        assert!(message(&["--config", "a", "--safetensors", "b"]).contains("cannot be used with"));
        assert!(message(&["--config", "/"]).starts_with("--config /: cannot read it (it is no regular file)"));
        let directory = Directory::new("plan");
        let missing = directory.path("config.json");
        let missing = missing.to_str().unwrap();
        assert!(message(&["--config", missing]).starts_with(&format!("--config {missing}: cannot read it (")));
        fs::write(missing, "{\"model_type\": \"llama\"}").unwrap();
        let field = message(&["--config", missing]);
        assert!(field.starts_with(&format!("--config {missing}: Model::from_config: it has no field hidden_size; ")));
        fs::write(missing, [255; 8]).unwrap();
        assert!(message(&["--config", missing]).contains("cannot read it (stream did not contain valid UTF-8)"));
        let long = message(&["--safetensors", missing]);
        assert!(long.contains("its header would be 18446744073709551615 bytes long"), "{long}");
        let same = message(&["--config", missing, "--json", missing]);
        assert_eq!(same, "--config and --json name the same file; give two names");
        assert!(message(&["--json", "/no/such/file"]).starts_with("--json /no/such/file: cannot write there"));
    }
}
