//! Operations of one communicator, which a device must do one after the other.
//!
//! Each end of a communicator has a byte that is no memory, and each of its operations writes it: so those that nothing orders are
//! found as races are, however far apart they came to be.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::order;
use super::switch::checks;
use crate::exec::Touch;

/// Above all addresses of programs.
const FIRST: u64 = 1 << 63;

static NEXT: AtomicU64 = AtomicU64::new(FIRST);

/// The turns of one end of a communicator.
pub(crate) struct Turns(Option<u64>);

impl Turns {
    pub(crate) fn new() -> Self {
        let follows = checks().races && checks().collectives;
        let turns = Self(follows.then(|| NEXT.fetch_add(1, Ordering::Relaxed)));
        turns.0.into_iter().for_each(|place| order::given(place..place + 1, true));
        turns
    }

    /// What an operation touches so that its turn is known.
    pub(crate) fn touch(&self) -> Option<Touch> {
        self.0.map(|place| Touch::write(place, 1))
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        self.0.into_iter().for_each(|place| order::taken(place..place + 1));
    }
}

/// Whether bytes are those of turns.
pub(super) fn is_turn(bytes: &Range<u64>) -> bool {
    bytes.start >= FIRST
}
