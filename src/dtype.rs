//! Element types that collectives understand.

use ascend_npu_sys::HcclDataType;
use bytemuck::Pod;
use half::{bf16, f16};

/// An element type that can travel between devices.
pub trait DataType: Pod + Send + Sync {
    /// Its number in HCCL, which is not its number in ACL.
    const HCCL: HcclDataType;
    /// Its usual name.
    const NAME: &'static str;
    /// Whether the 910A can send it.
    const ON_910A: bool = true;
}

/// An element type that collectives can reduce. Unsigned integers and `f64` cannot be reduced on any 910.
pub trait Reducible: DataType {
    /// Whether the 910A can reduce it.
    const REDUCES_ON_910A: bool = Self::ON_910A;
    /// Whether products of it can be formed on the 910B and 910C.
    const HAS_PRODUCT: bool = true;
}

macro_rules! data_type {
    ($($type:ty = $hccl:ident $name:literal $(, $on_910a:literal)?;)*) => {
        $(impl DataType for $type {
            const HCCL: HcclDataType = HcclDataType::$hccl;
            const NAME: &'static str = $name;
            $(const ON_910A: bool = $on_910a;)?
        })*

        /// The usual name of a type that HCCL numbers so.
        pub(crate) fn name(of: HcclDataType) -> &'static str {
            match of {
                $(HcclDataType::$hccl => $name,)*
                _ => "unknown type",
            }
        }
    };
}

data_type! {
    f32 = HCCL_DATA_TYPE_FP32 "fp32";
    f16 = HCCL_DATA_TYPE_FP16 "fp16";
    bf16 = HCCL_DATA_TYPE_BFP16 "bf16", false;
    f64 = HCCL_DATA_TYPE_FP64 "fp64";
    i8 = HCCL_DATA_TYPE_INT8 "int8";
    i16 = HCCL_DATA_TYPE_INT16 "int16";
    i32 = HCCL_DATA_TYPE_INT32 "int32";
    i64 = HCCL_DATA_TYPE_INT64 "int64";
    u8 = HCCL_DATA_TYPE_UINT8 "uint8";
    u16 = HCCL_DATA_TYPE_UINT16 "uint16";
    u32 = HCCL_DATA_TYPE_UINT32 "uint32";
    u64 = HCCL_DATA_TYPE_UINT64 "uint64";
}

impl Reducible for f32 {}
impl Reducible for f16 {}
impl Reducible for bf16 {
    const HAS_PRODUCT: bool = false;
}
impl Reducible for i8 {}
impl Reducible for i16 {
    const REDUCES_ON_910A: bool = false;
    const HAS_PRODUCT: bool = false;
}
impl Reducible for i32 {}
impl Reducible for i64 {}
