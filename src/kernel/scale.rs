//! `scale`: multiplies an array by a number, in place.
//!
//! The product is formed in fp32, and rounded to nearest even where the array has 16 bits.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use super::element::{Element, place};
use super::loaded::kernel_type;
use crate::buffer::DeviceSliceMut;
use crate::error::Result;
use crate::stream::Stream;

kernel_type! {
    /// The kernel, loaded onto a device.
    Scale = "scale", &["scale_f32", "scale_f16", "scale_bf16"]
}

/// A product to be formed.
#[derive(Clone, Copy, Debug)]
pub struct Multiply<'a> {
    /// The kernel.
    pub kernel: &'a Scale,
    /// Every element is multiplied by this.
    pub factor: f32,
}

impl Multiply<'_> {
    /// Queues `data = data · factor`.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on the 910A for bf16, and for 1 to 15 elements.
    pub fn launch<T: Element>(self, stream: &Stream, data: DeviceSliceMut<'_, T>) -> Result<()> {
        let (loaded, len) = (&self.kernel.loaded, data.len());
        if !loaded.has_work(stream, "scale::Multiply", len)? {
            return Ok(());
        }
        let function = loaded.function(place::<T>())?;
        let launch = function.launch(loaded.blocks()).write(data).value(len as u64).value(self.factor);
        // SAFETY: these are the kernel's parameters in its order (kernels/scale/scale.cpp). It reads and writes `count` elements,
        // which is the length of the array.
        unsafe { launch.queue(stream) }
    }
}
