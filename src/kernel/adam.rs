//! `adam`: the fused Adam or AdamW step on a shard, in one pass over memory.
//!
//! ```text
//! g' = g · gradient_scale                                 (− where maximizing; + wd·w with coupled decay)
//! m  = β₁ m + (1 − β₁) g'
//! v  = β₂ v + (1 − β₂) g'²
//! u  = v, or with amsgrad the largest v so far
//! w  = w (1 − lr·wd) − lr/bc₁ · m / (√u/√bc₂ + ε)        bc = 1 − βᵗ; no decay here where it is coupled
//! ```
//!
//! as `torch.optim.AdamW` and `torch.optim.Adam` compute it. Gradients are fp32, fp16 or bf16; the master weights w are fp32; the
//! moments are fp32 or bf16; the new weights can be written in fp16 or bf16 beside. With 16-bit gradients and copy and moments in
//! fp32 that is 28 bytes a parameter.
//!
//! What changes from step to step is read from a [`ControlBlock`] in device memory, so that a decision made on the device, such
//! as to skip the step, needs no word from the host.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use bytemuck::{Pod, Zeroable};
use half::{bf16, f16};

pub use super::element::Element as Gradient;
use super::element::place;
use super::launch::Launch;
use super::loaded::{check_lengths, kernel_type};
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;
use crate::stream::Stream;

/// The constants of AdamW.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// Decay of the first moment.
    pub beta1: f64,
    /// Decay of the second moment.
    pub beta2: f64,
    /// Added to the root of the corrected second moment.
    pub eps: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
}

impl Default for AdamW {
    /// The defaults of `torch.optim.AdamW`: betas 0.9 and 0.999, eps 1e-8, weight decay 0.01.
    fn default() -> Self {
        Self { beta1: 0.9, beta2: 0.999, eps: 1e-8, weight_decay: 0.01 }
    }
}

impl AdamW {
    /// Checks the constants.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] naming the first that is out of its range.
    pub fn check(&self) -> Result<()> {
        let refuse = |name: &str, value: f64, range: &str| {
            Err(Error::invalid("AdamW", format!("{name} is {value}")).with_hint(format!("it must be {range}")))
        };
        for (name, beta) in [("beta1", self.beta1), ("beta2", self.beta2)] {
            if !(0.0..1.0).contains(&beta) {
                return refuse(name, beta, "at least 0 and below 1");
            }
        }
        if !(self.eps >= 0.0 && self.eps.is_finite()) {
            return refuse("eps", self.eps, "finite and at least 0");
        }
        if !(self.weight_decay >= 0.0 && self.weight_decay.is_finite()) {
            return refuse("weight_decay", self.weight_decay, "finite and at least 0");
        }
        Ok(())
    }
}

/// What `adam` reads of a step from device memory: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct ControlBlock {
    /// Every gradient is multiplied by this first: 1 / (loss scale × ranks), times the clipping factor.
    pub gradient_scale: f32,
    /// 1 / (1 − β₁ᵗ).
    pub inverse_bias_correction1: f32,
    /// 1 / √(1 − β₂ᵗ).
    pub inverse_sqrt_bias_correction2: f32,
    /// Not 0: the step changes nothing.
    pub skip: i32,
    /// The step t, from 1.
    pub step: u64,
    /// The norm of the gradients, unscaled and before clipping, where `control` wrote the block; infinite for a skipped step.
    pub norm: f32,
    /// The clipping factor, where `control` wrote the block.
    pub clip: f32,
    reserved: [u64; 4],
}

impl ControlBlock {
    /// The block of step `step`, which counts from 1, with gradients multiplied by `gradient_scale`.
    pub fn new(optimizer: &AdamW, step: u64, gradient_scale: f64) -> Self {
        // 1 − βᵗ by way of the logarithm: for β near 1 and small t the difference itself would lose digits.
        let correction = |beta: f64| -f64::exp_m1(step as f64 * beta.ln());
        Self {
            gradient_scale: gradient_scale as f32,
            inverse_bias_correction1: (1.0 / correction(optimizer.beta1)) as f32,
            inverse_sqrt_bias_correction2: (1.0 / correction(optimizer.beta2).sqrt()) as f32,
            skip: 0,
            step,
            norm: 0.0,
            clip: 1.0,
            reserved: [0; 4],
        }
    }
}

/// A type of the moments: `f32`, or `bf16`, which halves their memory and wants [`Rounding::Stochastic`].
pub trait Moment: Gradient + sealed::Moment {}

impl Moment for f32 {}
impl Moment for bf16 {}

