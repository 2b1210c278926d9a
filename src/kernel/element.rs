//! The element types that kernels compute with.

use half::{bf16, f16};

use crate::dtype::DataType;

/// A type of gradients and weights: `f32`, `f16`, `bf16`. The 910A has no `bf16`.
pub trait Element: DataType + sealed::Element {}

pub(crate) mod sealed {
    pub trait Element {
        /// What the type is called in the names of entries.
        const WORD: &'static str;
    }
}

macro_rules! elements {
    ($($type:ty = $word:literal)*) => {
        $(
            impl Element for $type {}
            impl sealed::Element for $type {
                const WORD: &'static str = $word;
            }
        )*
    };
}

elements!(f32 = "f32" f16 = "f16" bf16 = "bf16");

/// The word of a type.
pub(crate) fn word<T: Element>() -> &'static str {
    <T as sealed::Element>::WORD
}
