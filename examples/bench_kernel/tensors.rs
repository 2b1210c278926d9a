//! `control_tensors` as something to measure: new scales of so many tensors, at the end of a window.

use std::collections::BTreeMap;
use std::ops::Range;

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::kernel::control::{Decision, LossScale, Scaler, Settings};
use ascend_npu::kernel::stats::StatsBlock;
use ascend_npu::kernel::tensors::{TensorScale, TensorScales};
use ascend_npu::{DeviceBuffer, Stream};

use crate::check::Check;
use crate::error::Result;
use crate::fill::{fill, number};
use crate::subject::{Site, Subject, Turns, look};

/// The kernel reads and writes whole blocks of so many numbers.
const BLOCK: usize = 8;

/// The scales of each set are an object of their own, what `stats` found lies in one buffer.
pub struct Bench {
    stream: Stream,
    turns: Turns,
    scale: TensorScale,
    /// By the first element of their set.
    scales: BTreeMap<usize, TensorScales>,
    largest: DeviceBuffer<f32>,
    decision: Decision<'static>,
}

impl Bench {
    pub fn new(site: Site<'_>) -> Result<Self> {
        let stream = site.device.stream()?;
        // Every launch ends a window: it does all that a launch may do.
        let scale = TensorScale { window: 1, ..TensorScale::default() };
        let mut largest = site.device.alloc(site.plan.elements() + BLOCK)?;
        // Below the limit, so that no tensor has overflowed.
        fill(&stream, &mut largest, |place| 1000.0 * (1.5 + number(place, 0)))?;
        let scales = (0..site.plan.sets)
            .map(|turn| Ok((site.plan.start(turn), TensorScales::new_blocking(&stream, scale, site.plan.len)?)));
        let scales = scales.collect::<Result<_>>()?;
        // A decision borrows its scaler: this one lives as long as the program.
        let loss = LossScale::fixed(1024.0);
        let scaler = Box::leak(Box::new(Scaler::new_blocking(&stream, loss, loss.first_state())?));
        let stats: DeviceBuffer<StatsBlock> = stream.upload_blocking(&[bytemuck::Zeroable::zeroed()])?;
        let decision = scaler.decide(&stream, &AdamW::default(), Settings::default(), stats.as_slice())?;
        stream.synchronize()?;
        Ok(Self { turns: Turns::new(site.plan), scale, scales, largest, decision, stream })
    }

    /// The scales of the next launch, within what `Turns::windows` says.
    fn look(&self, windows: &[Range<usize>]) -> Result<Vec<f32>> {
        let first = self.turns.next().start;
        let Some(of_set) = self.scales.get(&first) else { return Ok(Vec::new()) };
        let mut numbers = Vec::new();
        for window in windows {
            let window = of_set.scales().slice(window.start - first..window.end - first)?;
            numbers.extend(self.stream.download_blocking(window)?);
        }
        Ok(numbers)
    }

    /// The power of two that brings a value to between half the target and the target.
    fn wanted(&self, largest: f32, old: f32) -> f32 {
        let exponent = (f64::from(self.scale.target) / f64::from(largest / old)).log2().floor();
        (exponent.exp2() as f32).clamp(self.scale.minimum, self.scale.maximum)
    }
}

impl Subject for Bench {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn launch(&mut self) -> Result<()> {
        let Range { start, end } = self.turns.take();
        let largest = self.largest.slice(start..start + (end - start).next_multiple_of(BLOCK))?;
        if let Some(scales) = self.scales.get_mut(&start) {
            scales.update(&self.stream, self.decision, largest)?;
        }
        Ok(())
    }

    fn check(&mut self) -> Result<Check> {
        let windows = self.turns.windows();
        let (largest, before) = (look(&self.stream, &self.largest, &windows)?, self.look(&windows)?);
        // What the launch takes, and this looks at afterwards.
        let taken = self.turns;
        self.launch()?;
        let next = std::mem::replace(&mut self.turns, taken);
        let after = self.look(&windows)?;
        self.turns = next;
        let mut check = Check::default();
        for (place, ((largest, old), new)) in
            windows.into_iter().flatten().zip(largest.into_iter().zip(before).zip(after))
        {
            check.exact(place, "the scale", new, self.wanted(largest, old));
        }
        Ok(check)
    }
}
