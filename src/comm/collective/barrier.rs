//! Waiting for all ranks.
#![allow(unsafe_code)] // Calls into the C library.

use std::time::Duration;

use ascend_npu_sys::HcclDataType;

use super::call::{Call, Kind};
use crate::comm::Communicator;
use crate::error::Result;

impl Communicator {
    /// Queues: the stream goes on when the streams of all ranks have come here. On the device this has no time limit; for one, use
    /// [`barrier_within`](Self::barrier_within).
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit is too old.
    #[doc(alias = "HcclBarrier")]
    pub fn barrier(&self) -> Result<()> {
        let barrier = self.device().core.driver.require("HcclBarrier", self.hccl()?.HcclBarrier)?;
        let call =
            Call { kind: Kind::Barrier, element: HcclDataType::HCCL_DATA_TYPE_FP32, count: 0, peer: None, uses: &[] };
        // SAFETY: the call takes the communicator, which is alive, and its stream.
        self.issue(&call, |stream| unsafe { barrier(self.raw, stream) }).map(drop)
    }

    /// Blocks until all ranks have come here and everything before it on the communicator's stream is done, but no longer than
    /// `limit`. After that the barrier stays in the queue, so the communicator is of no use until the missing ranks come.
    ///
    /// # Errors
    /// [`ErrorKind::Timeout`](crate::ErrorKind::Timeout) at the limit; the first fault of the queued work;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit is too old.
    #[doc(alias = "HcclBarrier")]
    pub fn barrier_within(&self, limit: Duration) -> Result<()> {
        self.barrier()?;
        self.stream.synchronize_within(limit).map_err(|error| {
            if !error.is_unfinished() {
                return error;
            }
            let (rank, size) = (self.rank(), self.size());
            error.with_found(format!("rank {rank} of {size} waited {limit:?} in a barrier, and not all ranks came"))
        })
    }
}
