//! Steps whose modelled times are not known yet: they use links that operations use which come before them.

use std::time::{Duration, Instant};

use super::begin::Step;
use super::state::State;
use crate::clock;

/// How long a step is held while nothing else happens.
const LIMIT: Duration = Duration::from_secs(1);
/// How often it is looked whether something happens.
const PERIOD: Duration = Duration::from_millis(50);

/// Steps that wait.
#[derive(Default)]
pub(super) struct Sharing {
    held: Vec<Held>,
    /// The count of changes when they were tried last.
    seen: u64,
    /// Since when nothing has happened.
    since: Option<Instant>,
}

struct Held {
    id: u64,
    lines: Vec<u64>,
    step: Step,
}

impl Sharing {
    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }
}

impl State {
    /// Goes on with a step that uses links once the times of those before it are known.
    pub(super) fn share(&mut self, id: u64, step: Step) -> Step {
        let lines = if let Step::Open(_, lines) = &step { lines.clone() } else { vec![id] };
        match clock::met(&lines, true) {
            Ok(()) => self.hold_back(id, step),
            Err(others) => {
                // They are wanted as this one is.
                let place = |id| Some((id, self.lines.get(&id)?.submitted));
                let places: Vec<_> = others.into_iter().filter_map(place).collect();
                self.sharing.held.push(Held { id, lines, step });
                self.sharing.since = Some(Instant::now());
                self.want(places);
                Step::Nothing
            }
        }
    }

    /// Lets steps go on whose times are known by now, and all of them after a time in which nothing happened; when to look again.
    pub(super) fn release_shared(&mut self, now: Instant) -> Option<Instant> {
        if self.sharing.held.is_empty() {
            return None;
        }
        let rests = self.rests() && self.alarms.is_empty() && self.turns.aside == 0;
        let since = self.sharing.since.filter(|_| rests).unwrap_or(now);
        self.sharing.since = Some(since);
        // One of them is then enough to let things happen again.
        let mut is_patient = now.saturating_duration_since(since) < LIMIT;
        // Each that goes on may let others.
        while self.sharing.seen != clock::changes() || !is_patient {
            self.sharing.seen = clock::changes();
            for Held { id, lines, step } in std::mem::take(&mut self.sharing.held) {
                if clock::met(&lines, is_patient).is_err() {
                    self.sharing.held.push(Held { id, lines, step });
                    continue;
                }
                is_patient = true;
                self.sharing.since = Some(now);
                match self.hold_back(id, step) {
                    Step::Nothing => {}
                    step => self.due.push((id, step)),
                }
            }
            is_patient = true;
        }
        (!self.sharing.held.is_empty()).then(|| now + PERIOD)
    }
}
