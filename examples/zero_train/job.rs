//! What is to be done, with everything about it that can be wrong found out already.

use std::path::PathBuf;

use crate::cli::{Cli, Dtype, Scaler};
use crate::error::Result;
use crate::model::{Config, Parameters};
use crate::{files, new_file, output, text, weights};

/// One training.
pub struct Job {
    /// The model.
    pub config: Config,
    /// Names, shapes and places of its parameters.
    pub parameters: Parameters,
    /// Their values at the start, flat.
    pub initial: Vec<f32>,
    /// What to train on; longer than the context.
    pub text: Vec<u8>,
    /// Ranks.
    pub world: usize,
    /// Optimizer steps.
    pub steps: usize,
    /// Sequences in a step, over all ranks.
    pub batch: usize,
    /// Learning rate after the warm-up.
    pub lr: f32,
    /// Of the choice of sequences.
    pub seed: u64,
    /// Type of parameters and gradients on the devices.
    pub dtype: Dtype,
    /// The ZeRO stage.
    pub stage: u32,
    /// Micro-batches of a step.
    pub accumulate: usize,
    /// Norm of all gradients that a step is clipped to.
    pub clip: Option<f64>,
    /// What the loss is multiplied by.
    pub scaler: Scaler,
    /// Where the timeline of the run is to be written.
    pub trace: Option<PathBuf>,
}

impl Job {
    /// Checks flags and files; after this only the training itself can fail.
    pub fn new(cli: &Cli) -> Result<Self> {
        let config = cli.config()?;
        files::check_distinct(cli)?;
        let text = text::load(cli.text.as_deref(), config.context)?;
        for (flag, path) in [("--out", &cli.out), ("--json", &cli.json)] {
            if let Some(path) = path {
                output::check_writable(flag, path)?;
            }
        }
        cli.trace.as_deref().map_or(Ok(()), |path| new_file::check_new("--trace", path))?;
        let parameters = Parameters::new(&config);
        let initial = match &cli.weights {
            Some(path) => weights::load(path, &parameters.specs)?,
            None => parameters.initial_values(cli.seed),
        };
        let Cli { world, steps, batch, lr, seed, dtype, stage, accumulate, clip, scaler, .. } = *cli;
        Ok(Self {
            config,
            parameters,
            initial,
            text,
            world,
            steps,
            batch,
            lr,
            seed,
            dtype,
            stage,
            accumulate,
            clip,
            scaler,
            trace: cli.trace.clone(),
        })
    }

    /// Tokens in a step, over all ranks.
    pub fn tokens_per_step(&self) -> usize {
        self.batch * self.config.context
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::tests::Directory;

    #[test]
    fn output_is_tried_before_the_training_starts() {
        let directory = Directory::new("job");
        let nowhere: PathBuf = directory.path("nowhere/file");
        for flag in ["--out", "--json"] {
            let line = [flag, nowhere.to_str().unwrap()];
            let error = Job::new(&Cli::from_words(&line).unwrap()).map(|_| ()).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(error.to_string().starts_with(&format!("{flag} {}: cannot write there", nowhere.display())));
        }
    }
}
