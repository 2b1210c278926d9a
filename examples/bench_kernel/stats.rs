//! `stats` as something to measure.

use ascend_npu::kernel::OverflowStatus;
use ascend_npu::kernel::stats::{Pass, Stats, StatsBlock, Workspace};
use ascend_npu::{DeviceBuffer, OverflowMode, Stream};

use crate::check::{Check, Pair};
use crate::error::Result;
use crate::fill::number;
use crate::subject::{Number, Site, Subject, Turns};

/// Units in the last place of the sum of squares: kernels/stats/README.md.
const TOLERANCE: f64 = 8.0;

/// The pass over a shard and what puts it together, both launches of it.
pub struct Bench<G: Number> {
    kernel: Stats,
    stream: Stream,
    turns: Turns,
    workspace: Workspace,
    gradient: DeviceBuffer<G>,
    /// Where results saturate.
    overflow: Option<OverflowStatus>,
    block: DeviceBuffer<StatsBlock>,
}

impl<G: Number> Bench<G> {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        let saturates = site.device.overflow_mode()? == OverflowMode::Saturation;
        Ok(Self {
            kernel: Stats::load(site.device)?.with_blocks(site.blocks),
            turns: Turns::new(site.plan),
            workspace: Workspace::new(site.device, 0)?,
            gradient: site.numbers(&stream, 0)?,
            overflow: if saturates { Some(OverflowStatus::new(&stream)?) } else { None },
            block: site.device.alloc(1)?,
            stream,
        })
    }
}

impl<G: Number> Subject for Bench<G> {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let pass = Pass {
            kernel: &self.kernel,
            workspace: &mut self.workspace,
            gradient: self.gradient.slice(self.turns.take())?,
            largest: None,
            overflow: self.overflow.as_ref(),
        };
        Ok(pass.launch(&self.stream, self.block.as_mut_slice())?)
    }

    /// Every element counts in what is compared.
    fn check(&mut self) -> Result<Check> {
        let set = self.turns.next();
        self.launch()?;
        let blocks = self.stream.download_blocking(&self.block)?;
        let (mut squares, mut largest) = (0.0, 0.0_f64);
        for place in set.clone() {
            let number = f64::from(G::of_f32(number(place as u64, 0)).to_f32());
            squares += number * number;
            largest = largest.max(number.abs());
        }
        let mut check = Check::default();
        for block in blocks {
            let pair = |is: f64, should: f64| Pair { is, should, size: should, rounding: 0.0 };
            let exact = |is: f64, should: f64| Pair { is, should, size: 0.0, rounding: 0.0 };
            let pairs = [
                ("the sum of squares", pair(block.sum_of_squares(), squares)),
                ("the largest", exact(block.largest.into(), largest)),
                ("what is not finite", exact(block.non_finite.into(), 0.0)),
            ];
            check.compare(0, TOLERANCE, pairs);
            check.compared = set.len();
        }
        Ok(check)
    }
}
