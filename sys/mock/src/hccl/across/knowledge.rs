//! What the ranks of an operation know when they come to it, for the checks: each tells it, and each goes on with all of it.

use std::sync::atomic::Ordering::{Acquire, Release};

use super::bridge::Bridge;
use super::layout::Layout;
use super::message::Message;
use super::pending::Pending;
use crate::check::{self, Clock, Known};
use crate::exec::Ticket;
use crate::hccl::key::Key;
use crate::hccl::sync::lock;

/// Words of a message: many streams make several.
const MOST: usize = 2048;

impl Bridge {
    /// Says whether this process follows what its streams know.
    pub(super) fn tell_whether_it_follows(&self) {
        let place = self.control.layout.follows(self.own);
        self.control.words.word(place).store(u64::from(check::follows()), Release);
    }

    fn follows(&self, process: usize) -> bool {
        let place = self.control.layout.follows(process);
        self.control.words.word(place).load(Acquire) != 0
    }

    /// A stream of this process comes to an operation. Told before it is counted in: who sees the end of the operation finds it.
    pub(super) fn tell_known(&self, key: Key, ticket: &Ticket) {
        let Some(clock) = ticket.reached() else { return };
        self.note_known(key, &clock);
        for part in clock.words().chunks(MOST) {
            self.tell(&Message::Knows { key, clock: part.to_vec() });
        }
    }

    pub(super) fn note_known(&self, key: Key, clock: &Clock) {
        if check::follows() {
            let mut known = lock(&self.known);
            // What is left of operations that failed before a resumption.
            known.retain(|other, _| other.epoch >= key.epoch);
            known.entry(key).or_default().join(clock);
        }
    }

    /// What all who met in an operation knew, once it has ended. A process that does not follow may have known anything.
    pub(super) fn take_known(&self, pending: &Pending) -> Option<Known> {
        if !check::follows() {
            return None;
        }
        self.read();
        let clock = lock(&self.known).remove(&pending.key).unwrap_or_default();
        let follow = |rank: &u32| self.place(*rank).is_some_and(|process| self.follows(process));
        Some(Known { clock, more: !pending.members().iter().all(follow) })
    }
}

impl Layout {
    /// Whether a process follows what its streams know.
    fn follows(self, process: usize) -> usize {
        self.process(process) + 3
    }
}
