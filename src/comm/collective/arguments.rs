//! Checks of arguments, and what calls make of them.

use std::ffi::c_void;

use bytemuck::Pod;

use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::error::{Error, Result};

impl Communicator {
    /// Refuses memory of another device.
    #[inline]
    pub(super) fn check_devices<T: Pod>(
        &self,
        operation: &'static str,
        source: &DeviceSlice<'_, T>,
        destination: &DeviceSliceMut<'_, T>,
    ) -> Result<()> {
        self.stream.same_device(operation, source.device())?;
        self.stream.same_device(operation, destination.device())
    }

    /// This rank's part of a buffer that holds one part a rank.
    pub(super) fn part<'a, T: Pod>(
        &self,
        operation: &'static str,
        buffer: &DeviceSliceMut<'a, T>,
    ) -> Result<DeviceSlice<'a, T>> {
        let (size, rank) = (self.size() as usize, self.rank() as usize);
        let len = buffer.len() / size;
        self.check_parts(operation, len, buffer.len())?;
        buffer.part().slice(rank * len..(rank + 1) * len)
    }

    #[inline]
    pub(super) fn check_lengths(&self, operation: &'static str, source: usize, destination: usize) -> Result<()> {
        if source == destination { Ok(()) } else { Err(self.other_length(operation, source, destination)) }
    }

    #[cold]
    fn other_length(&self, operation: &'static str, source: usize, destination: usize) -> Error {
        let found = format!("the source has {source} elements, the destination {destination}");
        Error::invalid(operation, found).on_device(self.device().core.id)
    }

    pub(super) fn check_parts(&self, operation: &'static str, part: usize, whole: usize) -> Result<()> {
        if part.checked_mul(self.size() as usize) == Some(whole) {
            return Ok(());
        }
        let found = format!("{whole} elements are not {} parts of {part}", self.size());
        Err(Error::invalid(operation, found)
            .on_device(self.device().core.id)
            .with_hint("pad to a multiple of the ranks"))
    }

    pub(super) fn check_root(&self, operation: &'static str, root: u32) -> Result<()> {
        self.check_rank(operation, "root", root)
    }

    /// Refuses the other rank of a pair when there is no such rank.
    pub(super) fn check_peer(&self, operation: &'static str, peer: u32) -> Result<()> {
        self.check_rank(operation, "rank", peer)
    }

    fn check_rank(&self, operation: &'static str, role: &str, rank: u32) -> Result<()> {
        if rank < self.size() {
            return Ok(());
        }
        let found = format!("{role} {rank} is not one of {} ranks", self.size());
        Err(Error::invalid(operation, found).on_device(self.device().core.id))
    }
}

/// What a collective from one buffer to another uses.
pub(super) fn uses<'a, T: Pod>(source: &DeviceSlice<'a, T>, destination: &DeviceSliceMut<'a, T>) -> [Use<'a>; 2] {
    [source.read(), destination.write()]
}

pub(super) fn pointer<T: Pod>(slice: &DeviceSlice<'_, T>) -> *mut c_void {
    slice.address().as_ptr().cast()
}

pub(super) fn pointer_mut<T: Pod>(slice: &DeviceSliceMut<'_, T>) -> *mut c_void {
    slice.address().as_ptr().cast()
}
