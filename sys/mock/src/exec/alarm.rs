//! What is done by the clock: steps that a rule holds back, and waits that have a limit.

use std::time::{Duration, Instant};

use super::begin::Step;
use super::meeting::Gathering;
use super::scheduler::Scheduler;
use super::state::State;
use crate::control;

/// Something to do at a time.
pub(super) struct Alarm {
    pub(super) at: Instant,
    /// A step of a line that a rule held back.
    pub(super) what: (u64, Step),
}

impl PartialEq for Alarm {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}
impl Eq for Alarm {}
impl PartialOrd for Alarm {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Alarm {
    /// The earliest is the greatest, so that the heap gives it first.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.at.cmp(&self.at)
    }
}

impl State {
    /// A rule may make an operation fail instead of work, or make it late: its work, not only its end, so that whoever does not wait for it finds nothing done.
    pub(super) fn hold_back(&mut self, id: u64, step: Step) -> Step {
        if !control::strikes_operations() {
            return step;
        }
        let lines = if let Step::Open(_, lines) = &step { lines.clone() } else { vec![id] };
        let facts = |line: &u64| {
            let line = self.lines.get(line)?;
            Some((line.current.as_ref()?.kind, line.device, line.number))
        };
        let facts: Vec<_> = lines.iter().filter_map(facts).collect();
        let fault = facts.iter().find_map(|&(kind, device, stream)| control::operation_fault(kind, device, stream));
        if let Some(failure) = fault {
            lines.into_iter().for_each(|line| self.end(line, Err(failure.clone())));
            return Step::Nothing;
        }
        match facts.iter().filter_map(|&(kind, device, stream)| control::delay(kind, device, stream)).max() {
            Some(delay) => {
                self.alarms.push(Alarm { at: Instant::now() + delay, what: (id, step) });
                Step::Nothing
            }
            None => step,
        }
    }
}

impl Scheduler {
    /// Does what is due, and says how long until the next.
    pub(super) fn ring(&self, state: &mut State) -> Option<Duration> {
        if !state.has_timers() {
            return None;
        }
        let now = Instant::now();
        let look = self.watch(state, now);
        let held = state.release_held(now);
        let shared = state.release_shared(now);
        while state.alarms.peek().is_some_and(|alarm| alarm.at <= now) {
            state.due.extend(state.alarms.pop().map(|alarm| alarm.what));
        }
        if !state.due.is_empty() {
            self.notify_workers(state, 1);
        }
        // Deadlines belong to the collectives that wait now. Kept apart from them, they would outlive them.
        let late: Vec<Gathering> =
            state.meetings.extract_if(|_, gathering| gathering.is_late(now)).map(|(_, late)| late).collect();
        for gathering in late {
            let failure = gathering.meeting.late();
            self.finish(state, &gathering.lines, &Err(failure));
        }
        let deadlines = state.meetings.values().filter_map(|gathering| gathering.deadline);
        deadlines
            .chain(state.alarms.peek().map(|alarm| alarm.at))
            .chain(look)
            .chain(held)
            .chain(shared)
            .min()
            .map(|at| at.saturating_duration_since(now))
    }
}
