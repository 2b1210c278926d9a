//! Physical memory by handle.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ascend_npu_sys::{
    aclError, aclrtDrvMemHandle, aclrtMemAllocationType, aclrtMemAttr, aclrtMemGranularityOptions, aclrtMemHandleType,
    aclrtMemLocationType, aclrtPhysicalMemProp,
};
use once_cell::sync::Lazy;

use super::pages::{GIANT, HUGE, unnamed_file};
use super::share::TRAILER;
use crate::memory::stock;
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

/// What never-written memory holds, at its two ends.
static FRESH: [u8; 64 << 10] = [0xA5; 64 << 10];

static HANDLES: Lazy<Registry<Handle>> = Lazy::new(Registry::default);

/// One handle of physical memory. There may be several of the same.
struct Handle(Arc<Physical>);

/// Physical memory. It is given back when no handle and no mapping knows it.
pub(super) struct Physical {
    /// The memory, and behind it what is told to other processes.
    pub(super) file: File,
    pub(super) bytes: u64,
    pub(super) property: aclrtPhysicalMemProp,
    /// The device that is charged for it.
    charged: Option<i32>,
    /// Whether it came from another process.
    pub(super) is_imported: bool,
    /// What it was exported as, or 0.
    pub(super) exported: AtomicU64,
}

impl Physical {
    /// The device on which it is; `None` for host memory.
    pub(super) fn device(&self) -> Option<i32> {
        let on_device = self.property.location.type_ == aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE;
        i32::try_from(self.property.location.id).ok().filter(|_| on_device)
    }

    /// Whether other processes can have it.
    pub(super) fn is_shared(&self) -> bool {
        self.is_imported || self.exported.load(Ordering::Acquire) != 0
    }

    pub(super) fn imported(file: File, bytes: u64, property: aclrtPhysicalMemProp) -> Self {
        Self { file, bytes, property, charged: None, is_imported: true, exported: AtomicU64::new(0) }
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        if let Some(device) = self.charged {
            stock::discharge(device, self.bytes);
        }
    }
}

/// The unit of sizes.
pub(super) fn granularity(property: &aclrtPhysicalMemProp, option: aclrtMemGranularityOptions) -> Outcome<usize> {
    if option.0 > aclrtMemGranularityOptions::ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED.0 {
        return refuse(format!("{} is no kind of granularity: 0 and 1 are", option.0));
    }
    unit(property).map(|unit| unit as usize)
}

/// Checks a property; gives the unit of sizes, which is that of its pages. Normal pages are served from huge ones.
fn unit(property: &aclrtPhysicalMemProp) -> Outcome<u64> {
    let (place, attribute) = (property.location.type_, property.memAttr);
    let on_device = place == aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE;
    let wrong = |text: String| Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1003: {text}")));
    if !on_device && !matches!(place.0, 0 | 4) {
        return wrong(format!("physical memory cannot be at a location of type {}", place.0));
    }
    if on_device {
        crate::device::device(i32::try_from(property.location.id).unwrap_or(-1))?;
    }
    match attribute {
        aclrtMemAttr::ACL_HBM_MEM_HUGE
        | aclrtMemAttr::ACL_HBM_MEM_NORMAL
        | aclrtMemAttr::ACL_MEM_NORMAL
        | aclrtMemAttr::ACL_MEM_HUGE
        | aclrtMemAttr::ACL_MEM_P2P_NORMAL
        | aclrtMemAttr::ACL_MEM_P2P_HUGE => Ok(HUGE),
        aclrtMemAttr::ACL_DDR_MEM_HUGE
        | aclrtMemAttr::ACL_DDR_MEM_NORMAL
        | aclrtMemAttr::ACL_DDR_MEM_P2P_HUGE
        | aclrtMemAttr::ACL_DDR_MEM_P2P_NORMAL => {
            if on_device {
                wrong(format!("memory of attribute {} is on the host only", attribute.0))
            } else {
                Ok(HUGE)
            }
        }
        aclrtMemAttr::ACL_HBM_MEM_HUGE1G | aclrtMemAttr::ACL_MEM_HUGE1G | aclrtMemAttr::ACL_MEM_P2P_HUGE1G => {
            let has = crate::device::soc().arch != 1001 && attribute != aclrtMemAttr::ACL_MEM_P2P_HUGE1G;
            if has && on_device {
                return Ok(GIANT);
            }
            let text =
                format!("EE1001: {} has no memory of attribute {} there", crate::device::soc().name, attribute.0);
            Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text))
        }
        other => wrong(format!("{} is no attribute of physical memory", other.0)),
    }
}

