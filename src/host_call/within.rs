//! Whether this thread is inside a host call.
//!
//! The library calls from a thread on which it must not be called: allocating, queueing or waiting there ends in a deadlock. So all
//! calls of this crate are refused on it, and destructors leave their work to the next call of another thread.

use std::cell::Cell;

thread_local! {
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside a host call.
#[inline]
pub(crate) fn is_within() -> bool {
    WITHIN.get()
}

/// Marks this thread until it is dropped.
pub(super) struct Within(());

impl Within {
    pub(super) fn enter() -> Self {
        WITHIN.set(true);
        Self(())
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        WITHIN.set(false);
    }
}
