//! Work that is not this executor's alone: other processes take parts of it too.

use std::sync::Arc;

use super::scheduler::{Scheduler, scheduler};

/// Work that any worker may help with, until nothing of it is left to be taken.
pub(crate) trait Shared: Send + Sync {
    /// Takes part; returns when nothing is left to take.
    fn take_part(&self);
}

/// Lets the workers take part in some work, as soon as they are free.
pub(crate) fn help(work: Arc<dyn Shared>) {
    let scheduler = scheduler();
    let mut state = scheduler.lock();
    state.shared.push(work);
    scheduler.notify_all_workers(&state);
}

impl Scheduler {
    pub(super) fn take_part(&self, work: &Arc<dyn Shared>) {
        work.take_part();
        self.lock().shared.retain(|other| !Arc::ptr_eq(other, work));
    }
}
