//! Giving up waits that would never end.

use std::sync::Arc;

use ascend_npu_sys::aclError;

use super::parked::Node;
use super::scheduler::Scheduler;
use super::seat::Seat;
use super::state::State;
use crate::report::Failure;

impl Scheduler {
    /// Gives up waits that would never end: those of the heads of lines, and of host threads.
    pub(crate) fn give_up(&self, nodes: &[Node], why: &str) {
        let mut state = self.lock();
        for node in nodes {
            match *node {
                Node::Line(id, completed) => {
                    let is_seated = state.handed.get(&id).is_some_and(|(_, seat)| seat.is_some());
                    if !is_seated && state.lines.get(&id).is_some_and(|line| line.completed == completed) {
                        self.give_up_head(&mut state, id, why);
                    }
                }
                Node::Host(serial) => {
                    if let Some(blocked) = state.blocked.get(&serial) {
                        let _ = blocked.verdict.set(why.to_owned());
                    }
                }
                Node::Asleep(..) => {}
            }
        }
        self.notify_all_workers(&state);
        self.notify_all_hosts(&state);
        let wakes = |node: &Node| match node {
            Node::Host(serial) => state.blocked.get(serial)?.wake.clone(),
            _ => None,
        };
        let wakes: Vec<_> = nodes.iter().filter_map(wakes).collect();
        let seat = |node: &Node| match *node {
            Node::Line(id, completed) => {
                state.handed.get(&id).filter(|(sequence, _)| *sequence == completed).and_then(|(_, seat)| seat.clone())
            }
            _ => None,
        };
        let seats: Vec<Arc<Seat>> = nodes.iter().filter_map(seat).collect();
        drop(state);
        wakes.iter().for_each(|wake| wake());
        // The other processes hear of it too.
        seats.iter().for_each(|seat| (seat.give_up)(why));
    }

    fn give_up_head(&self, state: &mut State, id: u64, why: &str) {
        let of_line = state.meetings.iter().find(|(_, gathering)| gathering.lines.contains(&id)).map(|(key, _)| *key);
        // A meeting is given up for all its streams: it will never be complete.
        if let Some(gathering) = of_line.and_then(|key| state.meetings.remove(&key)) {
            let failure = gathering.meeting.give_up(why);
            self.finish(state, &gathering.lines, &Err(failure));
        } else if state.leave(id) {
            let text = format!("EE9999: the stream would wait for ever: {why}");
            self.finish(state, &[id], &Err(Failure::acl(aclError::RT_TASK_TIMEOUT, text)));
        }
    }
}
