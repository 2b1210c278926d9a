//! Who writes the control block that `adam` reads: the host where nothing depends on the gradients, else the device.

use std::collections::VecDeque;

use super::check::Checked;
use super::options::EngineOptions;
use crate::buffer::{DeviceBuffer, DeviceSlice, PinnedBuffer};
use crate::error::Result;
use crate::kernel::adam::{AdamW, ControlBlock};
use crate::pending::Pending;
use crate::stream::Stream;
use crate::zero::layout::Layout;

#[derive(Debug)]
pub(super) enum Control {
    Sent(Sent),
    Checked(Box<Checked>),
}

impl Control {
    pub(super) fn new(stream: &Stream, layout: &Layout, options: &EngineOptions, rank: u32) -> Result<Self> {
        // Without anything to train there is nothing to check.
        if options.is_checked() && layout.buckets().iter().any(|bucket| bucket.trainable) {
            return Ok(Self::Checked(Box::new(Checked::new(stream, layout, options, rank)?)));
        }
        Ok(Self::Sent(Sent { block: stream.device().alloc(1)?, in_flight: VecDeque::new(), steps: 0 }))
    }
}

/// A control block that the host sends.
#[derive(Debug)]
pub(super) struct Sent {
    block: DeviceBuffer<ControlBlock>,
    /// Blocks on their way to the device, oldest first.
    in_flight: VecDeque<Pending<PinnedBuffer<ControlBlock>>>,
    /// Steps sent.
    pub(super) steps: u64,
}

impl Sent {
    /// Queues the copy of the next step's block to the device, in pinned memory of an earlier one where that has arrived.
    pub(super) fn send(
        &mut self,
        stream: &Stream,
        optimizer: &AdamW,
        gradient_scale: f64,
    ) -> Result<DeviceSlice<'_, ControlBlock>> {
        let free = match self.in_flight.front() {
            Some(oldest) if oldest.is_ready()? => self.in_flight.pop_front(),
            _ => None,
        };
        let mut staging = match free {
            Some(pending) => pending.wait()?,
            None => stream.device().pinned(1)?,
        };
        self.steps += 1;
        staging.fill(ControlBlock::new(optimizer, self.steps, gradient_scale));
        self.in_flight.push_back(stream.copy_to_device(staging, &mut self.block)?);
        Ok(self.block.as_slice())
    }
}
