//! What a rank keeps of one bucket.

use std::ops::Range;

use super::working::Working;
use crate::buffer::{DeviceBuffer, DeviceSlice, DeviceSliceMut};
use crate::error::{Error, Result};
use crate::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, Gradient, Shard};
use crate::stream::Stream;
use crate::zero::books::{Setup, Sizes};
use crate::zero::layout::{Bucket, Group, Layout, Run};
use crate::zero::memory::Memory;

/// One bucket on one rank: parameters, and what their training takes unless they are frozen.
#[derive(Debug)]
pub(super) struct BucketState<P: Working> {
    /// Full, or in stage 3 the rank's shard.
    pub(super) parameters: DeviceBuffer<P>,
    /// The rank's part of the bucket.
    pub(super) shard: Range<usize>,
    pub(super) training: Option<Training<P>>,
}

/// Gradients, and the optimizer's state of the rank's shard.
#[derive(Debug)]
pub(super) struct Training<P: Working> {
    /// Stage 1: all of the bucket, as the backward pass writes them. Else the shard of their sum, unless that is accumulated.
    pub(super) gradients: Option<DeviceBuffer<P>>,
    /// The sum of several micro-batches: of the shard, or of all of the bucket.
    pub(super) accumulator: Option<DeviceBuffer<f32>>,
    /// `None` where the working parameters are the master weights.
    master: Option<DeviceBuffer<f32>>,
    moment1: DeviceBuffer<f32>,
    moment2: DeviceBuffer<f32>,
    /// The parts of the shard that are stepped at once, relative to its start.
    runs: Vec<(Group, Range<usize>)>,
    /// Micro-batches of this step that were reduced, or added to the sum that is to be.
    pub(super) reduced: u32,
    /// Whether gradients were handed out since the last reduction.
    pub(super) written: bool,
    /// Whether all of the bucket was, its padding too.
    pub(super) whole: bool,
}

