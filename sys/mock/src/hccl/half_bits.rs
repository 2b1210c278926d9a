//! fp16 and bfp16 by arithmetic on bits, without branches, so that loops over them run on vectors.
//!
//! A running value is kept as f32 that is exactly a number of the narrow type. A sum or product of two such numbers, rounded to
//! f32 and then to the narrow type, equals the one rounded at once: f32 has more than twice the digits and two more.

/// An fp16 as its bits.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Fp16(pub(super) u16);

/// A bfp16 as its bits.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Bfp16(pub(super) u16);

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const QUIET: u32 = 0x0040_0000;

/// The smallest normal fp16, 2^-14, as f32 bits.
const FP16_NORMAL: u32 = 0x3880_0000;
/// Half way from the largest fp16, 65504, to the number after it: rounds to infinity. As f32 bits.
const FP16_OVER: u32 = 0x477f_f000;
/// How much larger the exponent of an f32 is than that of an equal fp16, in place.
const FP16_BIAS: u32 = 112 << 23;

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

impl Fp16 {
    #[inline(always)]
    pub(super) fn widen(self) -> f32 {
        let bits = u32::from(self.0);
        let sign = (bits & 0x8000) << 16;
        let magnitude = (bits & 0x7fff) << 13;
        // Infinity and NaN have the largest exponent in both types; NaN is made quiet.
        let special = below(0x0f7f_ffff, magnitude);
        let quiet = below(0x0f80_0000, magnitude) & QUIET;
        let normal = (magnitude + FP16_BIAS + (special & FP16_BIAS)) | quiet;
        // A subnormal is a multiple of 2^-24: put it behind a one of exponent -14, and take that away.
        let subnormal = (f32::from_bits(magnitude + FP16_NORMAL) - f32::from_bits(FP16_NORMAL)).to_bits();
        f32::from_bits(sign | select(below(magnitude, 0x0080_0000), subnormal, normal))
    }

    /// The nearest fp16, ties to even, as f32.
    #[inline(always)]
    pub(super) fn round(value: f32) -> f32 {
        let bits = value.to_bits();
        let magnitude = bits & !SIGN;
        let normal = (magnitude + 0x0fff + (magnitude >> 13 & 1)) & !0x1fff;
        // An f32 between one half and one has the spacing of a subnormal fp16: the addition rounds.
        let subnormal = ((f32::from_bits(magnitude) + 0.5) - 0.5).to_bits();
        let finite = select(below(magnitude, FP16_NORMAL), subnormal, normal);
        let nan = below(INFINITY, magnitude) & (magnitude | QUIET);
        f32::from_bits((bits & SIGN) | select(below(magnitude, FP16_OVER), finite, INFINITY | nan))
    }

    /// The fp16 of a value that [`Fp16::round`] gave.
    #[inline(always)]
    pub(super) fn narrow(value: f32) -> Self {
        let bits = value.to_bits();
        let magnitude = bits & !SIGN;
        let normal = magnitude.wrapping_sub(FP16_BIAS) >> 13;
        let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5_f32.to_bits());
        let finite = select(below(magnitude, FP16_NORMAL), subnormal, normal);
        let special = 0x7c00 | (magnitude & 0x007f_ffff) >> 13;
        Self((bits >> 16 & 0x8000 | select(below(magnitude, INFINITY), finite, special)) as u16)
    }
}

impl Bfp16 {
    #[inline(always)]
    pub(super) fn widen(self) -> f32 {
        let bits = u32::from(self.0) << 16;
        f32::from_bits(bits | (below(INFINITY, bits & !SIGN) & QUIET))
    }

    /// The nearest bfp16, ties to even, as f32.
    #[inline(always)]
    pub(super) fn round(value: f32) -> f32 {
        let bits = value.to_bits();
        // Rounding up the largest numbers carries into the exponent and gives infinity, as it should.
        let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1));
        f32::from_bits(select(below(INFINITY, bits & !SIGN), bits | QUIET, rounded) & 0xffff_0000)
    }

    /// The bfp16 of a value that [`Bfp16::round`] gave.
    #[inline(always)]
    pub(super) fn narrow(value: f32) -> Self {
        Self((value.to_bits() >> 16) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bfp16, Fp16};

    /// Values around every number of a narrow type: itself, its neighbours in f32, and the ties to the next one.
    fn around(value: f32) -> impl Iterator<Item = f32> {
        let bits = value.to_bits();
        [0, 1, 0x0fff, 0x1000, 0x1001, 0x7fff, 0x8000, 0x8001]
            .into_iter()
            .flat_map(move |step| [bits.wrapping_add(step), bits.wrapping_sub(step)])
            .map(f32::from_bits)
    }

    #[test]
    fn fp16_agrees_with_the_reference_on_every_pattern() {
        for pattern in 0..=u16::MAX {
            let (ours, reference) = (Fp16(pattern).widen(), half::f16::from_bits(pattern).to_f32());
            assert_eq!(ours.to_bits(), reference.to_bits(), "{pattern:#06x}");
            for value in around(ours) {
                let (ours, reference) = (Fp16::narrow(Fp16::round(value)).0, half::f16::from_f32(value));
                assert_eq!(ours, reference.to_bits(), "{value:e} {:#010x}", value.to_bits());
            }
        }
    }

    #[test]
    fn fp16_rounds_every_tie_between_subnormals_to_even() {
        for half_steps in 0..=2_048_u16 {
            let value = f32::from(half_steps) * 2.0_f32.powi(-25);
            for value in [value, -value, value * 1.000_000_1, value * 0.999_999_9] {
                let reference = half::f16::from_f32(value).to_bits();
                assert_eq!(Fp16::narrow(Fp16::round(value)).0, reference, "{value:e}");
            }
        }
    }

    #[test]
    fn bfp16_agrees_with_the_reference_on_every_pattern() {
        for pattern in 0..=u16::MAX {
            let (ours, reference) = (Bfp16(pattern).widen(), half::bf16::from_bits(pattern).to_f32());
            assert_eq!(ours.to_bits(), reference.to_bits(), "{pattern:#06x}");
            for value in around(ours) {
                let (ours, reference) = (Bfp16::narrow(Bfp16::round(value)).0, half::bf16::from_f32(value));
                assert_eq!(ours, reference.to_bits(), "{value:e} {:#010x}", value.to_bits());
            }
        }
    }
}
