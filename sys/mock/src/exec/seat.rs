//! What one process brings and others wait for, as the search for deadlocks sees it: ranks that come to collectives, records of
//! events, changes of notifies and of values.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::blocked::Absent;
use crate::shared::Words;

/// Something that is brought, by a number that all processes give it: a rank's coming to an operation; the record of an event; or a
/// change of a notify or a value, by the process that is the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Arrival {
    pub(crate) operation: u64,
    pub(crate) rank: u32,
}

impl Arrival {
    /// The record of this number of an event, of which all processes have the words.
    pub(crate) fn record(words: &Words, number: u64) -> Self {
        Self { operation: number_of(&(words.id(), number)), rank: 0 }
    }
}

/// Something that several processes can change: a notify, or a value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Changed {
    /// Of the words of a notify; 0 for a value.
    pub(crate) words: u64,
    /// The file that a value is in, and where.
    pub(crate) file: u64,
    pub(crate) offset: u64,
}

impl Changed {
    pub(crate) fn notify(words: u64) -> Self {
        Self { words, file: 0, offset: 0 }
    }

    pub(crate) fn value(file: u64, offset: u64) -> Self {
        Self { words: 0, file, offset }
    }

    /// A change by a process.
    pub(crate) fn by(&self, pid: u32) -> Arrival {
        Arrival { operation: number_of(self), rank: pid }
    }

    /// A change by a process that nobody knows of yet. None comes where one that is known has queued a change.
    pub(crate) fn by_unknown(&self) -> Arrival {
        self.by(0)
    }
}

fn number_of(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
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
