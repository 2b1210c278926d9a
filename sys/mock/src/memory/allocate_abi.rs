//! The C functions of memory beyond `aclrtMalloc` and `aclrtFree`: other ways to allocate, to register host memory, and to ask.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{
    aclError, aclrtHostRegisterType, aclrtMallocAttrType, aclrtMallocConfig, aclrtMemMallocPolicy, aclrtMemUsageInfo,
    aclrtPtrAttributes,
};

use super::abi::pointer;
use super::block::Place;
use super::owner::check_freeable;
use super::pages::Padding;
use super::raw::Address;
use super::release::free;
use super::{allocate, information, register};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

/// What of a policy names pages; the rest, which only `aclrtMallocWithCfg` takes, asks for a bandwidth or for read-only memory.
const PAGES: u32 = 0xff;
const BANDWIDTH_AND_ACCESS: u32 = 0x100 | 0x1000 | 0x10_0000;

/// # Safety
/// As the vendor's: `devPtr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMallocAlign32(
    devPtr: *mut *mut c_void,
    size: usize,
    policy: aclrtMemMallocPolicy,
) -> aclError {
    let malloc = || allocate::malloc(size, policy, Padding::Rest).map(pointer);
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMallocAlign32", unsafe { write(devPtr, malloc) })
}

/// # Safety
/// As the vendor's: `devPtr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMallocCached(
    devPtr: *mut *mut c_void,
    size: usize,
    policy: aclrtMemMallocPolicy,
) -> aclError {
    // The host keeps its caches coherent, so cached memory is memory.
    let malloc = || allocate::malloc(size, policy, Padding::Block).map(pointer);
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMallocCached", unsafe { write(devPtr, malloc) })
}

/// # Safety
/// As the vendor's: `devPtr` is null or valid for a write, `cfg` is null or a list of attributes.
pub(crate) unsafe extern "C" fn aclrtMallocWithCfg(
    devPtr: *mut *mut c_void,
    size: usize,
    policy: aclrtMemMallocPolicy,
    cfg: *mut aclrtMallocConfig,
) -> aclError {
    let malloc = || {
        // SAFETY: the caller gives null or a list of attributes.
        let asked = unsafe { device_of(cfg) }?;
        let requested = allocate::positive(size)?;
        let pages = policy.0 & PAGES;
        if pages > 7 || policy.0 & !(PAGES | BANDWIDTH_AND_ACCESS) != 0 {
            let text = format!("EE1001: {:#x} is no policy of an allocation", policy.0);
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        let current = crate::context::current()?.device.id;
        let device = match asked {
            Some(id) => crate::device::device(id)?.id,
            None => current,
        };
        allocate::malloc_on(device, requested, aclrtMemMallocPolicy(pages), Padding::Nothing).map(pointer)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMallocWithCfg", unsafe { write(devPtr, malloc) })
}

/// The device that the attributes of an allocation name, if they name one.
///
/// # Safety
/// `config` is null or points to a list of attributes.
unsafe fn device_of(config: *const aclrtMallocConfig) -> Outcome<Option<i32>> {
    // SAFETY: null or a list, by this function's contract.
    let Some(list) = (unsafe { config.as_ref() }) else { return Ok(None) };
    if list.numAttrs == 0 {
        return Ok(None);
    }
    if list.attrs.is_null() {
        let text = format!("EE1001: the list of {} attributes of an allocation is null", list.numAttrs);
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    // SAFETY: a list has `numAttrs` elements and is not null.
    let attributes = unsafe { std::slice::from_raw_parts(list.attrs, list.numAttrs) };
    let mut device = None;
    for attribute in attributes {
        match attribute.attr {
            aclrtMallocAttrType::ACL_RT_MEM_ATTR_DEVICE_ID => {
                // SAFETY: this attribute has this member; all members are integers at the start of the value.
                let id = unsafe { attribute.value.deviceId };
                device = Some(i32::try_from(id).unwrap_or(-1));
            }
            aclrtMallocAttrType::ACL_RT_MEM_ATTR_RSV
            | aclrtMallocAttrType::ACL_RT_MEM_ATTR_MODULE_ID
            | aclrtMallocAttrType::ACL_RT_MEM_ATTR_VA_FLAG => {}
            unknown => {
                let text = format!("EE1001: {} is no attribute of an allocation: 0 to 3 are", unknown.0);
                return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
            }
        }
    }
    Ok(device)
}

/// # Safety
/// None: the address is only compared.
pub(crate) unsafe extern "C" fn aclrtFreeWithDevSync(devPtr: *mut c_void) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
    let address = unsafe { Address::given(devPtr) };
    finish("aclrtFreeWithDevSync", free_after_all(address, Place::Device))
}

/// # Safety
/// As the vendor's: the caller no longer touches the memory.
pub(crate) unsafe extern "C" fn aclrtFreeHostWithDevSync(hostPtr: *mut c_void) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no other memory of the caller.
    let address = unsafe { Address::given(hostPtr) };
    finish("aclrtFreeHostWithDevSync", free_after_all(address, Place::Pinned))
}

/// Frees once all that is queued on the device is done.
fn free_after_all(address: Address, place: Place) -> Outcome {
    if !address.is_null() {
        crate::exec::scheduler().wait_for_device(crate::context::current()?.device.id)?;
    }
    check_freeable(address)?;
    free(address, place)
}

/// # Safety
/// As the vendor's: `attributes` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtPointerGetAttributes(
    ptr: *const c_void,
    attributes: *mut aclrtPtrAttributes,
) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
    let address = unsafe { Address::given(ptr) };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtPointerGetAttributes", unsafe { write(attributes, || information::attributes(address)) })
}