/// The gradients that a step uses, of the rank's shard.
pub(super) enum Reduced<'a, P: Working> {
    Working(DeviceSlice<'a, P>),
    Sum(DeviceSlice<'a, f32>),
}

/// A part of a shard that is stepped at once.
pub(super) struct Part<'a, P: Working, G: Gradient> {
    pub(super) gradient: DeviceSlice<'a, G>,
    pub(super) parameters: DeviceSliceMut<'a, P>,
    pub(super) master: Option<DeviceSliceMut<'a, f32>>,
    pub(super) moment1: DeviceSliceMut<'a, f32>,
    pub(super) moment2: DeviceSliceMut<'a, f32>,
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
    pub(super) fn all(stream: &Stream, layout: &Layout, setup: &Setup, rank: u32) -> Result<Vec<Self>> {
        let sizes: Vec<Sizes> = layout.buckets().iter().map(|bucket| Sizes::of(layout, bucket, setup)).collect();
        let mut parameters = split::<P>(stream, sizes.iter().map(|sizes| sizes.parameters))?.into_iter();
        let mut gradients = split::<P>(stream, sizes.iter().map(|sizes| sizes.gradients))?.into_iter();
        let mut accumulator = split::<f32>(stream, sizes.iter().map(|sizes| sizes.accumulator))?.into_iter();
        let mut master = split::<f32>(stream, sizes.iter().map(|sizes| sizes.master))?.into_iter();
        let mut moment1 = split::<f32>(stream, sizes.iter().map(|sizes| sizes.moment))?.into_iter();
        let mut moment2 = split::<f32>(stream, sizes.iter().map(|sizes| sizes.moment))?.into_iter();
        let mut states = Vec::new();
        for bucket in layout.buckets() {
            let Some(parameters) = parameters.next().flatten() else { break };
            let (gradients, accumulator) = (gradients.next().flatten(), accumulator.next().flatten());
            let master = master.next().flatten();
            let moments = moment1.next().flatten().zip(moment2.next().flatten());
            let training = match moments {
                Some((moment1, moment2)) => {
                    let runs = runs(layout, bucket, rank)?;
                    Some(Training {
                        gradients,
                        accumulator,
                        master,
                        moment1,
                        moment2,
                        runs,
                        reduced: 0,
                        written: false,
                        whole: false,
                    })
                }
                None => None,
            };
            states.push(Self { parameters, shard: range(layout.shard(bucket, rank))?, training });
        }
        Ok(states)
    }

    pub(super) fn memory(&self) -> Memory {
        let bytes = |buffer: &DeviceBuffer<f32>| buffer.bytes() as u64;
        let mut memory = Memory { weights: self.parameters.bytes() as u64, ..Memory::default() };
        if let Some(training) = &self.training {
            memory.gradients = training.gradients.as_ref().map_or(0, |buffer| buffer.bytes() as u64);
            memory.accumulators = training.accumulator.as_ref().map_or(0, bytes);
            memory.master = training.master.as_ref().map_or(0, bytes);
            (memory.moment1, memory.moment2) = (bytes(&training.moment1), bytes(&training.moment2));
        }
        memory
    }

    /// The master weights of the rank's shard, where the parameters are not their own.
    pub(super) fn master(&mut self) -> Option<&mut DeviceBuffer<f32>> {
        self.training.as_mut()?.master.as_mut()
    }

    /// The gradients that the next step uses, of the rank's shard; `None` for a frozen bucket.
    pub(super) fn reduced(&self) -> Result<Option<Reduced<'_, P>>> {
        let Some(Training { gradients, accumulator, .. }) = &self.training else { return Ok(None) };
        Ok(match (accumulator, gradients) {
            (Some(sum), _) => Some(Reduced::Sum(sum.slice(of_shard(&self.shard, sum.len()))?)),
            (None, Some(own)) => Some(Reduced::Working(own.slice(of_shard(&self.shard, own.len()))?)),
            (None, None) => None,
        })
    }

    /// Queues the optimizer's step of the rank's shard, a launch for each run.
    pub(super) fn update(&mut self, step: &Step<'_>) -> Result<()> {
        let Self { parameters, shard, training } = self;
        let Some(training) = training else { return Ok(()) };
        let Training { gradients, accumulator, master, moment1, moment2, runs, .. } = training;
        let place = |run: &Range<usize>, len: usize| {
            let start = of_shard(shard, len).start;
            start + run.start..start + run.end
        };
        for (group, run) in runs {
            let parameters = parameters.slice_mut(place(run, parameters.len()))?;
            let master = master.as_mut().map(|master| master.slice_mut(run.clone())).transpose()?;
            let (moment1, moment2) = (moment1.slice_mut(run.clone())?, moment2.slice_mut(run.clone())?);
            match (&*accumulator, &*gradients) {
                (Some(sum), _) => {
                    let gradient = sum.slice(place(run, sum.len()))?;
                    P::launch(step, *group, Part { gradient, parameters, master, moment1, moment2 })?;
                }
                (None, Some(own)) => {
                    let gradient = own.slice(place(run, own.len()))?;
                    P::launch(step, *group, Part { gradient, parameters, master, moment1, moment2 })?;
                }
                (None, None) => {}
            }
        }
        Ok(())
    }
}

/// Where the shard is in a buffer of `len` elements: one of the whole bucket, or of the shard alone.
pub(super) fn of_shard(shard: &Range<usize>, len: usize) -> Range<usize> {
    if len == shard.len() { 0..len } else { shard.clone() }
}

/// One allocation, filled with zeros and split into a buffer of each length; none of length 0.
pub(super) fn split<T: bytemuck::Pod>(
    stream: &Stream,
    lengths: impl Iterator<Item = u64>,
) -> Result<Vec<Option<DeviceBuffer<T>>>> {
    let lengths = lengths.map(index).collect::<Result<Vec<_>>>()?;
    // The layout counts all of its bytes in 64 bits.
    let len = lengths.iter().sum();
    if len == 0 {
        return Ok(lengths.iter().map(|_| None).collect());
    }
    let mut all = stream.device().alloc(len)?;
    stream.fill_zero(&mut all)?;
    let parts = all.split(&lengths)?;
    Ok(parts.into_iter().map(|part| (!part.is_empty()).then_some(part)).collect())
}

fn runs(layout: &Layout, bucket: &Bucket, rank: u32) -> Result<Vec<(Group, Range<usize>)>> {
    let run = |run: Run| Ok((layout.groups().get(run.group).copied().unwrap_or_default(), range(run.range)?));
    layout.runs(bucket, rank).into_iter().map(run).collect()
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