/// Allocates physical memory; gives its handle.
pub(super) fn malloc(size: usize, property: &aclrtPhysicalMemProp, flags: u64) -> Outcome<aclrtDrvMemHandle> {
    let wrong = |text: String| Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1003: {text}")));
    if size == 0 || flags != 0 {
        return wrong(format!("{size} B of physical memory with flags {flags}, which must be 0"));
    }
    if property.handleType != aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE
        || property.allocationType != aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED
    {
        let (handle, allocation) = (property.handleType.0, property.allocationType.0);
        return wrong(format!("types {handle} of handle and {allocation} of allocation: both must be 0"));
    }
    crate::context::current()?;
    let unit = unit(property)?;
    let Some(bytes) = (size as u64).checked_next_multiple_of(unit) else {
        return wrong(format!("{size} B of physical memory do not fit an address"));
    };
    let mut memory = Physical::imported(open(bytes, property)?, bytes, *property);
    memory.is_imported = false;
    if let Some(device) = memory.device() {
        stock::charge(device, bytes, "physical memory")?;
        memory.charged = Some(device);
    }
    Ok(enter(Arc::new(memory)))
}

fn open(bytes: u64, property: &aclrtPhysicalMemProp) -> Outcome<File> {
    let whole = bytes.checked_add(TRAILER);
    let file = whole.and_then(unnamed_file).filter(|file| {
        let ends = [0, bytes - FRESH.len() as u64];
        ends.iter().all(|&end| file.write_all_at(&FRESH, end).is_ok())
    });
    file.ok_or_else(|| {
        let place = property.location.type_.0;
        let text = format!("EL0004: the host has no {bytes} B for physical memory at a location of type {place}");
        Failure::acl(aclError::RT_MEMORY_ALLOCATION, text)
    })
}

/// A new handle of physical memory.
pub(super) fn enter(memory: Arc<Physical>) -> aclrtDrvMemHandle {
    HANDLES.insert(Handle(memory))
}

/// Lets a handle go. The memory stays for as long as it is mapped.
pub(super) fn free(handle: aclrtDrvMemHandle) -> Outcome {
    check_null(handle)?;
    crate::context::current()?;
    HANDLES.remove(handle).map(drop).ok_or_else(|| unknown(handle))
}

pub(super) fn get(handle: aclrtDrvMemHandle) -> Outcome<Arc<Physical>> {
    check_null(handle)?;
    HANDLES.get(handle).map(|found| found.0.clone()).ok_or_else(|| unknown(handle))
}

/// What physical memory was allocated with.
pub(super) fn properties(handle: aclrtDrvMemHandle) -> Outcome<aclrtPhysicalMemProp> {
    let memory = get(handle)?;
    // Attributes that are served alike are told alike.
    let attribute = match memory.property.memAttr {
        aclrtMemAttr::ACL_HBM_MEM_NORMAL | aclrtMemAttr::ACL_MEM_HUGE if memory.device().is_some() => {
            aclrtMemAttr::ACL_HBM_MEM_HUGE
        }
        other => other,
    };
    Ok(aclrtPhysicalMemProp { memAttr: attribute, ..memory.property })
}

fn check_null(handle: aclrtDrvMemHandle) -> Outcome {
    if handle.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the handle of physical memory is null"));
    }
    Ok(())
}

fn unknown(handle: aclrtDrvMemHandle) -> Failure {
    let text = format!("EE1001: {:#x} is no handle of physical memory", handle.addr());
    Failure::acl(aclError::RT_PARAM_INVALID, text)
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}
