//! Datasets: lists of items that are sent and received at once.

use std::ffi::{CString, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::{aclDataType, aclError, acltdtDataset, acltdtTensorType};
use once_cell::sync::Lazy;

use super::item::{Data, ITEMS, Item, Lines, MOST_DIMENSIONS, Tensor};
use super::parameter::{null, unknown};
use crate::memory::bytes;
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

/// A dataset that the program holds.
#[derive(Default)]
pub(super) struct Dataset {
    pub(super) name: CString,
    /// Handles of its items, with the items.
    pub(super) items: Vec<(usize, Arc<Item>)>,
    /// Whether its items were received: then they end with it.
    pub(super) is_received: bool,
    /// Whether its items are in device memory; `None` while none has any.
    on_device: Option<bool>,
}

static DATASETS: Lazy<Registry<Mutex<Dataset>>> = Lazy::new(Registry::default);

fn refuse<T>(code: aclError, text: String) -> Outcome<T> {
    Err(Failure::acl(code, format!("EH0001: {text}")))
}

pub(super) fn create() -> *mut c_void {
    DATASETS.insert(Mutex::default())
}

/// Ends a dataset, and the items that were received into it.
pub(super) fn destroy(dataset: *mut acltdtDataset) -> Outcome {
    with(dataset, |dataset| {
        dataset.drop_received();
        Ok(())
    })?;
    drop(DATASETS.remove(dataset.cast()));
    Ok(())
}

pub(super) fn with<R>(dataset: *const acltdtDataset, act: impl FnOnce(&mut Dataset) -> Outcome<R>) -> Outcome<R> {
    if dataset.is_null() {
        return null("dataset");
    }
    match DATASETS.get(dataset.cast_mut().cast()) {
        Some(found) => act(&mut found.lock().unwrap_or_else(PoisonError::into_inner)),
        None => unknown("dataset"),
    }
}

/// Checks a new item of the program.
///
/// # Errors
/// 100000 when it has too many dimensions, or some where a mark has none.
pub(super) fn check_item(kind: acltdtTensorType, has_dimensions: bool, dimensions: usize) -> Outcome {
    let refuse = |text: String| refuse(aclError::INVALID_PARAM, text);
    if has_dimensions != (dimensions > 0) {
        return refuse(format!("dims is {}null, and dimNum {dimensions}", if has_dimensions { "not " } else { "" }));
    }
    if dimensions > MOST_DIMENSIONS {
        return refuse(format!("an item has {dimensions} dimensions: at most {MOST_DIMENSIONS} can be"));
    }
    if kind != acltdtTensorType::ACL_TENSOR_DATA_TENSOR && has_dimensions {
        return refuse(format!("an item of kind {} has no dimensions: dims must be null", kind.0));
    }
    Ok(())
}

impl Dataset {
    /// Adds an item of the program.
    pub(super) fn add(&mut self, handle: *mut c_void, item: Arc<Item>) -> Outcome {
        if self.is_received {
            return refuse(aclError::FEATURE_UNSUPPORTED, "the dataset holds what was received".to_owned());
        }
        if item.address() != 0 {
            let on_device = bytes::is_on_device(item.address(), "data of an item")?;
            if *self.on_device.get_or_insert(on_device) != on_device {
                let text = "the items of a dataset are all in host memory or all in device memory".to_owned();
                return refuse(aclError::INVALID_PARAM, text);
            }
        }
        self.items.push((handle.addr(), item));
        Ok(())
    }

    /// Copies of all items.
    ///
    /// # Errors
    /// 100000 for items that cannot be sent.
    #[allow(unsafe_code)] // Reads memory that the program gave.
    pub(super) fn copies(&self) -> Outcome<Vec<Tensor>> {
        let copy = |(_, item): &(usize, Arc<Item>)| {
            if !(0..=acltdtTensorType::ACL_TENSOR_DATA_ABNORMAL.0).contains(&item.shape.kind.0) {
                let text = format!("an item of kind {} cannot be sent: 0 to 2 can", item.shape.kind.0);
                return refuse(aclError::INVALID_PARAM, text);
            }
            let data = if item.bytes == 0 {
                Vec::new()
            } else {
                let address = std::ptr::with_exposed_provenance(item.address());
                // SAFETY: the program keeps the memory of an item valid for as long as it is in a dataset.
                unsafe { bytes::read(address, item.bytes, "data of an item") }?
            };
            Ok(Tensor { shape: item.shape.clone(), data: data.into() })
        };
        self.items.iter().map(copy).collect()
    }

    /// Puts what was received in the place of what was received before.
    ///
    /// # Errors
    /// 100000 when it holds items of the program.
    pub(super) fn receive(&mut self, tensors: &[Tensor]) -> Outcome {
        self.check_can_receive()?;
        self.drop_received();
        self.is_received = true;
        for Tensor { shape, data } in tensors {
            let mut shape = shape.clone();
            if shape.kind != acltdtTensorType::ACL_TENSOR_DATA_TENSOR {
                shape.element = aclDataType::ACL_DT_UNDEFINED;
            }
            let handle = ITEMS.insert(Item { shape, bytes: data.len(), data: Data::Own(Lines::of(data)) });
            if let Some(item) = ITEMS.get(handle) {
                self.items.push((handle.addr(), item));
            }
        }
        Ok(())
    }

    pub(super) fn check_can_receive(&self) -> Outcome {
        if self.items.is_empty() || self.is_received {
            return Ok(());
        }
        let text = format!("the dataset has {} items of the program: it must be empty to receive", self.items.len());
        refuse(aclError::INVALID_PARAM, text)
    }

    fn drop_received(&mut self) {
        if self.is_received {
            for (handle, _) in self.items.drain(..) {
                drop(ITEMS.remove(std::ptr::without_provenance_mut(handle)));
            }
        }
    }
}
