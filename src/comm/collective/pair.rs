//! Transfers from one rank to another.
#![allow(unsafe_code)] // Calls into the C library.

use super::arguments::{pointer, pointer_mut};
use super::call::{Call, Kind};
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::dtype::DataType;
use crate::error::{Error, Result};

impl Communicator {
    /// Queues: `source` goes to the [`receive`](Self::receive) of rank `to` that comes in the same place among those from this
    /// rank. The stream goes on when it is there.
    ///
    /// Two ranks that both send first wait for each other for ever: exchange in a [`batch`](Self::batch). Both must agree on the
    /// length, and on whether it is 0, which is no transfer.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rank that does not exist, or is this one.
    #[doc(alias = "HcclSend")]
    pub fn send<'a, T: DataType>(&self, source: impl Into<DeviceSlice<'a, T>>, to: u32) -> Result<()> {
        let source = source.into();
        self.check_type::<T>("send")?;
        self.check_other("send", to)?;
        self.stream.same_device("send", source.device())?;
        let send = self.hccl()?.HcclSend;
        let (address, uses) = (pointer(&source), &[source.read()]);
        let call = Call { kind: Kind::Send, element: T::HCCL, count: source.len(), peer: Some(to), uses };
        self.queue(&call, |count, stream| {
            // SAFETY: the buffer holds `count` elements and is alive until the transfer is done by its mark.
            unsafe { send(address, count, T::HCCL, to, self.raw, stream) }
        })
    }

    /// Queues: `destination` becomes what rank `from` gives to the [`send`](Self::send) that comes in the same place among those
    /// to this rank.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rank that does not exist, or is this one.
    #[doc(alias = "HcclRecv")]
    pub fn receive<'a, T: DataType>(&self, destination: impl Into<DeviceSliceMut<'a, T>>, from: u32) -> Result<()> {
        let destination = destination.into();
        self.check_type::<T>("receive")?;
        self.check_other("receive", from)?;
        self.stream.same_device("receive", destination.device())?;
        let receive = self.hccl()?.HcclRecv;
        let (address, uses) = (pointer_mut(&destination), &[destination.write()]);
        let call = Call { kind: Kind::Receive, element: T::HCCL, count: destination.len(), peer: Some(from), uses };
        self.queue(&call, |count, stream| {
            // SAFETY: the buffer holds `count` elements and is alive until the transfer is done by its mark.
            unsafe { receive(address, count, T::HCCL, from, self.raw, stream) }
        })
    }

    fn check_other(&self, operation: &'static str, peer: u32) -> Result<()> {
        self.check_peer(operation, peer)?;
        if peer != self.rank() {
            return Ok(());
        }
        // HCCL would do nothing, and call it a success.
        let found = format!("rank {peer} is this rank");
        Err(Error::invalid(operation, found)
            .on_device(self.device().core.id)
            .with_hint("copy on a stream, or send and receive in a batch"))
    }
}
