//! A bit that streams set and wait for, and what the checks may conclude from finding it set.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::check;

/// A bit. Read and changed in the scheduler only.
#[derive(Default)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    /// What those that wait for it are woken by.
    pub(crate) fn key(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    pub(crate) fn is_up(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// A stream sets it, and it stays until it is lowered.
    pub(crate) fn raise(&self, queue: u64) {
        check::raised(queue, self.key(), self.is_up());
        self.0.store(true, Ordering::Release);
    }

    pub(crate) fn lower(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Takes it down; whether it was up.
    pub(crate) fn take(&self) -> bool {
        self.0.swap(false, Ordering::AcqRel)
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        check::forgotten(self.key());
    }
}
