//! The element types that kernels compute with.

use half::{bf16, f16};

use crate::dtype::DataType;

/// A type of gradients and weights: `f32`, `f16`, `bf16`. The 910A has no `bf16`.
pub trait Element: DataType + sealed::Element {}

pub(crate) mod sealed {
    pub trait Element {
        /// Its place in the tables of entries: fp32, fp16, bf16.
        const PLACE: usize;
    }
}

macro_rules! elements {
    ($($type:ty = $place:literal)*) => {
        $(
            impl Element for $type {}
            impl sealed::Element for $type {
                const PLACE: usize = $place;
            }
        )*
    };
}

elements!(f32 = 0 f16 = 1 bf16 = 2);

/// The place of a type in the tables of entries.
pub(crate) fn place<T: Element>() -> usize {
    <T as sealed::Element>::PLACE
}
