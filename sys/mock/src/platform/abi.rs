//! The C functions of what devices and toolkit can do.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{CString, c_char};

use ascend_npu_sys::{
    aclCannAttr, aclDeviceInfo, aclError, aclplatformDevInfo, aclrtDevAttr, aclrtDevFeatureType, aclrtUuid,
};
use once_cell::sync::Lazy;

use super::{attributes, compatible};
use crate::context;
use crate::device::{device, logical, soc};
use crate::out::{text, write, write_text};
use crate::report::{Failure, finish};
use crate::stream::{GREATEST_PRIORITY, LEAST_PRIORITY};

static SOC_NAME: Lazy<CString> = Lazy::new(|| CString::new(soc().name.as_str()).unwrap_or_default());

pub(crate) unsafe extern "C" fn aclrtGetSocName() -> *const c_char {
    SOC_NAME.as_ptr()
}

pub(crate) unsafe extern "C" fn aclGetCannAttribute(feature: aclCannAttr, value: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclGetCannAttribute", unsafe { write(value, || attributes::feature(feature)) })
}

pub(crate) unsafe extern "C" fn aclGetCannAttributeList(list: *mut *const aclCannAttr, count: *mut usize) -> aclError {
    // SAFETY: the caller gives pointers to an array pointer and to a size, or null, which `write` refuses.
    let written = unsafe { write(list, || Ok(attributes::FEATURES.as_ptr())) };
    // SAFETY: as above.
    let written = written.and(unsafe { write(count, || Ok(attributes::FEATURES.len())) });
    finish("aclGetCannAttributeList", written)
}

pub(crate) unsafe extern "C" fn aclGetDeviceCapability(id: u32, quantity: aclDeviceInfo, value: *mut i64) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclGetDeviceCapability", unsafe { write(value, || attributes::quantity(logical(id), quantity)) })
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceInfo(id: u32, attribute: aclrtDevAttr, value: *mut i64) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDeviceInfo", unsafe { write(value, || attributes::attribute(logical(id), attribute)) })
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceCapability(
    id: i32,
    feature: aclrtDevFeatureType,
    value: *mut i32,
) -> aclError {
    let look = || {
        device(id)?;
        match feature {
            aclrtDevFeatureType::ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV => Ok(i32::from(soc().arch != 1001)),
            aclrtDevFeatureType::ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV => Ok(0),
            other => {
                let text = format!("EE1001: device feature {} is not known", other.0);
                Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
            }
        }
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDeviceCapability", unsafe { write(value, look) })
}

pub(crate) unsafe extern "C" fn aclrtDeviceGetStreamPriorityRange(least: *mut i32, greatest: *mut i32) -> aclError {
    let range = || {
        context::current()?;
        for (to, priority) in [(least, LEAST_PRIORITY), (greatest, GREATEST_PRIORITY)] {
            // Either may be left out.
            if !to.is_null() {
                // SAFETY: not null, so the caller vouches for it.
                unsafe { to.write(i32::try_from(priority).unwrap_or(0)) };
            }
        }
        Ok(())
    };
    finish("aclrtDeviceGetStreamPriorityRange", range())
}

pub(crate) unsafe extern "C" fn aclrtDeviceGetUuid(id: i32, uuid: *mut aclrtUuid) -> aclError {
    let look = || {
        let id = device(id)?.id;
        let mut bytes: [c_char; 16] = [0; 16];
        let text = b"ASCENDMOCK01".iter().copied().chain(id.to_be_bytes());
        for (to, from) in bytes.iter_mut().zip(text) {
            *to = c_char::from_ne_bytes([from]);
        }
        Ok(aclrtUuid { bytes })
    };
    // SAFETY: the caller gives a pointer to an identity, or null, which `write` refuses.
    finish("aclrtDeviceGetUuid", unsafe { write(uuid, look) })
}

pub(crate) unsafe extern "C" fn aclrtDeviceGetPCIBusId(id: i32, bus: *mut c_char, room: i32) -> aclError {
    let look = || Ok(bus_of(device(id)?.id));
    // SAFETY: the caller gives as many bytes as it says, or null, which `write_text` refuses.
    let written = unsafe { write_text(bus, usize::try_from(room).unwrap_or(0), look) };
    finish("aclrtDeviceGetPCIBusId", written)
}

pub(crate) unsafe extern "C" fn aclrtDeviceGetByPCIBusId(bus: *const c_char, id: *mut i32) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let bus = unsafe { text(bus, "the PCI address") };
    let look = || {
        let bus = bus?.to_uppercase();
        let mut ids = (0..crate::device::count()).map(logical);
        ids.find(|&id| bus_of(id) == bus).ok_or_else(|| {
            Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: there is no device at PCI address `{bus}`"))
        })
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtDeviceGetByPCIBusId", unsafe { write(id, look) })
}

fn bus_of(device: i32) -> String {
    format!("0000:{:02X}:00.0", 1 + device)
}

pub(crate) unsafe extern "C" fn aclrtCheckArchCompatibility(soc: *const c_char, can: *mut i32) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let soc = unsafe { text(soc, "the SoC version") };
    let look = || Ok(i32::from(compatible::runs_here(&soc?)?));
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtCheckArchCompatibility", unsafe { write(can, look) })
}

pub(crate) unsafe extern "C" fn aclplatformGetDeviceInfo(
    property: aclplatformDevInfo,
    value: *mut c_char,
    room: u32,
) -> aclError {
    // SAFETY: the caller gives as many bytes as it says, or null, which `write_text` refuses.
    let written = unsafe { write_text(value, room as usize, || attributes::property(property)) };
    finish("aclplatformGetDeviceInfo", written)
}
