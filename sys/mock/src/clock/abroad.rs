//! Modelled times that processes tell each other of the values that they share: when each was written last.

use super::mode::models;
use crate::memory::reached;

/// A stream writes a value at a time. Told before it is written: who finds the value finds the time.
pub(super) fn tell_value(value: u64, time: u64) {
    if models()
        && let Some(spot) = reached::at(value)
    {
        spot.head.tell_time(spot.offset, time);
    }
}

/// When a value was written last by any process; 0 if nobody has told that.
pub(super) fn told_value(value: u64) -> u64 {
    if !models() {
        return 0;
    }
    reached::at(value).map_or(0, |spot| spot.head.time(spot.offset))
}
