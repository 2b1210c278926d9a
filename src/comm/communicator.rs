//! A communicator: one rank's end of a group of devices that work together.
//!
//! A communicator has one set of signals and one scratch buffer for all its operations, so two of them must never run at once,
//! and every rank must issue the same ones in the same order. Both follow from its shape here: it issues on one stream of its
//! own, and it cannot be shared between threads.
//!
//! Wraps `HcclGetCommAsyncError`.
#![allow(unsafe_code)] // Calls into the C library.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use ascend_npu_sys::{Hccl, HcclComm, HcclResult};

use super::ending::Handle;
use super::group::{Group, Member, Station};
use crate::device::Device;
use crate::error::{Code, Error, ErrorKind, Result};
use crate::stream::Stream;

/// One rank's end of a communicator.
///
/// The first use of each kind of collective blocks until all ranks have come to it; afterwards the calls only queue. So each
/// rank needs a thread, or a process, of its own: see [`World`](crate::World).
///
/// Dropping it waits for its queued work, at most a minute or for its [`drop_limit`](crate::CommunicatorOptions::drop_limit).
/// What peers never joined is left to the library. The communicator of a [`World`](crate::World), and its parts, end with their
/// rank.
pub struct Communicator {
    pub(super) raw: HcclComm,
    pub(super) stream: Stream,
    pub(super) member: Arc<Member>,
    group: Arc<Group>,
    pub(super) handle: Arc<Handle>,
    /// Operations whose first use is over, a bit for each kind, and pairs of ranks.
    pub(super) met: Cell<u32>,
    pub(super) met_pairs: RefCell<Vec<Station>>,
    /// Parts made so far, by their ranks.
    pub(super) parts_made: RefCell<Vec<Vec<u32>>>,
}

// SAFETY: HCCL binds a communicator to a device, not to a thread; the stream inside keeps it from being shared.
unsafe impl Send for Communicator {}

impl Communicator {
    pub(super) fn from_parts(
        raw: HcclComm,
        stream: Stream,
        (group, member): (Arc<Group>, Arc<Member>),
        handle: Arc<Handle>,
    ) -> Self {
        Self {
            raw,
            stream,
            member,
            group,
            handle,
            met: Cell::default(),
            met_pairs: RefCell::default(),
            parts_made: RefCell::default(),
        }
    }

    /// This end's rank, from 0.
    pub fn rank(&self) -> u32 {
        self.member.rank
    }

    /// Number of ranks.
    pub fn size(&self) -> u32 {
        self.group.size
    }

    /// Its name in errors and logs: the one that was chosen, or the library's.
    #[doc(alias = "HcclGetCommName")]
    pub fn name(&self) -> &str {
        self.group.name()
    }

    /// The device of this rank.
    #[inline]
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
    /// [`ErrorKind::Communication`] when there was one, [`ErrorKind::Aborted`] when it was aborted: the communicator is then of no
    /// more use.
    #[doc(alias = "HcclGetCommAsyncError")]
    pub fn check(&self) -> Result<()> {
        let core = &self.device().core;
        let _context = core.enter()?;
        if let Some(reason) = self.group.aborted() {
            return Err(Error::new(ErrorKind::Aborted, "Communicator::check", &*reason).on_device(core.id));
        }
        let mut found = HcclResult::HCCL_SUCCESS;
        // SAFETY: the communicator is alive while `self` is; the out-pointer is a live local.
        let code = unsafe { (self.hccl()?.HcclGetCommAsyncError)(self.raw, &mut found) };
        core.driver.check_hccl("HcclGetCommAsyncError", code)?;
        if found == HcclResult::HCCL_SUCCESS {
            return Ok(());
        }
        let error = Error::from_code("collective", Code::Hccl(found), None).on_device(core.id);
        Err(error.with_found(format!("communicator {}, seen by rank {} of {}", self.name(), self.rank(), self.size())))
    }

    #[inline]
    pub(super) fn hccl(&self) -> Result<&Hccl> {
        self.device().core.driver.hccl()
    }

    pub(super) fn group(&self) -> &Arc<Group> {
        &self.group
    }
}

impl std::fmt::Debug for Communicator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Communicator")
            .field("name", &self.name())
            .field("rank", &self.rank())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}