/// # Safety
/// As the vendor's: `pbase` and `psize` are null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemGetAddressRange(
    ptr: *mut c_void,
    pbase: *mut *mut c_void,
    psize: *mut usize,
) -> aclError {
    let find = || {
        if ptr.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the address is null"));
        }
        if pbase.is_null() && psize.is_null() {
            let text = "EE1022: both pointers for the results are null";
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
        information::address_range(unsafe { Address::given(ptr) })
    };
    let set = |(base, bytes): (u64, u64)| {
        if !pbase.is_null() {
            // SAFETY: not null, and valid for a write.
            unsafe { pbase.write(pointer(base)) };
        }
        if !psize.is_null() {
            // SAFETY: not null, and valid for a write.
            unsafe { psize.write(bytes as usize) };
        }
    };
    finish("aclrtMemGetAddressRange", find().map(set))
}

/// # Safety
/// As the vendor's: `memUsageInfo` is null or valid for writing `inputNum` rows, `outputNum` null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtGetMemUsageInfo(
    deviceId: i32,
    memUsageInfo: *mut aclrtMemUsageInfo,
    inputNum: usize,
    outputNum: *mut usize,
) -> aclError {
    let fill = || {
        if memUsageInfo.is_null() || inputNum == 0 {
            let code = if memUsageInfo.is_null() { aclError::INVALID_PARAM } else { aclError::RT_PARAM_INVALID };
            let text = format!("EE1004: there is room for {inputNum} rows at {memUsageInfo:p}");
            return Err(Failure::acl(code, text));
        }
        let rows = information::usage_by_component(deviceId)?;
        let given = rows.len().min(inputNum);
        for (index, row) in rows.into_iter().take(given).enumerate() {
            // SAFETY: the caller gives room for `inputNum` rows, and the index is below that.
            let to = unsafe { memUsageInfo.add(index) };
            // SAFETY: as above.
            unsafe { to.write(row) };
        }
        Ok(given)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtGetMemUsageInfo", unsafe { write(outputNum, fill) })
}

/// # Safety
/// As the vendor's: `ptr` is null or valid for a write, `cfg` is null or a list of attributes.
pub(crate) unsafe extern "C" fn aclrtMallocHostWithCfg(
    ptr: *mut *mut c_void,
    size: u64,
    cfg: *mut aclrtMallocConfig,
) -> aclError {
    let malloc = || {
        // SAFETY: the caller gives null or a list of attributes.
        unsafe { device_of(cfg) }?;
        allocate::malloc_host(usize::try_from(size).unwrap_or(usize::MAX)).map(pointer)
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMallocHostWithCfg", unsafe { write(ptr, malloc) })
}

/// # Safety
/// As the vendor's: the memory stays valid until it is unregistered, `devPtr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtHostRegister(
    ptr: *mut c_void,
    size: u64,
    kind: aclrtHostRegisterType,
    devPtr: *mut *mut c_void,
) -> aclError {
    let register = || {
        // SAFETY: the caller keeps the memory until it unregisters it.
        let address = unsafe { Address::given(ptr) };
        register::register(address, size, register::flags_of(kind.0)?)?;
        Ok(pointer(address.value()))
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtHostRegister", unsafe { write(devPtr, register) })
}

/// # Safety
/// As the vendor's: the memory stays valid until it is unregistered.
pub(crate) unsafe extern "C" fn aclrtHostRegisterV2(ptr: *mut c_void, size: u64, flag: u32) -> aclError {
    // SAFETY: the caller keeps the memory until it unregisters it.
    let address = unsafe { Address::given(ptr) };
    finish("aclrtHostRegisterV2", register::register(address, size, flag))
}

/// # Safety
/// As the vendor's: no work uses the memory any more.
pub(crate) unsafe extern "C" fn aclrtHostUnregister(ptr: *mut c_void) -> aclError {
    // SAFETY: the address is compared with those that are registered, and touches no memory of the caller.
    let address = unsafe { Address::given(ptr) };
    finish("aclrtHostUnregister", register::unregister(address))
}

/// # Safety
/// As the vendor's: `pDevice` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtHostGetDevicePointer(
    pHost: *mut c_void,
    pDevice: *mut *mut c_void,
    flag: u32,
) -> aclError {
    // SAFETY: the address is compared with those that are registered, and touches no memory of the caller.
    let address = unsafe { Address::given(pHost) };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtHostGetDevicePointer", unsafe {
        write(pDevice, || register::device_pointer(address, flag).map(pointer))
    })
}
