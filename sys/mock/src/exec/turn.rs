//! Whose turn it is: schedules that a seed gives again, and the one in which everything comes late.
//!
//! Left alone, the workers begin whatever is ready. In the other two modes they begin one operation at a time, and only what is
//! *wanted*: what a host thread waits for, directly or through what that waits for in turn. All other ready lines are *held*. With
//! `Steps`, each call of the program lets a drawn number of drawn lines go on as well, and returns when the device rests again: what
//! runs between two calls depends on the seed and not on how fast threads are. With `Late`, nothing goes on but what is wanted.
//!
//! A line wants something when it is to reach a place, and then whatever ends the wait at its head is wanted too. Where nobody knows
//! what that is, everything is. What is held and never wanted, because the program waits by other means than calls, goes on after
//! [`LIMIT`] in which nothing did.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::blocked::Awaited;
use super::record::Record;
use super::scheduler::{Scheduler, scheduler};
use super::state::State;
use super::task::Body;
use super::worker::is_of_device;
use super::{begin::address, queue::Queue};

/// How long lines are held while nothing else happens.
const LIMIT: Duration = Duration::from_secs(1);
/// How long a call waits for the device to rest. Reached only by operations that take that long.
const REST: Duration = Duration::from_secs(1);
/// How long it waits for host functions, which may themselves wait for the program.
const PATIENCE: Duration = Duration::from_millis(20);
/// So many questions in vain are a wait.
const QUESTIONS: u32 = 16;
/// A call lets fewer operations than this go on.
const STEPS: usize = 4;

/// Whether calls of the program give turns.
static GIVES: AtomicBool = AtomicBool::new(false);

/// Who begins what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Workers begin whatever is ready.
    #[default]
    Free,
    /// What is wanted, and at each call some drawn ones.
    Steps,
    /// What is wanted.
    Late,
}

/// What the head of a line waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parked {
    /// Operations of this address: a record, a meeting, or the key of a condition.
    On(usize),
    /// Anybody.
    Outside,
}

#[derive(Default)]
#[repr(C)]
pub(super) struct Turns {
    pub(super) mode: Mode,
    /// Workers inside of operations.
    pub(super) performing: usize,
    /// Lines that are ready and not wanted.
    pub(super) held: Vec<u64>,
    /// When a line was held or begun last.
    since: Option<Instant>,
    /// Operations that may begin without being wanted.
    steps: usize,
    /// Host functions that run.
    pub(super) aside: usize,
    /// One of them has kept a call waiting for too long.
    impatient: bool,
    /// Questions in vain about events.
    asked: u32,
}

impl Body {
    /// The address of what it ends waits for.
    fn gives(&self) -> Option<usize> {
        match self {
            Self::Record(record) => Some(address(record)),
            Self::Change { key, .. } => Some(*key),
            Self::Meet(meeting) => Some(address(meeting)),
            _ => None,
        }
    }
}

impl State {
    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.turns.mode = mode;
        self.turns.steps = 0;
        GIVES.store(mode != Mode::Free, Ordering::Release);
        if mode == Mode::Free {
            self.ready.append(&mut self.turns.held);
        }
    }

    /// A line can begin its head: now, or when it is wanted.
    pub(super) fn make_ready(&mut self, id: u64) {
        let is_wanted = self.lines.get(&id).is_none_or(|line| line.is_wanted());
        if self.turns.mode == Mode::Free || is_wanted {
            self.ready.push(id);
        } else {
            self.turns.since = Some(Instant::now());
            self.turns.held.push(id);
        }
    }

    /// The line whose head is to begin now.
    pub(super) fn next_line(&mut self) -> Option<u64> {
        let (ready, held) = (self.ready.len(), self.turns.held.len());
        if self.turns.mode == Mode::Free {
            let place = if ready == 0 { return None } else { self.draw(ready) };
            return Some(self.ready.swap_remove(place));
        }
        if self.turns.performing > 0 {
            return None;
        }
        let choice = if self.turns.mode == Mode::Steps { ready + held } else { ready };
        if choice == 0 {
            self.turns.steps = 0;
        }
        if choice == 0 || (ready == 0 && self.turns.steps == 0) {
            return None;
        }
        self.turns.steps = self.turns.steps.saturating_sub(1);
        self.turns.since = Some(Instant::now());
        let place = self.draw(choice);
        Some(match place.checked_sub(ready) {
            None => self.ready.swap_remove(place),
            Some(place) => self.turns.held.swap_remove(place),
        })
    }

    /// A task was queued on a line.
    pub(super) fn note_submitted(&mut self, id: u64) {
        if self.turns.mode == Mode::Free {
            return;
        }
        let Some(line) = self.lines.get(&id) else { return };
        let given = line.tasks.back().and_then(|queued| queued.task.body.gives()).map(Parked::On);
        let target = line.submitted;
        // Ranks of other processes may wait for it.
        let shared = line
            .tasks
            .back()
            .is_some_and(|queued| matches!(queued.task.body, Body::Hand(..)) && queued.task.kind.is_of_communicator());
        let waits = |parked: Option<Parked>| parked.is_some() && (parked == given || parked == Some(Parked::Outside));
        if shared || self.lines.values().any(|line| line.is_wanted() && waits(line.parked)) {
            self.want([(id, target)]);
        }
    }

    /// The head of a line waits from now on.
    pub(super) fn park(&mut self, id: u64, on: Parked) {
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.parked = Some(on);
        if self.turns.mode != Mode::Free && line.is_wanted() {
            self.want(self.givers(on));
        }
    }

    /// Lets lines go on until they have completed so many operations, and whatever these wait for.
    pub(super) fn want(&mut self, places: impl IntoIterator<Item = (u64, u64)>) {
        if self.turns.mode == Mode::Free {
            return;
        }
        let mut todo: Vec<(u64, u64)> = places.into_iter().collect();
        while let Some((id, target)) = todo.pop() {
            let Some(line) = self.lines.get_mut(&id).filter(|line| line.demand < target) else { continue };
            line.demand = target;
            if !line.is_wanted() {
                continue;
            }
            if let Some(parked) = line.parked {
                todo.extend(self.givers(parked));
            }
            if let Some(place) = self.turns.held.iter().position(|&held| held == id) {
                self.ready.push(self.turns.held.swap_remove(place));
            }
        }
    }

    fn want_everything(&mut self) {
        self.want(self.givers(Parked::Outside));
    }

    /// The places of lines that end a wait, in the order of the lines.
    fn givers(&self, of: Parked) -> Vec<(u64, u64)> {
        let mut places: Vec<(u64, u64)> = match of {
            Parked::Outside => self.lines.iter().map(|(&id, line)| (id, line.submitted)).collect(),
            Parked::On(key) => {
                let place = |line: &super::state::Line| {
                    line.tasks.iter().rposition(|queued| queued.task.body.gives() == Some(key))
                };
                let before = |line: &super::state::Line| line.submitted - line.tasks.len() as u64;
                let found = self.lines.iter().filter_map(|(&id, line)| Some((id, before(line), place(line)?)));
                found.map(|(id, before, place)| (id, before + place as u64 + 1)).collect()
            }
        };
        places.sort_unstable();
        places
    }

    /// Lets everything go on that was held for too long; when to look again.
    pub(super) fn release_held(&mut self, now: Instant) -> Option<Instant> {
        if self.turns.held.is_empty() {
            return None;
        }
        let at = self.turns.since.map_or(now, |since| since + LIMIT);
        if at <= now {
            self.want_everything();
            return None;
        }
        Some(at)
    }

    /// Whether no operation runs or is about to.
    pub(super) fn rests(&self) -> bool {
        let Turns { steps, performing, .. } = self.turns;
        performing == 0 && steps == 0 && self.ready.is_empty() && self.due.is_empty() && self.jobs.is_empty()
    }
}

