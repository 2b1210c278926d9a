//! Sends and receives that do not wait for each other.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;

use ascend_npu_sys::{HcclDataType, HcclSendRecvItem, HcclSendRecvType};

use super::arguments::{pointer, pointer_mut};
use super::call::{Call, Kind};
use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::dtype::DataType;
use crate::error::{Error, Result};

/// Sends and receives that start together and do not wait for each other, so that ranks can exchange.
///
/// Each send meets the receive of its peer's batch that comes in the same place among those between the two. A rank may send to
/// itself, as often as it receives from itself. Nothing is queued before [`queue`](Self::queue).
///
/// ```
/// use ascend_npu::{Result, World};
///
/// let got = World::run(2, |rank| -> Result<Vec<f32>> {
///     let (comm, stream) = (&rank.communicator, rank.communicator.stream());
///     let (mine, mut theirs) = (stream.upload_blocking(&[rank.rank() as f32; 2])?, rank.device().alloc(2)?);
///     let other = 1 - rank.rank();
///     comm.batch().send(&mine, other)?.receive(&mut theirs, other)?.queue()?;
///     stream.download_blocking(&theirs)
/// })?;
/// assert_eq!(got, [[1.0; 2], [0.0; 2]]);
/// # Ok::<(), ascend_npu::Error>(())
/// ```
#[must_use = "nothing is queued before `queue`"]
pub struct Batch<'a> {
    communicator: &'a Communicator,
    items: Vec<HcclSendRecvItem>,
    uses: Vec<Use<'a>>,
}

impl Communicator {
    /// An empty batch of sends and receives.
    #[doc(alias = "HcclBatchSendRecv")]
    pub fn batch(&self) -> Batch<'_> {
        Batch { communicator: self, items: Vec::new(), uses: Vec::new() }
    }
}

impl<'a> Batch<'a> {
    /// Adds: `source` goes to rank `to`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rank that does not exist.
    pub fn send<T: DataType>(self, source: impl Into<DeviceSlice<'a, T>>, to: u32) -> Result<Self> {
        let source = source.into();
        self.communicator.check_type::<T>("Batch::send")?;
        self.communicator.check_peer("Batch::send", to)?;
        self.communicator.check_count(Kind::Batch, source.len())?;
        self.communicator.stream.same_device("Batch::send", source.device())?;
        let place = (pointer(&source), source.len());
        Ok(self.with(HcclSendRecvType::HCCL_SEND, place, T::HCCL, to, source.read()))
    }

    /// Adds: `destination` becomes what rank `from` sends.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rank that does not exist.
    pub fn receive<T: DataType>(self, destination: impl Into<DeviceSliceMut<'a, T>>, from: u32) -> Result<Self> {
        let destination = destination.into();
        self.communicator.check_type::<T>("Batch::receive")?;
        self.communicator.check_peer("Batch::receive", from)?;
        self.communicator.check_count(Kind::Batch, destination.len())?;
        self.communicator.stream.same_device("Batch::receive", destination.device())?;
        let place = (pointer_mut(&destination), destination.len());
        Ok(self.with(HcclSendRecvType::HCCL_RECV, place, T::HCCL, from, destination.write()))
    }

    /// Queues all of them. An empty batch is no work.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when sends of the rank to itself have no receives of
    /// the same type and length; [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit is too old.
    pub fn queue(self) -> Result<()> {
        let Self { communicator, mut items, uses } = self;
        check_own(communicator, &items)?;
        // What has no elements is no transfer, for its peer too.
        items.retain(|item| item.count > 0);
        let driver = &communicator.device().core.driver;
        let batch = driver.require("HcclBatchSendRecv", communicator.hccl()?.HcclBatchSendRecv)?;
        let Some(first) = items.first() else { return driver.check_process() };
        let number = u32::try_from(items.len()).map_err(|_| {
            Error::invalid("Batch::queue", format!("{} items were given, 32 bits count them", items.len()))
        })?;
        let pair = |item: &HcclSendRecvItem| match item.sendRecvType {
            HcclSendRecvType::HCCL_SEND => (true, communicator.rank(), item.remoteRank),
            _ => (true, item.remoteRank, communicator.rank()),
        };
        communicator.come_to_pairs(&items.iter().map(pair).collect::<Vec<_>>())?;
        let (element, count) = (first.dataType, items.len());
        let call = Call { kind: Kind::Batch, element, count, peer: None, uses: &uses };
        let queued = communicator.issue(&call, |stream| {
            // SAFETY: there are `number` items, read before the call returns, whose buffers hold the counts named and are alive
            // until the transfers are done by their marks.
            unsafe { batch(items.as_mut_ptr(), number, communicator.raw, stream) }
        });
        queued.map(drop)
    }

    fn with(
        mut self,
        direction: HcclSendRecvType,
        (buf, count): (*mut c_void, usize),
        element: HcclDataType,
        peer: u32,
        of: Use<'a>,
    ) -> Self {
        self.items.push(HcclSendRecvItem {
            sendRecvType: direction,
            buf,
            count: count as u64,
            dataType: element,
            remoteRank: peer,
        });
        self.uses.push(of);
        self
    }
}

/// What a rank sends to itself it receives from itself, in order.
fn check_own(communicator: &Communicator, items: &[HcclSendRecvItem]) -> Result<()> {
    let own = |direction| {
        let of_rank = items.iter().filter(|item| item.remoteRank == communicator.rank());
        of_rank
            .filter(|item| item.sendRecvType == direction)
            .map(|item| (item.dataType, item.count))
            .collect::<Vec<_>>()
    };
    let (sent, received) = (own(HcclSendRecvType::HCCL_SEND), own(HcclSendRecvType::HCCL_RECV));
    if sent == received {
        return Ok(());
    }
    let found = format!(
        "rank {} sends {} times to itself and receives {} times, or other lengths or types",
        communicator.rank(),
        sent.len(),
        received.len()
    );
    Err(Error::invalid("Batch::queue", found).on_device(communicator.device().core.id))
}

impl std::fmt::Debug for Batch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batch").field("items", &self.items.len()).finish_non_exhaustive()
    }
}
