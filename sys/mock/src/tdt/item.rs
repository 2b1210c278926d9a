//! Items of a dataset: tensors, and marks between them.

use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::{aclDataType, acltdtTensorType};
use once_cell::sync::Lazy;

use crate::stream::Registry;

/// The most dimensions of an item.
pub(super) const MOST_DIMENSIONS: usize = 128;

/// What an item is, without its bytes.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) kind: acltdtTensorType,
    pub(super) dimensions: Vec<i64>,
    pub(super) element: aclDataType,
}

/// An item that was copied: what a message holds.
#[derive(Clone, Debug)]
pub(super) struct Tensor {
    pub(super) shape: Shape,
    pub(super) data: Arc<[u8]>,
}

/// An item that the program holds.
pub(super) struct Item {
    pub(super) shape: Shape,
    pub(super) bytes: usize,
    pub(super) data: Data,
}

/// Where the bytes of an item are.
pub(super) enum Data {
    /// Memory of the program, on the host or on the device.
    Given(usize),
    /// What was received.
    Own(Lines),
}

/// Bytes that the program may write too, by their address.
pub(super) struct Lines(Mutex<Box<[u128]>>);

impl Lines {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let line = |bytes: &[u8]| {
            let mut line = [0; 16];
            line.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
            u128::from_ne_bytes(line)
        };
        // Never empty, so that it has an address.
        Self(Mutex::new(bytes.chunks(16).map(line).chain([0]).collect()))
    }

    pub(super) fn address(&self) -> usize {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.as_mut_ptr().expose_provenance()
    }
}

impl Item {
    pub(super) fn address(&self) -> usize {
        match &self.data {
            Data::Given(address) => *address,
            Data::Own(lines) => lines.address(),
        }
    }
}

pub(super) static ITEMS: Lazy<Registry<Item>> = Lazy::new(Registry::default);
