//! The C functions of kernels: `aclrtBinaryLoadFromData` and its kin.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::{CStr, c_char, c_void};

use ascend_npu_sys::{
    aclError, aclrtArgsHandle, aclrtBinHandle, aclrtBinaryLoadOptionType, aclrtBinaryLoadOptions, aclrtFuncHandle,
    aclrtLaunchKernelCfg, aclrtParamHandle, aclrtStream,
};

use super::{args, launch, load, registry};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

fn null(what: &str) -> Failure {
    Failure::acl(aclError::INVALID_PARAM, format!("EE1001: the {what} is null"))
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// The bytes that a C caller gives.
///
/// # Safety
/// `data` is null or valid for reading `length` bytes for as long as the slice is used.
unsafe fn bytes<'a>(data: *const c_void, length: usize, what: &str) -> Outcome<&'a [u8]> {
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
/// As the vendor's: `cfg` is null or a list of attributes.
pub(crate) unsafe extern "C" fn aclrtLaunchKernelWithConfig(
    funcHandle: aclrtFuncHandle,
    numBlocks: u32,
    stream: aclrtStream,
    cfg: *mut aclrtLaunchKernelCfg,
    argsHandle: aclrtArgsHandle,
    reserve: *mut c_void,
) -> aclError {
    let launch = || {
        if !reserve.is_null() {
            return refuse("the reserved argument is not null".to_owned());
        }
        // SAFETY: the caller gives null or a list of attributes.
        unsafe { check_config(cfg) }?;
        launch::launch(funcHandle, numBlocks, stream, argsHandle)
    };
    finish("aclrtLaunchKernelWithConfig", launch())
}

/// Checks the attributes of a launch. None of them changes what a block computes.
///
/// # Safety
/// `config` is null or points to a list of attributes.
unsafe fn check_config(config: *const aclrtLaunchKernelCfg) -> Outcome {
    /// The newest attribute that the vendor documents.
    const NEWEST: u32 = 9;
    // SAFETY: null or a list, by this function's contract.
    let Some(list) = (unsafe { config.as_ref() }) else {
        return Ok(());
    };
    if list.numAttrs == 0 {
        return Ok(());
    }
    if list.attrs.is_null() {
        return refuse(format!("the list of {} launch attributes is null", list.numAttrs));
    }
    // SAFETY: a list has `numAttrs` elements and is not null.
    let attributes = unsafe { std::slice::from_raw_parts(list.attrs, list.numAttrs) };
    match attributes.iter().find(|attribute| !(1..=NEWEST).contains(&attribute.id.0)) {
        Some(unknown) => refuse(format!("{} is no launch attribute", unknown.id.0)),
        None => Ok(()),
    }
}