/// Where `adam` writes the low-precision copy of the new weights: [`NoCopy`], or a slice of `f16` or `bf16`.
pub trait CopyOut: sealed::CopyOut {}

mod sealed {
    use super::Launch;

    pub trait Moment {
        /// Its place in the table of entries.
        const PLACE: usize;
    }

    pub trait CopyOut {
        /// Its place in the table of entries.
        const PLACE: usize;
        fn len(&self) -> Option<usize>;
        fn append<'a>(self, launch: Launch<'a>) -> Launch<'a>
        where
            Self: 'a;
    }
}

impl sealed::Moment for f32 {
    const PLACE: usize = 0;
}

impl sealed::Moment for bf16 {
    const PLACE: usize = 1;
}

/// No low-precision copy is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCopy;

impl CopyOut for NoCopy {}
impl sealed::CopyOut for NoCopy {
    const PLACE: usize = 0;

    fn len(&self) -> Option<usize> {
        None
    }

    fn append<'a>(self, launch: Launch<'a>) -> Launch<'a>
    where
        Self: 'a,
    {
        launch.null()
    }
}

macro_rules! copies {
    ($($type:ty = $place:literal)*) => {
        $(
            impl CopyOut for DeviceSliceMut<'_, $type> {}
            impl sealed::CopyOut for DeviceSliceMut<'_, $type> {
                const PLACE: usize = $place;

                fn len(&self) -> Option<usize> {
                    Some(DeviceSliceMut::len(self))
                }

                fn append<'a>(self, launch: Launch<'a>) -> Launch<'a>
                where
                    Self: 'a,
                {
                    launch.write(self)
                }
            }
        )*
    };
}

copies!(f16 = 1 bf16 = 2);

/// A shard of an optimizer's state: parts of one length, at any offset of their buffers.
#[derive(Debug)]
pub struct Shard<'a, G: Gradient, C: CopyOut = NoCopy, M: Moment = f32> {
    /// The gradients, before `gradient_scale`. Read.
    pub gradient: DeviceSlice<'a, G>,
    /// The master weights. Read and written.
    pub master: DeviceSliceMut<'a, f32>,
    /// The first moments. Read and written.
    pub moment1: DeviceSliceMut<'a, M>,
    /// The second moments. Read and written.
    pub moment2: DeviceSliceMut<'a, M>,
    /// The new weights, rounded. Written.
    pub copy: C,
}

/// What weight decay acts on.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Decay {
    /// The weights, apart from the moments: AdamW.
    #[default]
    Decoupled,
    /// The gradients, and through them the moments: Adam with an L2 penalty.
    Coupled,
}

/// How what is stored in 16 bits is rounded: the copy, and moments in bf16.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Rounding {
    /// To the nearest, ties to even.
    #[default]
    Nearest,
    /// Up with the probability of what is cut off. The randoms are a function of this seed, the step and the place in the shard:
    /// give each shard its own. Not on the 910A.
    Stochastic {
        /// The seed.
        seed: u64,
    },
}

/// What a step does beyond the formula of AdamW. The default is nothing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Options {
    /// What weight decay acts on.
    pub decay: Decay,
    /// Whether to climb: the gradients count with the other sign.
    pub maximize: bool,
    /// How what is stored in 16 bits is rounded.
    pub rounding: Rounding,
}

kernel_type! {
    /// The kernel, loaded onto a device.
    Adam = "adam", &ENTRIES
}

impl Adam {
    /// Queues one step of AdamW on a shard with learning rate `lr`: [`Step`] without options.
    ///
    /// # Errors
    /// Those of [`Step::launch`].
    pub fn step<G: Gradient, C: CopyOut>(
        &self,
        stream: &Stream,
        optimizer: &AdamW,
        lr: f64,
        control: DeviceSlice<'_, ControlBlock>,
        shard: Shard<'_, G, C>,
    ) -> Result<()> {
        Step { adam: self, optimizer, lr, control, options: Options::default() }.launch(stream, shard)
    }
}

/// A step: what is the same for all shards of it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The kernel.
    pub adam: &'a Adam,
    /// The constants.
    pub optimizer: &'a AdamW,
    /// The learning rate.
    pub lr: f64,
    /// One block, from [`ControlBlock::new`] or from `control`.
    pub control: DeviceSlice<'a, ControlBlock>,
    /// What is done beyond AdamW.
    pub options: Options,
}

