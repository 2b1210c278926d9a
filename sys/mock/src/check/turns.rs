//! Operations of one communicator, which a device must do one after the other.
//!
//! Each end of a communicator has a place that is no memory, and each of its operations writes there: so those that nothing orders
//! are found as races are, however far apart they came to be. It is told as a touch of no bytes, so that nobody counts it as data.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::switch::checks;
use super::touch;
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
        turns.0.into_iter().for_each(|place| touch::given(place..place + 1, true));
        turns
    }

    /// What an operation touches so that its turn is known.
    pub(crate) fn touch(&self) -> Option<Touch> {
        self.0.map(|place| Touch::write(place, 0))
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        self.0.into_iter().for_each(|place| touch::taken(place..place + 1));
    }
}

/// What a touch enters into the histories of memory.
pub(super) fn entered(touch: &Touch) -> Range<u64> {
    let bytes = if touch.start >= FIRST { 1 } else { touch.bytes };
    touch.start..touch.start.saturating_add(bytes)
}

/// Whether what was entered is a turn.
pub(super) fn is_turn(entered: &Range<u64>) -> bool {
    entered.start >= FIRST
}
