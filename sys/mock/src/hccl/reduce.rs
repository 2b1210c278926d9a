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

/// Takes the inputs in, in their order: into the running values, or as the first of them. As many at once as there is a loop for:
/// the running values then stay in registers from one input to the next, and memory is asked for many things at a time.
#[inline(always)]
pub(super) fn take<T: Element>(reduction: Reduction, wide: &mut [T::Wide], inputs: &[&[T]]) {
    match reduction {
        Reduction::Sum => take_by(wide, inputs, T::sum),
        Reduction::Prod => take_by(wide, inputs, T::prod),
        Reduction::Max => take_by(wide, inputs, T::max),
        Reduction::Min => take_by(wide, inputs, T::min),
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
fn take_by<T: Element>(wide: &mut [T::Wide], inputs: &[&[T]], combine: impl Fn(T::Wide, T::Wide) -> T::Wide + Copy) {
    let mut rest = inputs;
    let mut is_first = true;
    while !rest.is_empty() {
        rest = match (is_first, rest) {
            (true, [a, b, c, d, e, f, g, h, rest @ ..]) => {
                let inputs = a.iter().zip(*b).zip(*c).zip(*d).zip(*e).zip(*f).zip(*g).zip(*h);
                for (value, (((((((a, b), c), d), e), f), g), h)) in wide.iter_mut().zip(inputs) {
                    *value = all(a.widen(), [b, c, d, e, f, g, h], combine);
                }
                rest
            }
            (false, [a, b, c, d, e, f, g, h, rest @ ..]) => {
                let inputs = a.iter().zip(*b).zip(*c).zip(*d).zip(*e).zip(*f).zip(*g).zip(*h);
                for (value, (((((((a, b), c), d), e), f), g), h)) in wide.iter_mut().zip(inputs) {
                    *value = all(*value, [a, b, c, d, e, f, g, h], combine);
                }
                rest
            }
            (true, [a, b, c, d, rest @ ..]) => {
                for (value, (((a, b), c), d)) in wide.iter_mut().zip(a.iter().zip(*b).zip(*c).zip(*d)) {
                    *value = all(a.widen(), [b, c, d], combine);
                }
                rest
            }
            (false, [a, b, c, d, rest @ ..]) => {
                for (value, (((a, b), c), d)) in wide.iter_mut().zip(a.iter().zip(*b).zip(*c).zip(*d)) {
                    *value = all(*value, [a, b, c, d], combine);
                }
                rest
            }
            (true, [a, b, rest @ ..]) => {
                for (value, (a, b)) in wide.iter_mut().zip(a.iter().zip(*b)) {
                    *value = combine(a.widen(), b.widen());
                }
                rest
            }
            (true, [a, rest @ ..]) => {
                for (value, a) in wide.iter_mut().zip(*a) {
                    *value = a.widen();
                }
                rest
            }
            (false, [a, rest @ ..]) => {
                for (value, a) in wide.iter_mut().zip(*a) {
                    *value = combine(*value, a.widen());
                }
                rest
            }
            (_, []) => return,
        };
        is_first = false;
    }
}

/// One after the other.
#[inline(always)]
fn all<T: Element, const COUNT: usize>(
    first: T::Wide,
    others: [&T; COUNT],
    combine: impl Fn(T::Wide, T::Wide) -> T::Wide,
) -> T::Wide {
    let mut value = first;
    for other in others {
        value = combine(value, other.widen());
    }
    value
}
