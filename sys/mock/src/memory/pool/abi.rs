//! The C functions of memory pools.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtMemPool, aclrtMemPoolAttr, aclrtMemPoolProps, aclrtStream};

use super::attribute::{self, Value};
use super::{create, stream};
use crate::memory::abi::pointer;
use crate::memory::raw::Address;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

fn null<T>(what: &str) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1004: the {what} is null")))
}

/// # Safety
/// As the vendor's: `memPool` is null or valid for a write, `poolProps` is null or properties.
pub(crate) unsafe extern "C" fn aclrtMemPoolCreate(
    memPool: *mut aclrtMemPool,
    poolProps: *const aclrtMemPoolProps,
) -> aclError {
    // SAFETY: the caller gives null or properties.
    let create = || match unsafe { poolProps.as_ref() } {
        Some(wanted) => create::create(wanted),
        None => null("properties of the pool"),
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtMemPoolCreate", unsafe { write(memPool, create) })
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtMemPoolDestroy(memPool: aclrtMemPool) -> aclError {
    finish("aclrtMemPoolDestroy", create::destroy(memPool))
}

/// # Safety
/// As the vendor's: `value` is null or valid for reading the attribute's value.
pub(crate) unsafe extern "C" fn aclrtMemPoolSetAttr(
    memPool: aclrtMemPool,
    attr: aclrtMemPoolAttr,
    value: *mut c_void,
) -> aclError {
    let set = || {
        if value.is_null() {
            return null("value of the attribute");
        }
        let given = match attribute::width(attr) {
            // SAFETY: the value of this attribute has eight bytes.
            Some(8) => Value::Large(unsafe { value.cast::<u64>().read_unaligned() }),
            // SAFETY: the value of this attribute has four bytes.
            Some(_) => Value::Small(unsafe { value.cast::<u32>().read_unaligned() }),
            None => Value::Small(0),
        };
        attribute::set(memPool, attr, given)
    };
    finish("aclrtMemPoolSetAttr", set())
}

/// # Safety
/// As the vendor's: `value` is null or valid for writing the attribute's value.
pub(crate) unsafe extern "C" fn aclrtMemPoolGetAttr(
    memPool: aclrtMemPool,
    attr: aclrtMemPoolAttr,
    value: *mut c_void,
) -> aclError {
    let get = || {
        if value.is_null() {
            return null("pointer for the result");
        }
        match attribute::value(memPool, attr)? {
            // SAFETY: the value of this attribute has eight bytes.
            Value::Large(found) => unsafe { value.cast::<u64>().write_unaligned(found) },
            // SAFETY: the value of this attribute has four bytes.
            Value::Small(found) => unsafe { value.cast::<u32>().write_unaligned(found) },
        }
        Ok(())
    };
    finish("aclrtMemPoolGetAttr", get())
}

/// # Safety
/// As the vendor's: `ptr` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtMemPoolMallocAsync(
    ptr: *mut *mut c_void,
    size: usize,
    memPool: aclrtMemPool,
    stream: aclrtStream,
) -> aclError {
    let outcome = if ptr.is_null() || memPool.is_null() || stream.is_null() {
        null("pointer for the result, the pool or the stream")
    } else if size == 0 {
        Ok(())
    } else {
        // SAFETY: not null, and valid for a write.
        unsafe { write(ptr, || stream::malloc(size, memPool, stream).map(pointer)) }
    };
    finish("aclrtMemPoolMallocAsync", outcome)
}

/// # Safety
/// None: the address is only compared.
pub(crate) unsafe extern "C" fn aclrtMemPoolFreeAsync(ptr: *mut c_void, stream: aclrtStream) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
    let address = unsafe { Address::given(ptr) };
    finish("aclrtMemPoolFreeAsync", stream::free(address, stream))
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtMemPoolTrimTo(memPool: aclrtMemPool, minBytesToKeep: usize) -> aclError {
    finish("aclrtMemPoolTrimTo", create::trim(memPool, minBytesToKeep as u64))
}
