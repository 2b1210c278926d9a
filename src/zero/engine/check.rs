//! The gradients are looked at, on the device, before they are used.
//!
//! Every rank finds the [`StatsBlock`] of its shard of each bucket; a small all-gather brings them to all, in one order; and every
//! rank decides alike on them. The host hears of it afterwards, if it asks.

use super::bucket::{BucketState, Reduced};
use super::options::EngineOptions;
use super::report::{Asked, Spares};
use super::working::Working;
use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::comm::Communicator;
use crate::device::OverflowMode;
use crate::error::Result;
use crate::kernel::OverflowStatus;
use crate::kernel::adam::ControlBlock;
use crate::kernel::control::{Scaler, ScalerState, Settings};
use crate::kernel::stats::{Pass, Stats, StatsBlock, Workspace};
use crate::stream::Stream;
use crate::zero::layout::Layout;

/// The words of a block, as collectives send them.
type Word = u32;

#[derive(Debug)]
pub(super) struct Checked {
    kernel: Stats,
    workspace: Workspace,
    /// One of each trained bucket of each rank: all of rank 0 first.
    stats: DeviceBuffer<StatsBlock>,
    /// Where the rank's own begin.
    own: usize,
    scaler: Scaler,
    settings: Settings,
    /// What the device tells where results saturate.
    overflow: OverflowStatus,
    saturates: bool,
    spares: Spares,
}

impl Checked {
    pub(super) fn new(stream: &Stream, layout: &Layout, options: &EngineOptions, rank: u32) -> Result<Self> {
        let device = stream.device();
        let trained = layout.buckets().iter().filter(|bucket| bucket.trainable).count();
        let scale = options.loss_scale;
        Ok(Self {
            kernel: Stats::load(device)?,
            workspace: Workspace::new(device, 0)?,
            stats: device.alloc(trained * layout.world() as usize)?,
            own: trained * rank as usize,
            scaler: Scaler::new_blocking(stream, scale, scale.first_state())?,
            settings: Settings { gradient_factor: options.mean(layout.world()), max_norm: options.max_norm },
            overflow: OverflowStatus::new(stream)?,
            saturates: device.overflow_mode()? == OverflowMode::Saturation,
            spares: Spares::default(),
        })
    }

    /// Queues all of it; what was decided is in the block, and on its way to the host.
    pub(super) fn decide<P: Working>(
        &mut self,
        stream: &Stream,
        communicator: &Communicator,
        options: &EngineOptions,
        buckets: &[BucketState<P>],
    ) -> Result<(DeviceSlice<'_, ControlBlock>, Asked)> {
        let Self { kernel, workspace, stats, own, scaler, settings, overflow, saturates, spares } = self;
        if *saturates {
            overflow.read(stream)?;
        }
        let mut place = *own;
        for bucket in buckets {
            let Some(reduced) = bucket.reduced()? else { continue };
            let result = stats.slice_mut(place..place + 1)?;
            let status = saturates.then_some(&*overflow);
            match reduced {
                Reduced::Working(gradient) => {
                    Pass { kernel, workspace, gradient, largest: None, overflow: status }.launch(stream, result)?;
                }
                Reduced::Sum(gradient) => {
                    Pass { kernel, workspace, gradient, largest: None, overflow: status }.launch(stream, result)?;
                }
            }
            place += 1;
        }
        communicator.all_gather_in_place(stats.as_mut_slice().cast::<Word>()?)?;
        let decision = scaler.decide(stream, &options.optimizer, *settings, stats.as_slice())?;
        if *saturates {
            OverflowStatus::reset(stream)?;
        }
        let asked = spares.ask(stream, decision)?;
        Ok((decision.block(), asked))
    }

    /// What the next loss is to be multiplied by, and the counters beside it.
    pub(super) fn state(&self) -> DeviceSlice<'_, ScalerState> {
        self.scaler.state()
    }

    /// The stats of all buckets of all ranks that the last step was decided on.
    pub(super) fn stats(&self) -> DeviceSlice<'_, StatsBlock> {
        self.stats.as_slice()
    }
}
