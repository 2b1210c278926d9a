//! The C functions of kernels: `aclrtBinaryLoadFromData` and its kin.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::{CStr, c_char, c_void};

use ascend_npu_sys::{
    aclError, aclrtArgsHandle, aclrtBinHandle, aclrtBinary, aclrtBinaryLoadOptionType, aclrtBinaryLoadOptions,
    aclrtFuncAttribute, aclrtFuncHandle, aclrtParamHandle,
};

use super::{args, binary, load, registry};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

pub(super) fn null(what: &str) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: the {what} is null"))
}

pub(super) fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// The bytes that a C caller gives.
///
/// # Safety
/// `data` is null or valid for reading `length` bytes for as long as the slice is used.
pub(super) unsafe fn bytes<'a>(data: *const c_void, length: usize, what: &str) -> Outcome<&'a [u8]> {
    if data.is_null() {
        return Err(null(what));
    }
    if length == 0 || isize::try_from(length).is_err() {
        return refuse(format!("the {what} has {length} B"));
    }
    // SAFETY: not null, of a length that a slice may have, and valid by this function's contract.
    Ok(unsafe { std::slice::from_raw_parts(data.cast(), length) })
}

/// # Safety
/// As the vendor's: `data` is valid for `length` bytes, `options` is null or a list, `binHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtBinaryLoadFromData(
    data: *const c_void,
    length: usize,
    options: *const aclrtBinaryLoadOptions,
    binHandle: *mut aclrtBinHandle,
) -> aclError {
    let load = || {
        // SAFETY: the caller gives data that is valid for `length` bytes during the call.
        let bytes = unsafe { bytes(data, length, "image") }?;
        // SAFETY: the caller gives null or a list of options.
        unsafe { check_options(options) }?;
        let device = crate::context::current()?.device.id;
        load::load(bytes, device).map(registry::add)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtBinaryLoadFromData", unsafe { write(binHandle, load) })
}

/// # Safety
/// As the vendor's: `binPath` is null or a C string, `options` is null or a list, `binHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtBinaryLoadFromFile(
    binPath: *const c_char,
    options: *mut aclrtBinaryLoadOptions,
    binHandle: *mut aclrtBinHandle,
) -> aclError {
    let load = || {
        if binPath.is_null() {
            return Err(null("path of the image"));
        }
        // SAFETY: not null, and a C string that lives during the call.
        let path = unsafe { CStr::from_ptr(binPath) }.to_string_lossy();
        // SAFETY: the caller gives null or a list of options.
        unsafe { check_options(options) }?;
        let device = crate::context::current()?.device.id;
        load::load(&load::read(&path)?, device).map(registry::add)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtBinaryLoadFromFile", unsafe { write(binHandle, load) })
}

/// # Safety
/// As the vendor's: `data` is valid for `dataLen` bytes.
pub(crate) unsafe extern "C" fn aclrtCreateBinary(data: *const c_void, dataLen: usize) -> aclrtBinary {
    let mut created = std::ptr::null_mut();
    // SAFETY: the caller gives data that is valid for `dataLen` bytes during the call.
    let bytes = unsafe { bytes(data, dataLen, "image") };
    finish("aclrtCreateBinary", bytes.map(|bytes| created = binary::create(bytes)));
    created
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtDestroyBinary(binary: aclrtBinary) -> aclError {
    finish("aclrtDestroyBinary", binary::destroy(binary))
}

/// # Safety
/// As the vendor's: `binHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtBinaryLoad(binary: aclrtBinary, binHandle: *mut aclrtBinHandle) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtBinaryLoad", unsafe { write(binHandle, || binary::load(binary)) })
}

/// Checks the options of a load. None of them changes what a host image does.
///
/// # Safety
/// `options` is null or points to a list of options.
unsafe fn check_options(options: *const aclrtBinaryLoadOptions) -> Outcome {
    // SAFETY: null or a list, by this function's contract.
    let Some(list) = (unsafe { options.as_ref() }) else {
        return Ok(());
    };
    if list.numOpt == 0 {
        return Ok(());
    }
    if list.options.is_null() {
        return refuse(format!("the list of {} load options is null", list.numOpt));
    }
    // SAFETY: a list has `numOpt` elements and is not null.
    let options = unsafe { std::slice::from_raw_parts(list.options, list.numOpt) };
    for option in options {
        let known = aclrtBinaryLoadOptionType::ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD.0
            ..=aclrtBinaryLoadOptionType::ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE.0;
        if !known.contains(&option.type_.0) {
            return refuse(format!("{} is no load option", option.type_.0));
        }
    }
    Ok(())
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtBinaryUnLoad(binHandle: aclrtBinHandle) -> aclError {
    let unload = || {
        crate::context::current()?;
        registry::remove(binHandle)
    };
    finish("aclrtBinaryUnLoad", unload())
}

/// # Safety
/// As the vendor's: `kernelName` is null or a C string, `funcHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtBinaryGetFunction(
    binHandle: aclrtBinHandle,
    kernelName: *const c_char,
    funcHandle: *mut aclrtFuncHandle,
) -> aclError {
    let find = || {
        if kernelName.is_null() {
            return Err(null("name of the kernel"));
        }
        // SAFETY: not null, and a C string that lives during the call.
        let name = unsafe { CStr::from_ptr(kernelName) }.to_string_lossy();
        crate::context::current()?;
        registry::function(binHandle, &name)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtBinaryGetFunction", unsafe { write(funcHandle, find) })
}

/// # Safety
/// As the vendor's: `funcHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtBinaryGetFunctionByEntry(
    binHandle: aclrtBinHandle,
    funcEntry: u64,
    funcHandle: *mut aclrtFuncHandle,
) -> aclError {
    let find = || {
        crate::context::current()?;
        registry::function_by_entry(binHandle, funcEntry)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtBinaryGetFunctionByEntry", unsafe { write(funcHandle, find) })
}

/// # Safety
/// As the vendor's: `name` is null or valid for writing `maxLen` bytes.
pub(crate) unsafe extern "C" fn aclrtGetFunctionName(
    funcHandle: aclrtFuncHandle,
    maxLen: u32,
    name: *mut c_char,
) -> aclError {
    let tell = || {
        if name.is_null() {
            return Err(null("buffer for the name"));
        }
        let function = registry::get(funcHandle)?;
        let text = &function.kernel().name;
        let needed = text.len() + 1;
        if (maxLen as usize) < needed {
            return refuse(format!("the name of the kernel takes {needed} B, the buffer has {maxLen} B"));
        }
        // SAFETY: the buffer has room for the name and the byte that ends it.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr().cast(), name, text.len()) };
        // SAFETY: as above.
        let end = unsafe { name.add(text.len()) };
        // SAFETY: as above.
        unsafe { end.write(0) };
        Ok(())
    };
    finish("aclrtGetFunctionName", tell())
}

/// # Safety
/// As the vendor's: `attrValue` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtGetFunctionAttribute(
    funcHandle: aclrtFuncHandle,
    attrType: aclrtFuncAttribute,
    attrValue: *mut i64,
) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtGetFunctionAttribute", unsafe { write(attrValue, || registry::attribute(funcHandle, attrType)) })
}

