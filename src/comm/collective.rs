//! The collectives. All are queued on the communicator's stream, ordered by the buffers they read and write.
//!
//! Counts, types and roots are checked before the call. What cannot be checked here is that all ranks ask for the same: they
//! must issue the same collectives, in the same order, with the same lengths.
//!
//! Wraps `HcclAllReduce`, `HcclAllGather`, `HcclReduceScatter`, `HcclBroadcast`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;

use ascend_npu_sys::{HcclReduceOp, HcclResult, aclrtStream};
use bytemuck::Pod;

use super::communicator::Communicator;
use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::dtype::{DataType, Reducible};
use crate::error::{Error, ErrorKind, Result};
use crate::soc::Architecture;
use crate::stream::Awaited;

/// HCCL counts elements in 35 bits.
const COUNT_LIMIT: usize = (1 << 35) - 1;

/// How elements of different ranks become one. There is no average: sum, then scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Their sum, formed in the element type.
    Sum,
    /// Their product. Not for `bf16` and `i16`.
    Product,
    /// The greatest.
    Max,
    /// The least.
    Min,
}

impl Reduction {
    fn raw(self) -> HcclReduceOp {
        match self {
            Self::Sum => HcclReduceOp::HCCL_REDUCE_SUM,
            Self::Product => HcclReduceOp::HCCL_REDUCE_PROD,
            Self::Max => HcclReduceOp::HCCL_REDUCE_MAX,
            Self::Min => HcclReduceOp::HCCL_REDUCE_MIN,
        }
    }
}

