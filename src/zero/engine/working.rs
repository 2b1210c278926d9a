//! The type that parameters and gradients are held in while training.

use half::{bf16, f16};

use super::bucket::{Part, Step};
use crate::dtype::Reducible;
use crate::error::{Error, Result};
use crate::kernel::adam::{Gradient, NoCopy, Shard};
use crate::zero::layout::{Dtype, Group};

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
    use super::super::bucket::{Part, Step};
    use super::{Gradient, Group, Result};

    /// How a part is stepped, which depends on whether the working parameters are their own master.
    pub trait Working: Sized {
        /// Queues the optimizer's step.
        #[expect(private_interfaces, reason = "only this crate calls it")]
        fn launch<G: Gradient>(step: &Step<'_>, group: Group, part: Part<'_, Self, G>) -> Result<()>
        where
            Self: super::Working;
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
    #[expect(private_interfaces, reason = "only this crate calls it")]
    fn launch<G: Gradient>(step: &Step<'_>, group: Group, part: Part<'_, Self, G>) -> Result<()> {
        let Part { gradient, parameters, moment1, moment2, .. } = part;
        step.launch(group, Shard { gradient, master: parameters, moment1, moment2, copy: NoCopy })
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
                #[expect(private_interfaces, reason = "only this crate calls it")]
                fn launch<G: Gradient>(step: &Step<'_>, group: Group, part: Part<'_, Self, G>) -> Result<()> {
                    let Part { gradient, parameters, master: Some(master), moment1, moment2 } = part else {
                        return Err(Error::invalid("Engine::step", "a 16-bit bucket has no master weights"));
                    };
                    step.launch(group, Shard { gradient, master, moment1, moment2, copy: parameters })
                }
            }
        )*
    };
}

sixteen_bits!(f16 = F16 bf16 = Bf16);
