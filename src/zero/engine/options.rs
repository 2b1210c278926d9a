//! What an engine is asked for.

use crate::error::{Error, Result};
use crate::kernel::adam::AdamW;
use crate::kernel::control::LossScale;
use crate::zero::books::{Accumulation, Setup, Stage};

/// How an [`Engine`](super::Engine) trains. All ranks give equal ones.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// What is in shards.
    pub stage: Stage,
    /// The optimizer's constants; groups of the layout may have their own decay.
    pub optimizer: AdamW,
    /// Micro-batches of a step.
    pub micro_batches: u32,
    /// When the gradients of several micro-batches are reduced.
    pub accumulation: Accumulation,
    /// Stage 3: layers that are gathered before they are used.
    pub prefetch: u32,
    /// What the loss is multiplied by before the backward pass, so that small gradients are not lost in 16 bits.
    pub loss_scale: LossScale,
    /// The norm, over all gradients of all ranks, that a step is clipped to.
    pub max_norm: Option<f64>,
    /// Whether gradients are looked at before they are used, and a step with an infinite one, or one that is no number, is
    /// skipped on all ranks. A moving scale and a norm need that and turn it on. Without it each bucket is stepped as soon as it is
    /// reduced.
    pub check: bool,
}

impl Default for EngineOptions {
    /// Stage 1, the defaults of [`AdamW`], one micro-batch, a loss scale of 1, no clipping, and checked gradients.
    fn default() -> Self {
        let Setup { stage, micro_batches, accumulation, prefetch, .. } = Setup::new(Stage::One);
        let (optimizer, loss_scale) = (AdamW::default(), LossScale::fixed(1.0));
        Self { stage, optimizer, micro_batches, accumulation, prefetch, loss_scale, max_norm: None, check: true }
    }
}

impl EngineOptions {
    /// Those of a stage.
    pub fn of(stage: Stage) -> Self {
        Self { stage, ..Self::default() }
    }

    /// As far as memory depends on them: for [`allocations`](crate::zero::allocations) and the planner.
    pub fn setup(&self) -> Setup {
        let Self { stage, micro_batches, accumulation, prefetch, .. } = *self;
        Setup { stage, micro_batches, accumulation, prefetch, checked: self.is_checked() }
    }

    /// Whether gradients are looked at before they are used.
    pub fn is_checked(&self) -> bool {
        self.check || self.max_norm.is_some() || self.loss_scale.interval.is_some()
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) naming the first that is out of its range.
    pub fn validate(&self) -> Result<()> {
        self.optimizer.check()?;
        self.loss_scale.check()?;
        let refuse = |found: String, hint: &str| Err(Error::invalid("EngineOptions", found).with_hint(hint));
        if self.micro_batches == 0 {
            return refuse("micro_batches is 0".to_owned(), "a step has one at least");
        }
        if let Some(norm) = self.max_norm.filter(|norm| !((*norm as f32).is_normal() && *norm > 0.0)) {
            return refuse(format!("max_norm is {norm}"), "it must be finite and above 0");
        }
        Ok(())
    }

    /// What the sum of the gradients is multiplied by beside the loss scale: the mean over ranks and micro-batches is formed here,
    /// and nowhere else.
    pub(super) fn mean(&self, world: u32) -> f64 {
        1.0 / (f64::from(world) * f64::from(self.micro_batches))
    }
}
