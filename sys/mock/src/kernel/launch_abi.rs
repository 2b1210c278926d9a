//! The C functions that launch kernels.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{
    aclError, aclrtArgsHandle, aclrtFuncHandle, aclrtLaunchKernelCfg, aclrtPlaceHolderInfo, aclrtStream,
};

use super::abi::{bytes, null, refuse};
use super::config::Config;
use super::launch::{self, Wish};
use super::packed::Packed;
use super::run::Arguments;
use super::{args, registry};
use crate::report::{Failure, Outcome, finish};

/// The attributes of a launch.
///
/// # Safety
/// `config` is null or points to a list of attributes.
unsafe fn read_config(config: *const aclrtLaunchKernelCfg) -> Outcome<Config> {
    // SAFETY: null or a list, by this function's contract.
    let Some(list) = (unsafe { config.as_ref() }) else {
        return Ok(Config::default());
    };
    if list.numAttrs == 0 {
        return Ok(Config::default());
    }
    if list.attrs.is_null() {
        return refuse(format!("the list of {} launch attributes is null", list.numAttrs));
    }
    // SAFETY: a list has `numAttrs` elements and is not null.
    Config::read(unsafe { std::slice::from_raw_parts(list.attrs, list.numAttrs) })
}

/// The checks that the outer layer makes.
fn check_outer(function: *mut c_void, blocks: u32) -> Outcome {
    if function.is_null() {
        return Err(null("function"));
    }
    if blocks == 0 {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the kernel is launched with 0 blocks"));
    }
    Ok(())
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
        check_outer(funcHandle, numBlocks)?;
        if !reserve.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the reserved argument is not null"));
        }
        // SAFETY: the caller gives null or a list of attributes.
        let config = unsafe { read_config(cfg) }?;
        let wish = Wish { function: funcHandle, blocks: numBlocks, stream, config };
        launch::launch(&wish, |function| args::packed(argsHandle, function).map(Arguments::Host))
    };
    finish("aclrtLaunchKernelWithConfig", launch())
}

/// # Safety
/// None: the arguments lie in device memory, which is checked.
pub(crate) unsafe extern "C" fn aclrtLaunchKernel(
    funcHandle: aclrtFuncHandle,
    numBlocks: u32,
    argsData: *const c_void,
    argsSize: usize,
    stream: aclrtStream,
) -> aclError {
    let config = Ok(Config::default());
    finish("aclrtLaunchKernel", with_device_arguments(funcHandle, numBlocks, argsData, argsSize, config, stream))
}

/// # Safety
/// As the vendor's: `cfg` is null or a list of attributes. The arguments lie in device memory, which is checked.
pub(crate) unsafe extern "C" fn aclrtLaunchKernelV2(
    funcHandle: aclrtFuncHandle,
    numBlocks: u32,
    argsData: *const c_void,
    argsSize: usize,
    cfg: *mut aclrtLaunchKernelCfg,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: the caller gives null or a list of attributes.
    let config = unsafe { read_config(cfg) };
    finish("aclrtLaunchKernelV2", with_device_arguments(funcHandle, numBlocks, argsData, argsSize, config, stream))
}

fn with_device_arguments(
    function: aclrtFuncHandle,
    blocks: u32,
    address: *const c_void,
    bytes: usize,
    config: Outcome<Config>,
    stream: aclrtStream,
) -> Outcome {
    if function.is_null() || address.is_null() {
        return Err(null(if function.is_null() { "function" } else { "address of the arguments" }));
    }
    let wish = Wish { function, blocks, stream, config: config? };
    launch::launch(&wish, |function| launch::device_arguments(function, address, bytes))
}

/// # Safety
/// As the vendor's: `hostArgs` is valid for `argsSize` bytes, `placeHolderArray` null or a list of `placeHolderNum`, `cfg` null or
/// a list of attributes.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
pub(crate) unsafe extern "C" fn aclrtLaunchKernelWithHostArgs(
    funcHandle: aclrtFuncHandle,
    numBlocks: u32,
    stream: aclrtStream,
    cfg: *mut aclrtLaunchKernelCfg,
    hostArgs: *mut c_void,
    argsSize: usize,
    placeHolderArray: *mut aclrtPlaceHolderInfo,
    placeHolderNum: usize,
) -> aclError {
    let launch = || {
        if funcHandle.is_null() {
            return Err(null("function"));
        }
        // SAFETY: the caller gives arguments that are valid for `argsSize` bytes during the call.
        let given = unsafe { bytes(hostArgs, argsSize, "argument list") }?;
        // SAFETY: the caller gives null or a list of attributes.
        let config = unsafe { read_config(cfg) }?;
        let holders = match placeHolderNum {
            0 => &[][..],
            _ if placeHolderArray.is_null() => {
                return refuse(format!("the list of {placeHolderNum} place holders is null"));
            }
            count if count > argsSize => return refuse(format!("{count} place holders in {argsSize} B of arguments")),
            // SAFETY: a list has `placeHolderNum` elements and is not null.
            count => unsafe { std::slice::from_raw_parts(placeHolderArray, count) },
        };
        let wish = Wish { function: funcHandle, blocks: numBlocks, stream, config };
        launch::launch(&wish, |function| launch::host_arguments(function, given, holders))
    };
    finish("aclrtLaunchKernelWithHostArgs", launch())
}

/// # Safety
/// As the vendor's: `args` has an address for each parameter of the kernel, valid for its size; `cfg` is null or a list of
/// attributes.
pub(crate) unsafe extern "C" fn aclrtLaunchKernelWithArgsArray(
    func: *mut c_void,
    numBlocks: u32,
    stream: aclrtStream,
    cfg: *mut aclrtLaunchKernelCfg,
    args: *mut *mut c_void,
) -> aclError {
    let launch = || {
        check_outer(func, numBlocks)?;
        // SAFETY: the caller gives null or a list of attributes.
        let config = unsafe { read_config(cfg) }?;
        // Looked up before the arguments are: a wrong handle says nothing about how many there are.
        let params = registry::get(func)?.kernel().params.clone();
        if args.is_null() && !params.is_empty() {
            return refuse(format!("the list of {} arguments is null", params.len()));
        }
        let mut packed = Packed::default();
        for (index, size) in params.into_iter().enumerate() {
            // SAFETY: the list has an element for each parameter, and is not null.
            let at = unsafe { args.add(index) };
            // SAFETY: as above.
            let at = unsafe { at.read() };
            if at.is_null() {
                return refuse(format!("the address of argument {index} is null"));
            }
            // SAFETY: the caller gives an argument that is valid for its size during the call.
            packed.push(unsafe { bytes(at, size, "argument") }?);
        }
        packed.end_of_arguments();
        let wish = Wish { function: func, blocks: numBlocks, stream, config };
        launch::launch(&wish, |_| Ok(Arguments::Host(packed)))
    };
    finish("aclrtLaunchKernelWithArgsArray", launch())
}
