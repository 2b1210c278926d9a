//! Gathering and scattering of parts of unequal lengths.
#![allow(unsafe_code)] // Calls into the C library.

use super::arguments::{pointer, pointer_mut, uses};
use super::call::{Call, Kind};
use super::parts::Parts;
use super::reduce::Reduction;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::dtype::{DataType, Reducible};
use crate::error::{Error, Result};

impl Communicator {
    /// Queues: part r of every rank's `destination` becomes the `source` of rank r. All ranks give the same parts. It never
    /// works in place.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless there is a part for each rank, all lie apart
    /// inside `destination`, and this rank's is as long as `source`;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on the 910A and where the toolkit is too old.
    #[doc(alias = "HcclAllGatherV")]
    pub fn all_gather_v<'a, 'b, T: DataType>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        parts: &Parts,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_unequal("all_gather_v", "all_gather with padding")?;
        self.check_type::<T>("all_gather_v")?;
        self.check_written_parts("all_gather_v", parts, destination.len())?;
        self.check_own_part("all_gather_v", "source", parts, source.len())?;
        self.check_count(Kind::AllGatherV, parts.total())?;
        self.check_devices("all_gather_v", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let all_gather = self.device().core.driver.require("HcclAllGatherV", self.hccl()?.HcclAllGatherV)?;
        // All ranks see the same parts: when all are empty, nobody calls.
        if parts.total() == 0 {
            return self.device().core.driver.check_process();
        }
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        let (counts, offsets) = (parts.counts().as_ptr().cast(), parts.offsets().as_ptr().cast());
        let count = source.len();
        let call = Call { kind: Kind::AllGatherV, element: T::HCCL, count, peer: None, uses };
        self.issue(&call, |stream| {
            // SAFETY: `send` holds this rank's part, all parts lie inside `receive`; the lists have an entry for each rank and
            // are read before the call returns. Both buffers are alive until the collective is done by their marks.
            unsafe { all_gather(send, count as u64, receive, counts, offsets, T::HCCL, self.raw, stream) }
        })
        .map(drop)
    }

    /// Queues: `destination` of rank r becomes the reduction of part r of all ranks' `source`. All ranks give the same parts. It
    /// never works in place.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless there is a part for each rank, all lie inside
    /// `source`, and this rank's is as long as `destination`;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for products, for `i64` on the 910B, for a type this SoC
    /// cannot reduce, on the 910A, and where the toolkit is too old.
    #[doc(alias = "HcclReduceScatterV")]
    pub fn reduce_scatter_v<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        parts: &Parts,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        reduction: Reduction,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_unequal_reduction::<T>("reduce_scatter_v", reduction)?;
        self.check_unequal_parts("reduce_scatter_v", "source", parts, source.len())?;
        self.check_own_part("reduce_scatter_v", "destination", parts, destination.len())?;
        self.check_count(Kind::ReduceScatterV, parts.total())?;
        self.check_devices("reduce_scatter_v", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let driver = &self.device().core.driver;
        let reduce_scatter = driver.require("HcclReduceScatterV", self.hccl()?.HcclReduceScatterV)?;
        // All ranks see the same parts: when all are empty, nobody calls.
        if parts.total() == 0 {
            return driver.check_process();
        }
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        let (counts, offsets) = (parts.counts().as_ptr().cast(), parts.offsets().as_ptr().cast());
        let count = destination.len();
        let call = Call { kind: Kind::ReduceScatterV, element: T::HCCL, count, peer: None, uses };
        self.issue(&call, |stream| {
            let (count, op) = (count as u64, reduction.raw());
            // SAFETY: all parts lie inside `send`, `receive` holds this rank's; the lists have an entry for each rank and are
            // read before the call returns. Both buffers are alive until the collective is done by their marks.
            unsafe { reduce_scatter(send, counts, offsets, receive, count, T::HCCL, op, self.raw, stream) }
        })
        .map(drop)
    }

    /// Refuses parts that are not those of the ranks, or lie outside the buffer.
    pub(super) fn check_unequal_parts(
        &self,
        operation: &'static str,
        buffer: &str,
        parts: &Parts,
        len: usize,
    ) -> Result<()> {
        let problem = parts.problem(self.size(), len);
        problem.map_or(Ok(()), |found| {
            Err(Error::invalid(operation, format!("{buffer}: {found}")).on_device(self.device().core.id))
        })
    }

    /// As [`check_unequal_parts`](Self::check_unequal_parts), and that no two parts share elements.
    pub(super) fn check_written_parts(&self, operation: &'static str, parts: &Parts, len: usize) -> Result<()> {
        self.check_unequal_parts(operation, "destination", parts, len)?;
        parts.overlap().map_or(Ok(()), |(one, other)| {
            let found = format!("destination: the parts of ranks {one} and {other} overlap");
            Err(Error::invalid(operation, found).on_device(self.device().core.id))
        })
    }

    fn check_own_part(&self, operation: &'static str, buffer: &str, parts: &Parts, len: usize) -> Result<()> {
        let part = parts.count(self.rank()).unwrap_or(0);
        if part == len {
            return Ok(());
        }
        let found = format!("the part of rank {} has {part} elements, the {buffer} {len}", self.rank());
        Err(Error::invalid(operation, found).on_device(self.device().core.id))
    }
}
