//! Device memory under an operator that runs.
#![allow(unsafe_code)] // Touches device memory by address.

use std::ptr::with_exposed_provenance_mut;

use super::tensor::Tensor;
use super::value::WIDEST;
use crate::memory::{self, Hold};

/// The memory of a tensor, kept in place. Places are counted in elements, from the tensor's first.
pub(super) struct Memory {
    start: usize,
    bytes: usize,
    width: usize,
    hold: Hold,
}

impl Memory {
    /// `None` when it is no live device memory any more.
    pub(super) fn of(tensor: &Tensor) -> Option<Self> {
        let (block, hold) = memory::hold(tensor.first)?;
        let end = tensor.first.checked_add(tensor.bytes() as u64)?;
        let within = tensor.first >= block.base && end <= block.end();
        let start = usize::try_from(tensor.first).ok()?;
        within.then_some(Self { start, bytes: tensor.bytes(), width: tensor.kind.width(), hold })
    }

    pub(super) fn is_live(&self) -> bool {
        self.hold.is_live()
    }

    /// The address of an element that lies within.
    fn at(&self, place: usize) -> Option<*mut u8> {
        let offset = place.checked_mul(self.width)?;
        (offset.checked_add(self.width)? <= self.bytes).then(|| with_exposed_provenance_mut(self.start + offset))
    }

    /// An element; zeros for a place that is not within.
    pub(super) fn load(&self, place: usize) -> [u8; WIDEST] {
        let mut element = [0; WIDEST];
        if let Some(from) = self.at(place) {
            // SAFETY: `width` bytes of live memory, which the hold keeps in place, go to as many of this array, which has room
            // for the widest element. Other tasks touch them as a device's cores do.
            unsafe { from.copy_to_nonoverlapping(element.as_mut_ptr(), self.width.min(WIDEST)) };
        }
        element
    }

    /// Writes an element; a place that is not within is left out.
    pub(super) fn store(&self, place: usize, element: [u8; WIDEST]) {
        if let Some(to) = self.at(place) {
            // SAFETY: as for `load`.
            unsafe { to.copy_from_nonoverlapping(element.as_ptr(), self.width.min(WIDEST)) };
        }
    }

    /// Copies all bytes of another tensor's memory: as many as both have. They may overlap.
    pub(super) fn copy_from(&self, from: &Self) {
        let source = with_exposed_provenance_mut::<u8>(from.start);
        let target = with_exposed_provenance_mut::<u8>(self.start);
        // SAFETY: both ranges are live memory, which the holds keep in place.
        unsafe { source.copy_to(target, self.bytes.min(from.bytes)) };
    }
}
