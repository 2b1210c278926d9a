//! The C functions that ask a communicator or the library for something, or set an option.
#![allow(unsafe_code)] // They take pointers from C.
#![allow(non_snake_case)] // The names are the vendor's.

use std::ffi::c_char;

use ascend_npu_sys::{HcclComm, HcclCommConfigCapability, HcclConfig, HcclConfigValue, HcclResult};

use super::pointers::put;
use crate::hccl::check::not_null;
use crate::hccl::init::NAME_BYTES;
use crate::hccl::{determinism, registry, strings};
use crate::report::finish_hccl;

pub(crate) unsafe extern "C" fn HcclGetRankSize(comm: HcclComm, rankSize: *mut u32) -> HcclResult {
    let function = "HcclGetRankSize";
    let work = || {
        let size = registry::enter(comm, function)?.size();
        // SAFETY: the C contract is that the pointer is to a place for the answer; `put` refuses null.
        unsafe { put(rankSize, size, function, "rankSize") }
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetRankId(comm: HcclComm, rank: *mut u32) -> HcclResult {
    let function = "HcclGetRankId";
    let work = || {
        let own = registry::enter(comm, function)?.rank;
        // SAFETY: the C contract is that the pointer is to a place for the answer; `put` refuses null.
        unsafe { put(rank, own, function, "rank") }
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetCommName(comm: HcclComm, commName: *mut c_char) -> HcclResult {
    let function = "HcclGetCommName";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        not_null(commName.cast_const().cast(), function, "commName")?;
        // A name is at most 127 bytes, so that its end fits the caller's 128.
        let name = communicator.name().bytes().take(NAME_BYTES - 1).chain([0]);
        for (index, byte) in name.enumerate() {
            // SAFETY: the C contract is that `commName` has at least 128 bytes; `index` is below that.
            unsafe { put(commName.wrapping_add(index), byte as c_char, function, "commName")? };
        }
        Ok(())
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetCommAsyncError(comm: HcclComm, asyncError: *mut HcclResult) -> HcclResult {
    let function = "HcclGetCommAsyncError";
    let work = || {
        let communicator = registry::enter(comm, function)?;
        let error = communicator.group.roster.async_error();
        // SAFETY: the C contract is that the pointer is to a place for the answer; `put` refuses null.
        unsafe { put(asyncError, error, function, "asyncError") }
    };
    finish_hccl(function, work())
}

pub(crate) unsafe extern "C" fn HcclGetErrorString(code: HcclResult) -> *const c_char {
    strings::of(code).as_ptr()
}

pub(crate) unsafe extern "C" fn HcclGetCommConfigCapability() -> u32 {
    // One more than the newest field that is read.
    HcclCommConfigCapability::HCCL_COMM_CONFIG_BUFFER_NAME.0 + 1
}

pub(crate) unsafe extern "C" fn HcclSetConfig(config: HcclConfig, configValue: HcclConfigValue) -> HcclResult {
    // SAFETY: the union has this one field, and every pattern is an i32.
    let value = unsafe { configValue.value };
    // Options that the library does not know are taken without a word.
    let outcome = if config == HcclConfig::HCCL_DETERMINISTIC { determinism::set(value) } else { Ok(()) };
    finish_hccl("HcclSetConfig", outcome)
}

pub(crate) unsafe extern "C" fn HcclGetConfig(config: HcclConfig, configValue: *mut HcclConfigValue) -> HcclResult {
    let function = "HcclGetConfig";
    let work = || {
        not_null(configValue.cast_const().cast(), function, "configValue")?;
        if config != HcclConfig::HCCL_DETERMINISTIC {
            return Ok(());
        }
        let value = HcclConfigValue { value: determinism::of_process().into() };
        // SAFETY: the C contract is that the pointer is to a place for the value; `put` refuses null.
        unsafe { put(configValue, value, function, "configValue") }
    };
    finish_hccl(function, work())
}
