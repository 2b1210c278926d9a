//! Small numbers that hardware has a limited count of: events, notifies.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

#[derive(Debug, Default)]
struct Taken {
    next: u32,
    free: BTreeSet<u32>,
}

/// Numbers below a limit; the least free one goes first.
#[derive(Debug)]
pub(crate) struct Ids {
    limit: u32,
    taken: Mutex<Taken>,
}

impl Ids {
    pub(crate) fn new(limit: u32) -> Self {
        Self { limit, taken: Mutex::default() }
    }

    /// Takes a number; `None` when none is left.
    pub(crate) fn take(&self) -> Option<u32> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = taken.free.pop_first() {
            return Some(id);
        }
        let id = taken.next;
        if id >= self.limit {
            return None;
        }
        taken.next += 1;
        Some(id)
    }

    pub(crate) fn give_back(&self, id: u32) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).free.insert(id);
    }

    /// How many are left.
    pub(crate) fn left(&self) -> u32 {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let free = u32::try_from(taken.free.len()).unwrap_or(u32::MAX);
        (self.limit - taken.next).saturating_add(free)
    }
}
