//! A thread that looks whether operations end.
//!
//! An operation whose peers never come ends with the library's own limit, half an hour later, and with a text that knows of one
//! rank only. This tells earlier, and of all ranks of the process: the one that is behind the others is the one to look at.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ascend_npu_sys::Process;

use super::group::Group;
use super::progress::{OperationState, Progress, RankProgress};
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::remark::remark;

/// What a [`Watchdog`] does when an operation does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnStall {
    /// It tells on stderr what every rank of this process did last, once for each operation.
    Tell,
    /// It tells, and aborts the communicator, as an [`AbortHandle`](crate::AbortHandle) does.
    Abort,
}

/// Looks, from a thread of its own, whether the operations of this process's ranks end. Stops when it is dropped.
///
/// An operation that queues behind others has as long as they have: only what is last on its communicator is looked at.
#[must_use = "it stops when it is dropped"]
#[derive(Debug)]
pub struct Watchdog {
    stop: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
    process: Process,
}

/// How often it looks, at most and at least.
const LOOKS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_secs(1));

impl Watchdog {
    /// Begins to look. An operation that is the last of its rank and has not ended after `limit` is told. A good limit is longer
    /// than any step, and shorter than `HCCL_EXEC_TIMEOUT`.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceExhausted`] when no thread can be started.
    pub fn start(limit: Duration, on_stall: OnStall) -> Result<Self> {
        let stop = Arc::new((Mutex::new(false), Condvar::new()));
        let (stopped, pause) = (stop.clone(), (limit / 4).clamp(LOOKS.0, LOOKS.1));
        let look = move || {
            let mut seen = Seen::default();
            let (flag, changed) = &*stopped;
            let mut ended = lock(flag);
            while !*ended {
                (ended, _) = changed.wait_timeout(ended, pause).unwrap_or_else(PoisonError::into_inner);
                if !*ended {
                    drop(ended);
                    seen.look(limit, on_stall);
                    ended = lock(flag);
                }
            }
        };
        let thread = thread::Builder::new().name("ascend-npu watchdog".to_owned()).spawn(look).map_err(|error| {
            Error::new(ErrorKind::ResourceExhausted, "Watchdog::start", format!("no thread can be started: {error}"))
        })?;
        Ok(Self { stop, thread: Some(thread), process: Process::current() })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        if self.process.check().is_err() {
            // A forked child has no such thread, and the lock may be held for ever.
            std::mem::forget(thread);
            return;
        }
        *lock(&self.stop.0) = true;
        self.stop.1.notify_all();
        let _ = thread.join();
    }
}

/// When each rank was first seen at its operation.
#[derive(Default)]
struct Seen(HashMap<(u64, u32), At>);

struct At {
    number: u64,
    since: Instant,
    told: bool,
}

impl Seen {
    fn look(&mut self, limit: Duration, on_stall: OnStall) {
        let (now, progress) = (Instant::now(), Progress::now());
        self.0.retain(|key, _| progress.ranks.iter().any(|rank| (rank.group, rank.rank) == *key));
        let stalled: Vec<&RankProgress> =
            progress.ranks.iter().filter(|rank| self.is_stalled(rank, now, limit)).collect();
        let Some(first) = stalled.first() else { return };
        remark(format_args!(
            "an operation of communicator {} has not ended for {limit:?}. What every rank did last:\n{progress}",
            first.communicator
        ));
        if on_stall == OnStall::Tell {
            return;
        }
        for group in Group::all() {
            let Some(rank) = stalled.iter().find(|rank| rank.group == group.id) else { continue };
            let reason = format!("communicator {} was aborted by the watchdog after {limit:?}: {rank}", group.name());
            if let Err(error) = group.abort(&Arc::from(reason)) {
                remark(format_args!("the watchdog could not stop all of communicator {}: {error}", group.name()));
            }
        }
    }

    /// Whether a rank's operation is to be told now.
    fn is_stalled(&mut self, rank: &RankProgress, now: Instant, limit: Duration) -> bool {
        let key = (rank.group, rank.rank);
        let going = |state| matches!(state, OperationState::Meeting | OperationState::Calling | OperationState::Queued);
        let Some(last) = rank.last.as_ref().filter(|last| going(last.state)) else {
            self.0.remove(&key);
            return false;
        };
        let at = self.0.entry(key).or_insert(At { number: last.number, since: now, told: false });
        if at.number != last.number {
            *at = At { number: last.number, since: now, told: false };
        }
        let stalled = !at.told && now.duration_since(at.since) >= limit;
        at.told |= stalled;
        stalled
    }
}
