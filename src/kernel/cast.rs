//! `cast`: converts between fp32, fp16 and bf16, to nearest even where the target is narrower.
#![allow(unsafe_code)] // Launches a kernel, for whose arguments it vouches.

use half::{bf16, f16};

use super::element::{Element, place};
use super::loaded::{check_lengths, kernel_type};
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::error::Result;
use crate::stream::Stream;

kernel_type! {
    /// The kernel, loaded onto a device.
    Cast = "cast", &ENTRIES
}

/// By source and target. Nothing is cast to its own type.
const ENTRIES: [&str; 9] =
    ["", "cast_f32_f16", "cast_f32_bf16", "cast_f16_f32", "", "cast_f16_bf16", "cast_bf16_f32", "cast_bf16_f16", ""];

/// A pair of types that can be converted: any two different ones of `f32`, `f16`, `bf16`.
pub trait CastTo<T: Element>: Element {}

impl CastTo<f16> for f32 {}
impl CastTo<bf16> for f32 {}
impl CastTo<f32> for f16 {}
impl CastTo<bf16> for f16 {}
impl CastTo<f32> for bf16 {}
impl CastTo<f16> for bf16 {}

/// A conversion.
#[derive(Clone, Copy, Debug)]
pub struct Convert<'a> {
    /// The kernel.
    pub kernel: &'a Cast,
}

impl Convert<'_> {
    /// Queues the conversion of `source` into `target`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the two differ in length;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on the 910A for bf16, and for 1 to 15 elements.
    pub fn launch<S: CastTo<T>, T: Element>(
        self,
        stream: &Stream,
        target: DeviceSliceMut<'_, T>,
        source: DeviceSlice<'_, S>,
    ) -> Result<()> {
        let (loaded, len) = (&self.kernel.loaded, target.len());
        check_lengths("cast::Convert", ("target", len), &[("source", Some(source.len()))])?;
        if !loaded.has_work(stream, "cast::Convert", len)? {
            return Ok(());
        }
        let function = loaded.function(3 * place::<S>() + place::<T>())?;
        let launch = function.launch(loaded.blocks()).write(target).read(source).value(len as u64);
        // SAFETY: these are the kernel's parameters in its order (kernels/cast/cast.cpp). It reads `count` elements of the source
        // and writes as many of the target, and `count` is the length of both.
        unsafe { launch.queue(stream) }
    }
}
