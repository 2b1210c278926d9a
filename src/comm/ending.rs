//! The end of a communicator.
//!
//! `HcclCommDestroy` frees the communicator's buffers at once, whatever is still queued, so the queue is waited for, at most for
//! a limit. What does not end by then, or was stopped with work in it, is left to the library until the process ends: leaked
//! memory is better than memory that a device still uses.
//!
//! A rank that fails in a [`World`](super::World) drops its communicators before the world can know that it failed. They must not
//! wait then, for its peers may never come; so those of a world end when their rank has ended, and its outcome is known.
//!
//! Wraps `HcclCommDestroy`.
#![allow(unsafe_code)] // Calls into the C library.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu_sys::{HcclComm, HcclResult};

use super::group::{Group, Member};
use crate::device::Device;
use crate::driver::lock;
use crate::error::Result;

/// How long a communicator that is dropped waits for its queued work, unless another limit is asked for.
pub(super) const DROP_LIMIT: Duration = Duration::from_secs(60);

/// How long it waits for another thread's call to return.
const BUSY_LIMIT: Duration = Duration::from_secs(5);

/// What is needed to end a communicator.
pub(super) struct Ending {
    pub(super) raw: HcclComm,
    /// Kept so that what the communicator has queued can be stopped until its end.
    pub(super) member: Arc<Member>,
    pub(super) group: Arc<Group>,
    pub(super) device: Device,
    pub(super) limit: Duration,
    /// The communicator that this one is a part of: it ends later.
    pub(super) parent: Option<Arc<Handle>>,
}

// SAFETY: HCCL binds a communicator to a device, not to a thread, and the one thread that ends it is the only one to use it then.
unsafe impl Send for Ending {}
// SAFETY: nothing is done with a shared one.
unsafe impl Sync for Ending {}

/// Ends a communicator when it is dropped, with the last of its parts.
pub(super) struct Handle {
    /// Taken at the drop.
    ending: Option<Ending>,
    pub(super) keeper: Option<Arc<Keeper>>,
}

impl Handle {
    pub(super) fn new(ending: Ending, keeper: Option<Arc<Keeper>>) -> Arc<Self> {
        Arc::new(Self { ending: Some(ending), keeper })
    }
}

impl Handle {
    /// Whether the communicator is a part of another.
    pub(super) fn is_part(&self) -> bool {
        self.ending.as_ref().is_some_and(|ending| ending.parent.is_some())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let Some(ending) = self.ending.take() else { return };
        if ending.device.core.driver.is_forked() {
            return;
        }
        let left = match &self.keeper {
            Some(keeper) => keeper.keep(ending),
            None => Some(ending),
        };
        if let Some(ending) = left {
            ending.finish();
        }
    }
}

impl Ending {
    /// Waits for what is queued, and destroys.
    pub(super) fn finish(self) {
        self.group.leave(self.member.rank);
        let outcome = self.destroy().map_err(|error| {
            if error.is_unfinished() {
                error.with_hint("the communicator's work did not end, so it was not destroyed")
            } else {
                error
            }
        });
        self.device.core.defer(outcome);
    }

    fn destroy(&self) -> Result<()> {
        let core = &self.device.core;
        let destroy = core.driver.hccl()?.HcclCommDestroy;
        let _context = core.enter()?;
        let stream = &self.member.stream;
        let ended = match stream.is_aborted() {
            true => Ok(()),
            false => stream.synchronize_within(core, self.limit),
        };
        // Somebody may have stopped it while this waited.
        if stream.is_stuck() {
            return Ok(());
        }
        match ended {
            Err(error) if error.is_unfinished() => return Err(error),
            // After a fault nothing runs any more.
            Ok(()) | Err(_) => {}
        }
        let started = Instant::now();
        loop {
            // SAFETY: the communicator came from init, its work is done, and its only holder gives it up here.
            let code = unsafe { destroy(self.raw) };
            if code != HcclResult::HCCL_E_AGAIN || started.elapsed() > BUSY_LIMIT {
                let destroyed = core.driver.check_hccl("HcclCommDestroy", code);
                return ended.and(destroyed.map_err(|error| error.on_device(core.id)));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Keeps the dropped communicators of a rank until the rank's outcome is known.
pub(super) struct Keeper(Mutex<Option<Vec<Ending>>>);

impl Keeper {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(Some(Vec::new()))))
    }

    /// Takes a dropped communicator; gives it back after the end.
    pub(super) fn keep(&self, ending: Ending) -> Option<Ending> {
        match &mut *lock(&self.0) {
            Some(kept) => {
                kept.push(ending);
                None
            }
            None => Some(ending),
        }
    }

    /// Ends them.
    pub(super) fn finish(&self) {
        let kept = lock(&self.0).take().unwrap_or_default();
        kept.into_iter().for_each(Ending::finish);
    }
}
