//! Collectives that move whole parts: gathering, scattering, broadcasting.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;
use std::ptr::null_mut;

use super::arguments::{pointer, pointer_mut, uses};
use super::call::{Call, Kind};
use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::dtype::DataType;
use crate::error::{Error, Result};

impl Communicator {
    /// Queues: `destination` of every rank becomes all ranks' `source`, in rank order.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless `destination` is as long as all sources
    /// together.
    #[doc(alias = "HcclAllGather")]
    pub fn all_gather<'a, 'b, T: DataType>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_type::<T>("all_gather")?;
        self.check_parts("all_gather", source.len(), destination.len())?;
        self.check_devices("all_gather", &source, &destination)?;
        let uses = uses(&source, &destination);
        self.queue_all_gather::<T>(pointer(&source), pointer_mut(&destination), source.len(), &uses)
    }

    /// Queues: `buffer` holds one part a rank; every rank gives its own part and gets all others.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless the length is a multiple of the number of
    /// ranks.
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
        let call = Call { kind: Kind::AllGather, element: T::HCCL, count, peer: None, uses };
        self.queue(&call, |count, stream| {
            // SAFETY: `send` holds `count` elements and `receive` that many a rank; in place, `send` is this rank's part of
            // `receive`, which HCCL allows. Both are alive until the collective is done by their marks.
            unsafe { all_gather(send, receive, count, T::HCCL, self.raw, stream) }
        })
    }

    /// Queues: `buffer` of every rank becomes that of `root`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a root that is not a rank.
    #[doc(alias = "HcclBroadcast")]
    pub fn broadcast<'a, T: DataType>(&self, buffer: impl Into<DeviceSliceMut<'a, T>>, root: u32) -> Result<()> {
        let buffer = buffer.into();
        self.check_type::<T>("broadcast")?;
        self.stream.same_device("broadcast", buffer.device())?;
        self.check_root("broadcast", root)?;
        let broadcast = self.hccl()?.HcclBroadcast;
        let address = pointer_mut(&buffer);
        let uses = &[buffer.write()];
        let call = Call { kind: Kind::Broadcast, element: T::HCCL, count: buffer.len(), peer: Some(root), uses };
        self.queue(&call, |count, stream| {
            // SAFETY: the buffer holds `count` elements and is alive until the collective is done by its mark.
            unsafe { broadcast(address, count, T::HCCL, root, self.raw, stream) }
        })
    }

    /// Queues: `destination` of rank r becomes part r of the root's `source`. What other ranks give as `source` is not looked at.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a root that is not a rank, and on the root unless
    /// `source` is given and as long as all destinations together;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit is too old.
    #[doc(alias = "HcclScatter")]
    pub fn scatter<'a, 'b, T: DataType>(
        &self,
        source: Option<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        root: u32,
    ) -> Result<()> {
        let destination = destination.into();
        self.check_type::<T>("scatter")?;
        self.check_root("scatter", root)?;
        self.stream.same_device("scatter", destination.device())?;
        let receive = pointer_mut(&destination);
        if self.rank() != root {
            return self.queue_scatter::<T>(null_mut(), receive, destination.len(), root, &[destination.write()]);
        }
        let source = source
            .ok_or_else(|| Error::invalid("scatter", "the root gave no source").on_device(self.device().core.id))?;
        self.check_parts("scatter", destination.len(), source.len())?;
        self.check_devices("scatter", &source, &destination)?;
        let uses = uses(&source, &destination);
        self.queue_scatter::<T>(pointer(&source), receive, destination.len(), root, &uses)
    }

    /// Queues: `buffer` holds one part a rank; the own part of rank r becomes part r of the root's `buffer`. The root's stays as
    /// it is.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a root that is not a rank, and unless the length
    /// is a multiple of the number of ranks; [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit is
    /// too old.
    #[doc(alias = "HcclScatter")]
    pub fn scatter_in_place<'a, T: DataType>(&self, buffer: impl Into<DeviceSliceMut<'a, T>>, root: u32) -> Result<()> {
        let buffer = buffer.into();
        self.check_type::<T>("scatter_in_place")?;
        self.check_root("scatter_in_place", root)?;
        self.stream.same_device("scatter_in_place", buffer.device())?;
        let part = self.part("scatter_in_place", &buffer)?;
        let send = if self.rank() == root { pointer_mut(&buffer) } else { null_mut() };
        self.queue_scatter::<T>(send, pointer(&part), part.len(), root, &[buffer.write()])
    }

    fn queue_scatter<T: DataType>(
        &self,
        send: *mut c_void,
        receive: *mut c_void,
        count: usize,
        root: u32,
        uses: &[Use<'_>],
    ) -> Result<()> {
        let scatter = self.device().core.driver.require("HcclScatter", self.hccl()?.HcclScatter)?;
        let call = Call { kind: Kind::Scatter, element: T::HCCL, count, peer: Some(root), uses };
        self.queue(&call, |count, stream| {
            // SAFETY: `receive` holds `count` elements and, on the root, `send` that many a rank; in place, `receive` is the
            // root's part of `send`, which HCCL allows. Other ranks may give null. All is alive by its marks.
            unsafe { scatter(send, receive, count, T::HCCL, root, self.raw, stream) }
        })
    }
}
