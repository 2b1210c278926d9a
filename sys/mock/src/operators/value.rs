//! Elements as numbers, and back.

use ascend_npu_sys::aclDataType;
use half::{bf16, f16};

/// The largest element.
pub(super) const WIDEST: usize = 16;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type(aclDataType);

/// A number, wide enough for every type that is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Integer(i128),
    Float(f64),
}

impl Type {
    /// `None` for types without elements of whole bytes.
    pub(super) fn of(of: aclDataType) -> Option<Self> {
        let known = Self(of);
        (known.is_number() || matches!(of, aclDataType::ACL_COMPLEX64 | aclDataType::ACL_COMPLEX128)).then_some(known)
    }

    /// Bytes of an element.
    pub(super) fn width(self) -> usize {
        match self.0 {
            aclDataType::ACL_BOOL | aclDataType::ACL_INT8 | aclDataType::ACL_UINT8 => 1,
            aclDataType::ACL_FLOAT16 | aclDataType::ACL_BF16 | aclDataType::ACL_INT16 | aclDataType::ACL_UINT16 => 2,
            aclDataType::ACL_FLOAT | aclDataType::ACL_INT32 | aclDataType::ACL_UINT32 => 4,
            aclDataType::ACL_COMPLEX128 => WIDEST,
            _ => 8,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(
            self.0,
            aclDataType::ACL_FLOAT | aclDataType::ACL_DOUBLE | aclDataType::ACL_FLOAT16 | aclDataType::ACL_BF16
        )
    }

    pub(super) fn is_number(self) -> bool {
        self.is_float()
            || matches!(
                self.0,
                aclDataType::ACL_BOOL
                    | aclDataType::ACL_INT8
                    | aclDataType::ACL_UINT8
                    | aclDataType::ACL_INT16
                    | aclDataType::ACL_UINT16
                    | aclDataType::ACL_INT32
                    | aclDataType::ACL_UINT32
                    | aclDataType::ACL_INT64
                    | aclDataType::ACL_UINT64
            )
    }

    pub(super) fn code(self) -> i32 {
        self.0.0
    }

    /// The number of an element; 0 for a type that is none.
    pub(super) fn number(self, bytes: [u8; WIDEST]) -> Value {
        let [a, b, c, d, e, f, g, h, ..] = bytes;
        let (two, four, eight) = ([a, b], [a, b, c, d], [a, b, c, d, e, f, g, h]);
        match self.0 {
            aclDataType::ACL_FLOAT => Value::Float(f32::from_le_bytes(four).into()),
            aclDataType::ACL_DOUBLE => Value::Float(f64::from_le_bytes(eight)),
            aclDataType::ACL_FLOAT16 => Value::Float(f16::from_le_bytes(two).to_f64()),
            aclDataType::ACL_BF16 => Value::Float(bf16::from_le_bytes(two).to_f64()),
            aclDataType::ACL_BOOL => Value::Integer((a != 0).into()),
            aclDataType::ACL_INT8 => Value::Integer(i8::from_le_bytes([a]).into()),
            aclDataType::ACL_UINT8 => Value::Integer(a.into()),
            aclDataType::ACL_INT16 => Value::Integer(i16::from_le_bytes(two).into()),
            aclDataType::ACL_UINT16 => Value::Integer(u16::from_le_bytes(two).into()),
            aclDataType::ACL_INT32 => Value::Integer(i32::from_le_bytes(four).into()),
            aclDataType::ACL_UINT32 => Value::Integer(u32::from_le_bytes(four).into()),
            aclDataType::ACL_INT64 => Value::Integer(i64::from_le_bytes(eight).into()),
            aclDataType::ACL_UINT64 => Value::Integer(u64::from_le_bytes(eight).into()),
            _ => Value::Integer(0),
        }
    }

    /// The element that a number becomes; zeros for a type that is no number.
    pub(super) fn element(self, value: Value) -> [u8; WIDEST] {
        macro_rules! integer {
            ($kind:ty) => {
                pad(match value {
                    // Integers wrap, as in C; floats are cut, and stay within the type.
                    #[allow(clippy::cast_possible_truncation, reason = "what a cast is for")]
                    Value::Integer(value) => (value as $kind).to_le_bytes(),
                    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what a cast is for")]
                    Value::Float(value) => (value as $kind).to_le_bytes(),
                })
            };
        }
        match self.0 {
            aclDataType::ACL_FLOAT => pad(value.single().to_le_bytes()),
            aclDataType::ACL_DOUBLE => pad(value.double().to_le_bytes()),
            // By way of f32, in which the vendor's compute. The direct way of `half` drops bits of an f32 that decide a tie.
            aclDataType::ACL_FLOAT16 => pad(f16::from_f32(value.single()).to_le_bytes()),
            aclDataType::ACL_BF16 => pad(bf16::from_f32(value.single()).to_le_bytes()),
            aclDataType::ACL_BOOL => pad([u8::from(value.is_set())]),
            aclDataType::ACL_INT8 => integer!(i8),
            aclDataType::ACL_UINT8 => integer!(u8),
            aclDataType::ACL_INT16 => integer!(i16),
            aclDataType::ACL_UINT16 => integer!(u16),
            aclDataType::ACL_INT32 => integer!(i32),
            aclDataType::ACL_UINT32 => integer!(u32),
            aclDataType::ACL_INT64 => integer!(i64),
            aclDataType::ACL_UINT64 => integer!(u64),
            _ => [0; WIDEST],
        }
    }
}

impl Value {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "rounds to the type")]
    fn single(self) -> f32 {
        match self {
            Self::Integer(value) => value as f32,
            Self::Float(value) => value as f32,
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "rounds to the type")]
    pub(super) fn double(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    fn is_set(self) -> bool {
        match self {
            Self::Integer(value) => value != 0,
            // A NaN is no zero.
            Self::Float(value) => value != 0.0,
        }
    }
}

