//! Slots at work: buffers that buckets have in turn, and which bucket has each now.

use super::bucket::{index, split};
use super::working::Working;
use crate::buffer::{DeviceBuffer, DeviceSlice, DeviceSliceMut};
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::zero::slots::Slots;

#[derive(Debug)]
pub(super) struct Turns<P: Working> {
    slots: Slots,
    buffers: Vec<DeviceBuffer<P>>,
    holders: Vec<Option<usize>>,
}

impl<P: Working> Turns<P> {
    /// Allocates the slots as one; their fill with zeros is queued.
    pub(super) fn new(stream: &Stream, slots: Slots) -> Result<Self> {
        let lengths = slots.slots().iter().map(|slot| slot.len);
        let buffers: Vec<_> = split::<P>(stream, lengths)?.into_iter().flatten().collect();
        let holders = vec![None; buffers.len()];
        Ok(Self { slots, buffers, holders })
    }

    /// Who has the bucket's slot.
    pub(super) fn holder(&self, bucket: usize) -> Option<usize> {
        self.holders.get(self.slots.of_bucket(bucket)?).copied().flatten()
    }

    /// Gives the bucket its slot, whoever had it.
    pub(super) fn take(&mut self, bucket: usize, len: u64) -> Result<DeviceSliceMut<'_, P>> {
        let slot = self.slots.of_bucket(bucket).ok_or_else(|| no_slot(bucket))?;
        let (Some(buffer), Some(holder)) = (self.buffers.get_mut(slot), self.holders.get_mut(slot)) else {
            return Err(no_slot(bucket));
        };
        *holder = Some(bucket);
        buffer.slice_mut(0..index(len)?)
    }

    /// What the bucket has in its slot.
    pub(super) fn view(&self, bucket: usize, len: u64) -> Result<DeviceSlice<'_, P>> {
        let buffer = self.slots.of_bucket(bucket).and_then(|slot| self.buffers.get(slot));
        let held = buffer.filter(|_| self.holder(bucket) == Some(bucket));
        held.ok_or_else(|| no_slot(bucket))?.slice(0..index(len)?)
    }

    /// Takes the slot from the bucket.
    pub(super) fn leave(&mut self, bucket: usize) {
        if let Some(holder) = self.slots.of_bucket(bucket).and_then(|slot| self.holders.get_mut(slot)) {
            *holder = holder.filter(|holder| *holder != bucket);
        }
    }

    /// Takes all slots from their buckets.
    pub(super) fn leave_all(&mut self) {
        self.holders.fill(None);
    }

    pub(super) fn bytes(&self) -> u64 {
        self.buffers.iter().map(|buffer| buffer.bytes() as u64).sum()
    }
}

fn no_slot(bucket: usize) -> Error {
    Error::invalid("Engine", format!("bucket {bucket} is not there now"))
        .with_hint("ask for the layer that uses it first")
}
