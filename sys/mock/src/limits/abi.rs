//! The C functions of limits of cores.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use ascend_npu_sys::{aclError, aclrtDevResLimitType, aclrtStream};

use super::cores;
use crate::out::write;
use crate::report::finish;

pub(crate) unsafe extern "C" fn aclrtGetDeviceResLimit(
    device: i32,
    of: aclrtDevResLimitType,
    value: *mut u32,
) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetDeviceResLimit", unsafe { write(value, || cores::device_limit(device, of)) })
}

pub(crate) unsafe extern "C" fn aclrtSetDeviceResLimit(device: i32, of: aclrtDevResLimitType, value: u32) -> aclError {
    finish("aclrtSetDeviceResLimit", cores::set_device_limit(device, of, value))
}

pub(crate) unsafe extern "C" fn aclrtResetDeviceResLimit(device: i32) -> aclError {
    finish("aclrtResetDeviceResLimit", cores::reset_device_limit(device))
}

pub(crate) unsafe extern "C" fn aclrtGetStreamResLimit(
    stream: aclrtStream,
    of: aclrtDevResLimitType,
    value: *mut u32,
) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetStreamResLimit", unsafe { write(value, || cores::stream_limit(stream, of)) })
}

pub(crate) unsafe extern "C" fn aclrtSetStreamResLimit(
    stream: aclrtStream,
    of: aclrtDevResLimitType,
    value: u32,
) -> aclError {
    finish("aclrtSetStreamResLimit", cores::set_stream_limit(stream, of, value))
}

pub(crate) unsafe extern "C" fn aclrtResetStreamResLimit(stream: aclrtStream) -> aclError {
    finish("aclrtResetStreamResLimit", cores::reset_stream_limit(stream))
}

pub(crate) unsafe extern "C" fn aclrtUseStreamResInCurrentThread(stream: aclrtStream) -> aclError {
    finish("aclrtUseStreamResInCurrentThread", cores::use_in_thread(stream))
}

pub(crate) unsafe extern "C" fn aclrtUnuseStreamResInCurrentThread(stream: aclrtStream) -> aclError {
    finish("aclrtUnuseStreamResInCurrentThread", cores::unuse_in_thread(stream))
}

pub(crate) unsafe extern "C" fn aclrtGetResInCurrentThread(of: aclrtDevResLimitType, value: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetResInCurrentThread", unsafe { write(value, || cores::thread_limit(of)) })
}
