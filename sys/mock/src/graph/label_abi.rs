//! The C functions of labels, and of graphs that are built.
#![allow(non_snake_case)] // The names are the vendor's.
#![allow(unsafe_code)] // The boundary: takes the pointers of C callers.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclmdlRI, aclrtLabel, aclrtLabelList, aclrtStream};

use super::{bound, label};
use crate::memory::bytes::DeviceAddress;
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

fn null<T>(what: &str) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, format!("EH0002: {what} is null")))
}

/// # Safety
/// As the vendor's: `label` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtCreateLabel(label: *mut aclrtLabel) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtCreateLabel", unsafe { write(label, label::create) })
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtDestroyLabel(label: aclrtLabel) -> aclError {
    finish("aclrtDestroyLabel", label::destroy(label))
}

/// # Safety
/// None: the handles are only compared.
pub(crate) unsafe extern "C" fn aclrtSetLabel(label: aclrtLabel, stream: aclrtStream) -> aclError {
    finish("aclrtSetLabel", label::set(label, stream))
}

/// # Safety
/// As the vendor's: `labels` is null or a list of `num` labels, `labelList` null or valid for a write.
pub(crate) unsafe extern "C" fn aclrtCreateLabelList(
    labels: *mut aclrtLabel,
    num: usize,
    labelList: *mut aclrtLabelList,
) -> aclError {
    let create = || {
        if labels.is_null() {
            return null("labels");
        }
        label::check_count(num)?;
        // SAFETY: not null, so the caller gives so many.
        label::create_list(unsafe { std::slice::from_raw_parts(labels, num) })
    };
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclrtCreateLabelList", unsafe { write(labelList, create) })
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclrtDestroyLabelList(labelList: aclrtLabelList) -> aclError {
    finish("aclrtDestroyLabelList", label::destroy_list(labelList))
}

/// # Safety
/// None: only device memory is touched.
pub(crate) unsafe extern "C" fn aclrtSwitchLabelByIndex(
    ptr: *mut c_void,
    maxValue: u32,
    labelList: aclrtLabelList,
    stream: aclrtStream,
) -> aclError {
    let outcome =
        if ptr.is_null() { null("ptr") } else { label::switch(DeviceAddress::given(ptr), maxValue, labelList, stream) };
    finish("aclrtSwitchLabelByIndex", outcome)
}

/// # Safety
/// As the vendor's: `modelRI` is null or valid for a write.
pub(crate) unsafe extern "C" fn aclmdlRIBuildBegin(modelRI: *mut aclmdlRI, flag: u32) -> aclError {
    // SAFETY: the caller gives null or an address valid for a write.
    finish("aclmdlRIBuildBegin", unsafe { write(modelRI, || bound::begin(flag)) })
}

/// # Safety
/// None: the handles are only compared.
pub(crate) unsafe extern "C" fn aclmdlRIBindStream(modelRI: aclmdlRI, stream: aclrtStream, flag: u32) -> aclError {
    finish("aclmdlRIBindStream", bound::bind(modelRI, stream, flag))
}

/// # Safety
/// None: the handles are only compared.
pub(crate) unsafe extern "C" fn aclmdlRIUnbindStream(modelRI: aclmdlRI, stream: aclrtStream) -> aclError {
    finish("aclmdlRIUnbindStream", bound::unbind(modelRI, stream))
}

/// # Safety
/// None: the handles are only compared.
pub(crate) unsafe extern "C" fn aclmdlRIEndTask(modelRI: aclmdlRI, stream: aclrtStream) -> aclError {
    finish("aclmdlRIEndTask", bound::end_task(modelRI, stream))
}

/// # Safety
/// None: the handle is only compared.
pub(crate) unsafe extern "C" fn aclmdlRIBuildEnd(modelRI: aclmdlRI, reserve: *mut c_void) -> aclError {
    let outcome = if reserve.is_null() {
        bound::end(modelRI)
    } else {
        Err(Failure::acl(aclError::INVALID_PARAM, "EH0001: the reserved argument is not null"))
    };
    finish("aclmdlRIBuildEnd", outcome)
}
