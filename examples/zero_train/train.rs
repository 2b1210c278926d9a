//! The training loop of one rank.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Dtype;
use crate::data;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::job::Job;
use crate::model::Llama;

/// Steps in which the learning rate grows to its full value: Adam's second moment is a poor estimate at first.
const WARM_UP: usize = 10;

/// What came out.
pub struct Training {
    /// Mean loss over all tokens of each step, in nats a byte, before the step's update.
    pub losses: Vec<f64>,
    /// Time of all steps.
    pub seconds: f64,
    /// The parameters after the last step, flat.
    pub parameters: Vec<f32>,
}

/// Trains; every rank calls this with an engine of its own.
pub fn train(rank: usize, job: &Job, engine: &mut impl Engine) -> Result<Training> {
    let share = data::share(job.batch, job.world, rank);
    // Each micro-batch has as many sequences, or there is one.
    let micro_batch = share.len() / job.accumulate;
    let mut model = Llama::new(job.config, micro_batch);
    let mut parameters = vec![0.0; model.parameters().len()];
    let mut gradients = vec![0.0; model.parameters().len()];
    let mut tokens = Vec::new();
    let mut losses = Vec::new();
    // Each rank adds up the gradients of its own tokens and the engine averages over ranks and micro-batches. What comes out is the
    // gradient of the mean over all tokens if each sum is scaled by world · micro-batches / tokens, also when shares differ.
    let tokens_per_step = job.tokens_per_step() as f64;
    let scale = ((job.world * job.accumulate) as f64 / tokens_per_step) as f32;

    let bar = progress_bar(rank, job.steps);
    let started = Instant::now();
    for step in 0..job.steps {
        engine.read_parameters(&mut parameters)?;
        let mut loss = 0.0;
        for number in 0..job.accumulate {
            let start = share.start + number * micro_batch;
            data::sequences(&job.text, job.config.context, job.seed, step, start..start + micro_batch, &mut tokens);
            gradients.fill(0.0);
            loss += model.forward_backward(&parameters, &tokens, &mut gradients, scale);
            engine.add_gradients(&gradients)?;
        }
        let loss = engine.all_reduce_loss(loss)? / tokens_per_step;
        // All ranks see the same loss, so that all stop here or none.
        if !loss.is_finite() {
            return Err(diverged(job, &format!("the loss is {loss} at step {step}")));
        }
        engine.step(learning_rate(job.lr, step))?;
        losses.push(loss);
        bar.set_message(format!("{loss:.4}"));
        bar.inc(1);
    }
    // Also waits for the last step, which belongs to the time.
    engine.read_parameters(&mut parameters)?;
    let seconds = started.elapsed().as_secs_f64();
    bar.finish_and_clear();
    // No loss has seen what the last step made of them. All ranks have the same ones.
    let wrong = parameters.iter().filter(|parameter| !parameter.is_finite()).count();
    if wrong > 0 {
        return Err(diverged(job, &format!("after the last step {wrong} parameters are not finite")));
    }
    Ok(Training { losses, seconds, parameters })
}

fn diverged(job: &Job, found: &str) -> Error {
    let range = if job.dtype == Dtype::Fp16 { ", or give --dtype bf16, which has more range" } else { "" };
    Error::failed(format!("{found}; lower --lr {}{range}", job.lr))
}

fn learning_rate(full: f32, step: usize) -> f32 {
    full * ((step + 1) as f32 / WARM_UP as f32).min(1.0)
}

