//! The C functions of items and datasets.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use ascend_npu_sys::{aclDataType, aclError, acltdtDataItem, acltdtDataset, acltdtTensorType};

use super::dataset::{self, check_item, with};
use super::item::{Data, ITEMS, Item, Shape};
use super::parameter::{null, unknown};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};

fn item(of: *const acltdtDataItem) -> Outcome<Arc<Item>> {
    if of.is_null() {
        return null("dataItem");
    }
    match ITEMS.get(of.cast_mut().cast()) {
        Some(found) => Ok(found),
        None => unknown("item"),
    }
}

/// The result of a function without a code: what it gives for a refused call.
fn or<T>(function: &str, outcome: Outcome<T>, refused: T) -> T {
    match outcome {
        Ok(result) => result,
        Err(failure) => {
            finish(function, Err(failure));
            refused
        }
    }
}

/// # Safety
/// As the vendor's: `dims` is null or a list of `dimNum` numbers; `data` stays valid for as long as the item is in use.
pub(crate) unsafe extern "C" fn acltdtCreateDataItem(
    tdtType: acltdtTensorType,
    dims: *const i64,
    dimNum: usize,
    dataType: aclDataType,
    data: *mut c_void,
    size: usize,
) -> *mut acltdtDataItem {
    let create = || {
        check_item(tdtType, !dims.is_null(), dimNum)?;
        let dimensions = if dims.is_null() {
            Vec::new()
        } else {
            // SAFETY: not null, so the caller gives so many numbers.
            unsafe { std::slice::from_raw_parts(dims, dimNum) }.to_vec()
        };
        let is_tensor = tdtType == acltdtTensorType::ACL_TENSOR_DATA_TENSOR;
        let element = if is_tensor { dataType } else { aclDataType::ACL_DT_UNDEFINED };
        let shape = Shape { kind: tdtType, dimensions, element };
        let (address, bytes) = if is_tensor { (data.expose_provenance(), size) } else { (0, 0) };
        Ok(ITEMS.insert(Item { shape, bytes, data: Data::Given(address) }).cast())
    };
    or("acltdtCreateDataItem", create(), std::ptr::null_mut())
}

pub(crate) unsafe extern "C" fn acltdtDestroyDataItem(dataItem: *mut acltdtDataItem) -> aclError {
    let destroy = item(dataItem).map(|_| drop(ITEMS.remove(dataItem.cast())));
    finish("acltdtDestroyDataItem", destroy)
}

pub(crate) unsafe extern "C" fn acltdtGetTensorTypeFromItem(dataItem: *const acltdtDataItem) -> acltdtTensorType {
    let kind = item(dataItem).map(|item| item.shape.kind);
    or("acltdtGetTensorTypeFromItem", kind, acltdtTensorType::ACL_TENSOR_DATA_UNDEFINED)
}

pub(crate) unsafe extern "C" fn acltdtGetDataTypeFromItem(dataItem: *const acltdtDataItem) -> aclDataType {
    let element = item(dataItem).map(|item| item.shape.element);
    or("acltdtGetDataTypeFromItem", element, aclDataType::ACL_DT_UNDEFINED)
}

pub(crate) unsafe extern "C" fn acltdtGetDataAddrFromItem(dataItem: *const acltdtDataItem) -> *mut c_void {
    let address = item(dataItem).map(|item| std::ptr::with_exposed_provenance_mut(item.address()));
    or("acltdtGetDataAddrFromItem", address, std::ptr::null_mut())
}

pub(crate) unsafe extern "C" fn acltdtGetDataSizeFromItem(dataItem: *const acltdtDataItem) -> usize {
    or("acltdtGetDataSizeFromItem", item(dataItem).map(|item| item.bytes), 0)
}

pub(crate) unsafe extern "C" fn acltdtGetDimNumFromItem(dataItem: *const acltdtDataItem) -> usize {
    or("acltdtGetDimNumFromItem", item(dataItem).map(|item| item.shape.dimensions.len()), 0)
}

/// # Safety
/// As the vendor's: `dims` is null or has room for `dimNum` numbers.
pub(crate) unsafe extern "C" fn acltdtGetDimsFromItem(
    dataItem: *const acltdtDataItem,
    dims: *mut i64,
    dimNum: usize,
) -> aclError {
    let get = || {
        let item = item(dataItem)?;
        let dimensions = &item.shape.dimensions;
        if dims.is_null() != (dimNum == 0) || dimNum < dimensions.len() {
            let text = format!("EH0001: {dimNum} dimensions are asked for of an item with {}", dimensions.len());
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        if !dims.is_null() {
            // SAFETY: not null, with room for as many numbers as there are.
            unsafe { dims.copy_from_nonoverlapping(dimensions.as_ptr(), dimensions.len()) };
        }
        Ok(())
    };
    finish("acltdtGetDimsFromItem", get())
}

/// # Safety
/// As the vendor's: both pointers are null or valid for a write.
pub(crate) unsafe extern "C" fn acltdtGetSliceInfoFromItem(
    dataItem: *const acltdtDataItem,
    sliceNum: *mut usize,
    sliceId: *mut usize,
) -> aclError {
    // Only tensors that operators on the device send come in slices.
    let get = || {
        item(dataItem)?;
        if sliceId.is_null() {
            return null("sliceId");
        }
        // SAFETY: the caller gives null or an address valid for a write.
        unsafe { write(sliceNum, || Ok(0)) }?;
        // SAFETY: as above.
        unsafe { write(sliceId, || Ok(0)) }
    };
    finish("acltdtGetSliceInfoFromItem", get())
}

pub(crate) unsafe extern "C" fn acltdtCreateDataset() -> *mut acltdtDataset {
    dataset::create().cast()
}

pub(crate) unsafe extern "C" fn acltdtDestroyDataset(dataset: *mut acltdtDataset) -> aclError {
    finish("acltdtDestroyDataset", dataset::destroy(dataset))
}

pub(crate) unsafe extern "C" fn acltdtAddDataItem(
    dataset: *mut acltdtDataset,
    dataItem: *mut acltdtDataItem,
) -> aclError {
    let add = || with(dataset, |dataset| dataset.add(dataItem.cast(), item(dataItem)?));
    finish("acltdtAddDataItem", add())
}

pub(crate) unsafe extern "C" fn acltdtGetDataItem(dataset: *const acltdtDataset, index: usize) -> *mut acltdtDataItem {
    let get = |dataset: &mut dataset::Dataset| match dataset.items.get(index) {
        Some((handle, _)) => Ok(std::ptr::without_provenance_mut(*handle)),
        None => {
            let text = format!("EH0001: the dataset has {} items, and none with index {index}", dataset.items.len());
            Err(Failure::acl(aclError::INVALID_PARAM, text))
        }
    };
    or("acltdtGetDataItem", with(dataset, get), std::ptr::null_mut())
}

pub(crate) unsafe extern "C" fn acltdtGetDatasetSize(dataset: *const acltdtDataset) -> usize {
    or("acltdtGetDatasetSize", with(dataset, |dataset| Ok(dataset.items.len())), 0)
}

pub(crate) unsafe extern "C" fn acltdtGetDatasetName(dataset: *const acltdtDataset) -> *const c_char {
    or("acltdtGetDatasetName", with(dataset, |dataset| Ok(dataset.name.as_ptr())), std::ptr::null())
}
