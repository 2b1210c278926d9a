//! fp16 and bfp16 by arithmetic on bits, without branches, so that loops over them run on vectors.
//!
//! A running value is kept as an f32 that is exactly a number of the narrow type. A sum or product of two such numbers, rounded
//! to f32 and then to the narrow type, equals the one rounded at once: f32 has more than twice the digits and two more.
//!
//! A running fp16 is kept times 2^112. Then the infinity of f32 begins where that of fp16 does, so that overflow, infinities and
//! NaN need no care. Only subnormals do, and not even they in a sum: all fp16 are multiples of the smallest, so a sum below the
//! normal numbers is exact.

/// An fp16 as its bits.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Fp16(pub(super) u16);

/// A bfp16 as its bits.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Bfp16(pub(super) u16);

const SIGN: u32 = 0x8000_0000;
/// What the exponent of a running fp16 is larger by than its own, in place.
const BIAS: u32 = 224 << 23;
/// The smallest normal running fp16: 2^(112 - 14).
const NORMAL: u32 = 225 << 23;
/// A number whose f32 neighbours are one smallest running fp16 away: 2^(112 - 1).
const SPACED: u32 = 238 << 23;
/// 2^-112.
const UNSCALE: f32 = f32::from_bits(15 << 23);

/// All ones where `left < right`, else zeros. Both are below 2^31, where the comparison of signed numbers, which vectors have,
/// is that of unsigned ones.
#[inline(always)]
fn below(left: u32, right: u32) -> u32 {
    u32::from(left.cast_signed() < right.cast_signed()).wrapping_neg()
}

/// `yes` where the mask has ones, `no` where it has zeros.
#[inline(always)]
fn select(mask: u32, yes: u32, no: u32) -> u32 {
    (yes & mask) | (no & !mask)
}

/// Cuts the lowest bits off, to the nearest, ties to even. A carry goes on into the exponent, and at last gives infinity.
#[inline(always)]
fn cut<const BITS: u32>(value: f32) -> f32 {
    let bits = value.to_bits();
    let half = (1 << (BITS - 1)) - 1;
    f32::from_bits(bits.wrapping_add(half + (bits >> BITS & 1)) & !((1 << BITS) - 1))
}

impl Fp16 {
    /// The running value.
    #[inline(always)]
    pub(super) fn widen(self) -> f32 {
        let bits = u32::from(self.0);
        let sign = (bits & 0x8000) << 16;
        let magnitude = (bits & 0x7fff) << 13;
        // A subnormal is put behind a one of the smallest exponent, and that is taken away.
        let subnormal = (f32::from_bits(magnitude + NORMAL) - f32::from_bits(NORMAL)).to_bits();
        f32::from_bits(sign | select(below(magnitude, 1 << 23), subnormal, magnitude + BIAS))
    }

    /// The fp16 of a running value.
    #[inline(always)]
    pub(super) fn narrow(value: f32) -> Self {
        let bits = value.to_bits();
        let magnitude = bits & !SIGN;
        let normal = magnitude.wrapping_sub(BIAS) >> 13;
        let subnormal = (f32::from_bits(magnitude) + f32::from_bits(SPACED)).to_bits().wrapping_sub(SPACED);
        Self((bits >> 16 & 0x8000 | select(below(magnitude, NORMAL), subnormal, normal)) as u16)
    }

    /// The sum of two running values.
    #[inline(always)]
    pub(super) fn sum(left: f32, right: f32) -> f32 {
        cut::<13>(left + right)
    }

    /// The product of two running values.
    #[inline(always)]
    pub(super) fn prod(left: f32, right: f32) -> f32 {
        let product = left * (right * UNSCALE);
        let magnitude = product.to_bits() & !SIGN;
        let subnormal = (f32::from_bits(magnitude) + f32::from_bits(SPACED)) - f32::from_bits(SPACED);
        let magnitude =
            select(below(magnitude, NORMAL), subnormal.to_bits(), cut::<13>(f32::from_bits(magnitude)).to_bits());
        f32::from_bits(product.to_bits() & SIGN | magnitude)
    }
}

impl Bfp16 {
    /// The running value: the number itself.
    #[inline(always)]
    pub(super) fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    /// The bfp16 of a running value.
    #[inline(always)]
    pub(super) fn narrow(value: f32) -> Self {
        Self((value.to_bits() >> 16) as u16)
    }

    /// The sum of two running values.
    #[inline(always)]
    pub(super) fn sum(left: f32, right: f32) -> f32 {
        cut::<16>(left + right)
    }

    /// The product of two running values. Exact to the last bit but for subnormal products, which are rounded twice; no device of
    /// the family multiplies bfp16 in a collective.
    #[inline(always)]
    pub(super) fn prod(left: f32, right: f32) -> f32 {
        cut::<16>(left * right)
    }
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::{Bfp16, Fp16};

    /// Patterns to pair each pattern with: both zeros, the ends of each range, and some of every exponent.
    fn partners() -> Vec<u16> {
        let ends = [0, 1, 2, 0x3ff, 0x400, 0x401, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7f7f, 0x7f80, 0x7fff];
        let spread = (0..=u16::MAX).step_by(509);
        ends.into_iter().flat_map(|pattern| [pattern, pattern | 0x8000]).chain(spread).collect()
    }

    #[test]
    fn fp16_is_widened_and_narrowed_without_change() {
        for pattern in 0..=u16::MAX {
            let wide = Fp16(pattern).widen();
            let expected = f16::from_bits(pattern).to_f32() * 2.0_f32.powi(112);
            assert!(wide == expected || wide.is_nan() && expected.is_nan(), "{pattern:#06x}: {wide:e}, {expected:e}");
            assert_eq!(Fp16::narrow(wide).0, pattern);
        }
    }

    #[test]
    fn fp16_sums_and_products_are_those_of_the_reference() {
        for left in 0..=u16::MAX {
            for right in partners() {
                let (a, b) = (f16::from_bits(left), f16::from_bits(right));
                let check = |found: f32, expected: f16, what: &str| {
                    let found = f16::from_bits(Fp16::narrow(found).0);
                    let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                    assert!(same, "{what} of {left:#06x} and {right:#06x}: {found:?}, {expected:?}");
                };
                check(Fp16::sum(Fp16(left).widen(), Fp16(right).widen()), a + b, "sum");
                check(Fp16::prod(Fp16(left).widen(), Fp16(right).widen()), a * b, "product");
            }
        }
    }

    #[test]
    fn bfp16_sums_are_those_of_the_reference() {
        for left in 0..=u16::MAX {
            let wide = Bfp16(left).widen();
            assert_eq!(Bfp16::narrow(wide).0, left);
            for right in partners() {
                let expected = bf16::from_bits(left) + bf16::from_bits(right);
                let found = bf16::from_bits(Bfp16::narrow(Bfp16::sum(wide, Bfp16(right).widen())).0);
                let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                assert!(same, "sum of {left:#06x} and {right:#06x}: {found:?}, {expected:?}");
            }
        }
    }
}
