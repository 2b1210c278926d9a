//! The images of this crate's kernels that the build made.

use crate::device::Device;
use crate::driver::{Backend, KERNELS_VARIABLE, environment};
use crate::error::{Error, ErrorKind, Result};

/// One kernel, compiled for one architecture.
pub(crate) struct Image {
    kernel: &'static str,
    architecture: u32,
    build: &'static str,
    bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/images.rs"));

/// The image of a kernel for a device.
///
/// # Errors
/// [`ErrorKind::NotSupported`] when the build made none: no C++ compiler for the software device, no toolkit for the NPU.
pub(crate) fn find(kernel: &'static str, device: &Device) -> Result<&'static [u8]> {
    let architecture = device.architecture().number();
    // Chosen by name they go to an installed toolkit too: to the software device's own, which runs them.
    let build = environment::value(KERNELS_VARIABLE).unwrap_or_else(|| match device.core.driver.backend() {
        Backend::Cann => "npu".to_owned(),
        Backend::Mock => "fast".to_owned(),
    });
    let image = IMAGES
        .iter()
        .find(|image| image.kernel == kernel && image.architecture == architecture && image.build == build);
    image.map(|image| image.bytes).ok_or_else(|| {
        let found =
            format!("this program holds no `{build}` image of kernel `{kernel}` for architecture {architecture}");
        let hint = match build.as_str() {
            "npu" => "build where a CANN toolkit with bisheng is installed, with ASCEND_NPU_BUILD_KERNELS=1",
            _ => "install a C++ compiler (g++ or clang++) and build again",
        };
        Error::new(ErrorKind::NotSupported, "kernel image", found).with_hint(hint)
    })
}
