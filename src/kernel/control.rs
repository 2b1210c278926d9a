//! `control`: what a step decides, decided on the device.
//!
//! Reads the [`StatsBlock`]s of all shards of all ranks, in one order on every rank, and the [`ScalerState`]; decides whether to
//! skip, counts the step only if not, moves the loss scale, and writes the [`ControlBlock`] that `adam` reads. Nothing waits for the
//! host, and all ranks decide alike because they read the same numbers.
//!
//! The gradients are unscaled in one place only, by `adam`, with the block of a decision; a [`Decision`] is had only by checking
//! them, and is used up by the next. So there is no step before a check, and no second unscaling.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use bytemuck::{Pod, Zeroable};

use super::adam::{AdamW, ControlBlock};
use super::loaded::kernel_type;
use super::stats::StatsBlock;
use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::error::{Error, ErrorKind, Result};
use crate::stream::Stream;

/// What lasts from step to step, part of a checkpoint: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ScalerState {
    /// Steps done; a skipped one is not counted.
    pub step: u64,
    /// What the next loss is to be multiplied by.
    pub scale: f32,
    /// Good steps since the scale last changed.
    pub good_steps: i32,
    /// Overflows until the scale falls, the one that makes it fall included.
    pub hysteresis_left: i32,
    /// Steps skipped so far.
    pub skipped: u32,
    /// 1: the last step wanted a smaller scale, and it is the smallest; 2: a larger one, and it is the largest; else 0.
    pub limit: i32,
    /// Steps skipped since the last that was not.
    pub skipped_in_row: u32,
    reserved: [u32; 8],
}

/// A loss scale that follows the gradients, or stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossScale {
    /// The first scale.
    pub initial: f32,
    /// What it grows by after `interval` good steps; above 1.
    pub growth: f32,
    /// What it falls by at an overflow; between 0 and 1.
    pub backoff: f32,
    /// Good steps in a row until it grows; `None`: the scale stays what it is.
    pub interval: Option<u32>,
    /// Overflows until it falls; growth gives them back.
    pub hysteresis: u32,
    /// The smallest scale.
    pub minimum: f32,
    /// The largest scale.
    pub maximum: f32,
}

impl Default for LossScale {
    /// 2^16, doubled after 2000 good steps and halved at each overflow, from 1 to 2^127.
    fn default() -> Self {
        Self {
            initial: 65536.0,
            growth: 2.0,
            backoff: 0.5,
            interval: Some(2000),
            hysteresis: 1,
            minimum: 1.0,
            maximum: 2.0_f32.powi(127),
        }
    }
}

impl LossScale {
    /// A scale that stays, as 1 for bf16.
    pub fn fixed(scale: f32) -> Self {
        Self { initial: scale, interval: None, minimum: scale, maximum: scale, ..Self::default() }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] naming the first that is out of its range.
    pub fn check(&self) -> Result<()> {
        let Self { initial, growth, backoff, interval, hysteresis, minimum, maximum } = *self;
        let most = i32::MAX as u32;
        let is_scale = |scale: f32| scale.is_normal() && scale > 0.0;
        let checks = [
            ("initial", initial.to_string(), is_scale(initial), "finite and above 0"),
            ("growth", growth.to_string(), growth > 1.0 && growth.is_finite(), "finite and above 1"),
            ("backoff", backoff.to_string(), backoff > 0.0 && backoff < 1.0, "above 0 and below 1"),
            (
                "interval",
                format!("{interval:?}"),
                interval.is_none_or(|steps| (1..=most).contains(&steps)),
                "1 to 2147483647 steps",
            ),
            ("hysteresis", hysteresis.to_string(), (1..=most).contains(&hysteresis), "1 to 2147483647"),
            ("minimum", minimum.to_string(), is_scale(minimum) && minimum <= initial, "above 0 and not above initial"),
            ("maximum", maximum.to_string(), is_scale(maximum) && maximum >= initial, "finite and not below initial"),
        ];
        for (name, value, is_right, range) in checks {
            if !is_right {
                return Err(
                    Error::invalid("LossScale", format!("{name} is {value}")).with_hint(format!("it must be {range}"))
                );
            }
        }
        Ok(())
    }

    /// The state before the first step.
    pub fn first_state(&self) -> ScalerState {
        ScalerState {
            step: 0,
            scale: self.initial,
            good_steps: 0,
            hysteresis_left: self.hysteresis.cast_signed(),
            skipped: 0,
            limit: 0,
            skipped_in_row: 0,
            reserved: [0; 8],
        }
    }
}

kernel_type! {
    /// The kernel, loaded onto a device.
    Control = "control", &["control_decide"]
}