impl Queue {
    /// The host asked in vain whether the work is done.
    pub(super) fn note_asked(&self, state: &mut State) {
        let Some(line) = state.lines.get_mut(&self.id) else { return };
        line.asked += 1;
        let target = line.submitted;
        if line.asked >= QUESTIONS {
            state.want([(self.id, target)]);
            scheduler().notify_workers(state, 0);
        }
    }
}

impl Scheduler {
    /// A host thread waits for a record.
    pub(super) fn want_record(&self, state: &mut State, record: &Record) {
        let places = state.givers(Parked::On(std::ptr::from_ref(record).addr()));
        state.want(places);
        self.notify_workers(state, 0);
    }

    /// A host thread waits for all that is queued on some queues.
    pub(crate) fn want_queues(&self, queues: impl IntoIterator<Item = u64>) {
        if GIVES.load(Ordering::Acquire) {
            let mut state = self.lock();
            let place = |id| state.lines.get(&id).map(|line| (id, line.submitted));
            let places: Vec<_> = queues.into_iter().filter_map(place).collect();
            state.want(places);
            self.notify_workers(&state, 0);
        }
    }

    /// A host thread waits for something that nobody here knows of.
    pub(crate) fn want_everything(&self) {
        if GIVES.load(Ordering::Acquire) {
            let mut state = self.lock();
            state.want_everything();
            self.notify_workers(&state, 0);
        }
    }

    /// The host asked in vain whether a record has passed; `None` for something else.
    pub(crate) fn note_asked(&self, record: Option<&Record>) {
        if !GIVES.load(Ordering::Acquire) {
            return;
        }
        let mut state = self.lock();
        state.turns.asked += 1;
        if state.turns.asked >= QUESTIONS {
            state.turns.asked = 0;
            let of = record.map_or(Parked::Outside, |record| Parked::On(std::ptr::from_ref(record).addr()));
            let places = state.givers(of);
            state.want(places);
            self.notify_workers(&state, 0);
        }
    }

    /// Begins a new sequence of draws, in a mode. What is queued runs before.
    pub(crate) fn reseed(&self, seed: u64, mode: Mode) {
        self.want_everything();
        let mut state = self.settle(self.lock());
        state.set_mode(mode);
        state.seed(seed);
        self.notify_all_workers(&state);
    }

    /// Waits until the device rests.
    fn settle<'a>(&'a self, state: std::sync::MutexGuard<'a, State>) -> std::sync::MutexGuard<'a, State> {
        let nothing = || Awaited::Lines(Vec::new());
        let (mut state, _) = self.wait_until(state, Some(REST), nothing, State::rests);
        if state.turns.aside > 0 && !state.turns.impatient {
            let rests = |state: &State| state.rests() && state.turns.aside == 0;
            let rested;
            (state, rested) = self.wait_until(state, Some(PATIENCE), nothing, rests);
            state.turns.impatient = rested != Ok(true);
        }
        state.turns.impatient &= state.turns.aside > 0;
        state
    }
}

/// A call of the program is about to return: its turn ends.
pub(crate) fn turn() {
    if !GIVES.load(Ordering::Acquire) || is_of_device() {
        return;
    }
    let scheduler = scheduler();
    let mut state = scheduler.settle(scheduler.lock());
    if state.turns.mode == Mode::Steps && !state.turns.held.is_empty() {
        state.turns.steps = state.draw(STEPS);
        scheduler.notify_workers(&state, 0);
        drop(scheduler.settle(state));
    }
}
