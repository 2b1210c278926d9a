//! Scales of single tensors, for a backward pass in fp16 that scales each tensor before it is rounded.
//!
//! The kernel is `control_tensors`. Over a window of steps it keeps the largest unscaled value of each tensor, of those that
//! [`stats`](super::stats) finds; at the window's end the scale becomes the power of two that brings this value to between half the
//! target and the target. A tensor that overflows gets a smaller scale at once. Nothing waits for the host.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use super::control::Decision;
use super::loaded::kernel_type;
use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::error::{Error, Result};
use crate::stream::Stream;

/// Numbers of fp32 in 32 bytes: what is read and written whole.
const BLOCK: usize = 8;

/// Largest number of fp16.
const LARGEST_FP16: f32 = 65504.0;

/// How the scales of tensors follow their gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TensorScale {
    /// The first scale of every tensor.
    pub initial: f32,
    /// A tensor has overflowed where its largest value, scaled, is this or more.
    pub limit: f32,
    /// The largest value of a window comes to lie between half of this and this.
    pub target: f32,
    /// The smallest scale, a power of two.
    pub minimum: f32,
    /// The largest scale, a power of two.
    pub maximum: f32,
    /// What a scale falls by at an overflow; between 0 and 1.
    pub backoff: f32,
    /// Steps of a window.
    pub window: u32,
}

impl Default for TensorScale {
    /// From 2^16, within 2^-14 and 2^24: the largest of 100 steps comes to lie below half the largest number of fp16, which is the limit.
    fn default() -> Self {
        Self {
            initial: 65536.0,
            limit: LARGEST_FP16,
            target: 32768.0,
            minimum: 2.0_f32.powi(-14),
            maximum: 2.0_f32.powi(24),
            backoff: 0.5,
            window: 100,
        }
    }
}

impl TensorScale {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) naming the first that is out of its range.
    pub fn check(&self) -> Result<()> {
        let Self { initial, limit, target, minimum, maximum, backoff, window } = *self;
        let is_number = |number: f32| number.is_normal() && number > 0.0;
        // Nothing but the exponent is set.
        let is_power = |number: f32| is_number(number) && number.to_bits().trailing_zeros() >= 23;
        let checks = [
            ("minimum", minimum.to_string(), is_power(minimum), "a power of two"),
            ("maximum", maximum.to_string(), is_power(maximum) && maximum >= minimum, "a power of two from minimum on"),
            (
                "initial",
                initial.to_string(),
                is_power(initial) && (minimum..=maximum).contains(&initial),
                "a power of two from minimum to maximum",
            ),
            ("limit", limit.to_string(), is_number(limit), "finite and above 0"),
            ("target", target.to_string(), is_number(target) && target <= limit, "above 0 and not above limit"),
            ("backoff", backoff.to_string(), backoff > 0.0 && backoff < 1.0, "above 0 and below 1"),
            ("window", window.to_string(), window > 0, "1 step or more"),
        ];
        for (name, value, is_right, range) in checks {
            if !is_right {
                return Err(Error::invalid("TensorScale", format!("{name} is {value}"))
                    .with_hint(format!("it must be {range}")));
            }
        }
        Ok(())
    }
}

kernel_type! {
    /// The kernel, loaded onto a device.
    ControlTensors = "control", &["control_tensors"]
}

/// The scales of a shard's tensors, on the device.
#[derive(Debug)]
pub struct TensorScales {
    kernel: ControlTensors,
    scale: TensorScale,
    count: usize,
    /// Whole blocks, as what follows.
    scales: DeviceBuffer<f32>,
    /// The largest unscaled value of each tensor in this window.
    seen: DeviceBuffer<f32>,
}

impl TensorScales {
    /// The first scales of `count` tensors. Blocks until they are on the device.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for numbers out of their range;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) when this program holds no image of the kernel for the device.
    pub fn new_blocking(stream: &Stream, scale: TensorScale, count: usize) -> Result<Self> {
        Self::restore_blocking(stream, scale, &vec![scale.initial; count], &vec![0.0; count])
    }

    /// The scales of a checkpoint, and what had been seen of the window: [`scales`](Self::scales) and [`seen`](Self::seen), each up to
    /// the number of tensors. Blocks until they are on the device.
    ///
    /// # Errors
    /// Those of [`new_blocking`](Self::new_blocking), and for a scale that is not finite and above 0.
    pub fn restore_blocking(stream: &Stream, scale: TensorScale, scales: &[f32], seen: &[f32]) -> Result<Self> {
        const OPERATION: &str = "TensorScales::restore_blocking";
        scale.check()?;
        if seen.len() != scales.len() {
            let found = format!("{} values seen were given for {} scales", seen.len(), scales.len());
            return Err(Error::invalid(OPERATION, found).with_hint("give one for each"));
        }
        if let Some((place, bad)) = scales.iter().enumerate().find(|(_, scale)| !scale.is_normal() || **scale < 0.0) {
            return Err(Error::invalid(OPERATION, format!("the scale of tensor {place} is {bad}"))
                .with_hint("it must be finite and above 0"));
        }
        if let Some((place, bad)) = seen.iter().enumerate().find(|(_, seen)| !seen.is_finite() || **seen < 0.0) {
            return Err(Error::invalid(OPERATION, format!("what was seen of tensor {place} is {bad}"))
                .with_hint("it must be finite and at least 0"));
        }
        let padded = |numbers: &[f32], padding: f32| {
            let mut numbers = numbers.to_vec();
            numbers.resize(numbers.len().next_multiple_of(BLOCK), padding);
            stream.upload_blocking(&numbers)
        };
        Ok(Self {
            kernel: ControlTensors::load(stream.device())?,
            scale,
            count: scales.len(),
            scales: padded(scales, scale.initial)?,
            seen: padded(seen, 0.0)?,
        })
    }

    /// Queues what a step changes: `decision` is that of the step, and `largest` what [`stats`](super::stats::Largest) found of its
    /// scaled gradients.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `largest` is not one number a tensor, in whole blocks of 8.
    pub fn update(&mut self, stream: &Stream, decision: Decision<'_>, largest: DeviceSlice<'_, f32>) -> Result<()> {
        let Self { kernel: ControlTensors { loaded }, scale, count, scales, seen } = self;
        if largest.len() != scales.len() {
            let found = format!("{} numbers were given for {count} tensors", largest.len());
            return Err(Error::invalid("TensorScales::update", found)
                .with_hint(format!("give {}, whole blocks of {BLOCK}", scales.len())));
        }
        if *count == 0 {
            return Ok(());
        }
        let launch = loaded
            .function(0)?
            .launch(loaded.blocks())
            .write(scales.as_mut_slice())
            .write(seen.as_mut_slice())
            .read(largest)
            .read(decision.block())
            .value(*count as u64)
            .value(scale.limit)
            .value(scale.target)
            .value(scale.minimum)
            .value(scale.maximum)
            .value(scale.backoff)
            .value(scale.window);
        // SAFETY: these are the kernel's parameters in its order (kernels/control/control.cpp). It reads and writes `count` numbers of
        // the arrays, in whole blocks of 8, which is the length of all three, and reads the 64 bytes of the control block.
        unsafe { launch.queue(stream) }
    }

    /// Number of tensors.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The scales: one a tensor, and then up to a whole block of 8 what means nothing.
    pub fn scales(&self) -> DeviceSlice<'_, f32> {
        self.scales.as_slice()
    }

    /// The largest unscaled value of each tensor in this window: with the scales what a checkpoint must hold.
    pub fn seen(&self) -> DeviceSlice<'_, f32> {
        self.seen.as_slice()
    }
}
