//! `fill`: writes one value everywhere.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use half::{bf16, f16};

use super::loaded::kernel_type;
use crate::buffer::DeviceSliceMut;
use crate::dtype::DataType;
use crate::error::Result;
use crate::stream::Stream;

kernel_type! {
    /// The kernel, loaded onto a device.
    Fill = "fill", &["fill_words", "fill_halves"]
}

/// A type of values: those of 16 and of 32 bits, on every device.
pub trait Value: DataType + sealed::Value {}

mod sealed {
    pub trait Value {
        /// The place of the entry that writes values of this width.
        const ENTRY: usize;
        /// The value's bits.
        fn bits(self) -> u32;
    }
}

macro_rules! values {
    ($($type:ty = $entry:literal, $bits:expr;)*) => {
        $(
            impl Value for $type {}
            impl sealed::Value for $type {
                const ENTRY: usize = $entry;

                fn bits(self) -> u32 {
                    let bits: fn($type) -> _ = $bits;
                    u32::from(bits(self))
                }
            }
        )*
    };
}

values! {
    f32 = 0, f32::to_bits;
    i32 = 0, i32::cast_unsigned;
    u32 = 0, std::convert::identity::<u32>;
    f16 = 1, f16::to_bits;
    bf16 = 1, bf16::to_bits;
    i16 = 1, i16::cast_unsigned;
    u16 = 1, std::convert::identity::<u16>;
}

/// A value to be written.
#[derive(Clone, Copy, Debug)]
pub struct Set<'a, T: Value> {
    /// The kernel.
    pub kernel: &'a Fill,
    /// What every element becomes.
    pub value: T,
}

impl<T: Value> Set<'_, T> {
    /// Queues the fill.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on the 910A for 1 to 15 elements.
    pub fn launch(self, stream: &Stream, data: DeviceSliceMut<'_, T>) -> Result<()> {
        let (loaded, len) = (&self.kernel.loaded, data.len());
        if !loaded.has_work(stream, "fill::Set", len)? {
            return Ok(());
        }
        let function = loaded.function(<T as sealed::Value>::ENTRY)?;
        let bits = sealed::Value::bits(self.value);
        let launch = function.launch(loaded.blocks()).write(data).value(len as u64).value(bits);
        // SAFETY: these are the kernel's parameters in its order (kernels/fill/fill.cpp). It writes `count` elements of the width
        // of `T`, which is the length of the array.
        unsafe { launch.queue(stream) }
    }
}
