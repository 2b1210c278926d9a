//! Element types that collectives understand.

use ascend_npu_sys::HcclDataType;
use bytemuck::Pod;
use half::{bf16, f16};

mod sealed {
    pub trait Sealed {}
}

/// An element type, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is named as its type")]
pub enum ElementType {
    F32,
    F16,
    Bf16,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

/// An element type that can travel between devices.
///
/// Whoever implements it vouches for the memory that the library then reads, so only this crate does.
pub trait DataType: Pod + Send + Sync + sealed::Sealed {
    /// The type, as a value.
    const ELEMENT: ElementType;
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
    ($($type:ty = $element:ident $hccl:ident $name:literal $(, $on_910a:literal)?;)*) => {
        impl ElementType {
            /// Size of an element in bytes.
            pub fn bytes(self) -> usize {
                match self {
                    $(Self::$element => size_of::<$type>(),)*
                }
            }

            /// The usual name, as `bf16`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$element => $name,)*
                }
            }
        }

        $(impl sealed::Sealed for $type {}
        impl DataType for $type {
            const ELEMENT: ElementType = ElementType::$element;
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
    f32 = F32 HCCL_DATA_TYPE_FP32 "fp32";
    f16 = F16 HCCL_DATA_TYPE_FP16 "fp16";
    bf16 = Bf16 HCCL_DATA_TYPE_BFP16 "bf16", false;
    f64 = F64 HCCL_DATA_TYPE_FP64 "fp64";
    i8 = I8 HCCL_DATA_TYPE_INT8 "int8";
    i16 = I16 HCCL_DATA_TYPE_INT16 "int16";
    i32 = I32 HCCL_DATA_TYPE_INT32 "int32";
    i64 = I64 HCCL_DATA_TYPE_INT64 "int64";
    u8 = U8 HCCL_DATA_TYPE_UINT8 "uint8";
    u16 = U16 HCCL_DATA_TYPE_UINT16 "uint16";
    u32 = U32 HCCL_DATA_TYPE_UINT32 "uint32";
    u64 = U64 HCCL_DATA_TYPE_UINT64 "uint64";
}

impl std::fmt::Display for ElementType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
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