/// The loss scale of a run, and what its steps decide, on the device.
#[derive(Debug)]
pub struct Scaler {
    kernel: Control,
    scale: LossScale,
    state: DeviceBuffer<ScalerState>,
    block: DeviceBuffer<ControlBlock>,
}

/// What was decided of a step: the control block for `adam`, on the device.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    block: DeviceSlice<'a, ControlBlock>,
    state: DeviceSlice<'a, ScalerState>,
}

impl<'a> Decision<'a> {
    /// The block, for [`adam::Step`](super::adam::Step).
    pub fn block(self) -> DeviceSlice<'a, ControlBlock> {
        self.block
    }

    /// The scaler's state after the decision.
    pub fn state(self) -> DeviceSlice<'a, ScalerState> {
        self.state
    }
}

/// What a decision depends on beside the gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The gradients are multiplied by this beside 1 / loss scale: 1 / (ranks · micro-batches) for a mean.
    pub gradient_factor: f64,
    /// The norm to which unscaled gradients are clipped.
    pub max_norm: Option<f64>,
}

impl Default for Settings {
    /// A factor of 1, and no clipping.
    fn default() -> Self {
        Self { gradient_factor: 1.0, max_norm: None }
    }
}

impl Scaler {
    /// A scaler in a state: [`LossScale::first_state`], or that of a checkpoint. Blocks until the state is on the device.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for numbers out of their range; [`ErrorKind::NotSupported`] when this program holds no image
    /// of the kernel for the device.
    pub fn new_blocking(stream: &Stream, scale: LossScale, state: ScalerState) -> Result<Self> {
        scale.check()?;
        if !(state.scale.is_normal() && state.scale > 0.0 && state.good_steps >= 0 && state.hysteresis_left >= 0) {
            return Err(Error::invalid("Scaler::new_blocking", format!("the state is {state:?}"))
                .with_hint("its scale must be finite and above 0, its counters not below 0"));
        }
        let kernel = Control::load(stream.device())?;
        let (state, block) = (stream.upload_blocking(&[state])?, stream.device().alloc(1)?);
        Ok(Self { kernel, scale, state, block })
    }

    /// Queues the decision of a step from the stats of all shards of all ranks, in one order on every rank.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] without stats, or for a factor or norm that is not finite and above 0.
    pub fn decide(
        &mut self,
        stream: &Stream,
        optimizer: &AdamW,
        settings: Settings,
        stats: DeviceSlice<'_, StatsBlock>,
    ) -> Result<Decision<'_>> {
        const OPERATION: &str = "Scaler::decide";
        optimizer.check()?;
        if stats.is_empty() {
            return Err(Error::invalid(OPERATION, "no stats were given").with_hint("check the gradients first"));
        }
        let numbers = [("gradient_factor", settings.gradient_factor), ("max_norm", settings.max_norm.unwrap_or(1.0))];
        if let Some((name, value)) = numbers.into_iter().find(|(_, value)| !(*value as f32).is_normal() || *value < 0.0)
        {
            return Err(Error::new(ErrorKind::InvalidArgument, OPERATION, format!("{name} is {value}"))
                .with_hint("it must be finite and above 0"));
        }
        let Self { kernel: Control { loaded }, scale, state, block } = self;
        let function = loaded.function(0)?;
        let launch = function
            .launch(1)
            .write(block.as_mut_slice())
            .write(state.as_mut_slice())
            .read(stats)
            .value(stats.len() as u64)
            .value(settings.gradient_factor as f32)
            .value(settings.max_norm.unwrap_or(0.0) as f32)
            .value(logarithm(optimizer.beta1))
            .value(logarithm(optimizer.beta2))
            .value(scale.growth)
            .value(scale.backoff)
            .value(scale.minimum)
            .value(scale.maximum)
            .value(scale.interval.unwrap_or(0))
            .value(scale.hysteresis);
        // SAFETY: these are the kernel's parameters in its order (kernels/control/control.cpp). It reads `count` blocks of stats,
        // the length of the slice, and reads and writes the 64 bytes of the state and of the block.
        unsafe { launch.queue(stream) }?;
        Ok(Decision { block: self.block.as_slice(), state: self.state.as_slice() })
    }

    /// The state on the device: to be copied to a checkpoint, or read by what scales the loss.
    pub fn state(&self) -> DeviceSlice<'_, ScalerState> {
        self.state.as_slice()
    }
}

/// The logarithm of a decay rate, finite for 0 too: the power of any step then vanishes all the same.
fn logarithm(beta: f64) -> f32 {
    beta.max(f64::from(f32::MIN_POSITIVE)).ln() as f32
}
