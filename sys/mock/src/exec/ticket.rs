//! Tickets: the end of an operation that ends outside the executor.

use super::scheduler::scheduler;
use crate::check::{self, Clock, Known};
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

    /// Whoever on the host acts for its stream, from now on or soon, knows what that does.
    pub(crate) fn tell_host(&self) {
        check::host_begins(self.line);
    }

    /// The calling thread begins to act for the operation.
    pub(crate) fn begin(&self) {
        clock::host_acts(self.line);
    }

    /// When the operation begins by the modelled clock and how long it takes, as far as its own stream is concerned.
    pub(crate) fn modelled(&self) -> Option<(u64, u64)> {
        clock::alone(self.line)
    }

    /// Streams of several processes have met in it: when it begins, and how long it takes.
    pub(crate) fn met(&self, start: u64, time: u64) {
        clock::met_elsewhere(self.line, start, time);
    }

    /// Ends the operation, after what the calling thread did for it.
    pub(crate) fn close(self, outcome: &Outcome) {
        clock::host_acted(self.line);
        self.end(outcome);
    }

    /// What its stream knows now that it has come to the operation, for the checks.
    pub(crate) fn reached(&self) -> Option<Clock> {
        check::reached(self.line)
    }

    /// Ends an operation in which its stream met others, which together knew so much.
    pub(crate) fn meet(self, outcome: &Outcome, known: Option<&Known>) {
        clock::host_acted(self.line);
        self.end_after(outcome, |line| known.into_iter().for_each(|known| check::learned(line, known)));
    }

    fn end(&self, outcome: &Outcome) {
        self.end_after(outcome, check::host_acted);
    }

    fn end_after(&self, outcome: &Outcome, learn: impl FnOnce(u64)) {
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        if state.redeem(self.line, self.sequence) {
            learn(self.line);
            scheduler.finish(&mut state, &[self.line], outcome);
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.end(&Ok(()));
    }
}
