//! The start of operations.

use std::sync::Arc;

use super::meeting::Meeting;
use super::record::Record;
use super::state::{Current, Queued, State};
use super::task::{Body, Task};
use super::turn::Parked;
use crate::check::{self, Begun};
use crate::clock;

/// What a worker is to do with the head of a line.
pub(super) enum Step {
    Run(Body),
    /// The head waits, or is done already.
    Nothing,
    /// The last stream of a collective has come: these lines take part.
    Open(Arc<Meeting>, Vec<u64>),
}

impl State {
    /// Takes the head of a ready line.
    pub(super) fn begin(&mut self, id: u64) -> Step {
        let started = self.tick();
        let Some(line) = self.lines.get_mut(&id) else { return Step::Nothing };
        let Some(Queued { task, thread, origin, call }) = line.tasks.pop_front() else { return Step::Nothing };
        line.busy = true;
        let (device, stream, number) = (line.device, line.number, line.completed);
        let is_free = task.is_free();
        let Task { kind, ref name, ref touches, ref collective, .. } = task;
        let site = origin.as_ref().map(|origin| origin.site());
        check::begin(&Begun { queue: id, device, stream, number, kind, name, touches }, origin);
        let collective = collective.as_deref();
        let uses_links = clock::models() && collective.is_some();
        clock::begin(clock::Begun { queue: id, kind, touches, collective, call, is_free });
        line.current = Some(Current { kind: task.kind, name: task.name, started, thread, told: false, site });
        match task.body {
            Body::Wait(record) => {
                if record.has_passed() {
                    check::waited(id, record.reached());
                    clock::waited(id, &record);
                    self.end(id, Ok(()));
                } else {
                    let key = address(&record);
                    self.waiting.entry(key).or_default().push(id);
                    self.park(id, Parked::On(key));
                }
                Step::Nothing
            }
            Body::Record(record) => {
                record.note_reached(check::reached(id));
                clock::passing(id, || record.pass());
                self.passed(&record);
                self.end(id, Ok(()));
                Step::Nothing
            }
            Body::Change { key, change } => {
                clock::changed(id, key);
                clock::passing(id, change);
                self.end(id, Ok(()));
                self.wake(key);
                Step::Nothing
            }
            Body::Tell(_, change) => {
                clock::passing(id, change);
                self.end(id, Ok(()));
                Step::Nothing
            }
            Body::Until(condition) => {
                let sees = condition.sees.clone();
                let parked = condition.key.map_or(Parked::Outside, Parked::On);
                if self.conditions.park(id, *condition) {
                    sees.found(id);
                    self.end(id, Ok(()));
                } else {
                    self.park(id, parked);
                }
                Step::Nothing
            }
            Body::Meet(meeting) => {
                let key = address(&meeting);
                match self.meet(id, meeting) {
                    Step::Nothing => {
                        self.park(id, Parked::On(key));
                        Step::Nothing
                    }
                    step => self.share(id, step),
                }
            }
            body if uses_links && !matches!(body, Body::Hand(..)) => self.share(id, Step::Run(body)),
            body => self.hold_back(id, Step::Run(body)),
        }
    }

    /// Passes a record and frees the lines that wait for it.
    pub(super) fn pass(&mut self, record: &Arc<Record>) {
        record.pass();
        self.passed(record);
    }

    fn passed(&mut self, record: &Arc<Record>) {
        for line in self.waiting.remove(&address(record)).unwrap_or_default() {
            check::waited(line, record.reached());
            clock::waited(line, record);
            self.end(line, Ok(()));
        }
        self.wake(address(record));
    }
}

pub(super) fn address<T>(of: &Arc<T>) -> usize {
    address_of(&**of)
}

pub(super) fn address_of<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}
