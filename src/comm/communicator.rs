//! A communicator: one rank's end of a group of devices that work together.
//!
//! A communicator has one set of signals and one scratch buffer for all its operations, so two of them must never run at once,
//! and every rank must issue the same ones in the same order. Both follow from its shape here: it issues on one stream of its
//! own, and it cannot be shared between threads.
//!
//! Wraps `HcclCommInitRootInfo`, `HcclCommDestroy`, `HcclGetCommAsyncError`.
#![allow(unsafe_code)] // Calls into the C library.

use std::time::Duration;

use ascend_npu_sys::{Hccl, HcclComm, HcclResult};

use super::root::RootInfo;
use crate::device::Device;
use crate::error::{Code, Error, ErrorKind, Result};
use crate::stream::Stream;

/// How long a communicator that is dropped waits for its queued work.
const DROP_LIMIT: Duration = Duration::from_secs(60);

/// One rank's end of a communicator.
///
/// The first use of each kind of collective blocks until all ranks have come to it; afterwards the calls only queue. So each
/// rank needs a thread, or a process, of its own: see [`World`](crate::World).
///
/// Dropping it waits for its queued work, at most a minute. What peers never joined is left to the library.
pub struct Communicator {
    pub(super) raw: HcclComm,
    pub(super) stream: Stream,
    rank: u32,
    size: u32,
}

// SAFETY: HCCL binds a communicator to a device, not to a thread; the stream inside keeps it from being shared.
unsafe impl Send for Communicator {}

impl Communicator {
    /// Joins a communicator of `size` ranks as `rank`. Blocks until all ranks have come.
    ///
    /// # Errors
    /// [`ErrorKind::Timeout`] when ranks are missing after the connect timeout (`HCCL_CONNECT_TIMEOUT`, 120 s);
    /// [`ErrorKind::InvalidArgument`] for a rank outside the size; [`ErrorKind::NotSupported`] where the toolkit has no HCCL,
    /// with the paths tried.
    #[doc(alias = "HcclCommInitRootInfo")]
    pub fn new(device: &Device, root: &RootInfo, size: u32, rank: u32) -> Result<Self> {
        if rank >= size {
            let found = format!("rank {rank} of {size} ranks was asked for");
            return Err(Error::invalid("Communicator::new", found).with_hint("ranks count from 0"));
        }
        let core = &device.core;
        let init = core.driver.hccl()?.HcclCommInitRootInfo;
        let stream = device.stream()?;
        let _context = core.enter()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: the root information is a live box of the C type; the out-pointer is a live local.
        let code = unsafe { init(size, &*root.raw, rank, &mut raw) };
        core.driver
            .check_hccl("HcclCommInitRootInfo", code)
            .map_err(|error| error.on_device(core.id).with_found(format!("rank {rank} of {size} could not join")))?;
        Ok(Self { raw, stream, rank, size })
    }

    /// This end's rank, from 0.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// Number of ranks.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The device of this rank.
    pub fn device(&self) -> &Device {
        self.stream.device()
    }

    /// The stream the collectives run on. Other work may be queued on it too, in order with them.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Polls for an error that a peer or the network caused after the calls returned. Does not block.
    ///
    /// # Errors
    /// [`ErrorKind::Communication`] when there was one: the communicator is then of no more use.
    #[doc(alias = "HcclGetCommAsyncError")]
    pub fn check(&self) -> Result<()> {
        let _context = self.device().core.enter()?;
        let mut found = HcclResult::HCCL_SUCCESS;
        // SAFETY: the communicator is alive while `self` is; the out-pointer is a live local.
        let code = unsafe { (self.hccl()?.HcclGetCommAsyncError)(self.raw, &mut found) };
        self.device().core.driver.check_hccl("HcclGetCommAsyncError", code)?;
        if found == HcclResult::HCCL_SUCCESS {
            return Ok(());
        }
        Err(Error::from_code("collective", Code::Hccl(found), None).on_device(self.device().core.id))
    }

    pub(super) fn hccl(&self) -> Result<&Hccl> {
        self.device().core.driver.hccl()
    }

    fn destroy(&self) -> Result<()> {
        let core = &self.device().core;
        let destroy = self.hccl()?.HcclCommDestroy;
        let _context = core.enter()?;
        // HcclCommDestroy does not wait for queued work, which would then run in freed memory.
        self.stream.synchronize_within(DROP_LIMIT)?;
        // SAFETY: the communicator came from init, its work is done, and its only holder gives it up here.
        let code = unsafe { destroy(self.raw) };
        core.driver.check_hccl("HcclCommDestroy", code)
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        let core = &self.device().core;
        core.defer(self.destroy().map_err(|error| match error.kind() {
            ErrorKind::Timeout => error.with_hint("the communicator's work did not end, so it was not destroyed"),
            _ => error,
        }));
    }
}

impl std::fmt::Debug for Communicator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Communicator").field("rank", &self.rank).field("size", &self.size).finish_non_exhaustive()
    }
}
