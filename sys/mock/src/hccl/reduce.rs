//! Reductions of slices, in the element's own type, one rank after another.
//!
//! The running values of fp16 and bfp16 are f32, rounded to the type after each step.

use super::half_bits::{Bfp16, Fp16};

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    Sum,
    Prod,
    Max,
    Min,
}

/// An element that can be reduced. Only this file implements it, for types of which every bit pattern is a value.
pub(super) trait Element: Copy + Default + Send + Sync + 'static {
    /// The type of a running value.
    type Wide: Copy + Default;
    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    fn sum(left: Self::Wide, right: Self::Wide) -> Self::Wide;
    fn prod(left: Self::Wide, right: Self::Wide) -> Self::Wide;
    fn max(left: Self::Wide, right: Self::Wide) -> Self::Wide;
    fn min(left: Self::Wide, right: Self::Wide) -> Self::Wide;
}

macro_rules! integer_elements {
    ($($kind:ty)*) => {$(
        impl Element for $kind {
            type Wide = Self;
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn narrow(wide: Self) -> Self { wide }
            #[inline(always)]
            fn sum(left: Self, right: Self) -> Self { left.wrapping_add(right) }
            #[inline(always)]
            fn prod(left: Self, right: Self) -> Self { left.wrapping_mul(right) }
            #[inline(always)]
            fn max(left: Self, right: Self) -> Self { if right > left { right } else { left } }
            #[inline(always)]
            fn min(left: Self, right: Self) -> Self { if right < left { right } else { left } }
        }
    )*};
}

integer_elements! { i8 i16 i32 i64 }

macro_rules! float_elements {
    ($($kind:ty: $widen:expr, $narrow:expr, $sum:expr, $prod:expr;)*) => {$(
        impl Element for $kind {
            type Wide = f32;
            #[inline(always)]
            fn widen(self) -> f32 { $widen(self) }
            #[inline(always)]
            fn narrow(wide: f32) -> Self { $narrow(wide) }
            #[inline(always)]
            fn sum(left: f32, right: f32) -> f32 { $sum(left, right) }
            #[inline(always)]
            fn prod(left: f32, right: f32) -> f32 { $prod(left, right) }
            // A NaN of either side stays: a lost NaN would hide a fault of the training.
            #[inline(always)]
            fn max(left: f32, right: f32) -> f32 { if (right > left) | right.is_nan() { right } else { left } }
            #[inline(always)]
            fn min(left: f32, right: f32) -> f32 { if (right < left) | right.is_nan() { right } else { left } }
        }
    )*};
}

float_elements! {
    f32: core::convert::identity, core::convert::identity, core::ops::Add::add, core::ops::Mul::mul;
    Fp16: Fp16::widen, Fp16::narrow, Fp16::sum, Fp16::prod;
    Bfp16: Bfp16::widen, Bfp16::narrow, Bfp16::sum, Bfp16::prod;
}

/// Starts the running values with the first rank's elements.
#[inline(always)]
pub(super) fn start<T: Element>(wide: &mut [T::Wide], input: &[T]) {
    for (value, element) in wide.iter_mut().zip(input) {
        *value = element.widen();
    }
}

/// Takes one more rank's elements in.
#[inline(always)]
pub(super) fn step<T: Element>(reduction: Reduction, wide: &mut [T::Wide], input: &[T]) {
    match reduction {
        Reduction::Sum => fold(wide, input, T::sum),
        Reduction::Prod => fold(wide, input, T::prod),
        Reduction::Max => fold(wide, input, T::max),
        Reduction::Min => fold(wide, input, T::min),
    }
}

/// Gives the result in the element's type.
#[inline(always)]
pub(super) fn finish<T: Element>(output: &mut [T], wide: &[T::Wide]) {
    for (element, value) in output.iter_mut().zip(wide) {
        *element = T::narrow(*value);
    }
}

#[inline(always)]
fn fold<T: Element>(wide: &mut [T::Wide], input: &[T], combine: impl Fn(T::Wide, T::Wide) -> T::Wide) {
    for (value, element) in wide.iter_mut().zip(input) {
        *value = combine(*value, element.widen());
    }
}
