//! A kernel image: a shared object whose table of kernels is `ascend_host_image`.
//!
//! The structures are those of `kernels/host/include/ascend_host_image.h`.

use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;

use super::load::Library;

/// The only version of the table there is.
pub(super) const ABI: u32 = 2;

/// `AscendHostMemory`.
#[repr(C)]
pub(super) struct HostMemory {
    pub(super) context: *const c_void,
    pub(super) find: unsafe extern "C" fn(*const c_void, u64, *mut u64, *mut u64) -> i32,
    pub(super) touch: Option<unsafe extern "C" fn(*const c_void, u64, u64, i32)>,
}

/// `AscendHostBlock`.
#[repr(C)]
pub(super) struct HostBlock {
    pub(super) args: *const c_void,
    pub(super) args_bytes: u64,
    pub(super) block: u32,
    pub(super) block_count: u32,
    pub(super) memory: HostMemory,
    pub(super) message: *mut c_char,
    pub(super) message_bytes: u64,
    pub(super) saturates: u32,
    pub(super) overflow: *const AtomicU32,
}

/// What runs one block of a kernel.
pub(super) type Run = unsafe extern "C" fn(*const HostBlock) -> i32;

/// `AscendHostKernel`.
#[repr(C)]
pub(super) struct HostKernel {
    pub(super) name: *const c_char,
    pub(super) run: Option<Run>,
    pub(super) param_count: u32,
    pub(super) param_bytes: *const u32,
}

/// `AscendHostImage`.
#[repr(C)]
pub(super) struct HostImage {
    pub(super) abi: u32,
    pub(super) arch: u32,
    pub(super) build: *const c_char,
    pub(super) touches: u32,
    pub(super) kernel_count: u32,
    pub(super) kernels: *const HostKernel,
}

/// A loaded image.
pub(super) struct Image {
    /// The device that it was loaded onto.
    pub(super) device: i32,
    pub(super) kernels: Vec<Kernel>,
    /// Whether the kernels tell what they touch.
    pub(super) touches: bool,
    /// The handle of each kernel that was looked up, by its place.
    pub(super) functions: Mutex<HashMap<usize, usize>>,
    /// Keeps the code in place; last, so that nothing above outlives it.
    pub(super) _library: Library,
}

/// One kernel of an image.
pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) run: Run,
    /// The size of each parameter, before padding.
    pub(super) params: Vec<usize>,
}
