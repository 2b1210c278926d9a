//! Ending what ranks wait for.

use std::sync::Arc;

use super::communicator::Communicator;
use super::group::Group;
use crate::error::Result;

/// Ends a communicator from any thread, while its own threads wait.
///
/// HCCL has no call for that, so this crate does what it can without one:
/// - A thread that waits for work of the communicator, or for other streams that wait for it, gets
///   [`ErrorKind::Aborted`](crate::ErrorKind::Aborted), and so does every later call on them. The streams are stopped for good.
/// - A thread that waits for ranks of its own process at the first use of an operation gets it too. One that waits inside
///   HCCL for a rank of another process does when HCCL gives up, after `HCCL_CONNECT_TIMEOUT`.
/// - It ends the communicator on all ranks of this process, and all communicators made of some of its ranks. Other processes are
///   not told: their ranks end by their own timeouts, or are aborted there.
/// - What unfinished work would have written is never taken for written. Its memory stays allocated until the process ends, and a
///   communicator with unfinished work is never destroyed: no call tells when the library's own streams have let go of them.
/// - Communicators and streams that do not wait for it go on, on the same devices too.
#[derive(Clone)]
pub struct AbortHandle(Arc<Group>);

impl AbortHandle {
    /// Ends the communicator. Blocks while operations that already run end; never for one that waits for a peer. A second time does
    /// nothing, and the first reason stays.
    ///
    /// # Errors
    /// What the library reports when it stops a stream. The communicator is ended nevertheless.
    #[doc(alias = "aclrtStreamAbort")]
    pub fn abort(&self, reason: impl std::fmt::Display) -> Result<()> {
        self.0.abort(&Arc::from(format!("communicator {} was aborted: {reason}", self.0.name())))
    }

    /// Whether the communicator was ended.
    pub fn is_aborted(&self) -> bool {
        self.0.aborted().is_some()
    }
}

impl Communicator {
    /// What ends this communicator from another thread.
    pub fn abort_handle(&self) -> AbortHandle {
        AbortHandle(self.group().clone())
    }
}

impl std::fmt::Debug for AbortHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("AbortHandle").field(&self.0.name()).finish()
    }
}
