//! Conditions: what a stream can wait for besides the record of an event.
//!
//! A flag, a notify, a value in memory: each is a condition with a *key*, the address of what it looks at. Whoever changes that
//! (`Body::Change`, or the host through [`Scheduler::wake`]) names the key, and the conditions of the key are tried again, one
//! after the other, so that a condition that takes what it finds takes it from the next. A condition without a key looks at
//! what anybody may change, memory or another process: it is tried again with every step of the executor, and by the clock.
//! A line that waits holds no worker; a limit ends the wait and not the program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use once_cell::sync::OnceCell;
use rustc_hash::FxHashMap as HashMap;

use super::record::Record;
use super::scheduler::Scheduler;
use super::state::State;
use crate::check;
use crate::clock;
use crate::report::Failure;
use crate::shared::Words;

/// How often conditions without a key are tried when nothing else happens.
const PERIOD: Duration = Duration::from_micros(300);

/// How long a wait may take, and what it then fails with.
pub(crate) struct Limit {
    pub(crate) time: Duration,
    pub(crate) late: Failure,
}

/// What a stream waits for.
pub(crate) struct Condition {
    /// The address of what it looks at; `None` to be tried again and again.
    pub(crate) key: Option<usize>,
    /// Whether it holds now. Called under the scheduler's lock: it must be quick, and may take what it finds.
    pub(crate) holds: Box<dyn FnMut() -> bool + Send>,
    pub(crate) limit: Option<Limit>,
    /// Whose doing it is that it holds.
    pub(crate) sees: Sees,
}

/// Whose doing a condition sees: what the checks take to have happened before it holds.
#[derive(Clone)]
pub(crate) enum Sees {
    /// Whoever changed what has this key: of the condition, or the address of a value in memory.
    Changes(usize),
    /// The stream that passed a record.
    Record(Arc<Record>),
    /// The stream, perhaps of another process, that passed a record of this number, as words tell that processes share.
    Passed(Words, u64),
    /// Whoever wrote words that processes share, once they do; and who changed what has a key, until then. `time` is that of what was
    /// found, where another process told it.
    Told { key: usize, words: Arc<OnceCell<Words>>, time: Arc<AtomicU64> },
    /// Somebody outside of this process.
    Nothing,
}

impl Sees {
    /// A line goes on because the condition holds.
    pub(super) fn found(&self, line: u64) {
        match self {
            Self::Changes(key) => {
                check::found(line, *key);
                clock::found(line, *key);
            }
            Self::Record(record) => {
                check::waited(line, record.reached());
                clock::waited(line, record);
            }
            Self::Passed(words, number) => {
                check::found_in(line, words.table());
                clock::found_at(line, words.time_of(*number));
            }
            Self::Told { key, words, time } => {
                check::found(line, *key);
                clock::found(line, *key);
                if let Some(words) = words.get() {
                    check::found_in(line, words.table());
                    clock::found_at(line, time.load(Ordering::Relaxed));
                }
            }
            Self::Nothing => {}
        }
    }
}

/// The lines that wait for conditions.
#[derive(Default)]
pub(super) struct Waiting {
    lines: HashMap<u64, Waiter>,
    /// Lines by key, in the order they came.
    keyed: HashMap<usize, Vec<u64>>,
    /// Lines whose condition has no key, in the order they came.
    watched: Vec<u64>,
    /// Keys that are also tried by the clock: what another process may change as well; with the number of their words.
    polled: BTreeMap<usize, u64>,
    deadlines: BTreeSet<(Instant, u64)>,
}

struct Waiter {
    condition: Condition,
    deadline: Option<Instant>,
}

impl Waiting {
    /// Parks a line, unless its condition holds; whether it does.
    pub(super) fn park(&mut self, line: u64, mut condition: Condition) -> bool {
        if (condition.holds)() {
            return true;
        }
        let deadline = condition.limit.as_ref().and_then(|limit| Instant::now().checked_add(limit.time));
        match condition.key {
            Some(key) => self.keyed.entry(key).or_default().push(line),
            None => self.watched.push(line),
        }
        self.deadlines.extend(deadline.map(|deadline| (deadline, line)));
        self.lines.insert(line, Waiter { condition, deadline });
        false
    }

