//! Images and kernels by handle.

use std::ffi::c_void;
use std::sync::{Arc, PoisonError};

use ascend_npu_sys::{aclError, aclrtBinHandle, aclrtFuncAttribute, aclrtFuncHandle, aclrtKernelType};
use once_cell::sync::Lazy;

use super::image::{Image, Kernel};
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

static IMAGES: Lazy<Registry<Image>> = Lazy::new(Registry::default);
static FUNCTIONS: Lazy<Registry<Function>> = Lazy::new(Registry::default);

/// A kernel of a loaded image. It keeps the image.
pub(super) struct Function {
    pub(super) image: Arc<Image>,
    /// The kernel's place in the image.
    index: usize,
}

impl Function {
    pub(super) fn kernel(&self) -> &Kernel {
        match self.image.kernels.get(self.index) {
            Some(kernel) => kernel,
            None => unreachable!("the index was found in this image, whose kernels never change"),
        }
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.image, &other.image) && self.index == other.index
    }
}

/// Enters an image; gives its handle.
pub(super) fn add(image: Image) -> aclrtBinHandle {
    IMAGES.insert(image)
}

/// Takes an image and its functions out. Queued launches keep it loaded until they have run.
pub(super) fn remove(image: aclrtBinHandle) -> Outcome {
    let removed = IMAGES.remove(image).ok_or_else(|| unknown("image", image))?;
    drop(FUNCTIONS.drain(|function| Arc::ptr_eq(&function.image, &removed)));
    Ok(())
}

/// The handle of a kernel of an image, the same each time.
///
/// # Errors
/// 507027 with the names that the image has.
pub(super) fn function(image: aclrtBinHandle, name: &str) -> Outcome<aclrtFuncHandle> {
    let image = IMAGES.get(image).ok_or_else(|| unknown("image", image))?;
    let Some(index) = image.kernels.iter().position(|kernel| kernel.name == name) else {
        let names = image.kernels.iter().map(|kernel| kernel.name.as_str()).collect::<Vec<_>>().join(", ");
        let text = format!("EE1001: the image has no kernel `{name}`; it has {names}");
        return Err(Failure::acl(aclError::RT_KERNEL_LOOKUP, text));
    };
    Ok(handle(&image, index))
}

/// The handle of the kernel whose name ends with a key, which is how the vendor's tools name the variants of a kernel.
///
/// # Errors
/// 507027 when there is none.
pub(super) fn function_by_entry(image: aclrtBinHandle, entry: u64) -> Outcome<aclrtFuncHandle> {
    let image = IMAGES.get(image).ok_or_else(|| unknown("image", image))?;
    let end = format!("_{entry}");
    match image.kernels.iter().position(|kernel| kernel.name.ends_with(&end)) {
        Some(index) => Ok(handle(&image, index)),
        None => {
            let text = format!("EE1001: the image has no kernel whose name ends with `{end}`");
            Err(Failure::acl(aclError::RT_KERNEL_LOOKUP, text))
        }
    }
}

fn handle(image: &Arc<Image>, index: usize) -> aclrtFuncHandle {
    let mut known = image.functions.lock().unwrap_or_else(PoisonError::into_inner);
    let handle =
        known.entry(index).or_insert_with(|| FUNCTIONS.insert(Function { image: image.clone(), index }).addr());
    std::ptr::without_provenance_mut(*handle)
}

/// What is known of a kernel. All kernels of host images are for the vector cores, or where there are none for the AI cores.
pub(super) fn attribute(function: aclrtFuncHandle, attribute: aclrtFuncAttribute) -> Outcome<i64> {
    get(function)?;
    let vector = crate::device::soc().vector_cores > 0;
    match attribute {
        aclrtFuncAttribute::ACL_FUNC_ATTR_KERNEL_TYPE => {
            let kind =
                if vector { aclrtKernelType::ACL_KERNEL_TYPE_VECTOR } else { aclrtKernelType::ACL_KERNEL_TYPE_AICORE };
            Ok(i64::from(kind.0))
        }
        // Cube cores in the upper half, vector cores in the lower, 16 bits each.
        aclrtFuncAttribute::ACL_FUNC_ATTR_KERNEL_RATIO => Ok(if vector { 1 } else { 1 << 16 }),
        aclrtFuncAttribute::ACL_FUNC_ATTR_KERNEL_SCHED_MODE => Ok(0),
        unknown => {
            let text = format!("EE1003: {} is no attribute of a kernel: 1 to 3 are", unknown.0);
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}

/// The function of a handle.
pub(super) fn get(function: aclrtFuncHandle) -> Outcome<Arc<Function>> {
    FUNCTIONS.get(function).ok_or_else(|| unknown("function", function))
}

fn unknown(what: &str, handle: *mut c_void) -> Failure {
    if handle.is_null() {
        return Failure::acl(aclError::INVALID_PARAM, format!("EE1004: the handle of the {what} is null"));
    }
    let text = format!("EE1001: {:#x} is no handle of a loaded {what}", handle.addr());
    Failure::acl(aclError::RT_INVALID_HANDLE, text)
}

/// The handle of a kernel that is in use, by its name.
pub(crate) fn handle_of(name: &str) -> Option<aclrtFuncHandle> {
    FUNCTIONS.entries(|function| function.kernel().name == name).first().map(|(handle, _)| *handle)
}
