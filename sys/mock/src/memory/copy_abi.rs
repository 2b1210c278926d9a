//! The C functions of copies and fills beyond `aclrtMemcpy` and `aclrtMemset`.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{
    aclDataType, aclError, aclrtCmoType, aclrtMemcpyBatchAttr, aclrtMemcpyKind, aclrtReduceKind, aclrtStream,
};

use super::abi::copy_request;
use super::raw::Address;
use super::{batch, cache, copy, fill, reduce, rows};
use crate::report::{Failure, Outcome, finish};

/// # Safety
/// As the vendor's; host memory at either end must be pinned, which is checked.
pub(crate) unsafe extern "C" fn aclrtMemcpyAsyncWithCondition(
    dst: *mut c_void,
    destMax: usize,
    src: *const c_void,
    count: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: pageable memory is refused, and other memory is checked when it is used.
    let request = unsafe { copy_request(dst, destMax, src, count, kind) };
    finish("aclrtMemcpyAsyncWithCondition", copy::copy_async_pinned(&request, stream, "aclrtMemcpyAsyncWithCondition"))
}

/// # Safety
/// Host memory at either end, unless this crate allocated it, is valid for all rows until the call returns.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
unsafe fn rows_request(
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
    spitch: usize,
    width: usize,
    height: usize,
    kind: aclrtMemcpyKind,
) -> rows::Request {
    // SAFETY: this function's contract says the same.
    let to = unsafe { Address::given(dst) };
    // SAFETY: as above.
    let from = unsafe { Address::given(src) };
    rows::Request { to, to_pitch: dpitch, from, from_pitch: spitch, width, height, kind }
}

/// # Safety
/// As the vendor's: host memory at either end is valid for all rows until the call returns.
pub(crate) unsafe extern "C" fn aclrtMemcpy2d(
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
    spitch: usize,
    width: usize,
    height: usize,
    kind: aclrtMemcpyKind,
) -> aclError {
    // SAFETY: the caller keeps host memory at either end valid until the call returns.
    let request = unsafe { rows_request(dst, dpitch, src, spitch, width, height, kind) };
    finish("aclrtMemcpy2d", rows::copy(&request))
}

/// # Safety
/// As the vendor's: pageable host memory at either end is valid for all rows until the call returns.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
pub(crate) unsafe extern "C" fn aclrtMemcpy2dAsync(
    dst: *mut c_void,
    dpitch: usize,
    src: *const c_void,
    spitch: usize,
    width: usize,
    height: usize,
    kind: aclrtMemcpyKind,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: the caller keeps pageable memory valid until the call returns; other memory is checked when it is used.
    let request = unsafe { rows_request(dst, dpitch, src, spitch, width, height, kind) };
    finish("aclrtMemcpy2dAsync", rows::copy_async(&request, stream))
}

/// The pointers of a batch.
struct Batch {
    dsts: *mut *mut c_void,
    destMaxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    numBatches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrsIndexes: *mut usize,
    numAttrs: usize,
}

impl Batch {
    /// Checks the lists and hands them on; an empty batch is done.
    ///
    /// # Safety
    /// Each list is null or as long as its count says, and host memory of the items is valid until the call returns.
    unsafe fn with(&self, act: impl FnOnce(&batch::Request<'_>, &mut usize) -> Outcome, failed: *mut usize) -> Outcome {
        let mut index = usize::MAX;
        // SAFETY: this function's contract says the same.
        let outcome = unsafe { self.act(act, &mut index) };
        if !failed.is_null() {
            // SAFETY: not null, and valid for a write.
            unsafe { failed.write(index) };
        }
        outcome
    }

    /// # Safety
    /// As `with`.
    unsafe fn act(&self, act: impl FnOnce(&batch::Request<'_>, &mut usize) -> Outcome, failed: &mut usize) -> Outcome {
        if self.numBatches == 0 {
            return refuse("the batch has no item");
        }
        // SAFETY: the list has `numBatches` elements unless it is null.
        let sizes = unsafe { list(self.sizes, self.numBatches, "sizes") }?;
        if sizes.iter().all(|&size| size == 0) {
            return Ok(());
        }
        // SAFETY: as above.
        let dsts = unsafe { list(self.dsts, self.numBatches, "destinations") }?;
        // SAFETY: as above.
        let limits = unsafe { list(self.destMaxs, self.numBatches, "limits") }?;
        // SAFETY: as above.
        let srcs = unsafe { list(self.srcs, self.numBatches, "sources") }?;
        // SAFETY: the list has `numAttrs` elements unless it is null.
        let attributes = unsafe { list(self.attrs, self.numAttrs, "attributes") }?;
        // SAFETY: as above.
        let starts = unsafe { list(self.attrsIndexes, self.numAttrs, "indexes of the attributes") }?;
        // SAFETY: host memory of the items is valid until the call returns, by this function's contract.
        let addresses = |list: &[*mut c_void]| list.iter().map(|&at| unsafe { Address::given(at) }).collect::<Vec<_>>();
        let (to, from) = (addresses(dsts), addresses(srcs));
        act(&batch::Request { to: &to, limits, from: &from, sizes, attributes, starts }, failed)
    }
}

/// # Safety
/// `start` is null or valid for `count` elements for as long as the slice is used.
unsafe fn list<'a, T>(start: *const T, count: usize, what: &str) -> Outcome<&'a [T]> {
    if start.is_null() {
        return refuse(&format!("the list of {what} is null"));
    }
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return refuse(&format!("{count} {what} cannot be"));
    }
    // SAFETY: not null, of a length that a slice may have, and valid by this function's contract.
    Ok(unsafe { std::slice::from_raw_parts(start, count) })
}

fn refuse<T>(text: &str) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1004: {text}")))
}

