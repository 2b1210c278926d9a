//! The optimizer's step.

use super::bucket::Step;
use super::control::Control;
use super::core::Engine;
use super::report::PendingStep;
use super::working::Working;
use crate::error::{Error, Result};

/// Where a gradient was infinite or no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The rank in whose shard it was found: the sum over all ranks is there.
    pub rank: u32,
    /// The bucket.
    pub bucket: usize,
    /// The tensors of which the shard has a part.
    pub tensors: Vec<String>,
}

impl<P: Working> Engine<P> {
    /// Queues one optimizer step with learning rate `lr`, and but for stage 3 the gather of the new parameters.
    ///
    /// The gradient is the mean over ranks and micro-batches, divided by the loss scale. Where gradients are checked, and one is
    /// infinite or no number, the step changes nothing on any rank.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rate that is not finite, and when a bucket was not
    /// reduced for all micro-batches.
    pub fn step(&mut self, lr: f64) -> Result<PendingStep> {
        if !lr.is_finite() {
            return Err(
                Error::invalid("Engine::step", format!("learning rate {lr} was given")).with_hint("it must be finite")
            );
        }
        self.check_reduced()?;
        let sharded = self.is_sharded();
        let Self { layout, options, compute, communicator, adam, buckets, control, .. } = self;
        let (block, report) = match control {
            Control::Sent(sent) => {
                let scale = options.loss_scale.initial;
                let report = PendingStep::known(sent.steps + 1, scale);
                let factor = options.mean(layout.world()) / f64::from(scale);
                (sent.send(compute, &options.optimizer, factor)?, report)
            }
            Control::Checked(checked) => {
                let (block, asked) = checked.decide(compute, communicator, options, buckets)?;
                (block, PendingStep::asked(asked))
            }
        };
        let step = Step { adam, stream: compute, optimizer: &options.optimizer, lr, control: block };
        for state in buckets.iter_mut() {
            if state.training.is_none() {
                continue;
            }
            state.update(&step)?;
            if !sharded {
                communicator.all_gather_in_place(&mut state.parameters)?;
            }
            if let Some(training) = &mut state.training {
                training.reduced = 0;
            }
        }
        self.gathered.leave_all();
        Ok(report)
    }

    /// Where the last step found a gradient that is infinite or no number. Nowhere, if it found none or does not look. Blocks.
    ///
    /// # Errors
    /// The first fault of queued work.
    pub fn blame_blocking(&self) -> Result<Vec<Blame>> {
        let Control::Checked(checked) = &self.control else { return Ok(Vec::new()) };
        let stats = self.compute.download_blocking(checked.stats())?;
        let trained: Vec<_> = self.layout.buckets().iter().enumerate().filter(|(_, bucket)| bucket.trainable).collect();
        let ranks = (0..self.layout.world()).zip(stats.chunks(trained.len().max(1)));
        let found = ranks.flat_map(|(rank, stats)| {
            let found = trained.iter().zip(stats).filter(|(_, stats)| stats.non_finite != 0);
            found.map(move |(&(bucket, of), _)| (rank, bucket, of))
        });
        let name = |tensor: usize| self.layout.tensors().get(tensor).map(|tensor| tensor.name.clone());
        Ok(found
            .map(|(rank, bucket, of)| {
                let tensors = self.layout.pieces(of, rank).filter_map(|piece| name(piece.tensor)).collect();
                Blame { rank, bucket, tensors }
            })
            .collect())
    }

    fn check_reduced(&self) -> Result<()> {
        let wanted = self.options.micro_batches;
        for (number, state) in self.buckets.iter().enumerate() {
            let Some(training) = &state.training else { continue };
            if training.reduced != wanted {
                let found = format!("bucket {number} was reduced for {} of {wanted} micro-batches", training.reduced);
                return Err(Error::invalid("Engine::step", found)
                    .with_hint("reduce every bucket in every micro-batch; one without gradients counts as zeros"));
            }
        }
        Ok(())
    }
}
