//! The type that parameters and gradients are held in while training.

use half::{bf16, f16};

use crate::buffer::DeviceBuffer;
use crate::dtype::Reducible;
use crate::error::{Error, Result};
use crate::kernel::adam::{Gradient, NoCopy, Shard};

use super::bucket::{Step, Training, within};
use super::layout::Dtype;

/// The type of working parameters and gradients: `f32`, `f16` or `bf16`.
pub trait Working: Gradient + Reducible + sealed::Working {
    /// Its name in a layout.
    const DTYPE: Dtype;
    /// The nearest value, ties to even.
    fn of_f32(value: f32) -> Self;
    /// The value, exactly.
    fn to_f32(self) -> f32;
}

pub(super) mod sealed {
    use super::{Result, Step, Training};
    use crate::buffer::DeviceBuffer;

    /// How a bucket is stepped, which depends on whether the working parameters are their own master.
    pub trait Working: Sized + bytemuck::Pod {
        /// Queues the optimizer step of the rank's shard of a bucket, a launch for each run.
        fn update(step: &Step<'_>, parameters: &mut DeviceBuffer<Self>, training: &mut Training<Self>) -> Result<()>;
    }
}

impl Working for f32 {
    const DTYPE: Dtype = Dtype::F32;

    fn of_f32(value: f32) -> Self {
        value
    }

    fn to_f32(self) -> f32 {
        self
    }
}

impl sealed::Working for f32 {
    fn update(step: &Step<'_>, parameters: &mut DeviceBuffer<Self>, training: &mut Training<Self>) -> Result<()> {
        for (group, run) in &training.runs {
            let full = within(run, training.shard.start);
            let shard = Shard {
                gradient: training.gradients.slice(full.clone())?,
                master: parameters.slice_mut(full)?,
                moment1: training.moment1.slice_mut(run.clone())?,
                moment2: training.moment2.slice_mut(run.clone())?,
                copy: NoCopy,
            };
            step.launch(*group, shard)?;
        }
        Ok(())
    }
}

macro_rules! sixteen_bits {
    ($($type:ty = $dtype:ident)*) => {
        $(
            impl Working for $type {
                const DTYPE: Dtype = Dtype::$dtype;

                fn of_f32(value: f32) -> Self {
                    Self::from_f32(value)
                }

                fn to_f32(self) -> f32 {
                    self.to_f32()
                }
            }

            impl sealed::Working for $type {
                fn update(
                    step: &Step<'_>,
                    parameters: &mut DeviceBuffer<Self>,
                    training: &mut Training<Self>,
                ) -> Result<()> {
                    let Some(master) = &mut training.master else {
                        return Err(Error::invalid("Stage1::step", "a 16-bit bucket has no master weights"));
                    };
                    for (group, run) in &training.runs {
                        let full = within(run, training.shard.start);
                        let shard = Shard {
                            gradient: training.gradients.slice(full.clone())?,
                            master: master.slice_mut(run.clone())?,
                            moment1: training.moment1.slice_mut(run.clone())?,
                            moment2: training.moment2.slice_mut(run.clone())?,
                            copy: parameters.slice_mut(full)?,
                        };
                        step.launch(*group, shard)?;
                    }
                    Ok(())
                }
            }
        )*
    };
}

sixteen_bits!(f16 = F16 bf16 = Bf16);
