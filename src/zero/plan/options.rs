//! What is asked of the planner.

use crate::error::{Error, Result};
use crate::zero::books::{Setup, Stage};
use crate::zero::layout::LayoutOptions;

/// How a model is trained, as far as memory and communication depend on it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanOptions {
    /// Ranks, each with a device of its own.
    pub world: u32,
    /// Stage, micro-batches and prefetch.
    pub setup: Setup,
    /// Buckets, alignment and groups. Whether buckets end with layers follows from the stage.
    pub layout: LayoutOptions,
    /// Tokens of a sequence.
    pub sequence: u64,
    /// Sequences of a rank in a micro-batch.
    pub batch: u64,
    /// Whether the backward pass computes each layer's activations again.
    pub checkpointing: bool,
    /// Communicators that each device takes part in. With one rank they take no memory.
    pub communicators: u32,
    /// The size of a communicator's buffer, of which it takes two: `HCCL_BUFFSIZE`, in bytes.
    pub communicator_buffer: u64,
    /// Whether master weights and moments are in the host's memory. The engines here keep them on the device.
    pub optimizer_on_host: bool,
    /// Bytes of each buffer that the trainer allocates for itself.
    pub trainer: Vec<u64>,
    /// Bytes that the runtime, the libraries and their working memory take: an assumption, which only a device can replace.
    pub reserve: u64,
}

impl Default for PlanOptions {
    /// 8 ranks, stage 1, one micro-batch of one sequence of 4096 tokens with checkpointing, one communicator of 2 × 200 MiB, 2 GiB of
    /// reserve.
    fn default() -> Self {
        Self {
            world: 8,
            setup: Setup::new(Stage::One),
            layout: LayoutOptions::default(),
            sequence: 4096,
            batch: 1,
            checkpointing: true,
            communicators: 1,
            communicator_buffer: 200 << 20,
            optimizer_on_host: false,
            trainer: Vec::new(),
            reserve: 2 << 30,
        }
    }
}

impl PlanOptions {
    pub(super) fn check(&self) -> Result<()> {
        for (name, value) in [("sequence", self.sequence), ("batch", self.batch)] {
            if value == 0 {
                return Err(Error::invalid("plan", format!("{name} is 0")).with_hint("it must be at least 1"));
            }
        }
        if self.setup.micro_batches == 0 {
            return Err(Error::invalid("plan", "micro_batches is 0").with_hint("a step has at least 1"));
        }
        Ok(())
    }

    /// How the model is laid out.
    pub fn layout(&self) -> LayoutOptions {
        LayoutOptions { by_layer: self.setup.stage == Stage::Three, ..self.layout.clone() }
    }
}
