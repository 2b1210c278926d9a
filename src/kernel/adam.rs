//! `adam`: the fused AdamW step on a shard, in one pass over memory.
//!
//! ```text
//! g' = g · gradient_scale
//! m  = β₁ m + (1 − β₁) g'
//! v  = β₂ v + (1 − β₂) g'²
//! w  = w (1 − lr·wd) − lr/bc₁ · m / (√v/√bc₂ + ε)        bc = 1 − βᵗ
//! ```
//!
//! as `torch.optim.AdamW` computes it. Gradients are fp32, fp16 or bf16; the master weights w and the moments m and v are fp32; the
//! new weights can be written in fp16 or bf16 beside. With 16-bit gradients and copy that is 28 bytes a parameter.
//!
//! What changes from step to step is read from a [`ControlBlock`] in device memory, so that a decision made on the device, such
//! as to skip the step, needs no word from the host.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use std::sync::OnceLock;

use bytemuck::{Pod, Zeroable};
use half::{bf16, f16};

use super::images;
use super::launch::Launch;
use super::module::{Function, Module};
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::device::Device;
use crate::dtype::DataType;
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
    reserved: [u64; 5],
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
            reserved: [0; 5],
        }
    }
}

/// A type of gradients that `adam` reads: `f32`, `f16`, `bf16`.
pub trait Gradient: DataType + sealed::Gradient {}

/// Where `adam` writes the low-precision copy of the new weights: [`NoCopy`], or a slice of `f16` or `bf16`.
pub trait CopyOut: sealed::CopyOut {}

mod sealed {
    use super::Launch;

    pub trait Gradient {
        /// Its row in the table of entries.
        const ROW: usize;
    }

    pub trait CopyOut {
        /// Its column in the table of entries.
        const COLUMN: usize;
        fn len(&self) -> Option<usize>;
        fn append<'a>(self, launch: Launch<'a>) -> Launch<'a>
        where
            Self: 'a;
    }
}

macro_rules! gradients {
    ($($type:ty = $row:literal)*) => {
        $(
            impl Gradient for $type {}
            impl sealed::Gradient for $type {
                const ROW: usize = $row;
            }
        )*
    };
}

gradients!(f32 = 0 f16 = 1 bf16 = 2);

/// No low-precision copy is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCopy;

impl CopyOut for NoCopy {}
impl sealed::CopyOut for NoCopy {
    const COLUMN: usize = 0;

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
    ($($type:ty = $column:literal)*) => {
        $(
            impl CopyOut for DeviceSliceMut<'_, $type> {}
            impl sealed::CopyOut for DeviceSliceMut<'_, $type> {
                const COLUMN: usize = $column;

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
pub struct Shard<'a, G: Gradient, C: CopyOut = NoCopy> {
    /// The gradients, before `gradient_scale`. Read.
    pub gradient: DeviceSlice<'a, G>,
    /// The master weights. Read and written.
    pub master: DeviceSliceMut<'a, f32>,
    /// The first moments. Read and written.
    pub moment1: DeviceSliceMut<'a, f32>,
    /// The second moments. Read and written.
    pub moment2: DeviceSliceMut<'a, f32>,
    /// The new weights, rounded to nearest even. Written.
    pub copy: C,
}

/// The kernel, loaded onto a device.
pub struct Adam {
    module: Module,
    /// Blocks of a launch: one for each vector core.
    blocks: u32,
    /// Those that were asked for, by gradient and copy.
    functions: [[OnceLock<Function>; 3]; 3],
}

impl Adam {
    /// Loads the kernel onto a device.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] when this program holds no image of it for the device.
    pub fn load(device: &Device) -> Result<Self> {
        // SAFETY: this crate's build made the image from this crate's kernel.
        let module = unsafe { Module::load(device, images::find("adam", device)?) }?;
        Ok(Self { module, blocks: device.vector_cores()?, functions: Default::default() })
    }

    /// Sets the number of blocks of a launch. Fewer than the vector cores leave some for collectives.
    #[must_use]
    pub fn with_blocks(mut self, blocks: u32) -> Self {
        self.blocks = blocks;
        self
    }

    /// Queues one step of a shard with learning rate `lr`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when parts differ in length or `control` is not one
    /// block; [`ErrorKind::NotSupported`] on the 910A for bf16, and for shards of 1 to 15 elements.
    pub fn step<G: Gradient, C: CopyOut>(
        &self,
        stream: &Stream,
        optimizer: &AdamW,
        lr: f64,
        control: DeviceSlice<'_, ControlBlock>,
        shard: Shard<'_, G, C>,
    ) -> Result<()> {
        let len = shard.gradient.len();
        let others = [
            ("master", Some(shard.master.len())),
            ("moment1", Some(shard.moment1.len())),
            ("moment2", Some(shard.moment2.len())),
            ("copy", shard.copy.len()),
        ];
        if let Some((name, other)) =
            others.into_iter().find_map(|(name, other)| Some((name, other.filter(|&other| other != len)?)))
        {
            let found = format!("{name} has {other} elements, the gradient {len}");
            return Err(Error::invalid("Adam::step", found).with_hint("give parts of one length"));
        }
        if control.len() != 1 {
            return Err(Error::invalid("Adam::step", format!("{} control blocks were given", control.len()))
                .with_hint("give 1"));
        }
        stream.device().core.driver.check_process()?;
        if len == 0 {
            return Ok(());
        }
        // The 910A copies whole blocks only: a shorter shard could be stored only together with what lies behind it.
        if len < SHORTEST_ON_910A && stream.device().architecture() == Architecture::A1001 {
            let found = format!("a shard of {len} elements was given, the 910A steps {SHORTEST_ON_910A} or more");
            return Err(Error::new(ErrorKind::NotSupported, "Adam::step", found).with_hint("pad the shard"));
        }
        let function = self.function(<G as sealed::Gradient>::ROW, C::COLUMN)?;
        let launch = function
            .launch(self.blocks)
            .read(shard.gradient)
            .write(shard.master)
            .write(shard.moment1)
            .write(shard.moment2);
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
            .value((1.0 - lr * optimizer.weight_decay) as f32)
            .value(0.0_f32);
        // SAFETY: these are the kernel's parameters in its order (kernels/adam/adam.cpp). It reads and writes `count` elements of
        // each part, which is the length of all of them, and the 64 bytes of the control block.
        unsafe { launch.queue(stream) }
    }

    fn function(&self, row: usize, column: usize) -> Result<&Function> {
        let place = |table: &[[_; 3]; 3]| table.get(row)?.get(column).copied();
        let (Some(name), Some(known)) = (place(&NAMES), self.functions.get(row).and_then(|of| of.get(column))) else {
            unreachable!("every pair of a gradient and a copy type has an entry");
        };
        if let Some(function) = known.get() {
            return Ok(function);
        }
        // Two threads may both ask; the library gives both the same.
        let function = self.module.function(name)?;
        Ok(known.get_or_init(|| function))
    }
}

/// Elements that are whole blocks of 32 bytes in every type.
const SHORTEST_ON_910A: usize = 16;

/// The entries, by gradient and copy.
const NAMES: [[&str; 3]; 3] = [
    ["adam_f32_none", "adam_f32_f16", "adam_f32_bf16"],
    ["adam_f16_none", "adam_f16_f16", "adam_f16_bf16"],
    ["adam_bf16_none", "adam_bf16_f16", "adam_bf16_bf16"],
];

impl std::fmt::Debug for Adam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adam").field("module", &self.module).field("blocks", &self.blocks).finish_non_exhaustive()
    }
}
