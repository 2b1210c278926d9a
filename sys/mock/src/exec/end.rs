//! The end of operations, well or not.

use super::state::State;
use crate::clock;
use crate::control;
use crate::report::{Failure, Outcome};
use crate::timeline::{self, Ran};

impl State {
    /// Counts the head of a line as completed and makes the next one ready.
    pub(super) fn end(&mut self, id: u64, outcome: Outcome) {
        let outcome = match outcome {
            // Whoever registered for failed tasks hears of this one before anybody else sees its end.
            Err(failure) if self.tell(id, &failure) => return,
            outcome => outcome,
        };
        let span = clock::end(id);
        let ended = self.tick();
        let Some(line) = self.lines.get_mut(&id) else { return };
        self.reached |= line.complete(1);
        line.busy = false;
        line.parked = None;
        if let Some(current) = line.current.take() {
            if let Some(span) = span.filter(|span| !span.is_free) {
                let (device, stream, number) = (line.device, line.number, line.completed);
                let name = || current.name.to_string();
                timeline::operation(|| Ran {
                    queue: id,
                    device,
                    stream,
                    kind: current.kind,
                    name: name(),
                    number,
                    span,
                });
            }
            control::log(line.device, id, current.kind, current.name, line.completed, (current.started, ended), span);
        }
        let goes_on = !line.tasks.is_empty();
        if goes_on {
            self.make_ready(id);
        }
        if let Err(failure) = outcome {
            self.fail(id, failure);
        }
    }

    fn fail(&mut self, id: u64, failure: Failure) {
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.failure.get_or_insert_with(|| failure.clone());
        let group_id = line.group;
        let group = self.groups.entry(group_id).or_default();
        if !group.stop_on_failure {
            return;
        }
        group.failure.get_or_insert(failure);
        let lines: Vec<u64> = self.lines.iter().filter(|(_, line)| line.group == group_id).map(|(&id, _)| id).collect();
        for line in lines {
            self.abandon(line);
        }
    }
}
