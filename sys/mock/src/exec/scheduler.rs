//! The scheduler: one state machine under one lock, and nothing else.
//!
//! A *line* is the queue of one stream. Only the head of a line can run, and a line is in one of four states: idle (empty),
//! ready (its head may start), running (a worker has its head) or parked (its head waits for an event, for a condition, for the
//! other streams of a collective, for a time, or for something outside to end it). Workers take ready lines; which one goes first
//! is drawn from a seed, so that a program that depends on luck fails in some run. Nothing ever runs in the thread that queues,
//! and nothing that waits holds a worker.
//!
//! All waiting and all completing is done to the state of this module, under its lock: it is the place where a virtual clock, a race checker or a search for
//! deadlocks sees every operation once, in an order that all of them agree on.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu_sys::aclError;
use once_cell::sync::Lazy;

use super::begin::address_of;
use super::bell::Bell;
use super::blocked::Awaited;
use super::record::Record;
use super::state::State;
use super::worker;
use crate::check;
use crate::clock;
use crate::control;
use crate::process::watch_forks;
use crate::report::{Failure, Outcome};

static SCHEDULER: Lazy<Scheduler> = Lazy::new(Scheduler::start);

/// The scheduler of this process, started at its first use.
pub(crate) fn scheduler() -> &'static Scheduler {
    &SCHEDULER
}

pub(crate) struct Scheduler {
    state: Mutex<State>,
    /// Workers wait here for something to do.
    work: Bell,
    /// Host threads wait here for something to be done.
    progress: Bell,
}

impl Scheduler {
    fn start() -> Self {
        watch_forks();
        let settings = control::settings();
        let mut state = State::default();
        state.seed(settings.seed);
        state.set_mode(settings.mode());
        for number in 0..settings.workers {
            worker::spawn(number);
        }
        check::look_for_deadlocks();
        Self { state: Mutex::new(state), work: Bell::default(), progress: Bell::default() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the lines of a context stop at the first fault, or asks whether they do.
    pub(crate) fn stop_on_failure(&self, group: u64, set: bool) -> bool {
        let mut state = self.lock();
        let group = state.groups.entry(group).or_default();
        group.stop_on_failure |= set;
        group.stop_on_failure
    }

    /// The first fault of a context that stopped.
    pub(crate) fn group_failure(&self, group: u64) -> Outcome {
        self.lock().group_failure(group)
    }

    /// Forgets a context: its lines must be destroyed.
    pub(crate) fn forget_group(&self, group: u64) {
        self.lock().groups.remove(&group);
    }

    /// Blocks until a record has passed, at most for `timeout`. Whether it has.
    pub(crate) fn wait_for(&self, record: &Record, timeout: Option<Duration>) -> Outcome<bool> {
        let mut state = self.lock();
        self.want_record(&mut state, record);
        let awaited = || Awaited::Record(address_of(record));
        self.wait_until(state, timeout, awaited, |_| record.has_passed()).1
    }

    /// Blocks until all that was queued on a device before is done.
    pub(crate) fn wait_for_device(&self, device: i32) -> Outcome {
        let mut state = self.lock();
        let of_device = state.lines.iter().filter(|(_, line)| line.device == device);
        let mut targets: Vec<(u64, u64)> = of_device.map(|(&id, line)| (id, line.submitted)).collect();
        targets.sort_unstable();
        state.want(targets.iter().copied());
        self.notify_workers(&state, 0);
        let done = |state: &State| {
            let passed = |(id, target): &(u64, u64)| state.lines.get(id).is_none_or(|line| line.completed >= *target);
            targets.iter().all(passed)
        };
        let (state, waited) = self.wait_until(state, None, || Awaited::Lines(targets.clone()), done);
        drop(state);
        waited?;
        for &(id, _) in &targets {
            check::host_waited_for(id);
            clock::host_waited_for(id);
        }
        Ok(())
    }

    /// Blocks a host thread until something holds, at most for `timeout`; whether it does. It looks again whenever operations end.
    /// `awaited` is what that is; a wait in a circle of its thread's own making fails.
    pub(super) fn wait_until<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        timeout: Option<Duration>,
        awaited: impl Fn() -> Awaited,
        done: impl Fn(&State) -> bool,
    ) -> (MutexGuard<'a, State>, Outcome<bool>) {
        state.general += 1;
        let (mut state, waited) = self.wait_while(state, timeout, awaited, |state| !done(state));
        state.general -= 1;
        (state, waited)
    }

    /// Blocks a host thread until a line has completed so many operations, or is no more, at most for `timeout`; whether it has.
    pub(super) fn wait_for_line<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        timeout: Option<Duration>,
        id: u64,
        target: u64,
    ) -> (MutexGuard<'a, State>, Outcome<bool>) {
        state.want([(id, target)]);
        self.notify_workers(&state, 0);
        self.wait_while(
            state,
            timeout,
            || Awaited::Lines(vec![(id, target)]),
            |state| match state.lines.get_mut(&id) {
                Some(line) if line.completed < target => {
                    line.awaited = line.awaited.min(target);
                    true
                }
                _ => false,
            },
        )
    }

