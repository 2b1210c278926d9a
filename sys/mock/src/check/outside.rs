//! What happens before what, as far as it is known by way of other processes.

use std::sync::Once;
use std::sync::atomic::AtomicU64;

use super::abroad::{self, Abroad};
use super::clock::Clock;
use super::conflict::tell;
use super::far::{self, Known};
use super::finding::Finding;
use super::order::{Order, lock, reached, tell_touched, with_host};
use super::switch::follows;
use crate::exec::Kind;
use crate::process::at_end;

/// A stream goes on after it has met others, some of them in other processes.
pub(crate) fn learned(queue: u64, known: &Known) {
    if follows() {
        lock().learn(queue, known);
    }
}

/// A stream has come to where others, perhaps in other processes, wait for it: what it knows is told in a table.
pub(crate) fn told_in(queue: u64, table: &[AtomicU64]) {
    match reached(queue) {
        Some(reached) => far::put(table, &reached),
        None if !follows() => far::put_more(table),
        None => {}
    }
}

/// What was told here of a key is told in a table from now on.
pub(crate) fn moved_to(key: usize, table: &[AtomicU64]) {
    if follows() {
        let order = lock();
        if let Some(known) = order.flags.get(&key).or_else(|| order.changes.get(&key)) {
            far::put(table, known);
        }
    }
}

/// A stream has waited for what a table tells.
pub(crate) fn found_in(queue: u64, table: &[AtomicU64]) {
    if follows() {
        lock().learn(queue, &far::read(table));
    }
}

/// The host has waited for what a table tells.
pub(crate) fn host_found_in(table: &[AtomicU64]) {
    if follows() {
        let known = far::read(table);
        let told = lock().certain(&known);
        with_host(|clock, _| clock.join(&told));
    }
}

/// Does something with the memory that other processes reach.
pub(super) fn with_abroad(act: impl FnOnce(&mut Abroad)) {
    static AT_END: Once = Once::new();
    AT_END.call_once(|| at_end(tell_touched));
    let mut order = lock();
    act(&mut order.abroad);
    // Also what was done to the memory before: who hears of it now comes after that.
    order.tell_hosts();
    let found = order.listen();
    drop(order);
    tell(found);
}

impl Order {
    /// A stream learns what other processes have told.
    fn learn(&mut self, queue: u64, known: &Known) {
        let told = self.certain(known);
        self.streams.entry(queue).or_default().clock.join(&told);
    }

    /// What is to be taken for certain after something was told: all that anybody here knows, where not all could be told.
    fn certain(&mut self, known: &Known) -> Clock {
        self.heard.join(&known.clock);
        if !known.more {
            return known.clock.clone();
        }
        let mut all = self.host.clone();
        all.join(&self.heard);
        self.streams.values().for_each(|stream| all.join(&stream.clock));
        all
    }

    /// Enters what other processes did to memory that this one has too; what is to be told of it.
    pub(super) fn listen(&mut self) -> Vec<Finding> {
        let mut found = Vec::new();
        for told in self.abroad.news() {
            self.heard.join(&told.clock);
            if told.info.kind == Some(Kind::ValueWrite)
                && let Some(value) = told.touches.first()
            {
                self.changes.entry(value.start as usize).or_default().join(&told.clock);
            }
            found.extend(self.enter(&told.touches, &told.info, told.moment, &told.clock));
        }
        found
    }

    /// What the host threads of other processes have waited for, if there is news.
    pub(super) fn listen_to_hosts(&mut self) -> Option<Clock> {
        if self.abroad.is_empty() {
            return None;
        }
        self.abroad.ask_hosts();
        // After that: what they knew of was written before.
        let found = self.listen();
        self.touched.extend(found);
        let known = self.abroad.waited_for();
        self.heard.join(&known.clock);
        // Where not all could be told, it is taken for all that other processes did.
        let told = if known.more { &self.heard } else { &known.clock };
        abroad::threads_talk().then(|| told.clone())
    }

    pub(super) fn tell_hosts(&self) {
        if !self.abroad.is_empty() && abroad::threads_talk() {
            self.abroad.tell_waited_for(&self.host);
        }
    }
}
