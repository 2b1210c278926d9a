//! The C functions of descriptions of memory, and of numbers.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{aclDataBuffer, aclDataType, aclError, aclFloat16};
use half::f16;
use once_cell::sync::Lazy;

use crate::report::{Failure, finish};
use crate::stream::Registry;

/// Memory of the program as it describes it: the address is never followed.
#[derive(Clone, Copy)]
struct Described {
    address: usize,
    bytes: usize,
}

static BUFFERS: Lazy<Registry<Mutex<Described>>> = Lazy::new(Registry::default);

fn of(buffer: *const aclDataBuffer) -> Option<Described> {
    let found = BUFFERS.get(buffer.cast_mut().cast())?;
    let described = *found.lock().unwrap_or_else(PoisonError::into_inner);
    Some(described)
}

fn unknown() -> Failure {
    Failure::acl(aclError::INVALID_PARAM, "EE1001: there is no such data buffer")
}

pub(crate) unsafe extern "C" fn aclCreateDataBuffer(data: *mut c_void, size: usize) -> *mut aclDataBuffer {
    BUFFERS.insert(Mutex::new(Described { address: data.expose_provenance(), bytes: size })).cast()
}

pub(crate) unsafe extern "C" fn aclDestroyDataBuffer(buffer: *const aclDataBuffer) -> aclError {
    let removed = BUFFERS.remove(buffer.cast_mut().cast());
    finish("aclDestroyDataBuffer", removed.map(drop).ok_or_else(unknown))
}

pub(crate) unsafe extern "C" fn aclUpdateDataBuffer(
    buffer: *mut aclDataBuffer,
    data: *mut c_void,
    size: usize,
) -> aclError {
    let update = || {
        let found = BUFFERS.get(buffer.cast()).ok_or_else(unknown)?;
        *found.lock().unwrap_or_else(PoisonError::into_inner) =
            Described { address: data.expose_provenance(), bytes: size };
        Ok(())
    };
    finish("aclUpdateDataBuffer", update())
}

pub(crate) unsafe extern "C" fn aclGetDataBufferAddr(buffer: *const aclDataBuffer) -> *mut c_void {
    of(buffer).map_or(std::ptr::null_mut(), |buffer| std::ptr::with_exposed_provenance_mut(buffer.address))
}

pub(crate) unsafe extern "C" fn aclGetDataBufferSizeV2(buffer: *const aclDataBuffer) -> usize {
    of(buffer).map_or(0, |buffer| buffer.bytes)
}

pub(crate) unsafe extern "C" fn aclGetDataBufferSize(buffer: *const aclDataBuffer) -> u32 {
    // The old function keeps the low half, as its type says.
    of(buffer).map_or(0, |buffer| (buffer.bytes & 0xFFFF_FFFF) as u32)
}

pub(crate) unsafe extern "C" fn aclFloat16ToFloat(value: aclFloat16) -> f32 {
    f16::from_bits(value).to_f32()
}

pub(crate) unsafe extern "C" fn aclFloatToFloat16(value: f32) -> aclFloat16 {
    f16::from_f32(value).to_bits()
}

pub(crate) unsafe extern "C" fn aclDataTypeSize(of: aclDataType) -> usize {
    match of {
        aclDataType::ACL_STRING | aclDataType::ACL_DT_UNDEFINED => 0,
        // Types of less than a byte count as one.
        aclDataType::ACL_UINT1
        | aclDataType::ACL_INT4
        | aclDataType::ACL_BOOL
        | aclDataType::ACL_INT8
        | aclDataType::ACL_UINT8
        | aclDataType::ACL_HIFLOAT8
        | aclDataType::ACL_FLOAT8_E5M2
        | aclDataType::ACL_FLOAT8_E4M3FN
        | aclDataType::ACL_FLOAT8_E8M0 => 1,
        aclDataType::ACL_FLOAT16 | aclDataType::ACL_INT16 | aclDataType::ACL_UINT16 | aclDataType::ACL_BF16 => 2,
        aclDataType::ACL_FLOAT | aclDataType::ACL_INT32 | aclDataType::ACL_UINT32 | aclDataType::ACL_COMPLEX32 => 4,
        aclDataType::ACL_COMPLEX128 => 16,
        // What is not listed has 8, as in the vendor's library.
        _ => 8,
    }
}
