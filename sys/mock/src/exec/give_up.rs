//! Giving up waits that would never end.

use ascend_npu_sys::aclError;

use super::parked::Node;
use super::scheduler::Scheduler;
use super::state::State;
use crate::report::Failure;

impl Scheduler {
    /// Gives up waits that would never end: those of the heads of lines, and of host threads.
    pub(crate) fn give_up(&self, nodes: &[Node], why: &str) {
        let mut state = self.lock();
        for node in nodes {
            match *node {
                Node::Line(id, completed) => {
                    if state.lines.get(&id).is_some_and(|line| line.completed == completed) {
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
        drop(state);
        wakes.iter().for_each(|wake| wake());
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
