//! The state of one bucket on one rank, and one optimizer step of it.

use std::ops::Range;

use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, Gradient, Shard};
use crate::stream::Stream;

use super::layout::{Bucket, Layout};
use super::memory::Memory;
use super::working::Working;

/// One bucket on one rank: full parameters and gradients, and the optimizer's state of the rank's shard.
#[derive(Debug)]
pub struct BucketState<P: bytemuck::Pod> {
    pub(super) parameters: DeviceBuffer<P>,
    pub(super) gradients: DeviceBuffer<P>,
    /// `None` where the working parameters are the master weights.
    pub(super) master: Option<DeviceBuffer<f32>>,
    pub(super) moment1: DeviceBuffer<f32>,
    pub(super) moment2: DeviceBuffer<f32>,
    /// The rank's part of parameters and gradients.
    pub(super) shard: Range<usize>,
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
    pub(super) fn launch<G: Gradient, C: CopyOut>(&self, shard: Shard<'_, G, C>) -> Result<()> {
        self.adam.step(self.stream, self.optimizer, self.lr, self.control, shard)
    }
}

impl<P: Working> BucketState<P> {
    /// Allocates a bucket, all zero; the fills are queued on `stream`.
    pub(super) fn new(device: &Device, stream: &Stream, layout: &Layout, bucket: &Bucket, rank: u32) -> Result<Self> {
        let shard = layout.shard(bucket, rank);
        let shard = index(shard.start)?..index(shard.end)?;
        let mut state = Self {
            parameters: device.alloc(index(bucket.len)?)?,
            gradients: device.alloc(index(bucket.len)?)?,
            master: if P::HAS_MASTER { Some(device.alloc(shard.len())?) } else { None },
            moment1: device.alloc(shard.len())?,
            moment2: device.alloc(shard.len())?,
            shard,
        };
        stream.fill_zero(&mut state.parameters)?;
        stream.fill_zero(&mut state.gradients)?;
        if let Some(master) = &mut state.master {
            stream.fill_zero(master)?;
        }
        stream.fill_zero(&mut state.moment1)?;
        stream.fill_zero(&mut state.moment2)?;
        Ok(state)
    }

    pub(super) fn memory(&self) -> Memory {
        Memory {
            weights: self.parameters.bytes() as u64,
            gradients: self.gradients.bytes() as u64,
            master: self.master.as_ref().map_or(0, DeviceBuffer::bytes) as u64,
            moment1: self.moment1.bytes() as u64,
            moment2: self.moment2.bytes() as u64,
        }
    }
}

/// A count of elements as an index of this machine.
pub(super) fn index(count: u64) -> Result<usize> {
    usize::try_from(count)
        .map_err(|_| Error::invalid("Layout", format!("{count} elements do not fit this machine's addresses")))
}
