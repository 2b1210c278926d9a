//! The C functions of virtual memory.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{
    aclError, aclrtDrvMemHandle, aclrtMemAccessDesc, aclrtMemGranularityOptions, aclrtMemLocation, aclrtPhysicalMemProp,
};

use super::{access, map, physical, reserve};
use crate::memory::abi::pointer;
use crate::memory::raw::Address;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

pub(super) fn null<T>(what: &str) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1004: the {what} is null")))
}

/// # Safety
/// None: the address is only compared, or reserved if nothing is there.
unsafe fn address(at: *const c_void) -> Address {
    // SAFETY: addresses of virtual memory are compared with those that are reserved, and touch no memory of the caller.
    unsafe { Address::given(at) }
}

/// # Safety
/// As the vendor's: `virPtr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtReserveMemAddress(
    virPtr: *mut *mut c_void,
    size: usize,
    alignment: usize,
    expectPtr: *mut c_void,
    flags: u64,
) -> aclError {
    // SAFETY: it has no duty.
    let wanted = unsafe { address(expectPtr) };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtReserveMemAddress", unsafe {
        write(virPtr, || reserve::reserve(size, alignment, wanted, flags).map(pointer))
    })
}

/// # Safety
/// None: the address is only compared.
pub(crate) unsafe extern "C" fn aclrtReleaseMemAddress(virPtr: *mut c_void) -> aclError {
    // SAFETY: it has no duty.
    finish("aclrtReleaseMemAddress", reserve::release(unsafe { address(virPtr) }))
}

/// # Safety
/// As the vendor's: `handle` is null or valid for a write, `prop` is null or a property.
pub(crate) unsafe extern "C" fn aclrtMallocPhysical(
    handle: *mut aclrtDrvMemHandle,
    size: usize,
    prop: *const aclrtPhysicalMemProp,
    flags: u64,
) -> aclError {
    // SAFETY: the caller gives null or a property.
    let malloc = || match unsafe { prop.as_ref() } {
        Some(property) => physical::malloc(size, property, flags),
        None => null("property of the memory"),
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMallocPhysical", unsafe { write(handle, malloc) })
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtFreePhysical(handle: aclrtDrvMemHandle) -> aclError {
    finish("aclrtFreePhysical", physical::free(handle))
}

/// # Safety
/// None: only reserved addresses are mapped.
pub(crate) unsafe extern "C" fn aclrtMapMem(
    virPtr: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
) -> aclError {
    // SAFETY: it has no duty.
    finish("aclrtMapMem", map::map(unsafe { address(virPtr) }, size, offset, handle, flags))
}

/// # Safety
/// None: the address is only compared.
pub(crate) unsafe extern "C" fn aclrtUnmapMem(virPtr: *mut c_void) -> aclError {
    // SAFETY: it has no duty.
    finish("aclrtUnmapMem", map::unmap(unsafe { address(virPtr) }))
}

/// # Safety
/// As the vendor's: `prop` is null or a property, `granularity` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemGetAllocationGranularity(
    prop: *mut aclrtPhysicalMemProp,
    option: aclrtMemGranularityOptions,
    granularity: *mut usize,
) -> aclError {
    // SAFETY: the caller gives null or a property.
    let ask = || match unsafe { prop.as_ref() } {
        Some(property) => physical::granularity(property, option),
        None => null("property of the memory"),
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemGetAllocationGranularity", unsafe { write(granularity, ask) })
}

/// # Safety
/// As the vendor's: `desc` is null or a list of `count`.
pub(crate) unsafe extern "C" fn aclrtMemSetAccess(
    virPtr: *mut c_void,
    size: usize,
    desc: *mut aclrtMemAccessDesc,
    count: usize,
) -> aclError {
    let set = || {
        if virPtr.is_null() || desc.is_null() || count == 0 || count > 4096 {
            let text = format!("EE1004: access for {count} locations to {virPtr:p}");
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        // SAFETY: the list is not null and has `count` elements.
        let wanted = unsafe { std::slice::from_raw_parts(desc, count) };
        // SAFETY: it has no duty.
        access::set(unsafe { address(virPtr) }, size, wanted)
    };
    finish("aclrtMemSetAccess", set())
}

/// # Safety
/// As the vendor's: `location` is null or a location, `flag` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemGetAccess(
    virPtr: *mut c_void,
    location: *mut aclrtMemLocation,
    flag: *mut u64,
) -> aclError {
    // SAFETY: the caller gives null or a location.
    let get = || match unsafe { location.as_ref() } {
        Some(_) if virPtr.is_null() => null("address"),
        // SAFETY: it has no duty.
        Some(&location) => access::get(unsafe { address(virPtr) }, location),
        None => null("location"),
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemGetAccess", unsafe { write(flag, get) })
}

/// # Safety
/// As the vendor's: `handle` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemRetainAllocationHandle(
    virPtr: *mut c_void,
    handle: *mut aclrtDrvMemHandle,
) -> aclError {
    let retain = || {
        if virPtr.is_null() {
            return null("address");
        }
        // SAFETY: it has no duty.
        map::retain(unsafe { address(virPtr) })
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemRetainAllocationHandle", unsafe { write(handle, retain) })
}

/// # Safety
/// As the vendor's: `prop` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemGetAllocationPropertiesFromHandle(
    handle: aclrtDrvMemHandle,
    prop: *mut aclrtPhysicalMemProp,
) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemGetAllocationPropertiesFromHandle", unsafe { write(prop, || physical::properties(handle)) })
}
