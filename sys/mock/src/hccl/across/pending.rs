//! An operation that streams of this process have come to.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::running::Running;
use crate::exec::Ticket;
use crate::hccl::group::{Group, Slot};
use crate::hccl::key::Key;
use crate::hccl::sync::lock;
use crate::memory::Hold;

/// An operation that streams of this process have come to.
pub(super) struct Pending {
    pub(super) key: Key,
    /// Keeps what the ranks share until the operation has ended, even if they destroy their ends.
    pub(super) group: Arc<Group>,
    pub(super) slot: Arc<Slot>,
    /// How long a stream waits, and when the first has waited long enough.
    pub(super) limit: Option<Duration>,
    pub(super) deadline: Option<Instant>,
    /// The streams that have come.
    pub(super) tickets: Mutex<Vec<Ticket>>,
    /// What keeps their buffers in place.
    pub(super) holds: Mutex<Vec<Hold>>,
    /// The work, once it is open.
    pub(super) running: Mutex<Option<Arc<Running>>>,
}

impl Pending {
    pub(super) fn new(group: Arc<Group>, slot: Arc<Slot>, limit: Option<Duration>) -> Self {
        Self {
            key: slot.calls.key,
            group,
            slot,
            limit,
            deadline: limit.map(|limit| Instant::now() + limit),
            tickets: Mutex::default(),
            holds: Mutex::default(),
            running: Mutex::default(),
        }
    }

    /// The ranks that take part.
    pub(super) fn members(&self) -> &[u32] {
        &self.slot.calls.members
    }

    /// Whether no buffer of a stream of this process was freed meanwhile.
    pub(super) fn is_whole(&self) -> bool {
        lock(&self.holds).iter().all(Hold::is_live)
    }
}
