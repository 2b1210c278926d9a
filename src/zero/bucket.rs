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
    /// Allocates all buckets, all zero; the fills are queued on `stream`.
    pub(super) fn all(device: &Device, stream: &Stream, layout: &Layout, rank: u32) -> Result<Vec<Self>> {
        let setup = Setup::new(Stage::One);
        let sizes: Vec<Sizes> = layout.buckets().iter().map(|bucket| Sizes::of(layout, bucket, &setup)).collect();
        let mut parameters = split::<P>(device, stream, sizes.iter().map(|sizes| sizes.parameters))?.into_iter();
        let mut gradients = split::<P>(device, stream, sizes.iter().map(|sizes| sizes.gradients))?.into_iter();
        let mut master = split::<f32>(device, stream, sizes.iter().map(|sizes| sizes.master))?.into_iter();
        let mut moment1 = split::<f32>(device, stream, sizes.iter().map(|sizes| sizes.moment))?.into_iter();
        let mut moment2 = split::<f32>(device, stream, sizes.iter().map(|sizes| sizes.moment))?.into_iter();
        let mut states = Vec::new();
        for bucket in layout.buckets() {
            let Some(parameters) = parameters.next().flatten() else { break };
            let (gradients, master) = (gradients.next().flatten(), master.next().flatten());
            let moments = moment1.next().flatten().zip(moment2.next().flatten());
            let training = match gradients.zip(moments) {
                Some((gradients, (moment1, moment2))) => {
                    let shard = range(layout.shard(bucket, rank))?;
                    let runs = runs(layout, bucket, rank)?;
                    Some(Training { gradients, master, moment1, moment2, shard, runs })
                }
                None => None,
            };
            states.push(Self { parameters, training });
        }
        Ok(states)
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

/// One allocation, filled with zeros and split into a buffer of each length; none of length 0.
fn split<T: bytemuck::Pod>(
    device: &Device,
    stream: &Stream,
    lengths: impl Iterator<Item = u64>,
) -> Result<Vec<Option<DeviceBuffer<T>>>> {
    let lengths = lengths.map(index).collect::<Result<Vec<_>>>()?;
    // The layout counts all of its bytes in 64 bits.
    let len = lengths.iter().sum();
    if len == 0 {
        return Ok(lengths.iter().map(|_| None).collect());
    }
    let mut all = device.alloc(len)?;
    stream.fill_zero(&mut all)?;
    let parts = all.split(&lengths)?;
    Ok(parts.into_iter().map(|part| (!part.is_empty()).then_some(part)).collect())
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
