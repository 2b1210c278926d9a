//! Streams in collectives of several processes, as the search for deadlocks sees them.

use std::sync::Arc;

use super::blocked::Absent;

/// A rank's coming to an operation, by a number that all processes give the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Arrival {
    pub(crate) operation: u64,
    pub(crate) rank: u32,
}

/// The place of a rank's stream in an operation.
pub(crate) struct Seat {
    pub(crate) arrival: Arrival,
    /// The other ranks, all of which have to come.
    pub(crate) others: Vec<Absent>,
    /// Gives the operation up, for the reason that is given.
    pub(crate) give_up: Box<dyn Fn(&str) + Send + Sync>,
}

/// The seat of what is handed away, where that is looked at.
pub(crate) type Seated = Option<Arc<Seat>>;
