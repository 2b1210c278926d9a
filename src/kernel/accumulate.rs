//! `accumulate`: adds an array, such as the gradients of a micro-batch, to a sum in fp32.
//!
//! `target = target + source · factor`, the product and the sum each rounded once. 10 bytes an element are moved for a source of
//! 16 bits, 12 for fp32.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use super::element::{Element, place};
use super::loaded::{check_lengths, kernel_type};
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::error::Result;
use crate::stream::Stream;

kernel_type! {
    /// The kernel, loaded onto a device.
    Accumulate = "accumulate", &["accumulate_f32", "accumulate_f16", "accumulate_bf16"]
}

/// A sum to be formed.
#[derive(Clone, Copy, Debug)]
pub struct Add<'a> {
    /// The kernel.
    pub kernel: &'a Accumulate,
    /// The source is multiplied by this first.
    pub factor: f32,
}

impl Add<'_> {
    /// Queues `target += source · factor`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the two differ in length;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on the 910A for bf16, and for 1 to 15 elements.
    pub fn launch<S: Element>(
        self,
        stream: &Stream,
        target: DeviceSliceMut<'_, f32>,
        source: DeviceSlice<'_, S>,
    ) -> Result<()> {
        let (loaded, len) = (&self.kernel.loaded, target.len());
        check_lengths("accumulate::Add", ("target", len), &[("source", Some(source.len()))])?;
        if !loaded.has_work(stream, "accumulate::Add", len)? {
            return Ok(());
        }
        let function = loaded.function(place::<S>())?;
        let launch = function.launch(loaded.blocks()).write(target).read(source).value(len as u64).value(self.factor);
        // SAFETY: these are the kernel's parameters in its order (kernels/accumulate/accumulate.cpp). It reads `count` elements of
        // both arrays and writes those of the target, and `count` is the length of both.
        unsafe { launch.queue(stream) }
    }
}