fn pad<const N: usize>(bytes: [u8; N]) -> [u8; WIDEST] {
    let mut wide = [0; WIDEST];
    for (to, from) in wide.iter_mut().zip(bytes) {
        *to = from;
    }
    wide
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
mod tests {
    use super::*;

    fn cast(from: aclDataType, bytes: &[u8], to: aclDataType) -> Vec<u8> {
        let (from, to) = (Type::of(from).unwrap(), Type::of(to).unwrap());
        let mut wide = [0; WIDEST];
        wide[..bytes.len()].copy_from_slice(bytes);
        assert_eq!(bytes.len(), from.width());
        to.element(from.number(wide))[..to.width()].to_vec()
    }

    fn single(value: f32, to: aclDataType) -> Vec<u8> {
        cast(aclDataType::ACL_FLOAT, &value.to_le_bytes(), to)
    }

    #[test]
    fn every_type_keeps_its_own_elements() {
        let bytes = [0x81, 0x3f, 0x03, 0xc2, 0x55, 0xaa, 0x12, 0x40];
        for code in [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 27] {
            let kind = Type::of(aclDataType(code)).unwrap();
            let bytes = &bytes[..kind.width()];
            assert_eq!(cast(aclDataType(code), bytes, aclDataType(code)), bytes, "type {code}");
        }
        assert_eq!(cast(aclDataType::ACL_BOOL, &[1], aclDataType::ACL_BOOL), [1]);
    }

    #[test]
    fn floats_are_rounded_to_the_nearest_and_ties_to_even() {
        let half = |value: f32| f16::from_le_bytes(single(value, aclDataType::ACL_FLOAT16).try_into().unwrap());
        let (tie, step) = (1.0 + 2.0_f32.powi(-11), f16::from_f32(1.0 + 2.0_f32.powi(-10)));
        assert_eq!(half(tie), f16::ONE);
        assert_eq!(half(tie.next_up()), step, "the last bit of an f32 decides");
        assert_eq!(half(65519.0), f16::MAX);
        assert_eq!(half(65520.0), f16::INFINITY);
        assert!(half(f32::NAN).is_nan());
        let brain = |value: f32| bf16::from_le_bytes(single(value, aclDataType::ACL_BF16).try_into().unwrap());
        assert_eq!(brain(1.0 + 2.0_f32.powi(-8)), bf16::ONE);
        assert_eq!(brain((1.0 + 2.0_f32.powi(-8)).next_up()), bf16::from_f32(1.0 + 2.0_f32.powi(-7)));
    }

    #[test]
    fn floats_are_cut_and_integers_wrap() {
        assert_eq!(single(-2.7, aclDataType::ACL_INT32), (-2_i32).to_le_bytes());
        assert_eq!(single(300.0, aclDataType::ACL_INT8), [127]);
        assert_eq!(single(f32::NAN, aclDataType::ACL_INT64), [0; 8]);
        assert_eq!(single(0.25, aclDataType::ACL_BOOL), [1]);
        assert_eq!(single(-0.0, aclDataType::ACL_BOOL), [0]);
        let wrapped = cast(aclDataType::ACL_INT32, &300_i32.to_le_bytes(), aclDataType::ACL_UINT8);
        assert_eq!(wrapped, [44]);
        let large = u64::MAX.to_le_bytes();
        assert_eq!(cast(aclDataType::ACL_UINT64, &large, aclDataType::ACL_FLOAT), (2.0_f32.powi(64)).to_le_bytes());
    }

    #[test]
    fn types_that_are_no_numbers_are_told() {
        let complex = Type::of(aclDataType::ACL_COMPLEX64).unwrap();
        assert!(!complex.is_number());
        assert_eq!(complex.width(), 8);
        assert_eq!(Type::of(aclDataType::ACL_INT4), None);
        assert_eq!(Type::of(aclDataType::ACL_STRING), None);
    }
}
