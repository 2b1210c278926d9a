//! Host threads that wait without a limit of their own, as the search for deadlocks sees them.

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::fault::thread;
use super::scheduler::scheduler;
use super::seat::Arrival;
use super::state::State;
use crate::check::{Site, looks_for_deadlocks};
use crate::shared::Words;

/// A host thread that waits.
#[derive(Clone)]
pub(crate) struct Blocked {
    pub(crate) thread: u32,
    pub(crate) awaited: Awaited,
    pub(crate) site: Arc<Site>,
    pub(super) verdict: Verdict,
    /// Wakes the thread where it does not wait for the executor.
    pub(super) wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// Why a wait is given up, once it is.
pub(super) type Verdict = Arc<OnceCell<String>>;

/// What a host thread waits for.
#[derive(Clone)]
pub(crate) enum Awaited {
    /// That lines have completed so many operations each.
    Lines(Vec<(u64, u64)>),
    /// A record, by its address.
    Record(usize),
    /// The record of this number of an event, of which all processes have the words.
    Passed(Words, u64),
    /// Ranks that have not called, asked for anew at each look.
    Ranks(Arc<dyn Fn() -> Vec<Absent> + Send + Sync>),
}

/// A rank that has not come to where others wait for it.
#[derive(Clone, Debug)]
pub(crate) struct Absent {
    pub(crate) rank: u32,
    /// Its device, where that is known.
    pub(crate) device: Option<i32>,
    /// Its coming, if it is a rank of another process.
    pub(crate) elsewhere: Option<Arrival>,
    /// What it has not come to.
    pub(crate) what: Arc<str>,
}

/// A wait as it is entered.
pub(super) struct Entered {
    serial: u64,
    pub(super) verdict: Verdict,
}

impl State {
    /// Enters a wait of this thread.
    pub(super) fn block(&mut self, awaited: Awaited, wake: Option<Arc<dyn Fn() + Send + Sync>>) -> Entered {
        // Counted on its own: the clock is that of operations.
        self.waits += 1;
        let (serial, verdict) = (self.waits, Verdict::default());
        let site = Arc::new(Site::here());
        self.blocked.insert(serial, Blocked { thread: thread(), awaited, site, verdict: verdict.clone(), wake });
        Entered { serial, verdict }
    }

    pub(super) fn unblock(&mut self, entered: &Entered) {
        self.blocked.remove(&entered.serial);
    }
}

/// Stands for a wait for ranks, or for other processes, that goes on; the wait ends when this is dropped.
pub(crate) struct Elsewhere(Entered);

impl Elsewhere {
    /// Enters a wait for the record of this number of an event, of which all processes have the words; `None` where deadlocks are not
    /// looked for. The thread asks for the verdict by itself.
    pub(crate) fn record(words: &Words, number: u64) -> Option<Self> {
        let enter = || Self(scheduler().lock().block(Awaited::Passed(words.clone(), number), None));
        looks_for_deadlocks().then(enter)
    }

    /// Enters a wait for ranks; `None` where deadlocks are not looked for. `absent` is called under the scheduler's lock: it takes only
    /// locks under which nobody takes that one, and the caller holds none of them here or at the end of the wait. `wake` makes the
    /// thread ask for the verdict again; it is called without the scheduler's lock.
    pub(crate) fn ranks(
        absent: impl Fn() -> Vec<Absent> + Send + Sync + 'static,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Option<Self> {
        let enter = || Self(scheduler().lock().block(Awaited::Ranks(Arc::new(absent)), Some(Arc::new(wake))));
        looks_for_deadlocks().then(enter)
    }

    /// Why the wait is to be given up, if it is.
    pub(crate) fn verdict(&self) -> Option<&str> {
        self.0.verdict.get().map(String::as_str)
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        scheduler().lock().unblock(&self.0);
    }
}
