//! Kernel images on a device.
//!
//! Wraps `aclrtBinaryLoadFromData`, `aclrtBinaryUnLoad`, `aclrtBinaryGetFunction`.
#![allow(unsafe_code)] // Calls into the C library.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::path::Path;
use std::sync::{Arc, Mutex};

use ascend_npu_sys::{aclrtBinHandle, aclrtFuncHandle};

use crate::buffer::uses::{Tracker, Use};
use crate::device::Device;
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};

/// A kernel image loaded onto a device. Cloning is cheap.
///
/// It stays loaded while a [`Function`] of it is held or a launch of it is queued.
#[derive(Clone)]
pub struct Module {
    inner: Arc<Loaded>,
}

pub(crate) struct Loaded {
    device: Device,
    raw: Handle<aclrtBinHandle>,
    /// Launches read the image: it must outlive them.
    launches: Tracker,
}

/// A kernel of a loaded image.
#[derive(Clone)]
pub struct Function {
    name: &'static str,
    raw: Handle<aclrtFuncHandle>,
    module: Arc<Loaded>,
}

#[derive(Clone, Copy)]
struct Handle<T>(T);

// SAFETY: the handle is a token that the library takes from any thread of the context it was made in.
unsafe impl<T> Send for Handle<T> {}
// SAFETY: as above; the handle itself is never written.
unsafe impl<T> Sync for Handle<T> {}

impl Module {
    /// Loads an image: an ELF file that the toolkit's kernel compiler made, or a host image on the software device.
    ///
    /// # Safety
    /// The image is a program: it must be whole, and made by a compiler of kernels from code that you trust. The software device
    /// runs what a host image holds in this very process.
    ///
    /// # Errors
    /// Whatever the library reports, such as an image for another SoC.
    #[doc(alias = "aclrtBinaryLoadFromData")]
    pub unsafe fn load(device: &Device, image: &[u8]) -> Result<Self> {
        let core = &device.core;
        let _context = core.enter()?;
        let load = core.driver.require("aclrtBinaryLoadFromData", core.driver.acl.aclrtBinaryLoadFromData)?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: the caller vouches for the image, a live slice that is read during the call; null options are documented as "none"; the out-pointer is live.
        let code = unsafe { load(image.as_ptr().cast(), image.len(), std::ptr::null(), &mut raw) };
        core.check("aclrtBinaryLoadFromData", code)?;
        Ok(Self { inner: Arc::new(Loaded { device: device.clone(), raw: Handle(raw), launches: Tracker::default() }) })
    }

    /// Loads an image from a file.
    ///
    /// # Safety
    /// As [`load`](Self::load).
    ///
    /// # Errors
    /// [`ErrorKind::Environment`](crate::ErrorKind::Environment) when the file cannot be read; else as [`load`](Self::load).
    #[doc(alias = "aclrtBinaryLoadFromFile")]
    pub unsafe fn load_file(device: &Device, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        device.core.driver.check_process()?;
        let image = std::fs::read(path).map_err(|error| {
            Error::new(
                ErrorKind::Environment,
                "Module::load_file",
                format!("{} cannot be read: {error}", path.display()),
            )
        })?;
        // SAFETY: the caller vouches for the image.
        unsafe { Self::load(device, &image) }.map_err(|error| error.with_arguments(path.display().to_string()))
    }

    /// A kernel of the image.
    ///
    /// # Errors
    /// Whatever the library reports for a name that is not in the image.
    #[doc(alias = "aclrtBinaryGetFunction")]
    pub fn function(&self, name: &str) -> Result<Function> {
        let core = &self.inner.device.core;
        let get = core.driver.require("aclrtBinaryGetFunction", core.driver.acl.aclrtBinaryGetFunction)?;
        let symbol = CString::new(name).map_err(|_| Error::invalid("Module::function", "the name holds a NUL byte"))?;
        let _context = core.enter()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: the image is loaded while `self` is; the name is a live C string; the out-pointer is a live local.
        let code = unsafe { get(self.inner.raw.0, symbol.as_ptr(), &mut raw) };
        core.check("aclrtBinaryGetFunction", code)
            .map_err(|error| error.with_found_too(format!("kernel `{name}` was asked for")))?;
        Ok(Function { name: interned(name), raw: Handle(raw), module: self.inner.clone() })
    }
}

impl Function {
    /// The kernel's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn raw(&self) -> aclrtFuncHandle {
        self.raw.0
    }

    #[inline]
    pub(crate) fn device(&self) -> &Device {
        &self.module.device
    }

    /// What a launch uses of the image.
    #[inline]
    pub(crate) fn image(&self) -> Use<'_> {
        Use::Read(&self.module.launches)
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        let launches = self.launches.drain();
        self.device.core.retire(crate::buffer::retire::Retired::Image(self.raw.0), launches);
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Module").field("device", &self.inner.device).finish_non_exhaustive()
    }
}

/// The name, kept for good: a stream's trail of operations outlives modules, and must cost nothing to leave. A program has few
/// names, each of which is kept once.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = lock(&NAMES);
    match names.get(name) {
        Some(known) => known,
        None => {
            let kept: &'static str = Box::leak(name.into());
            names.insert(kept);
            kept
        }
    }
}
