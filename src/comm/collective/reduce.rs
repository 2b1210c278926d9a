//! Collectives that reduce.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;

use ascend_npu_sys::HcclReduceOp;

use super::arguments::{pointer, pointer_mut, uses};
use super::call::{Call, Kind};
use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::dtype::Reducible;
use crate::error::Result;

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
    pub(super) fn raw(self) -> HcclReduceOp {
        match self {
            Self::Sum => HcclReduceOp::HCCL_REDUCE_SUM,
            Self::Product => HcclReduceOp::HCCL_REDUCE_PROD,
            Self::Max => HcclReduceOp::HCCL_REDUCE_MAX,
            Self::Min => HcclReduceOp::HCCL_REDUCE_MIN,
        }
    }
}

/// Two addresses and what is reduced there.
struct Reduced<'u> {
    send: *mut c_void,
    receive: *mut c_void,
    count: usize,
    reduction: Reduction,
    uses: &'u [Use<'u>],
}

impl Communicator {
    /// Queues: `destination` of every rank becomes the reduction of all ranks' `source`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths differ;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for a type this SoC cannot reduce.
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
        self.check_devices("all_reduce", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        self.queue_all_reduce::<T>(&Reduced { send, receive, count: source.len(), reduction, uses })
    }

    /// Queues: `buffer` of every rank becomes the reduction of all ranks' `buffer`.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for a type this SoC cannot reduce.
    #[doc(alias = "HcclAllReduce")]
    pub fn all_reduce_in_place<'a, T: Reducible>(
        &self,
        buffer: impl Into<DeviceSliceMut<'a, T>>,
        reduction: Reduction,
    ) -> Result<()> {
        let buffer = buffer.into();
        self.check_reduction::<T>("all_reduce_in_place", reduction)?;
        self.stream.same_device("all_reduce_in_place", buffer.device())?;
        let (address, uses) = (pointer_mut(&buffer), &[buffer.write()]);
        self.queue_all_reduce::<T>(&Reduced { send: address, receive: address, count: buffer.len(), reduction, uses })
    }

    fn queue_all_reduce<T: Reducible>(&self, what: &Reduced<'_>) -> Result<()> {
        let all_reduce = self.hccl()?.HcclAllReduce;
        let &Reduced { send, receive, count, reduction, uses } = what;
        let call = Call { kind: Kind::AllReduce, element: T::HCCL, count, peer: None, uses };
        self.queue(&call, |count, stream| {
            // SAFETY: both ends hold `count` elements of the type named, and are alive until the collective is done by their
            // marks; the communicator issues on this stream only.
            unsafe { all_reduce(send, receive, count, T::HCCL, reduction.raw(), self.raw, stream) }
        })
    }

    /// Queues: `destination` of the root becomes the reduction of all ranks' `source`. Of the other ranks it is undefined
    /// afterwards.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the lengths differ, or for a root that is not a
    /// rank; [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for a type this SoC cannot reduce.
    #[doc(alias = "HcclReduce")]
    pub fn reduce<'a, 'b, T: Reducible>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        reduction: Reduction,
        root: u32,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_reduction::<T>("reduce", reduction)?;
        self.check_root("reduce", root)?;
        self.check_lengths("reduce", source.len(), destination.len())?;
        self.check_devices("reduce", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        self.queue_reduce::<T>(&Reduced { send, receive, count: source.len(), reduction, uses }, root)
    }

    /// Queues: `buffer` of the root becomes the reduction of all ranks' `buffer`. Of the other ranks it is undefined afterwards.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a root that is not a rank;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for a type this SoC cannot reduce.
    #[doc(alias = "HcclReduce")]
    pub fn reduce_in_place<'a, T: Reducible>(
        &self,
        buffer: impl Into<DeviceSliceMut<'a, T>>,
        reduction: Reduction,
        root: u32,
    ) -> Result<()> {
        let buffer = buffer.into();
        self.check_reduction::<T>("reduce_in_place", reduction)?;
        self.check_root("reduce_in_place", root)?;
        self.stream.same_device("reduce_in_place", buffer.device())?;
        let (address, uses) = (pointer_mut(&buffer), &[buffer.write()]);
        let what = Reduced { send: address, receive: address, count: buffer.len(), reduction, uses };
        self.queue_reduce::<T>(&what, root)
    }

    fn queue_reduce<T: Reducible>(&self, what: &Reduced<'_>, root: u32) -> Result<()> {
        let reduce = self.hccl()?.HcclReduce;
        let &Reduced { send, receive, count, reduction, uses } = what;
        let call = Call { kind: Kind::Reduce, element: T::HCCL, count, peer: Some(root), uses };
        self.queue(&call, |count, stream| {
            // SAFETY: both ends hold `count` elements of the type named, or are one, which HCCL allows; their marks keep them
            // alive until the collective is done.
            unsafe { reduce(send, receive, count, T::HCCL, reduction.raw(), root, self.raw, stream) }
        })
    }

    /// Queues: `destination` of rank r becomes part r of the reduction of all ranks' `source`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless `source` is as long as all destinations
    /// together; [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for a type this SoC cannot reduce.
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
        self.check_devices("reduce_scatter", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        self.queue_reduce_scatter::<T>(&Reduced { send, receive, count: destination.len(), reduction, uses })
    }

    /// Queues: `buffer` holds one part a rank; this rank's own part becomes the reduction of that part over all ranks. The other
    /// parts are undefined afterwards.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless the length is a multiple of the number of
    /// ranks; [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) for a type this SoC cannot reduce.
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
        let (send, receive, uses) = (pointer_mut(&buffer), pointer(&part), &[buffer.write()]);
        self.queue_reduce_scatter::<T>(&Reduced { send, receive, count: part.len(), reduction, uses })
    }

    fn queue_reduce_scatter<T: Reducible>(&self, what: &Reduced<'_>) -> Result<()> {
        let reduce_scatter = self.hccl()?.HcclReduceScatter;
        let &Reduced { send, receive, count, reduction, uses } = what;
        let call = Call { kind: Kind::ReduceScatter, element: T::HCCL, count, peer: None, uses };
        self.queue(&call, |count, stream| {
            // SAFETY: `receive` holds `count` elements and `send` that many a rank; in place, `receive` is this rank's part of
            // `send`, which HCCL allows. Both are alive until the collective is done by their marks.
            unsafe { reduce_scatter(send, receive, count, T::HCCL, reduction.raw(), self.raw, stream) }
        })
    }
}