impl Communicator {
    /// Queues: `destination` of every rank becomes the reduction of all ranks' `source`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when the lengths differ; [`ErrorKind::NotSupported`] for a type this SoC cannot reduce.
    #[doc(alias = "HcclAllReduce")]
    pub fn all_reduce<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        reduction: Reduction,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_reduction::<T>("all_reduce", reduction)?;
        self.check_lengths("all_reduce", source.len(), destination.len())?;
        let uses = self.uses("all_reduce", &source, &destination)?;
        self.queue_all_reduce::<T>(pointer(&source), pointer_mut(&destination), source.len(), reduction, &uses)
    }

    /// Queues: `buffer` of every rank becomes the reduction of all ranks' `buffer`.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] for a type this SoC cannot reduce.
    #[doc(alias = "HcclAllReduce")]
    pub fn all_reduce_in_place<'a, T: Reducible>(
        &self,
        buffer: impl Into<DeviceSliceMut<'a, T>>,
        reduction: Reduction,
    ) -> Result<()> {
        let buffer = buffer.into();
        self.check_reduction::<T>("all_reduce_in_place", reduction)?;
        self.stream.same_device("all_reduce_in_place", buffer.device())?;
        let address = pointer_mut(&buffer);
        self.queue_all_reduce::<T>(address, address, buffer.len(), reduction, &[buffer.write()])
    }

    fn queue_all_reduce<T: Reducible>(
        &self,
        send: *mut c_void,
        receive: *mut c_void,
        count: usize,
        reduction: Reduction,
        uses: &[Use<'_>],
    ) -> Result<()> {
        let all_reduce = self.hccl()?.HcclAllReduce;
        self.queue("HcclAllReduce", count, uses, |count, stream| {
            // SAFETY: both ends hold `count` elements of the type named, and are alive until the collective is done by their
            // marks; the communicator issues on this stream only.
            unsafe { all_reduce(send, receive, count, T::HCCL, reduction.raw(), self.raw, stream) }
        })
    }

    /// Queues: `destination` of every rank becomes all ranks' `source`, in rank order.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] unless `destination` is as long as all sources together.
    #[doc(alias = "HcclAllGather")]
    pub fn all_gather<'a, 'b, T: DataType>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_type::<T>("all_gather")?;
        self.check_parts("all_gather", source.len(), destination.len())?;
        let uses = self.uses("all_gather", &source, &destination)?;
        self.queue_all_gather::<T>(pointer(&source), pointer_mut(&destination), source.len(), &uses)
    }

    /// Queues: `buffer` holds one part a rank; every rank gives its own part and gets all others.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] unless the length is a multiple of the number of ranks.
    #[doc(alias = "HcclAllGather")]
    pub fn all_gather_in_place<'a, T: DataType>(&self, buffer: impl Into<DeviceSliceMut<'a, T>>) -> Result<()> {
        let buffer = buffer.into();
        self.check_type::<T>("all_gather_in_place")?;
        self.stream.same_device("all_gather_in_place", buffer.device())?;
        let part = self.part("all_gather_in_place", &buffer)?;
        self.queue_all_gather::<T>(pointer(&part), pointer_mut(&buffer), part.len(), &[buffer.write()])
    }

    fn queue_all_gather<T: DataType>(
        &self,
        send: *mut c_void,
        receive: *mut c_void,
        count: usize,
        uses: &[Use<'_>],
    ) -> Result<()> {
        let all_gather = self.hccl()?.HcclAllGather;
        self.queue("HcclAllGather", count, uses, |count, stream| {
            // SAFETY: `send` holds `count` elements and `receive` that many a rank; in place, `send` is this rank's part of
            // `receive`, which HCCL allows. Both are alive until the collective is done by their marks.
            unsafe { all_gather(send, receive, count, T::HCCL, self.raw, stream) }
        })
    }

    /// Queues: `destination` of rank r becomes part r of the reduction of all ranks' `source`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] unless `source` is as long as all destinations together;
    /// [`ErrorKind::NotSupported`] for a type this SoC cannot reduce.
    #[doc(alias = "HcclReduceScatter")]
    pub fn reduce_scatter<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        reduction: Reduction,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_reduction::<T>("reduce_scatter", reduction)?;
        self.check_parts("reduce_scatter", destination.len(), source.len())?;
        let uses = self.uses("reduce_scatter", &source, &destination)?;
        self.queue_reduce_scatter::<T>(pointer(&source), pointer_mut(&destination), destination.len(), reduction, &uses)
    }

    /// Queues: `buffer` holds one part a rank; this rank's own part becomes the reduction of that part over all ranks. The other
    /// parts are undefined afterwards.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] unless the length is a multiple of the number of ranks;
    /// [`ErrorKind::NotSupported`] for a type this SoC cannot reduce.
    #[doc(alias = "HcclReduceScatter")]
    pub fn reduce_scatter_in_place<'a, T: Reducible>(
        &self,
        buffer: impl Into<DeviceSliceMut<'a, T>>,
        reduction: Reduction,
    ) -> Result<()> {
        let buffer = buffer.into();
        self.check_reduction::<T>("reduce_scatter_in_place", reduction)?;
        self.stream.same_device("reduce_scatter_in_place", buffer.device())?;
        let part = self.part("reduce_scatter_in_place", &buffer)?;
        self.queue_reduce_scatter::<T>(pointer_mut(&buffer), pointer(&part), part.len(), reduction, &[buffer.write()])
    }

    fn queue_reduce_scatter<T: Reducible>(
        &self,
        send: *mut c_void,
        receive: *mut c_void,
        count: usize,
        reduction: Reduction,
        uses: &[Use<'_>],
    ) -> Result<()> {
        let reduce_scatter = self.hccl()?.HcclReduceScatter;
        self.queue("HcclReduceScatter", count, uses, |count, stream| {
            // SAFETY: `receive` holds `count` elements and `send` that many a rank; in place, `receive` is this rank's part of
            // `send`, which HCCL allows. Both are alive until the collective is done by their marks.
            unsafe { reduce_scatter(send, receive, count, T::HCCL, reduction.raw(), self.raw, stream) }
        })
    }

    /// Queues: `buffer` of every rank becomes that of `root`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a root that is not a rank.
    #[doc(alias = "HcclBroadcast")]
    pub fn broadcast<'a, T: DataType>(&self, buffer: impl Into<DeviceSliceMut<'a, T>>, root: u32) -> Result<()> {
        let buffer = buffer.into();
        self.check_type::<T>("broadcast")?;
        self.stream.same_device("broadcast", buffer.device())?;
        if root >= self.size() {
            let found = format!("root {root} is not one of {} ranks", self.size());
            return Err(Error::invalid("broadcast", found).on_device(self.device().core.id));
        }
        let broadcast = self.hccl()?.HcclBroadcast;
        let address = pointer_mut(&buffer);
        self.queue("HcclBroadcast", buffer.len(), &[buffer.write()], |count, stream| {
            // SAFETY: the buffer holds `count` elements and is alive until the collective is done by its mark.
            unsafe { broadcast(address, count, T::HCCL, root, self.raw, stream) }
        })
    }

    fn queue(
        &self,
        operation: &'static str,
        count: usize,
        uses: &[Use<'_>],
        call: impl FnOnce(u64, aclrtStream) -> HcclResult,
    ) -> Result<()> {
        if count > COUNT_LIMIT {
            let found = format!("{count} elements were given, HCCL counts to {COUNT_LIMIT}");
            return Err(Error::invalid(operation, found).with_hint("use several calls"));
        }
        // HCCL returns at once for no elements, and asks no peer.
        if count == 0 {
            return self.device().core.driver.check_process();
        }
        self.stream.submit(operation, uses, Awaited::Yes, |stream| call(count as u64, stream).into()).map(drop)
    }

    /// What a collective from one buffer to another uses.
    fn uses<'a, T: Pod>(
        &self,
        operation: &'static str,
        source: &DeviceSlice<'a, T>,
        destination: &DeviceSliceMut<'a, T>,
    ) -> Result<[Use<'a>; 2]> {
        self.stream.same_device(operation, source.device())?;
        self.stream.same_device(operation, destination.device())?;
        Ok([source.read(), destination.write()])
    }

    /// This rank's part of a buffer that holds one part a rank.
    fn part<'a, T: Pod>(&self, operation: &'static str, buffer: &DeviceSliceMut<'a, T>) -> Result<DeviceSlice<'a, T>> {
        let (size, rank) = (self.size() as usize, self.rank() as usize);
        let len = buffer.len() / size;
        self.check_parts(operation, len, buffer.len())?;
        buffer.part().slice(rank * len..(rank + 1) * len)
    }

    fn check_lengths(&self, operation: &'static str, source: usize, destination: usize) -> Result<()> {
        if source == destination {
            return Ok(());
        }
        let found = format!("the source has {source} elements, the destination {destination}");
        Err(Error::invalid(operation, found).on_device(self.device().core.id))
    }

    fn check_parts(&self, operation: &'static str, part: usize, whole: usize) -> Result<()> {
        if part.checked_mul(self.size() as usize) == Some(whole) {
            return Ok(());
        }
        let found = format!("{whole} elements are not {} parts of {part}", self.size());
        Err(Error::invalid(operation, found)
            .on_device(self.device().core.id)
            .with_hint("pad to a multiple of the ranks"))
    }

    fn check_type<T: DataType>(&self, operation: &'static str) -> Result<()> {
        if T::ON_910A || self.device().architecture() == Architecture::A2201 {
            return Ok(());
        }
        Err(self.unsupported(operation, format!("{} cannot be sent by this device", T::NAME)))
    }

    fn check_reduction<T: Reducible>(&self, operation: &'static str, reduction: Reduction) -> Result<()> {
        let newer = self.device().architecture() == Architecture::A2201;
        if !newer && !T::REDUCES_ON_910A {
            return Err(self.unsupported(operation, format!("{} cannot be reduced by this device", T::NAME)));
        }
        if newer && reduction == Reduction::Product && !T::HAS_PRODUCT {
            return Err(self.unsupported(operation, format!("products of {} cannot be formed by this device", T::NAME)));
        }
        Ok(())
    }

    fn unsupported(&self, operation: &'static str, found: String) -> Error {
        Error::new(ErrorKind::NotSupported, operation, found)
            .on_device(self.device().core.id)
            .with_hint("use fp16 or fp32")
    }
}

fn pointer<T: Pod>(slice: &DeviceSlice<'_, T>) -> *mut c_void {
    slice.address().as_ptr().cast()
}

fn pointer_mut<T: Pod>(slice: &DeviceSliceMut<'_, T>) -> *mut c_void {
    slice.address().as_ptr().cast()
}
