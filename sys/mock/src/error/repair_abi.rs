//! The C functions of aborting and repairing.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{c_char, c_void};

use ascend_npu_sys::{
    ACL_RT_MEM_UCE_INFO_MAX_NUM, MAX_MEM_UCE_INFO_ARRAY_SIZE, aclError, aclrtDeviceTaskAbortCallback, aclrtErrorInfo,
    aclrtErrorInfoDetail, aclrtErrorType, aclrtMemUceInfo, aclrtMemUceInfoArray,
};

use super::repair;
use crate::control::hardware::BadRange;
use crate::out::{text, write};
use crate::report::{Failure, Outcome, finish};

pub(crate) unsafe extern "C" fn aclrtDeviceTaskAbort(device: i32, timeout: u32) -> aclError {
    finish("aclrtDeviceTaskAbort", repair::abort(device, timeout))
}

pub(crate) unsafe extern "C" fn aclrtSetDeviceTaskAbortCallback(
    name: *const c_char,
    callback: aclrtDeviceTaskAbortCallback,
    argument: *mut c_void,
) -> aclError {
    // SAFETY: the caller gives a C text, or null, which `text` refuses.
    let name = unsafe { text(name, "the name of the callback") };
    finish("aclrtSetDeviceTaskAbortCallback", name.and_then(|name| repair::register(name, callback, argument)))
}

fn information(range: BadRange) -> aclrtMemUceInfo {
    let address = usize::try_from(range.address).unwrap_or(usize::MAX);
    aclrtMemUceInfo { addr: std::ptr::without_provenance_mut(address), len: range.bytes, reserved: [0; 14] }
}

pub(crate) unsafe extern "C" fn aclrtGetMemUceInfo(
    device: i32,
    ranges: *mut aclrtMemUceInfo,
    room: usize,
    count: *mut usize,
) -> aclError {
    let look = || {
        if ranges.is_null() {
            return Err(null());
        }
        let broken = repair::broken(device)?;
        if broken.len() > room {
            return Err(invalid(format!("there is room for {room} ranges; {} are broken", broken.len())));
        }
        for (place, &range) in broken.iter().enumerate() {
            // SAFETY: the caller gives room for `room` ranges, and these are not more.
            let to = unsafe { ranges.add(place) };
            // SAFETY: as above.
            unsafe { to.write(information(range)) };
        }
        Ok(broken.len())
    };
    // SAFETY: the caller gives a pointer to a size, or null, which `write` refuses.
    finish("aclrtGetMemUceInfo", unsafe { write(count, look) })
}

pub(crate) unsafe extern "C" fn aclrtMemUceRepair(device: i32, ranges: *mut aclrtMemUceInfo, count: usize) -> aclError {
    let mend = || {
        if ranges.is_null() {
            return Err(null());
        }
        if count > MAX_MEM_UCE_INFO_ARRAY_SIZE as usize {
            return Err(invalid(format!("{count} ranges are given; at most {MAX_MEM_UCE_INFO_ARRAY_SIZE} are taken")));
        }
        // SAFETY: the caller gives `count` ranges.
        let ranges = unsafe { std::slice::from_raw_parts(ranges, count) };
        repair::repair(device, &addresses(ranges)?)
    };
    finish("aclrtMemUceRepair", mend())
}

fn addresses(ranges: &[aclrtMemUceInfo]) -> Outcome<Vec<u64>> {
    if ranges.iter().any(|range| range.reserved != [0; 14]) {
        return Err(invalid("`reserved` of a range must be 0".to_owned()));
    }
    Ok(ranges.iter().map(|range| range.addr.addr() as u64).collect())
}

pub(crate) unsafe extern "C" fn aclrtGetErrorVerbose(device: i32, error: *mut aclrtErrorInfo) -> aclError {
    let look = || {
        let broken = repair::broken(device)?;
        let empty = aclrtMemUceInfo { addr: std::ptr::null_mut(), len: 0, reserved: [0; 14] };
        let mut ranges = [empty; ACL_RT_MEM_UCE_INFO_MAX_NUM as usize];
        for (to, &range) in ranges.iter_mut().zip(&broken) {
            *to = information(range);
        }
        let some = !broken.is_empty();
        let told = broken.len().min(ranges.len());
        Ok(aclrtErrorInfo {
            tryRepair: u8::from(some),
            hasDetail: u8::from(some),
            reserved: [0; 2],
            errorType: if some { aclrtErrorType::ACL_RT_ERROR_MEMORY } else { aclrtErrorType::ACL_RT_NO_ERROR },
            detail: aclrtErrorInfoDetail { uceInfo: aclrtMemUceInfoArray { arraySize: told, memUceInfoArray: ranges } },
        })
    };
    // SAFETY: the caller gives a pointer to an error, or null, which `write` refuses.
    finish("aclrtGetErrorVerbose", unsafe { write(error, look) })
}

pub(crate) unsafe extern "C" fn aclrtRepairError(device: i32, error: *const aclrtErrorInfo) -> aclError {
    if error.is_null() {
        return finish("aclrtRepairError", Err(null()));
    }
    // SAFETY: not null, so the caller vouches for it.
    let error = unsafe { &*error };
    let mend = || {
        let memory = error.hasDetail == 1 && error.errorType == aclrtErrorType::ACL_RT_ERROR_MEMORY;
        if error.tryRepair != 1 || !memory {
            let text = "EE1001: this error cannot be repaired: aclrtGetErrorVerbose says which can";
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        // SAFETY: an error of memory with detail has the ranges.
        let detail = unsafe { &error.detail.uceInfo };
        let ranges = detail.memUceInfoArray.get(..detail.arraySize.min(detail.memUceInfoArray.len()));
        repair::repair(device, &addresses(ranges.unwrap_or_default())?)
    };
    finish("aclrtRepairError", mend())
}

fn null() -> Failure {
    invalid("a pointer is null".to_owned())
}

fn invalid(text: String) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {text}"))
}