/// Only rank 0 has one, and only a terminal shows it.
fn progress_bar(rank: usize, steps: usize) -> ProgressBar {
    if rank != 0 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}  loss {msg}  {elapsed}, {eta} left");
    ProgressBar::new(steps as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::host;

    const TINY: &str = "--layers 2 --dim 32 --heads 2 --context 32 --batch 5";

    fn job(flags: &str) -> Job {
        let rate = if flags.contains("--lr ") { "" } else { " --lr 0.01" };
        let line = format!("{TINY}{rate} {flags}");
        // Text that does not grow with the repository.
        let words: Vec<_> = ["--text", concat!(env!("CARGO_MANIFEST_DIR"), "/LICENSE-APACHE")]
            .into_iter()
            .chain(line.split(' '))
            .collect();
        Job::new(&Cli::from_words(&words).unwrap()).unwrap()
    }

    fn losses(flags: &str) -> Vec<f64> {
        host::run(&job(flags)).unwrap().losses
    }

    /// Does no step, but keeps what it is given.
    struct Recorder<'a> {
        parameters: &'a [f32],
        gradients: Vec<f32>,
    }

    impl Engine for Recorder<'_> {
        fn read_parameters(&mut self, parameters: &mut [f32]) -> Result<()> {
            parameters.copy_from_slice(self.parameters);
            Ok(())
        }

        fn add_gradients(&mut self, gradients: &[f32]) -> Result<()> {
            self.gradients = gradients.to_vec();
            Ok(())
        }

        fn step(&mut self, _lr: f32) -> Result<()> {
            Ok(())
        }

        fn all_reduce_loss(&mut self, loss: f64) -> Result<f64> {
            Ok(loss)
        }
    }

    /// Adam hardly minds a wrong factor before all gradients, so that no loss would tell.
    #[test]
    fn average_over_ranks_is_the_gradient_of_the_mean_loss() {
        let whole = job("--steps 1");
        let (mut tokens, mut expected) = (Vec::new(), vec![0.0; whole.initial.len()]);
        data::sequences(&whole.text, whole.config.context, whole.seed, 0, 0..5, &mut tokens);
        let scale = 1.0 / (5.0 * 32.0);
        Llama::new(whole.config, 5).forward_backward(&whole.initial, &tokens, &mut expected, scale);
        let largest = expected.iter().fold(0.0_f32, |largest, gradient| largest.max(gradient.abs()));

        for world in [1, 2, 3, 8] {
            let job = job(&format!("--steps 1 --world {world}"));
            let mut mean = vec![0.0; expected.len()];
            for rank in 0..world {
                let mut engine = Recorder { parameters: &job.initial, gradients: Vec::new() };
                train(rank, &job, &mut engine).unwrap();
                for (mean, gradient) in mean.iter_mut().zip(&engine.gradients) {
                    *mean += gradient / world as f32;
                }
            }
            for (mean, expected) in mean.iter().zip(&expected) {
                // Sums over 160 tokens in another order: √160 roundings.
                assert!((mean - expected).abs() < 16.0 * f32::EPSILON * largest, "world {world}: {mean} {expected}");
            }
        }
    }

    #[test]
    fn loss_falls_on_real_text() {
        for dtype in ["fp32", "bf16"] {
            let losses = losses(&format!("--world 2 --steps 80 --dtype {dtype}"));
            assert!((losses[0] - 256_f64.ln()).abs() < 0.1, "an untrained model knows nothing: {}", losses[0]);
            assert!(losses[79] < 0.6 * losses[0], "{dtype}: {} to {}", losses[0], losses[79]);
        }
    }

    #[test]
    fn any_world_trains_the_same() {
        let alone = losses("--world 1 --steps 10 --dtype fp32");
        // Five sequences: shared unevenly, and in the last world some ranks have none.
        for world in [2, 3, 8] {
            let shared = losses(&format!("--world {world} --steps 10 --dtype fp32"));
            for (alone, shared) in alone.iter().zip(shared) {
                // Only the order of sums differs; but Adam divides a gradient by its own size, rounding error and all.
                assert!((alone - shared).abs() < 1e-4 * alone, "world {world}: {alone} {shared}");
            }
        }
    }

    #[test]
    fn same_flags_give_the_same_bits() {
        let flags = "--world 3 --steps 5 --tied --seed 9";
        assert_eq!(losses(flags), losses(flags));
        assert_ne!(losses(flags), losses("--world 3 --steps 5 --tied --seed 8"));
    }

    #[test]
    fn what_the_last_step_broke_is_no_result() {
        for flags in ["--world 2 --steps 1 --lr 3e38 --dtype fp16", "--world 1 --steps 2 --lr 3e38 --dtype fp16"] {
            let error = host::run(&job(flags)).map(|_| ()).unwrap_err();
            assert_eq!(error.exit_code(), 1);
            let told = error.to_string();
            assert!(told.contains("lower --lr 3000000000") && told.ends_with("which has more range"), "{told}");
        }
    }

    #[test]
    fn learning_rate_warms_up() {
        let rates: Vec<f32> = [0, 4, 9, 10, 1000].map(|step| learning_rate(2.0, step)).into();
        assert_eq!(rates, [0.2, 1.0, 2.0, 2.0, 2.0]);
    }
}
