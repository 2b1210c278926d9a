//! What became of a step.

use std::sync::{Arc, Mutex};

use crate::buffer::PinnedBuffer;
use crate::driver::lock;
use crate::error::Result;
use crate::kernel::adam::ControlBlock;
use crate::kernel::control::{Decision, ScalerState};
use crate::pending::Pending;
use crate::stream::Stream;

/// Whether a step was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All ranks stepped.
    Stepped,
    /// A gradient of some rank was infinite or no number, so that no rank stepped: parameters and moments are what they were.
    /// [`Engine::blame_blocking`](super::Engine::blame_blocking) tells where.
    Skipped,
}

/// What became of a step: the same on all ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Whether it was done.
    pub outcome: Outcome,
    /// Steps done so far. Schedules of the learning rate go by it, as it counts no skipped ones.
    pub step: u64,
    /// The norm of the mean gradients, unscaled and before clipping; infinite for a skipped step, `None` where gradients are not
    /// checked.
    pub norm: Option<f32>,
    /// What the gradients were multiplied by to clip them; 1 where they were not.
    pub clip: f32,
    /// What the next loss is to be multiplied by.
    pub loss_scale: f32,
    /// Steps skipped so far.
    pub skipped: u32,
    /// Steps skipped since the last that was done.
    pub skipped_in_row: u32,
}

/// The report of a step on its way to the host. Dropping it changes nothing.
#[derive(Debug)]
pub struct PendingStep {
    from: From,
}

#[derive(Debug)]
enum From {
    Known(StepReport),
    Device(Asked),
}

impl PendingStep {
    /// The report of a step that nothing could keep from being done.
    pub(super) fn known(step: u64, loss_scale: f32) -> Self {
        let (outcome, norm, clip) = (Outcome::Stepped, None, 1.0);
        let (skipped, skipped_in_row) = (0, 0);
        Self { from: From::Known(StepReport { outcome, step, norm, clip, loss_scale, skipped, skipped_in_row }) }
    }

    pub(super) fn asked(asked: Asked) -> Self {
        Self { from: From::Device(asked) }
    }

    /// Whether the report is there. Does not block.
    ///
    /// # Errors
    /// The first fault of the work before it.
    pub fn is_ready(&self) -> Result<bool> {
        match &self.from {
            From::Known(_) => Ok(true),
            From::Device(asked) => Ok(asked.block.is_ready()? && asked.state.is_ready()?),
        }
    }

    /// Blocks until the step is decided, which is before it is done.
    ///
    /// # Errors
    /// The first fault of the work before it.
    pub fn wait(self) -> Result<StepReport> {
        match self.from {
            From::Known(report) => Ok(report),
            From::Device(asked) => asked.wait(),
        }
    }
}

type Spare = (PinnedBuffer<ControlBlock>, PinnedBuffer<ScalerState>);

/// Pinned memory of reports that were read, for those to come.
#[derive(Clone, Debug, Default)]
pub(super) struct Spares {
    list: Arc<Mutex<Vec<Spare>>>,
}

/// What was decided, on its way to the host.
#[derive(Debug)]
pub(super) struct Asked {
    block: Pending<PinnedBuffer<ControlBlock>>,
    state: Pending<PinnedBuffer<ScalerState>>,
    spares: Spares,
}

impl Spares {
    /// Queues the copies of a decision to the host.
    pub(super) fn ask(&self, stream: &Stream, decision: Decision<'_>) -> Result<Asked> {
        let spare = lock(&self.list).pop();
        let (block, state) = match spare {
            Some(spare) => spare,
            None => (stream.device().pinned(1)?, stream.device().pinned(1)?),
        };
        let block = stream.copy_to_host(decision.block(), block)?;
        let state = stream.copy_to_host(decision.state(), state)?;
        Ok(Asked { block, state, spares: self.clone() })
    }
}

impl Asked {
    fn wait(self) -> Result<StepReport> {
        let Self { block, state, spares } = self;
        let (block, state) = (block.wait()?, state.wait()?);
        let report = report(block.first().copied(), state.first().copied());
        lock(&spares.list).push((block, state));
        Ok(report)
    }
}

fn report(block: Option<ControlBlock>, state: Option<ScalerState>) -> StepReport {
    // Both are buffers of one element.
    let block = block.unwrap_or_else(bytemuck::Zeroable::zeroed);
    let state = state.unwrap_or_else(bytemuck::Zeroable::zeroed);
    StepReport {
        outcome: if block.skip == 0 { Outcome::Stepped } else { Outcome::Skipped },
        step: state.step,
        norm: Some(block.norm),
        clip: block.clip,
        loss_scale: state.scale,
        skipped: state.skipped,
        skipped_in_row: state.skipped_in_row,
    }
}
