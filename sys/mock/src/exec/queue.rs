//! Queues: the executor as streams use it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ascend_npu_sys::aclError;

use super::begin::address;
use super::blocked::Awaited;
use super::fault;
use super::scheduler::scheduler;
use super::state::{Line, Queued, State};
use super::task::{Body, Task};
use crate::check::{self, Begun};
use crate::clock;
use crate::report::{Failure, Outcome};

/// One stream's queue, as the rest of the crate holds it.
pub(crate) struct Queue {
    pub(crate) id: u64,
    pub(crate) group: u64,
    pub(crate) device: i32,
    /// Its number on the device, as programs see it.
    pub(crate) number: i32,
}

static NEXT_QUEUE: AtomicU64 = AtomicU64::new(1);

impl Queue {
    /// A new queue of a context (its group) on a device.
    pub(crate) fn new(group: u64, device: i32) -> Self {
        let id = NEXT_QUEUE.fetch_add(1, Ordering::Relaxed);
        let mut state = scheduler().lock();
        state.groups.entry(group).or_default();
        let number = state.numbers.entry(device).or_default().take();
        state.lines.insert(id, Line::new(group, device, number));
        clock::made(id, device);
        Self { id, group, device, number }
    }

    /// Queues a task. Fails with the first fault of a context that stops on failure.
    pub(crate) fn submit(&self, task: Task) -> Outcome {
        let Some(task) = crate::graph::intercept(self.id, task)? else { return Ok(()) };
        let meeting = if let Body::Meet(meeting) = &task.body { Some(address(meeting)) } else { None };
        // What another process ends, it tells the time of.
        let asked = task.collective.as_deref().filter(|_| !matches!(task.body, Body::Hand(..)));
        let call = clock::called(self.id, self.device, task.is_free(), asked, meeting);
        let origin = check::queued();
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        state.group_failure(self.group)?;
        let Some(line) = state.lines.get_mut(&self.id) else { return Err(destroyed()) };
        fault::note_queued(line.submitted);
        if let Some(origin) = &origin {
            let (device, stream, number) = (line.device, line.number, line.submitted);
            let Task { kind, ref name, ref touches, .. } = task;
            origin.note_queued(&Begun { queue: self.id, device, stream, number, kind, name, touches });
        }
        line.submitted += 1;
        line.tasks.push_back(Queued { task, thread: fault::thread(), origin, call });
        let begins = !line.busy && line.tasks.len() == 1;
        state.note_submitted(self.id);
        if begins {
            state.make_ready(self.id);
            scheduler.notify_workers(&state, 0);
        }
        Ok(())
    }

    /// Blocks until all that was queued before is done, at most for `timeout`. A timeout is 507046.
    pub(crate) fn synchronize(&self, timeout: Option<Duration>) -> Outcome {
        self.wait(timeout, || self.note_waited())
    }

    /// What the host does now comes after the work that is done.
    pub(crate) fn note_waited(&self) {
        check::host_waited_for(self.id);
        clock::host_waited_for(self.id);
    }

    /// As `synchronize`, which calls [`Self::note_waited`] when the wait is over.
    pub(crate) fn wait(&self, timeout: Option<Duration>, note: impl FnOnce()) -> Outcome {
        crate::graph::check_stream(self.id)?;
        let scheduler = scheduler();
        let state = scheduler.lock();
        let line = state.lines.get(&self.id).ok_or_else(destroyed)?;
        let (target, aborts) = (line.submitted, line.aborts);
        let (mut state, waited) = scheduler.wait_for_line(state, timeout, self.id, target);
        state.group_failure(self.group)?;
        let aborted = state.lines.get(&self.id).filter(|line| line.aborts != aborts);
        if let Some(told) = aborted.and_then(|line| line.aborted.clone()) {
            return Err(told);
        }
        if !waited? {
            let text = "EE1002: the stream is not done within the timeout; its tasks go on";
            return Err(Failure::acl(aclError::RT_STREAM_SYNC_TIMEOUT, text));
        }
        note();
        // Without stop-on-failure the fault is told once, at this wait.
        let (device, failure) = match state.lines.get_mut(&self.id) {
            Some(line) => (Some(line.device), line.failure.take()),
            None => (None, None),
        };
        drop(state);
        device.into_iter().for_each(crate::memory::trim_pools);
        failure.map_or(Ok(()), Err)
    }

    /// Whether all that was queued is done.
    pub(crate) fn is_done(&self) -> Outcome<bool> {
        crate::graph::check_stream(self.id)?;
        let mut state = scheduler().lock();
        state.group_failure(self.group)?;
        let line = state.lines.get(&self.id).ok_or_else(destroyed)?;
        let done = line.completed == line.submitted;
        if done && !clock::host_sees_idle(self.id) {
            return Ok(false);
        }
        if done {
            self.note_waited();
        } else {
            self.note_asked(&mut state);
        }
        Ok(done)
    }

    /// Ends a queue whose work is done; gives the fault that it had, if there was one.
    pub(crate) fn end_with_failure(&self) -> Outcome {
        check::ended(self.id);
        clock::ended(self.id);
        let mut state = scheduler().lock();
        let line = state.lines.remove(&self.id);
        if line.is_some() {
            state.numbers.entry(self.device).or_default().give_back(self.number);
        }
        scheduler().notify_all_hosts(&state);
        drop(state);
        line.and_then(|line| line.failure).map_or(Ok(()), Err)
    }

    /// Ends the queue: after its work, or by dropping what has not started.
    pub(crate) fn destroy(&self, force: bool) {
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        if force {
            state.abandon(self.id);
            scheduler.notify_all_workers(&state);
            scheduler.notify_all_hosts(&state);
        }
        let id = self.id;
        let place = state.lines.get(&id).map(|line| (id, line.submitted));
        state.want(place);
        scheduler.notify_workers(&state, 0);
        let awaited = || Awaited::Lines(vec![(id, u64::MAX)]);
        let done = |state: &State| state.lines.get(&id).is_none_or(|line| line.completed == line.submitted);
        let (mut state, _) = scheduler.wait_until(state, None, awaited, done);
        check::host_waited_for(self.id);
        check::ended(self.id);
        clock::host_waited_for(self.id);
        clock::ended(self.id);
        if state.lines.remove(&self.id).is_some() {
            state.numbers.entry(self.device).or_default().give_back(self.number);
            scheduler.notify_all_hosts(&state);
        }
    }
}

fn destroyed() -> Failure {
    Failure::acl(aclError::RT_STREAM_CONTEXT, "EE1001: the stream does not exist any more")
}

/// The numbers of a device's streams: the least free one goes first.
#[derive(Default)]
pub(super) struct Numbers {
    next: i32,
    free: BTreeSet<i32>,
}

impl Numbers {
    pub(super) fn take(&mut self) -> i32 {
        self.free.pop_first().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    pub(super) fn give_back(&mut self, number: i32) {
        self.free.insert(number);
    }
}