    /// Takes a line out; its condition, if it was in.
    pub(super) fn remove(&mut self, line: u64) -> Option<Condition> {
        let waiter = self.lines.remove(&line)?;
        if let Some(deadline) = waiter.deadline {
            self.deadlines.remove(&(deadline, line));
        }
        match waiter.condition.key {
            Some(key) => {
                if let Some(lines) = self.keyed.get_mut(&key) {
                    lines.retain(|&other| other != line);
                    if lines.is_empty() {
                        self.keyed.remove(&key);
                    }
                }
            }
            None => self.watched.retain(|&other| other != line),
        }
        Some(waiter.condition)
    }

    /// The lines of a key whose condition holds now, taken out.
    fn awake(&mut self, key: usize) -> Vec<u64> {
        let lines = self.keyed.get(&key).cloned().unwrap_or_default();
        self.try_again(lines)
    }

    fn try_again(&mut self, lines: Vec<u64>) -> Vec<u64> {
        let held: Vec<u64> = lines
            .into_iter()
            .filter(|line| self.lines.get_mut(line).is_some_and(|waiter| (waiter.condition.holds)()))
            .collect();
        for &line in &held {
            if let Some(condition) = self.remove(line) {
                condition.sees.found(line);
            }
        }
        held
    }

    fn late(&mut self, now: Instant) -> Vec<(u64, Failure)> {
        let late: Vec<u64> = self.deadlines.iter().take_while(|(at, _)| *at <= now).map(|&(_, line)| line).collect();
        late.into_iter().filter_map(|line| Some((line, self.remove(line)?.limit?.late))).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watched.is_empty() && self.deadlines.is_empty() && self.polled.is_empty()
    }

    /// Whether no line waits.
    pub(super) fn has_none(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines that no limit ends, with their keys and what they see.
    pub(super) fn unlimited(&self) -> impl Iterator<Item = (u64, Option<usize>, &Sees)> {
        let unlimited = self.lines.iter().filter(|(_, waiter)| waiter.deadline.is_none());
        unlimited.map(|(&line, waiter)| (line, waiter.condition.key, &waiter.condition.sees))
    }

    /// The keys of what processes share.
    pub(super) fn shared(&self, words: u64) -> impl Iterator<Item = usize> {
        self.polled.iter().filter(move |(_, of)| **of == words).map(|(key, _)| *key)
    }

    /// The lines to try by the clock.
    fn to_try(&self) -> Vec<u64> {
        let polled = self.polled.keys().filter_map(|key| self.keyed.get(key)).flatten();
        self.watched.iter().chain(polled).copied().collect()
    }

    /// When to look again.
    fn next(&self, now: Instant) -> Option<Instant> {
        let polls = self.polled.keys().any(|key| self.keyed.contains_key(key));
        let watch = (polls || !self.watched.is_empty()).then(|| now + PERIOD);
        watch.into_iter().chain(self.deadlines.first().map(|&(at, _)| at)).min()
    }
}

impl State {
    /// Tries the conditions of a key again.
    pub(super) fn wake(&mut self, key: usize) {
        for line in self.conditions.awake(key) {
            self.end(line, Ok(()));
        }
    }
}

impl Scheduler {
    /// Tries what has no key, ends what has waited too long, and says when to look again.
    pub(super) fn watch(&self, state: &mut State, now: Instant) -> Option<Instant> {
        let lines = state.conditions.to_try();
        let held = state.conditions.try_again(lines);
        if !held.is_empty() {
            self.finish(state, &held, &Ok(()));
        }
        for (line, failure) in state.conditions.late(now) {
            self.finish(state, &[line], &Err(failure));
        }
        state.conditions.next(now)
    }

    /// From now on the conditions of a key are tried by the clock too, as others have these words, or no longer. `change` is done in
    /// the same step.
    pub(crate) fn poll(&self, key: usize, words: Option<&Words>, change: impl FnOnce()) {
        let mut state = self.lock();
        change();
        match words {
            Some(words) => state.conditions.polled.insert(key, words.id()),
            None => state.conditions.polled.remove(&key),
        };
        self.notify_all_workers(&state);
    }

    /// Something that conditions of a key look at was changed by the host.
    pub(crate) fn wake(&self, key: usize, change: impl FnOnce()) {
        let mut state = self.lock();
        change();
        state.wake(key);
        self.notify_all_workers(&state);
        self.notify_all_hosts(&state);
    }
}
