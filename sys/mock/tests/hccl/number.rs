//! Element types with a reference for each reduction that shares nothing with the device, and data to reduce.

use std::fmt::Debug;

use ascend_npu_sys::{HcclDataType, HcclReduceOp};
use half::{bf16, f16};

/// An element type, with a reference for each reduction that shares nothing with the device.
pub trait Number: Copy + Default + Debug + Send + Sync {
    const DTYPE: HcclDataType;
    fn of_bits(bits: u64) -> Self;
    fn small(value: i8) -> Self;
    fn reduce(op: HcclReduceOp, left: Self, right: Self) -> Self;
    fn same(self, other: Self) -> bool;
}

macro_rules! integers {
    ($($kind:ty: $dtype:ident;)*) => {$(
        impl Number for $kind {
            const DTYPE: HcclDataType = HcclDataType::$dtype;
            fn of_bits(bits: u64) -> Self { bits as Self }
            fn small(value: i8) -> Self { value as Self }
            fn reduce(op: HcclReduceOp, left: Self, right: Self) -> Self {
                match op.0 {
                    0 => left.wrapping_add(right),
                    1 => left.wrapping_mul(right),
                    2 => left.max(right),
                    _ => left.min(right),
                }
            }
            fn same(self, other: Self) -> bool { self == other }
        }
    )*};
}

macro_rules! floats {
    ($($kind:ty: $dtype:ident, $bits:ty;)*) => {$(
        impl Number for $kind {
            const DTYPE: HcclDataType = HcclDataType::$dtype;
            fn of_bits(bits: u64) -> Self { Self::from_bits(bits as $bits) }
            fn small(value: i8) -> Self { Self::from(value) / Self::from(8_i8) }
            fn reduce(op: HcclReduceOp, left: Self, right: Self) -> Self {
                match op.0 {
                    0 => left + right,
                    1 => left * right,
                    _ if left.is_nan() => left,
                    _ if right.is_nan() => right,
                    2 => if right > left { right } else { left },
                    _ => if right < left { right } else { left },
                }
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
        }
    )*};
}

integers! { u8: HCCL_DATA_TYPE_UINT8; u16: HCCL_DATA_TYPE_UINT16; u32: HCCL_DATA_TYPE_UINT32; u64: HCCL_DATA_TYPE_UINT64; }
integers! { i8: HCCL_DATA_TYPE_INT8; i16: HCCL_DATA_TYPE_INT16; i32: HCCL_DATA_TYPE_INT32; i64: HCCL_DATA_TYPE_INT64; }
floats! { f16: HCCL_DATA_TYPE_FP16, u16; bf16: HCCL_DATA_TYPE_BFP16, u16; f32: HCCL_DATA_TYPE_FP32, u32; }
floats! { f64: HCCL_DATA_TYPE_FP64, u64; }

/// An element that depends on its rank and place: mostly small, one in four any bit pattern.
pub fn element<T: Number>(rank: usize, place: usize) -> T {
    let mixed = ((rank as u64) << 32 | place as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = mixed ^ mixed >> 32;
    if place % 4 == 3 { T::of_bits(bits) } else { T::small(bits as i8) }
}

pub fn elements<T: Number>(rank: usize, count: usize) -> Vec<T> {
    (0..count).map(|place| element(rank, place)).collect()
}

pub fn reference<T: Number>(op: HcclReduceOp, size: usize, place: usize) -> T {
    (1..size).fold(element(0, place), |left, rank| T::reduce(op, left, element(rank, place)))
}

pub fn assert_same<T: Number>(found: &[T], expected: impl Fn(usize) -> T, what: &str) {
    for (place, value) in found.iter().enumerate() {
        assert!(value.same(expected(place)), "{what}: {value:?} at {place}, {:?} expected", expected(place));
    }
}
