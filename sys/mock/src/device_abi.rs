//! The C functions of devices.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::{aclError, aclrtDeviceStatus, aclrtRunMode, aclrtUtilizationInfo};

use crate::control::{self, hardware};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};
use crate::{context, device, stream};

pub(crate) unsafe extern "C" fn aclrtSetDevice(id: i32) -> aclError {
    finish("aclrtSetDevice", context::set_device(id))
}

pub(crate) unsafe extern "C" fn aclrtResetDevice(id: i32) -> aclError {
    finish("aclrtResetDevice", context::reset_device(id))
}

pub(crate) unsafe extern "C" fn aclrtGetDevice(id: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDevice", unsafe { write(id, || Ok(context::current()?.device.id)) })
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceCount(count: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDeviceCount", unsafe { write(count, || Ok(device::count())) })
}

pub(crate) unsafe extern "C" fn aclrtResetDeviceForce(id: i32) -> aclError {
    finish("aclrtResetDeviceForce", context::reset_device_force(id))
}

pub(crate) unsafe extern "C" fn aclrtGetRunMode(mode: *mut aclrtRunMode) -> aclError {
    // SAFETY: the caller gives a pointer to a mode, or null, which `write` refuses.
    finish("aclrtGetRunMode", unsafe { write(mode, || Ok(aclrtRunMode::ACL_HOST)) })
}

pub(crate) unsafe extern "C" fn aclrtQueryDeviceStatus(id: i32, status: *mut aclrtDeviceStatus) -> aclError {
    let look = || {
        let broken = hardware::is_broken(device::device(id)?.id);
        Ok(if broken {
            aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_ABNORMAL
        } else {
            aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_NORMAL
        })
    };
    // SAFETY: the caller gives a pointer to a status, or null, which `write` refuses.
    finish("aclrtQueryDeviceStatus", unsafe { write(status, look) })
}

pub(crate) unsafe extern "C" fn aclrtGetDeviceUtilizationRate(
    id: i32,
    information: *mut aclrtUtilizationInfo,
) -> aclError {
    let name = "aclrtGetDeviceUtilizationRate";
    if information.is_null() {
        return finish(name, Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the pointer for the result is null")));
    }
    // SAFETY: not null, so the caller vouches for it.
    let extended = unsafe { (*information).utilizationExtend };
    if !extended.is_null() {
        let text = "EE1001: `utilizationExtend` is reserved: it must be null";
        return finish(name, Err(Failure::acl(aclError::INVALID_PARAM, text)));
    }
    let look = || {
        let busy = if stream::is_busy(device::device(id)?.id) { 100 } else { 0 };
        // The share of the memory is not measured by the runtime either.
        Ok(aclrtUtilizationInfo {
            cubeUtilization: busy,
            vectorUtilization: busy,
            aicpuUtilization: 0,
            memoryUtilization: -1,
            utilizationExtend: extended,
        })
    };
    // SAFETY: not null, so the caller vouches for it.
    finish(name, unsafe { write(information, look) })
}

pub(crate) unsafe extern "C" fn aclrtDeviceGetBareTgid(pid: *mut i32) -> aclError {
    let look = || Ok(i32::try_from(std::process::id()).unwrap_or(i32::MAX));
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtDeviceGetBareTgid", unsafe { write(pid, look) })
}

/// The physical id of a device that this process sees.
fn to_physical(id: i32) -> Outcome<i32> {
    device::device(id)?;
    let found = usize::try_from(id).ok().and_then(|id| device::physical().get(id).copied());
    found.ok_or_else(|| unseen("device", id))
}

/// The id by which this process sees a physical device.
fn from_physical(physical: i32) -> Outcome<i32> {
    let place = device::physical().iter().position(|&id| id == physical);
    place.and_then(|place| i32::try_from(place).ok()).ok_or_else(|| unseen("physical device", physical))
}

fn unseen(what: &str, id: i32) -> Failure {
    let text = format!("EE1001: {what} {id} is none that this process sees: {:?}", device::physical());
    Failure::acl(aclError::RT_INVALID_DEVICEID, text)
}

pub(crate) unsafe extern "C" fn aclrtGetLogicDevIdByUserDevId(user: i32, logical: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetLogicDevIdByUserDevId", unsafe { write(logical, || to_physical(user)) })
}

pub(crate) unsafe extern "C" fn aclrtGetUserDevIdByLogicDevId(logical: i32, user: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetUserDevIdByLogicDevId", unsafe { write(user, || from_physical(logical)) })
}

/// Logical and physical ids are the same outside containers, and here.
fn same(id: i32) -> Outcome<i32> {
    let all = control::settings().devices;
    if u32::try_from(id).is_ok_and(|id| id < all) {
        return Ok(id);
    }
    Err(Failure::acl(aclError::RT_INVALID_DEVICEID, format!("EE1001: device {id} is none of the {all} devices")))
}

pub(crate) unsafe extern "C" fn aclrtGetPhyDevIdByLogicDevId(logical: i32, physical: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetPhyDevIdByLogicDevId", unsafe { write(physical, || same(logical)) })
}

pub(crate) unsafe extern "C" fn aclrtGetLogicDevIdByPhyDevId(physical: i32, logical: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetLogicDevIdByPhyDevId", unsafe { write(logical, || same(physical)) })
}

pub(crate) unsafe extern "C" fn aclrtGetUserDevIdByPhyDevId(physical: i32, user: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetUserDevIdByPhyDevId", unsafe { write(user, || from_physical(physical)) })
}

pub(crate) unsafe extern "C" fn aclrtGetPhyDevIdByUserDevId(user: i32, physical: *mut i32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetPhyDevIdByUserDevId", unsafe { write(physical, || to_physical(user)) })
}
