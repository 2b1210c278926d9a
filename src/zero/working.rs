//! The type that parameters and gradients are held in while training.

use half::{bf16, f16};

use crate::dtype::Reducible;
use crate::error::{Error, Result};
use crate::kernel::adam::{Gradient, NoCopy, Shard};

use super::bucket::{BucketState, Step};

/// The type of working parameters and gradients: `f32`, `f16` or `bf16`.
pub trait Working: Gradient + Reducible + sealed::Working {
    /// The nearest value, ties to even.
    fn of_f32(value: f32) -> Self;
    /// The value, exactly.
    fn to_f32(self) -> f32;
}

pub(super) mod sealed {
    use super::{BucketState, Result, Step};

    /// How a bucket is stepped, which depends on whether the working parameters are their own master.
    pub trait Working: Sized + bytemuck::Pod {
        /// Whether the fp32 master weights are a buffer of their own.
        const HAS_MASTER: bool;

        /// Queues the optimizer step of the rank's shard of a bucket.
        fn update(step: &Step<'_>, bucket: &mut BucketState<Self>) -> Result<()>;
    }
}

impl Working for f32 {
    fn of_f32(value: f32) -> Self {
        value
    }

    fn to_f32(self) -> f32 {
        self
    }
}

impl sealed::Working for f32 {
    const HAS_MASTER: bool = false;

    fn update(step: &Step<'_>, bucket: &mut BucketState<Self>) -> Result<()> {
        let shard = Shard {
            gradient: bucket.gradients.slice(bucket.shard.clone())?,
            master: bucket.parameters.slice_mut(bucket.shard.clone())?,
            moment1: bucket.moment1.as_mut_slice(),
            moment2: bucket.moment2.as_mut_slice(),
            copy: NoCopy,
        };
        step.launch(shard)
    }
}

macro_rules! sixteen_bits {
    ($($type:ty)*) => {
        $(
            impl Working for $type {
                fn of_f32(value: f32) -> Self {
                    Self::from_f32(value)
                }

                fn to_f32(self) -> f32 {
                    self.to_f32()
                }
            }

            impl sealed::Working for $type {
                const HAS_MASTER: bool = true;

                fn update(step: &Step<'_>, bucket: &mut BucketState<Self>) -> Result<()> {
                    let Some(master) = &mut bucket.master else {
                        return Err(Error::invalid("Stage1::step", "a 16-bit bucket has no master weights"));
                    };
                    let shard = Shard {
                        gradient: bucket.gradients.slice(bucket.shard.clone())?,
                        master: master.as_mut_slice(),
                        moment1: bucket.moment1.as_mut_slice(),
                        moment2: bucket.moment2.as_mut_slice(),
                        copy: bucket.parameters.slice_mut(bucket.shard.clone())?,
                    };
                    step.launch(shard)
                }
            }
        )*
    };
}

sixteen_bits!(f16 bf16);
