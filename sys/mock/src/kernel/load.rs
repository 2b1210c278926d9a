//! Loading an image from bytes.
//!
//! The loader of the system takes files only, so the bytes become a file in memory. It knows libraries by path and by file, and
//! never unloads some of them. So each load has a file of its own, and a path that was never used before: two loads of equal
//! bytes are two libraries.
#![allow(unsafe_code)] // Loads a shared object and reads its table.

use std::ffi::{CStr, c_char};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ascend_npu_sys::aclError;
use libloading::os::unix;

use super::image::{ABI, HostImage, HostKernel, Image, Kernel};
use crate::report::{Failure, Outcome};

/// A shared object, loaded for as long as this lives.
pub(super) struct Library {
    library: unix::Library,
}

/// Loads an image onto a device.
///
/// # Errors
/// 107000 when the bytes are no image, or one for another architecture. The vendor has no code for "built for another SoC":
/// what it has, 507008, means that the SoC itself was not recognised.
pub(super) fn load(bytes: &[u8], device: i32) -> Outcome<Image> {
    const MAGIC: &[u8] = b"\x7fELF";
    if !bytes.starts_with(MAGIC) {
        let start = bytes.get(..MAGIC.len()).unwrap_or(bytes);
        return Err(refuse(format!("{} B that start with {start:02x?} are no ELF file", bytes.len())));
    }
    let library = Library::open(bytes)?;
    let table = library.table()?;
    if table.abi != ABI {
        return Err(refuse(format!("the image has version {} of the kernel table, the device takes {ABI}", table.abi)));
    }
    let soc = crate::device::soc();
    if table.arch != soc.arch {
        return Err(refuse(format!(
            "the image was built for architecture {}, and {} has architecture {}",
            table.arch, soc.name, soc.arch
        )));
    }
    let count = if table.kernels.is_null() { 0 } else { table.kernel_count as usize };
    let kernels = (0..count).map(|index| library.kernel(table, index)).collect::<Outcome<Vec<_>>>()?;
    if kernels.is_empty() {
        return Err(refuse("the image holds no kernel".to_owned()));
    }
    Ok(Image { device, kernels, touches: table.touches != 0, functions: Mutex::default(), _library: library })
}

/// The bytes of an image in a file.
pub(super) fn read(path: &str) -> Outcome<Vec<u8>> {
    std::fs::read(path).map_err(|error| refuse(format!("the image {path} cannot be read: {error}")))
}

fn refuse(text: String) -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}"))
}

/// A path of an open file that no earlier call gave. Between its parts may stand `/./` or `/.//`: one bit of a number each.
fn path(descriptor: i32) -> String {
    static LOADS: AtomicU64 = AtomicU64::new(0);
    let mut rest = LOADS.fetch_add(1, Ordering::Relaxed);
    let mut path = "/proc/self/fd/".to_owned();
    while rest > 0 {
        path.push_str(if rest & 1 == 0 { "./" } else { ".//" });
        rest >>= 1;
    }
    path + &descriptor.to_string()
}

impl Library {
    fn open(bytes: &[u8]) -> Outcome<Self> {
        let fail = |why: String| refuse(format!("the image cannot be loaded: {why}"));
        // SAFETY: the name is a C string; the call makes a new file and touches nothing else.
        let descriptor = unsafe { libc::memfd_create(c"ascend-kernels".as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor < 0 {
            return Err(fail(std::io::Error::last_os_error().to_string()));
        }
        // SAFETY: the descriptor was just made and has no other owner.
        let mut file = unsafe { File::from_raw_fd(descriptor) };
        file.write_all(bytes).map_err(|error| fail(error.to_string()))?;
        // SAFETY: runs the initialisers of the image, which the program that gives an image vouches for, as for one of the device.
        let library = unsafe { unix::Library::open(Some(path(file.as_raw_fd())), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        // The mapping keeps the file; the descriptor may go.
        library.map(|library| Self { library }).map_err(|error| fail(error.to_string()))
    }

    fn table(&self) -> Outcome<&HostImage> {
        // SAFETY: the symbol of this name is the address of an object of this type, by the contract of a host image.
        let symbol = unsafe { self.library.get::<*const HostImage>(b"ascend_host_image\0") };
        let symbol = symbol.map_err(|_| refuse("the image has no symbol `ascend_host_image`".to_owned()))?;
        // SAFETY: the object is constant and lives as long as the library, which `self` keeps.
        unsafe { symbol.as_ref() }
            .ok_or_else(|| refuse("the symbol `ascend_host_image` of the image is null".to_owned()))
    }

    fn kernel(&self, table: &HostImage, index: usize) -> Outcome<Kernel> {
        // SAFETY: `index` is below `kernel_count`, the length of the array.
        let kernel: *const HostKernel = unsafe { table.kernels.add(index) };
        // SAFETY: an element of the array, which is constant and lives as long as the library.
        let kernel = unsafe { &*kernel };
        let refuse = |what: &str| refuse(format!("kernel {index} of the image has no {what}"));
        let name = text(kernel.name).ok_or_else(|| refuse("name"))?;
        let run = kernel.run.ok_or_else(|| refuse("code"))?;
        let params = match kernel.param_count as usize {
            0 => &[][..],
            _ if kernel.param_bytes.is_null() => return Err(refuse("table of parameter sizes")),
            // SAFETY: `param_bytes` has `param_count` elements, is not null, and lives as long as the library.
            count => unsafe { std::slice::from_raw_parts(kernel.param_bytes, count) },
        };
        Ok(Kernel { name, run, params: params.iter().map(|&bytes| bytes as usize).collect() })
    }
}

fn text(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: a text of the table is a C string that lives as long as the library, which the caller holds.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