/// # Safety
/// As the vendor's: `argsHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtKernelArgsInit(
    funcHandle: aclrtFuncHandle,
    argsHandle: *mut aclrtArgsHandle,
) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtKernelArgsInit", unsafe { write(argsHandle, || args::init(funcHandle)) })
}

/// # Safety
/// As the vendor's: `param` is valid for `paramSize` bytes, `paramHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtKernelArgsAppend(
    argsHandle: aclrtArgsHandle,
    param: *mut c_void,
    paramSize: usize,
    paramHandle: *mut aclrtParamHandle,
) -> aclError {
    // SAFETY: the caller gives an argument that is valid for `paramSize` bytes during the call.
    let append = || args::append(argsHandle, unsafe { bytes(param, paramSize, "argument") }?);
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtKernelArgsAppend", unsafe { write(paramHandle, append) })
}

/// # Safety
/// As the vendor's: `param` is valid for `paramSize` bytes.
pub(crate) unsafe extern "C" fn aclrtKernelArgsParaUpdate(
    argsHandle: aclrtArgsHandle,
    paramHandle: aclrtParamHandle,
    param: *mut c_void,
    paramSize: usize,
) -> aclError {
    // SAFETY: the caller gives an argument that is valid for `paramSize` bytes during the call.
    let bytes = unsafe { bytes(param, paramSize, "argument") };
    let update = bytes.and_then(|bytes| args::update(argsHandle, paramHandle, bytes));
    finish("aclrtKernelArgsParaUpdate", update)
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtKernelArgsFinalize(argsHandle: aclrtArgsHandle) -> aclError {
    finish("aclrtKernelArgsFinalize", args::finalize(argsHandle))
}

/// # Safety
/// As the vendor's: `paramHandle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtKernelArgsAppendPlaceHolder(
    argsHandle: aclrtArgsHandle,
    paramHandle: *mut aclrtParamHandle,
) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtKernelArgsAppendPlaceHolder", unsafe { write(paramHandle, || args::append_place_holder(argsHandle)) })
}

/// # Safety
/// As the vendor's: `bufferAddr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtKernelArgsGetPlaceHolderBuffer(
    argsHandle: aclrtArgsHandle,
    paramHandle: aclrtParamHandle,
    dataSize: usize,
    bufferAddr: *mut *mut c_void,
) -> aclError {
    let get = || {
        args::place_holder_buffer(argsHandle, paramHandle, dataSize)
            .map(std::ptr::with_exposed_provenance_mut::<c_void>)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtKernelArgsGetPlaceHolderBuffer", unsafe { write(bufferAddr, get) })
}