impl Step<'_> {
    /// Queues the step of a shard.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when parts differ in length or `control` is not one block; [`ErrorKind::NotSupported`] on the
    /// 910A for bf16, for stochastic rounding, and for shards of 1 to 15 elements.
    pub fn launch<G: Gradient, C: CopyOut, M: Moment>(self, stream: &Stream, shard: Shard<'_, G, C, M>) -> Result<()> {
        self.queue(stream, shard, None)
    }

    /// Queues the step of a shard with amsgrad: the update is divided by the root of `largest`, the largest second moments so far,
    /// which are read and written.
    ///
    /// # Errors
    /// Those of [`launch`](Self::launch).
    pub fn launch_amsgrad<G: Gradient, C: CopyOut, M: Moment>(
        self,
        stream: &Stream,
        shard: Shard<'_, G, C, M>,
        largest: DeviceSliceMut<'_, M>,
    ) -> Result<()> {
        self.queue(stream, shard, Some(largest))
    }

    fn queue<'a, G: Gradient, C: CopyOut, M: Moment>(
        self,
        stream: &Stream,
        shard: Shard<'a, G, C, M>,
        largest: Option<DeviceSliceMut<'a, M>>,
    ) -> Result<()> {
        let Self { adam: Adam { loaded }, optimizer, lr, control, options } = self;
        let len = shard.gradient.len();
        let others = [
            ("master", Some(shard.master.len())),
            ("moment1", Some(shard.moment1.len())),
            ("moment2", Some(shard.moment2.len())),
            ("largest", largest.as_ref().map(DeviceSliceMut::len)),
            ("copy", shard.copy.len()),
        ];
        check_lengths(OPERATION, ("gradient", len), &others)?;
        if control.len() != 1 {
            return Err(
                Error::invalid(OPERATION, format!("{} control blocks were given", control.len())).with_hint("give 1")
            );
        }
        let (stochastic, seed) = match options.rounding {
            Rounding::Nearest => (false, 0),
            Rounding::Stochastic { seed } => (true, seed),
        };
        if stochastic && loaded.architecture() == Architecture::A1001 {
            let found = "stochastic rounding was asked for, and the 910A cannot round towards zero";
            return Err(Error::new(ErrorKind::NotSupported, OPERATION, found).with_hint("round to nearest"));
        }
        if !loaded.has_work(stream, OPERATION, len)? {
            return Ok(());
        }
        let types = 3 * place::<G>() + C::PLACE;
        let function =
            loaded.function(4 * types + 2 * <M as sealed::Moment>::PLACE + usize::from(largest.is_some()))?;
        let (decoupled, coupled) = match options.decay {
            Decay::Decoupled => (1.0 - lr * optimizer.weight_decay, 0.0),
            Decay::Coupled => (1.0, optimizer.weight_decay),
        };
        let launch = function
            .launch(loaded.blocks())
            .read(shard.gradient)
            .write(shard.master)
            .write(shard.moment1)
            .write(shard.moment2)
            .write_or_null(largest);
        // What is added before the length moves `COUNT_ARGUMENT`.
        let launch = shard
            .copy
            .append(launch)
            .read(control)
            .value(len as u64)
            .value(lr as f32)
            .value(optimizer.beta1 as f32)
            .value((1.0 - optimizer.beta1) as f32)
            .value(optimizer.beta2 as f32)
            .value((1.0 - optimizer.beta2) as f32)
            .value(optimizer.eps as f32)
            .value(decoupled as f32)
            .value(coupled as f32)
            .value(if options.maximize { MAXIMIZE } else { 0 } | if stochastic { STOCHASTIC } else { 0 })
            .value(seed);
        // SAFETY: these are the kernel's parameters in its order (kernels/adam/adam.cpp). It reads and writes `count` elements of
        // each part, which is the length of all of them, and reads the 64 bytes of the control block.
        unsafe { launch.queue(stream) }
    }
}

/// The place of the number of elements among the kernel's arguments, for whoever models its time.
pub const COUNT_ARGUMENT: usize = 7;

const OPERATION: &str = "adam::Step";

macro_rules! entries {
    ($($types:literal)*) => {
        [$(
            concat!("adam_", $types),
            concat!("adam_", $types, "_amsgrad"),
            concat!("adam_", $types, "_state_bf16"),
            concat!("adam_", $types, "_state_bf16_amsgrad"),
        )*]
    };
}

/// By gradient, copy, moments, and whether amsgrad.
const ENTRIES: [&str; 36] = entries!(
    "f32_none" "f32_f16" "f32_bf16" "f16_none" "f16_f16" "f16_bf16" "bf16_none" "bf16_f16" "bf16_bf16"
);

/// The flags of kernels/adam/adam.cpp.
const MAXIMIZE: u32 = 1;
const STOCHASTIC: u32 = 2;