    fn wait_while<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        timeout: Option<Duration>,
        awaited: impl Fn() -> Awaited,
        mut waits: impl FnMut(&mut State) -> bool,
    ) -> (MutexGuard<'a, State>, Outcome<bool>) {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        let mut entered = None;
        let waited = loop {
            if !waits(&mut state) {
                break Ok(true);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                break Ok(false);
            }
            if entered.is_none() && left.is_none() && check::looks_for_deadlocks() {
                entered = Some(state.block(awaited(), None));
            }
            if let Some(why) = entered.as_ref().and_then(|entered| entered.verdict.get()) {
                break Err(Failure::acl(aclError::RT_TASK_TIMEOUT, why.as_str()));
            }
            state = self.progress.wait(&self.state, state, |state| &mut state.hosts, left);
        };
        if let Some(entered) = &entered {
            state.unblock(entered);
        }
        (state, waited)
    }

    /// Lets host threads look again, where one waits for what may have happened.
    pub(super) fn notify_hosts(&self, state: &mut State) {
        if std::mem::take(&mut state.reached) || state.general > 0 {
            self.progress.ring_all(state.hosts);
        }
    }

    /// Lets all host threads look again.
    pub(super) fn notify_all_hosts(&self, state: &State) {
        self.progress.ring_all(state.hosts);
    }

    /// Wakes workers for what there is to do, but for what those who are awake anyway, `awake`, will find.
    pub(super) fn notify_workers(&self, state: &State, awake: usize) {
        self.work.ring(state.workers, state.to_do().saturating_sub(awake));
    }

    /// Wakes a worker that looks at the clock, if something depends on it.
    pub(super) fn notify_watcher(&self, state: &State) {
        if state.has_timers() {
            self.work.ring(state.workers, 1);
        }
    }

    /// Wakes all workers.
    pub(super) fn notify_all_workers(&self, state: &State) {
        self.work.ring_all(state.workers);
    }

    /// A worker with nothing to do waits, at most until the next alarm.
    pub(super) fn rest<'a>(&'a self, state: MutexGuard<'a, State>, pause: Option<Duration>) -> MutexGuard<'a, State> {
        self.work.wait(&self.state, state, |state| &mut state.workers, pause)
    }

    /// Ends the heads of lines, and lets everybody look again whom that concerns.
    pub(super) fn finish(&self, state: &mut State, lines: &[u64], outcome: &Outcome) {
        self.finish_awake(state, lines, outcome, 0);
        // Conditions without a key are tried with every step.
        self.notify_watcher(state);
    }

    /// As `finish`, in a worker, which looks for work itself right after.
    pub(super) fn finish_in_worker(&self, state: &mut State, lines: &[u64], outcome: &Outcome) {
        self.finish_awake(state, lines, outcome, 1);
    }

    fn finish_awake(&self, state: &mut State, lines: &[u64], outcome: &Outcome, awake: usize) {
        for &line in lines {
            state.end(line, outcome.clone());
        }
        self.notify_workers(state, awake);
        self.notify_hosts(state);
    }
}
