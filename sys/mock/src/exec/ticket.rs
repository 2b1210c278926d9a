//! Tickets: the end of an operation that ends outside the executor.

use super::scheduler::scheduler;
use crate::check;
use crate::clock;
use crate::report::Outcome;

/// Stands for an operation that a callback's thread, or another, will end. Dropping it ends the operation well.
#[derive(Debug)]
pub(crate) struct Ticket {
    line: u64,
    /// The operation's place on the line: a ticket of an operation that was abandoned ends nothing.
    sequence: u64,
}

impl Ticket {
    pub(super) fn new(line: u64, sequence: u64) -> Self {
        Self { line, sequence }
    }

    /// The calling thread begins to act for the operation.
    pub(crate) fn begin(&self) {
        clock::host_acts(self.line);
    }

    /// Ends the operation, after what the calling thread did for it.
    pub(crate) fn close(self, outcome: &Outcome) {
        clock::host_acted(self.line);
        self.end(outcome);
    }

    fn end(&self, outcome: &Outcome) {
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        if state.redeem(self.line, self.sequence) {
            check::host_acted(self.line);
            scheduler.finish(&mut state, &[self.line], outcome);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.end(&Ok(()));
    }
}
