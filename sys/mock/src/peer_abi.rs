//! The C functions of access between devices.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::aclError;

use crate::device::{device, logical};
use crate::out::write;
use crate::peer::{can_access, has_access, set_access, topology};
use crate::report::{Failure, finish};

pub(crate) unsafe extern "C" fn aclrtDeviceCanAccessPeer(can: *mut i32, device: i32, peer: i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtDeviceCanAccessPeer", unsafe { write(can, || Ok(i32::from(can_access(device, peer)?))) })
}

pub(crate) unsafe extern "C" fn aclrtDeviceEnablePeerAccess(peer: i32, flags: u32) -> aclError {
    let enable = || {
        if flags != 0 {
            let text = format!("EE1001: `flags` is {flags}; it is reserved and must be 0");
            return Err(Failure::acl(aclError::FEATURE_UNSUPPORTED, text));
        }
        set_access(peer, true)
    };
    finish("aclrtDeviceEnablePeerAccess", enable())
}

pub(crate) unsafe extern "C" fn aclrtDeviceDisablePeerAccess(peer: i32) -> aclError {
    finish("aclrtDeviceDisablePeerAccess", set_access(peer, false))
}

pub(crate) unsafe extern "C" fn aclrtDevicePeerAccessStatus(device: i32, peer: i32, status: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtDevicePeerAccessStatus", unsafe { write(status, || Ok(i32::from(has_access(device, peer)?))) })
}

pub(crate) unsafe extern "C" fn aclrtGetDevicesTopo(one: u32, other: u32, value: *mut u64) -> aclError {
    let look = || {
        let (one, other) = (logical(one), logical(other));
        device(one)?;
        device(other)?;
        Ok(topology(one, other))
    };
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDevicesTopo", unsafe { write(value, look) })
}
