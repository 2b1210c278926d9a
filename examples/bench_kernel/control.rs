//! `control` as something to measure: a decision from what `stats` says of so many shards.

use ascend_npu::kernel::adam::{AdamW, ControlBlock};
use ascend_npu::kernel::control::{LossScale, Scaler, Settings};
use ascend_npu::kernel::stats::StatsBlock;
use ascend_npu::{DeviceBuffer, Stream};

use crate::check::{Check, Pair};
use crate::error::Result;
use crate::subject::{Site, Subject, Turns};

/// Of the bias corrections, 1e-6 in units of the fp32 epsilon, and of the norm: kernels/control/README.md.
const TOLERANCE: f64 = 8.4;

const SCALE: f32 = 1024.0;
const MAX_NORM: f64 = 2.0;
const SETTINGS: Settings = Settings { gradient_factor: 1.0, max_norm: Some(MAX_NORM) };

/// The decision; the kernel runs as one block.
pub struct Bench {
    stream: Stream,
    turns: Turns,
    shards: usize,
    scaler: Scaler,
    stats: DeviceBuffer<StatsBlock>,
}

impl Bench {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        let scale = LossScale::fixed(SCALE);
        let mut shard: StatsBlock = bytemuck::Zeroable::zeroed();
        shard.sum = SCALE * SCALE;
        Ok(Self {
            turns: Turns::new(site.plan),
            shards: site.plan.len,
            scaler: Scaler::new_blocking(&stream, scale, scale.first_state())?,
            stats: stream.upload_blocking(&vec![shard; site.plan.elements()])?,
            stream,
        })
    }
}

impl Subject for Bench {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let stats = self.stats.slice(self.turns.take())?;
        self.scaler.decide(&self.stream, &AdamW::default(), SETTINGS, stats)?;
        Ok(())
    }

    /// Every shard counts in the norm.
    fn check(&mut self) -> Result<Check> {
        let stats = self.stats.slice(self.turns.take())?;
        let decision = self.scaler.decide(&self.stream, &AdamW::default(), SETTINGS, stats)?;
        let blocks = self.stream.download_blocking(decision.block())?;
        let mut check = Check::default();
        for block in blocks {
            let norm = (self.shards as f64).sqrt();
            let clip = (MAX_NORM / (norm + 1e-6)).min(1.0);
            let should = ControlBlock::new(&AdamW::default(), block.step, clip / f64::from(SCALE));
            let pair = |is: f32, should: f64| Pair { is: is.into(), should, size: should, rounding: 0.0 };
            let pairs = [
                ("the norm", pair(block.norm, norm)),
                ("the gradient scale", pair(block.gradient_scale, should.gradient_scale.into())),
                ("the first correction", pair(block.inverse_bias_correction1, should.inverse_bias_correction1.into())),
                (
                    "the second correction",
                    pair(block.inverse_sqrt_bias_correction2, should.inverse_sqrt_bias_correction2.into()),
                ),
                ("skip", Pair { is: block.skip.into(), should: 0.0, size: 0.0, rounding: 0.0 }),
            ];
            check.compare(0, TOLERANCE, pairs);
            check.compared = self.shards;
        }
        Ok(check)
    }
}
