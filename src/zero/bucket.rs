//! The state of one bucket on one rank, and one optimizer step of it.

use std::ops::Range;

use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, Gradient, Shard};
use crate::stream::Stream;

use super::books::{Setup, Sizes, Stage};
use super::layout::{Bucket, Group, Layout, Run};
use super::memory::Memory;
use super::working::Working;

/// One bucket on one rank: full parameters, and what its training takes unless it is frozen.
#[derive(Debug)]
pub struct BucketState<P: bytemuck::Pod> {
    pub(super) parameters: DeviceBuffer<P>,
    pub(super) training: Option<Training<P>>,
}

/// Full gradients, and the optimizer's state of the rank's shard.
#[derive(Debug)]
pub struct Training<P: bytemuck::Pod> {
    pub(super) gradients: DeviceBuffer<P>,
    /// `None` where the working parameters are the master weights.
    pub(super) master: Option<DeviceBuffer<f32>>,
    pub(super) moment1: DeviceBuffer<f32>,
    pub(super) moment2: DeviceBuffer<f32>,
    /// The rank's part of parameters and gradients.
    pub(super) shard: Range<usize>,
    /// The parts of the shard that are stepped at once, relative to its start.
    pub(super) runs: Vec<(Group, Range<usize>)>,
}

/// What a step is the same for in all buckets.
#[derive(Debug)]
pub struct Step<'a> {
    pub(super) adam: &'a Adam,
    pub(super) stream: &'a Stream,
    pub(super) optimizer: &'a AdamW,
    pub(super) lr: f64,
    pub(super) control: DeviceSlice<'a, ControlBlock>,
}

impl Step<'_> {
    /// Queues the step of a part that is of one group.
    pub(super) fn launch<G: Gradient, C: CopyOut>(&self, group: Group, shard: Shard<'_, G, C>) -> Result<()> {
        let weight_decay = group.weight_decay.unwrap_or(self.optimizer.weight_decay);
        let optimizer = AdamW { weight_decay, ..*self.optimizer };
        self.adam.step(self.stream, &optimizer, self.lr * group.lr_scale, self.control, shard)
    }
}

impl<P: Working> BucketState<P> {
    /// Allocates a bucket, all zero; the fills are queued on `stream`.
    pub(super) fn new(device: &Device, stream: &Stream, layout: &Layout, bucket: &Bucket, rank: u32) -> Result<Self> {
        let sizes = Sizes::of(layout, bucket, &Setup::new(Stage::One));
        let mut parameters = device.alloc(index(sizes.parameters)?)?;
        stream.fill_zero(&mut parameters)?;
        let training =
            if bucket.trainable { Some(Training::new(device, stream, layout, bucket, rank, &sizes)?) } else { None };
        Ok(Self { parameters, training })
    }

    pub(super) fn memory(&self) -> Memory {
        let bytes = |buffer: &DeviceBuffer<f32>| buffer.bytes() as u64;
        let training = self.training.as_ref();
        Memory {
            weights: self.parameters.bytes() as u64,
            gradients: training.map_or(0, |training| training.gradients.bytes() as u64),
            master: training.and_then(|training| training.master.as_ref()).map_or(0, bytes),
            moment1: training.map_or(0, |training| bytes(&training.moment1)),
            moment2: training.map_or(0, |training| bytes(&training.moment2)),
        }
    }
}

impl<P: Working> Training<P> {
    fn new(
        device: &Device,
        stream: &Stream,
        layout: &Layout,
        bucket: &Bucket,
        rank: u32,
        sizes: &Sizes,
    ) -> Result<Self> {
        let mut training = Self {
            gradients: device.alloc(index(sizes.gradients)?)?,
            master: if P::HAS_MASTER { Some(device.alloc(index(sizes.master)?)?) } else { None },
            moment1: device.alloc(index(sizes.moment)?)?,
            moment2: device.alloc(index(sizes.moment)?)?,
            shard: range(layout.shard(bucket, rank))?,
            runs: runs(layout, bucket, rank)?,
        };
        stream.fill_zero(&mut training.gradients)?;
        if let Some(master) = &mut training.master {
            stream.fill_zero(master)?;
        }
        stream.fill_zero(&mut training.moment1)?;
        stream.fill_zero(&mut training.moment2)?;
        Ok(training)
    }
}

fn runs(layout: &Layout, bucket: &Bucket, rank: u32) -> Result<Vec<(Group, Range<usize>)>> {
    let run = |run: Run| Ok((layout.groups().get(run.group).copied().unwrap_or_default(), range(run.range)?));
    layout.runs(bucket, rank).into_iter().map(run).collect()
}

/// A range within a shard as one of a buffer in which the shard starts at `base`.
pub(super) fn within(range: &Range<usize>, base: usize) -> Range<usize> {
    base + range.start..base + range.end
}

/// A count of elements as an index of this machine.
pub(super) fn index(count: u64) -> Result<usize> {
    usize::try_from(count)
        .map_err(|_| Error::invalid("Layout", format!("{count} elements do not fit this machine's addresses")))
}

/// A range of elements as one of this machine.
pub(super) fn range(range: Range<u64>) -> Result<Range<usize>> {
    Ok(index(range.start)?..index(range.end)?)
}