/// # Safety
/// As the vendor's: the lists are as long as their counts say, and host memory is valid until the call returns.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
pub(crate) unsafe extern "C" fn aclrtMemcpyBatch(
    dsts: *mut *mut c_void,
    destMaxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    numBatches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrsIndexes: *mut usize,
    numAttrs: usize,
    failIndex: *mut usize,
) -> aclError {
    let batch = Batch { dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs };
    let outcome = if failIndex.is_null() {
        refuse("the pointer for the index of the failure is null")
    } else {
        // SAFETY: the caller gives lists as long as their counts say, and host memory that is valid during the call.
        unsafe { batch.with(batch::copy, failIndex) }
    };
    finish("aclrtMemcpyBatch", outcome)
}

/// # Safety
/// As the vendor's: the lists are as long as their counts say, and host memory is valid until the call returns.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
pub(crate) unsafe extern "C" fn aclrtMemcpyBatchV2(
    dsts: *mut *mut c_void,
    destMaxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    numBatches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrsIndexes: *mut usize,
    numAttrs: usize,
) -> aclError {
    let batch = Batch { dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs };
    // SAFETY: the caller gives lists as long as their counts say, and host memory that is valid during the call.
    finish("aclrtMemcpyBatchV2", unsafe { batch.with(batch::copy, std::ptr::null_mut()) })
}

/// # Safety
/// As the vendor's: the lists are as long as their counts say, and pageable memory is valid until the call returns.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
pub(crate) unsafe extern "C" fn aclrtMemcpyBatchAsync(
    dsts: *mut *mut c_void,
    destMaxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    numBatches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrsIndexes: *mut usize,
    numAttrs: usize,
    failIndex: *mut usize,
    stream: aclrtStream,
) -> aclError {
    let batch = Batch { dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs };
    let copy = |request: &batch::Request<'_>, failed: &mut usize| batch::copy_async(request, stream, failed);
    let outcome = if failIndex.is_null() {
        refuse("the pointer for the index of the failure is null")
    } else {
        // SAFETY: the caller gives lists as long as their counts say, and pageable memory that is valid during the call.
        unsafe { batch.with(copy, failIndex) }
    };
    finish("aclrtMemcpyBatchAsync", outcome)
}

/// # Safety
/// As the vendor's: the lists are as long as their counts say, and pageable memory is valid until the call returns.
#[allow(clippy::too_many_arguments, reason = "as many as the C function has")]
pub(crate) unsafe extern "C" fn aclrtMemcpyBatchAsyncV2(
    dsts: *mut *mut c_void,
    destMaxs: *mut usize,
    srcs: *mut *mut c_void,
    sizes: *mut usize,
    numBatches: usize,
    attrs: *mut aclrtMemcpyBatchAttr,
    attrsIndexes: *mut usize,
    numAttrs: usize,
    stream: aclrtStream,
) -> aclError {
    let batch = Batch { dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs };
    let copy = |request: &batch::Request<'_>, failed: &mut usize| batch::copy_async(request, stream, failed);
    // SAFETY: the caller gives lists as long as their counts say, and pageable memory that is valid during the call.
    finish("aclrtMemcpyBatchAsyncV2", unsafe { batch.with(copy, std::ptr::null_mut()) })
}

/// # Safety
/// None: only memory that this crate knows is filled.
unsafe fn word_request(ptr: *mut c_void, memSize: usize, value: u32, N: usize) -> fill::WordRequest {
    // SAFETY: a fill refuses every address outside the allocations of this crate and what is registered with it.
    let to = unsafe { Address::given(ptr) };
    fill::WordRequest { to, limit: memSize, value, words: N }
}

/// # Safety
/// None: only memory that this crate knows is filled.
pub(crate) unsafe extern "C" fn aclrtMemsetD32(ptr: *mut c_void, memSize: usize, value: u32, N: usize) -> aclError {
    // SAFETY: it has no duty.
    let request = unsafe { word_request(ptr, memSize, value, N) };
    finish("aclrtMemsetD32", fill::fill_words(&request))
}

/// # Safety
/// None: only memory that this crate knows is filled.
pub(crate) unsafe extern "C" fn aclrtMemsetD32Async(
    ptr: *mut c_void,
    memSize: usize,
    value: u32,
    N: usize,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: it has no duty.
    let request = unsafe { word_request(ptr, memSize, value, N) };
    finish("aclrtMemsetD32Async", fill::fill_words_async(&request, stream))
}

/// # Safety
/// None: only device memory is touched.
pub(crate) unsafe extern "C" fn aclrtReduceAsync(
    dst: *mut c_void,
    src: *const c_void,
    count: u64,
    kind: aclrtReduceKind,
    type_: aclDataType,
    stream: aclrtStream,
    reserve: *mut c_void,
) -> aclError {
    let reduce = || {
        if !reserve.is_null() {
            return refuse("the reserved argument is not null");
        }
        // SAFETY: a reduction refuses every address outside device memory.
        let to = unsafe { Address::given(dst) };
        // SAFETY: as above.
        let from = unsafe { Address::given(src) };
        reduce::reduce_async(reduce::Request { to, from, bytes: count, kind, element: type_ }, stream)
    };
    finish("aclrtReduceAsync", reduce())
}

/// # Safety
/// None: the memory is not touched.
pub(crate) unsafe extern "C" fn aclrtCmoAsync(
    src: *mut c_void,
    size: usize,
    cmoType: aclrtCmoType,
    stream: aclrtStream,
) -> aclError {
    // SAFETY: the address is compared with those of allocations, and touches no memory of the caller.
    let address = unsafe { Address::given(src) };
    finish("aclrtCmoAsync", cache::operate_async(address, size, cmoType, stream))
}
