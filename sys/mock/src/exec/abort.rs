//! Dropping the work of streams, and what else ends operations out of turn.

use std::collections::BTreeSet;
use std::time::Duration;

use super::blocked::Awaited;
use super::queue::Queue;
use super::scheduler::{Scheduler, scheduler};
use super::seat::Seated;
use super::state::State;
use super::task::Body;
use super::ticket::Ticket;
use super::turn::Parked;
use crate::check;
use crate::report::Failure;

impl Queue {
    /// Drops what is queued and waits, at most for `timeout`, for the operation that runs; whether it has ended. Who waits for
    /// the stream meanwhile gets `told`. The stream can be used again.
    pub(crate) fn abort(&self, timeout: Option<Duration>, told: &Failure) -> bool {
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        state.abandon(self.id);
        if let Some(line) = state.lines.get_mut(&self.id) {
            line.aborts += 1;
            line.aborted = Some(told.clone());
        }
        scheduler.notify_all_workers(&state);
        scheduler.notify_all_hosts(&state);
        let id = self.id;
        // What runs, or was held back, ends.
        let place = state.lines.get(&id).map(|line| (id, line.submitted));
        state.want(place);
        let awaited = || Awaited::Lines(vec![(id, u64::MAX)]);
        let done = |state: &State| state.lines.get(&id).is_none_or(|line| line.is_idle());
        let (mut state, waited) = scheduler.wait_until(state, timeout, awaited, done);
        if let Some(line) = state.lines.get_mut(&id) {
            line.failure = None;
            line.is_dropped = false;
        }
        waited.unwrap_or(false)
    }

    /// Ends the operation that waits, if one does; what is queued behind it stays and goes on.
    pub(crate) fn stop(&self) {
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        if state.leave(self.id) {
            scheduler.finish(&mut state, &[self.id], &Ok(()));
        }
    }
}

impl Scheduler {
    /// Forgets the faults that stopped the contexts of a device.
    pub(crate) fn heal(&self, device: i32) {
        let mut state = self.lock();
        let groups: BTreeSet<u64> =
            state.lines.values().filter(|line| line.device == device).map(|line| line.group).collect();
        for group in groups {
            state.forgive(group);
        }
    }
}

impl State {
    /// The ticket for the head of a line; `None` for one whose work is being dropped, which ends here.
    pub(super) fn hand(&mut self, id: u64, seat: Seated) -> Option<Ticket> {
        let line = self.lines.get(&id).filter(|line| !line.is_dropped);
        let Some(sequence) = line.map(|line| line.completed) else {
            self.end(id, Ok(()));
            return None;
        };
        self.handed.insert(id, (sequence, seat));
        self.park(id, Parked::Outside);
        Some(Ticket::new(id, sequence))
    }

    /// Takes a ticket back; whether its operation still waits for it.
    pub(super) fn redeem(&mut self, line: u64, sequence: u64) -> bool {
        self.handed.get(&line).is_some_and(|(known, _)| *known == sequence) && self.handed.remove(&line).is_some()
    }

    /// Drops what has not started on a line. Whoever waits for its events goes on: their own context decides about the fault.
    pub(super) fn abandon(&mut self, id: u64) {
        self.ready.retain(|&ready| ready != id);
        self.turns.held.retain(|&held| held != id);
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.is_dropped = true;
        check::dropped(id, false);
        let dropped = std::mem::take(&mut line.tasks);
        self.reached |= line.complete(dropped.len() as u64);
        // A head that waits will never be reached by what it waits for, when that is dropped too: it is dropped as well.
        if line.busy && self.leave(id) {
            self.end(id, Ok(()));
        }
        for queued in dropped {
            match queued.task.body {
                Body::Record(record) => self.pass(&record),
                Body::Change { key, change } => {
                    change();
                    self.wake(key);
                }
                Body::Tell(_, change) => change(),
                _ => {}
            }
        }
    }

    /// Takes a parked line out of what it waits for; whether it waited.
    pub(super) fn leave(&mut self, id: u64) -> bool {
        let mut found = self.conditions.remove(id).is_some() | self.handed.remove(&id).is_some();
        for lines in self.waiting.values_mut().chain(self.meetings.values_mut().map(|gathering| &mut gathering.lines)) {
            let before = lines.len();
            lines.retain(|&line| line != id);
            found |= lines.len() != before;
        }
        found
    }
}
