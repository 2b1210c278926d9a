//! Collectives in which every rank has something for every other.
#![allow(unsafe_code)] // Calls into the C library.

use super::arguments::{pointer, pointer_mut, uses};
use super::call::{Call, Kind};
use super::parts::Parts;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::comm::Communicator;
use crate::dtype::DataType;
use crate::error::{Error, Result};

impl Communicator {
    /// Queues: part s of `destination` of rank r becomes part r of the `source` of rank s; both hold one part a rank. It never
    /// works in place.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless the lengths are the same multiple of the number
    /// of ranks.
    #[doc(alias = "HcclAlltoAll")]
    pub fn all_to_all<'a, 'b, T: DataType>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_type::<T>("all_to_all")?;
        self.check_lengths("all_to_all", source.len(), destination.len())?;
        let count = source.len() / self.size() as usize;
        self.check_parts("all_to_all", count, source.len())?;
        self.check_devices("all_to_all", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let all_to_all = self.hccl()?.HcclAlltoAll;
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        let call = Call { kind: Kind::AllToAll, element: T::HCCL, count, peer: None, uses };
        self.queue(&call, |count, stream| {
            // SAFETY: both buffers hold `count` elements a rank, share no memory, and are alive until the collective is done by
            // their marks.
            unsafe { all_to_all(send, count, T::HCCL, receive, count, T::HCCL, self.raw, stream) }
        })
    }

    /// Queues: part s of `destination` of rank r becomes part r of the `source` of rank s. Each rank says where its parts lie;
    /// what rank s sends to rank r must be as long as what r receives from s, and may be nothing. It never works in place.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless there is a part for each rank, all lie inside
    /// their buffer, and those received do not overlap.
    #[doc(alias = "HcclAlltoAllV")]
    pub fn all_to_all_v<'a, 'b, T: DataType>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        sent: &Parts,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        received: &Parts,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_type::<T>("all_to_all_v")?;
        self.check_unequal_parts("all_to_all_v", "source", sent, source.len())?;
        self.check_written_parts("all_to_all_v", received, destination.len())?;
        self.check_count(Kind::AllToAllV, sent.total().max(received.total()))?;
        self.check_devices("all_to_all_v", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let all_to_all = self.hccl()?.HcclAlltoAllV;
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        let call = Call { kind: Kind::AllToAllV, element: T::HCCL, count: sent.total(), peer: None, uses };
        let (sent, received) = ([sent.counts(), sent.offsets()], [received.counts(), received.offsets()]);
        let [sent_counts, sent_offsets, received_counts, received_offsets] =
            [sent[0], sent[1], received[0], received[1]].map(|list| list.as_ptr().cast());
        // A rank that has nothing for anybody takes part too: the others cannot know.
        self.issue(&call, |stream| {
            // SAFETY: the lists have an entry for each rank and are read before the call returns; all parts lie inside buffers
            // that share no memory and are alive until the collective is done by their marks.
            unsafe {
                all_to_all(
                    send,
                    sent_counts,
                    sent_offsets,
                    T::HCCL,
                    receive,
                    received_counts,
                    received_offsets,
                    T::HCCL,
                    self.raw,
                    stream,
                )
            }
        })
        .map(drop)
    }

    /// Queues: as [`all_to_all_v`](Self::all_to_all_v), with what every rank sends to every other in one matrix, the same on all
    /// ranks: entry `sender * size + receiver` counts elements. Parts lie one behind the other, in rank order.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) unless the matrix has the square of the ranks as
    /// entries, `source` is as long as this rank's row and `destination` as its column;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on the 910A and where the toolkit is too old.
    #[doc(alias = "HcclAlltoAllVC")]
    pub fn all_to_all_vc<'a, 'b, T: DataType>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        matrix: &[usize],
        destination: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        self.check_unequal("all_to_all_vc", "all_to_all_v")?;
        self.check_type::<T>("all_to_all_vc")?;
        self.check_matrix(matrix, source.len(), destination.len())?;
        self.check_count(Kind::AllToAllVC, matrix.iter().copied().max().unwrap_or(0))?;
        self.check_devices("all_to_all_vc", &source, &destination)?;
        let uses = &uses(&source, &destination);
        let all_to_all = self.device().core.driver.require("HcclAlltoAllVC", self.hccl()?.HcclAlltoAllVC)?;
        let matrix: Vec<u64> = matrix.iter().map(|&count| count as u64).collect();
        let (send, receive) = (pointer(&source), pointer_mut(&destination));
        let total = matrix.iter().fold(0_u64, |sum, &count| sum.saturating_add(count));
        // Every rank sees the same matrix: when nobody has anything, nobody calls.
        if total == 0 {
            return self.device().core.driver.check_process();
        }
        let call = Call { kind: Kind::AllToAllVC, element: T::HCCL, count: source.len(), peer: None, uses };
        self.issue(&call, |stream| {
            // SAFETY: the matrix has an entry for each pair of ranks and is read before the call returns; the buffers hold this
            // rank's row and column, share no memory, and are alive until the collective is done by their marks.
            unsafe { all_to_all(send, matrix.as_ptr().cast(), T::HCCL, receive, T::HCCL, self.raw, stream) }
        })
        .map(drop)
    }

    fn check_matrix(&self, matrix: &[usize], source: usize, destination: usize) -> Result<()> {
        let (ranks, rank) = (self.size() as usize, self.rank() as usize);
        let invalid = |found: String| Err(Error::invalid("all_to_all_vc", found).on_device(self.device().core.id));
        if ranks.checked_mul(ranks) != Some(matrix.len()) {
            return invalid(format!("{} counts were given, {ranks} ranks have {}", matrix.len(), ranks * ranks));
        }
        let sum =
            |counts: &mut dyn Iterator<Item = &usize>| counts.fold(0_usize, |sum, &count| sum.saturating_add(count));
        let row = sum(&mut matrix.iter().skip(rank * ranks).take(ranks));
        if row != source {
            return invalid(format!("rank {rank} sends {row} elements by the matrix, the source has {source}"));
        }
        let column = sum(&mut matrix.iter().skip(rank).step_by(ranks));
        if column != destination {
            return invalid(format!(
                "rank {rank} receives {column} elements by the matrix, the destination has {destination}"
            ));
        }
        Ok(())
    }
}
