//! The C functions that tell the library of memory: for operations without a copy, and for symmetric windows.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::c_void;

use ascend_npu_sys::{HcclComm, HcclCommSymWindow, HcclResult, aclrtDrvMemHandle};

use super::pointers::put;
use crate::hccl::check::{not_null, para};
use crate::hccl::{registry, windows, zero_copy};
use crate::report::finish_hccl;

/// Windows of the ranks of a collective; the other kind, 0, is not there yet.
const COLLECTIVE: u32 = 1;

/// What the library takes and does not read.
fn note_reserved(function: &str, fields: &[(&str, u64)]) {
    for (field, value) in fields.iter().filter(|(_, value)| *value != 0) {
        crate::control::report(format!("{function} got {field} {value}; it is reserved and must be 0"));
    }
}

pub(crate) unsafe extern "C" fn HcclCommSetMemoryRange(
    comm: HcclComm,
    baseVirPtr: *mut c_void,
    size: usize,
    alignment: usize,
    flags: u64,
) -> HcclResult {
    let function = "HcclCommSetMemoryRange";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(baseVirPtr, function, "baseVirPtr")?;
        note_reserved(function, &[("alignment", alignment as u64), ("flags", flags)]);
        zero_copy::set_range(function, &communicator, baseVirPtr.addr() as u64, size as u64)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommUnsetMemoryRange(comm: HcclComm, baseVirPtr: *mut c_void) -> HcclResult {
    let function = "HcclCommUnsetMemoryRange";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(baseVirPtr, function, "baseVirPtr")?;
        zero_copy::unset_range(function, &communicator, baseVirPtr.addr() as u64)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommActivateCommMemory(
    comm: HcclComm,
    virPtr: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
) -> HcclResult {
    let function = "HcclCommActivateCommMemory";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(virPtr, function, "virPtr")?;
        not_null(handle, function, "handle")?;
        note_reserved(function, &[("offset", offset as u64), ("flags", flags)]);
        zero_copy::activate(function, &communicator, virPtr.addr() as u64, size as u64, handle)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommDeactivateCommMemory(comm: HcclComm, virPtr: *mut c_void) -> HcclResult {
    let function = "HcclCommDeactivateCommMemory";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(virPtr, function, "virPtr")?;
        zero_copy::deactivate(function, &communicator, virPtr.addr() as u64)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommSymWinRegister(
    comm: HcclComm,
    addr: *mut c_void,
    size: u64,
    winHandle: *mut HcclCommSymWindow,
    flag: u32,
) -> HcclResult {
    let function = "HcclCommSymWinRegister";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(addr, function, "addr")?;
        not_null(winHandle.cast_const().cast(), function, "winHandle")?;
        if size == 0 || flag != COLLECTIVE {
            let text =
                format!("{function} got size {size} and flag {flag}; the size is above 0, the flag {COLLECTIVE}");
            return Err(para(text));
        }
        let window = windows::register(function, comm, &communicator, addr.addr() as u64, size)?;
        // SAFETY: the C contract is that the pointer is to a place for the window; it is not null.
        unsafe { put(winHandle, window as HcclCommSymWindow, function, "winHandle") }
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommSymWinDeregister(winHandle: HcclCommSymWindow) -> HcclResult {
    let function = "HcclCommSymWinDeregister";
    let work = || {
        not_null(winHandle, function, "winHandle")?;
        windows::deregister(function, winHandle)
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclCommSymWinGet(
    comm: HcclComm,
    ptr: *mut c_void,
    size: usize,
    winHandle: *mut HcclCommSymWindow,
    offset: *mut usize,
) -> HcclResult {
    let function = "HcclCommSymWinGet";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(ptr, function, "ptr")?;
        not_null(winHandle.cast_const().cast(), function, "winHandle")?;
        not_null(offset.cast_const().cast(), function, "offset")?;
        if size == 0 {
            return Err(para(format!("{function} got size 0")));
        }
        let (window, inside) = windows::find(function, &communicator, ptr.addr() as u64, size as u64)?;
        // SAFETY: the C contract is that the pointer is to a place for the window; it is not null.
        unsafe { put(winHandle, window as HcclCommSymWindow, function, "winHandle")? };
        // SAFETY: the C contract is that the pointer is to a place for the offset; it is not null.
        unsafe { put(offset, inside as usize, function, "offset") }
    };
    finish_hccl(function, work())
}
