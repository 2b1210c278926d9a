//! The scheduler: one state machine under one lock, and nothing else.
//!
//! A *line* is the queue of one stream. Only the head of a line can run, and a line is in one of four states: idle (empty),
//! ready (its head may start), running (a worker has its head) or parked (its head waits for an event, for a condition, for the
//! other streams of a collective, for a time, or for something outside to end it). Workers take ready lines; which one goes first is drawn from a seed, so that a program that
//! depends on luck fails in some run. Nothing ever runs in the thread that queues, and nothing that waits holds a worker.
//!
//! All waiting and all completing is in this file: it is the place where a virtual clock, a race checker or a search for
//! deadlocks sees every operation once, in an order that all of them agree on.

use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu_sys::aclError;
use once_cell::sync::Lazy;

use super::abort::Numbers;
use super::condition::Waiting;
use super::fault;
use super::helper::Shared;
use super::meeting::Meeting;
use super::record::Record;
use super::task::{Body, Kind, Task};
use super::worker::{self, Job};
use crate::control;
use crate::report::{Failure, Outcome};

static SCHEDULER: Lazy<Scheduler> = Lazy::new(Scheduler::start);

/// The scheduler of this process, started at its first use.
pub(crate) fn scheduler() -> &'static Scheduler {
    &SCHEDULER
}

pub(crate) struct Scheduler {
    state: Mutex<State>,
    /// Workers wait here for something to do.
    pub(super) work: Condvar,
    /// Host threads wait here for something to be done.
    progress: Condvar,
}

/// One stream's queue, as the rest of the crate holds it.
pub(crate) struct Queue {
    pub(crate) id: u64,
    pub(crate) group: u64,
    pub(crate) device: i32,
    /// Its number on the device, as programs see it.
    pub(crate) number: i32,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) lines: HashMap<u64, Line>,
    groups: HashMap<u64, Group>,
    /// By device.
    numbers: HashMap<i32, Numbers>,
    pub(super) ready: Vec<u64>,
    pub(super) jobs: Vec<Arc<Job>>,
    /// Work that other processes take part in.
    pub(super) shared: Vec<Arc<dyn Shared>>,
    /// Steps whose time has come.
    pub(super) due: Vec<(u64, Step)>,
    /// Lines whose head waits for a record, by the record's address.
    waiting: HashMap<usize, Vec<u64>>,
    /// Lines whose head waits for a condition.
    pub(super) conditions: Waiting,
    /// Lines whose head ends elsewhere, and its place on the line.
    pub(super) handed: HashMap<u64, u64>,
    /// Collectives some of whose streams have come, by address.
    meetings: HashMap<usize, Gathering>,
    alarms: BinaryHeap<Alarm>,
    random: u64,
    /// Counts starts and ends of operations: the order that the log tells.
    clock: u64,
}

pub(super) struct Line {
    tasks: VecDeque<Queued>,
    pub(super) current: Option<Current>,
    busy: bool,
    submitted: u64,
    pub(super) completed: u64,
    pub(super) failure: Option<Failure>,
    pub(super) group: u64,
    pub(super) device: i32,
    pub(super) number: i32,
    /// Times that its work was dropped by a call: who waits for the stream meanwhile is told.
    pub(super) aborts: u64,
    /// What they are told.
    pub(super) aborted: Option<Failure>,
    /// What it begins to hand to somebody outside ends at once: its work is being dropped.
    pub(super) is_dropped: bool,
}

struct Queued {
    task: Task,
    /// The thread that queued it.
    thread: u32,
}

pub(super) struct Current {
    kind: Kind,
    pub(super) name: String,
    started: u64,
    pub(super) thread: u32,
    /// Whether the callbacks of failed tasks know of it already.
    pub(super) told: bool,
}

/// The streams of a collective that have come.
struct Gathering {
    meeting: Arc<Meeting>,
    lines: Vec<u64>,
    /// When the first of them has waited long enough.
    deadline: Option<Instant>,
}

/// The lines of one context: what a device error stops together.
#[derive(Default)]
struct Group {
    stop_on_failure: bool,
    failure: Option<Failure>,
}

/// Something to do at a time.
struct Alarm {
    at: Instant,
    /// A step of a line that a rule held back.
    what: (u64, Step),
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

static NEXT_QUEUE: AtomicU64 = AtomicU64::new(1);

impl Queue {
    /// A new queue of a context (its group) on a device.
    pub(crate) fn new(group: u64, device: i32) -> Self {
        let id = NEXT_QUEUE.fetch_add(1, Ordering::Relaxed);
        let mut state = scheduler().lock();
        state.groups.entry(group).or_default();
        let number = state.numbers.entry(device).or_default().take();
        state.lines.insert(id, Line::new(group, device, number));
        Self { id, group, device, number }
    }

    /// Queues a task. Fails with the first fault of a context that stops on failure.
    pub(crate) fn submit(&self, task: Task) -> Outcome {
        let Some(task) = crate::graph::intercept(self.id, task)? else { return Ok(()) };
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        state.group_failure(self.group)?;
        let Some(line) = state.lines.get_mut(&self.id) else { return Err(destroyed()) };
        fault::note_queued(line.submitted);
        line.submitted += 1;
        line.tasks.push_back(Queued { task, thread: fault::thread() });
        if !line.busy && line.tasks.len() == 1 {
            state.ready.push(self.id);
            scheduler.work.notify_one();
        }
        Ok(())
    }

    /// Blocks until all that was queued before is done, at most for `timeout`. A timeout is 507046.
    pub(crate) fn synchronize(&self, timeout: Option<Duration>) -> Outcome {
        crate::graph::check_stream(self.id)?;
        let scheduler = scheduler();
        let state = scheduler.lock();
        let line = state.lines.get(&self.id).ok_or_else(destroyed)?;
        let (target, aborts) = (line.submitted, line.aborts);
        let id = self.id;
        let (mut state, done) = scheduler
            .wait_until(state, timeout, |state| state.lines.get(&id).is_none_or(|line| line.completed >= target));
        state.group_failure(self.group)?;
        let aborted = state.lines.get(&id).filter(|line| line.aborts != aborts);
        if let Some(told) = aborted.and_then(|line| line.aborted.clone()) {
            return Err(told);
        }
        if !done {
            let text = "EE1002: the stream is not done within the timeout; its tasks go on";
            return Err(Failure::acl(aclError::RT_STREAM_SYNC_TIMEOUT, text));
        }
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
        let state = scheduler().lock();
        state.group_failure(self.group)?;
        let line = state.lines.get(&self.id).ok_or_else(destroyed)?;
        Ok(line.completed == line.submitted)
    }

    /// Ends a queue whose work is done; gives the fault that it had, if there was one.
    pub(crate) fn end_with_failure(&self) -> Outcome {
        let line = scheduler().lock().lines.remove(&self.id);
        line.and_then(|line| line.failure).map_or(Ok(()), Err)
    }

    /// Ends the queue: after its work, or by dropping what has not started.
    pub(crate) fn destroy(&self, force: bool) {
        let scheduler = scheduler();
        let mut state = scheduler.lock();
        if force {
            state.abandon(self.id);
            scheduler.work.notify_all();
        }
        let id = self.id;
        let (mut state, _) = scheduler
            .wait_until(state, None, |state| state.lines.get(&id).is_none_or(|line| line.completed == line.submitted));
        if state.lines.remove(&self.id).is_some() {
            state.numbers.entry(self.device).or_default().give_back(self.number);
        }
    }
}

fn destroyed() -> Failure {
    Failure::acl(aclError::RT_STREAM_CONTEXT, "EE1001: the stream does not exist any more")
}

impl Scheduler {
    fn start() -> Self {
        let settings = control::settings();
        let state = State { random: settings.seed | 1, ..State::default() };
        for number in 0..settings.workers {
            worker::spawn(number);
        }
        Self { state: Mutex::new(state), work: Condvar::new(), progress: Condvar::new() }
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
    pub(crate) fn wait_for(&self, record: &Record, timeout: Option<Duration>) -> bool {
        self.wait_until(self.lock(), timeout, |_| record.has_passed()).1
    }

    /// Blocks until all that was queued on a device before is done.
    pub(crate) fn wait_for_device(&self, device: i32) {
        let state = self.lock();
        let of_device = state.lines.iter().filter(|(_, line)| line.device == device);
        let targets: Vec<(u64, u64)> = of_device.map(|(&id, line)| (id, line.submitted)).collect();
        let done = |state: &State| {
            let passed = |(id, target): &(u64, u64)| state.lines.get(id).is_none_or(|line| line.completed >= *target);
            targets.iter().all(passed)
        };
        drop(self.wait_until(state, None, done));
    }

    pub(super) fn wait_until<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        timeout: Option<Duration>,
        done: impl Fn(&State) -> bool,
    ) -> (MutexGuard<'a, State>, bool) {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        loop {
            if done(&state) {
                return (state, true);
            }
            state = match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                None => self.progress.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => return (state, false),
                Some(left) => self.progress.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    pub(super) fn notify_hosts(&self) {
        self.progress.notify_all();
    }

    /// A worker with nothing to do waits, at most until the next alarm.
    pub(super) fn rest<'a>(&'a self, state: MutexGuard<'a, State>, pause: Option<Duration>) -> MutexGuard<'a, State> {
        match pause {
            None => self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(pause) => self.work.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0,
        }
    }

    /// Ends the heads of lines, and lets everybody look again.
    pub(super) fn finish(&self, state: &mut State, lines: &[u64], outcome: &Outcome) {
        for &line in lines {
            state.end(line, outcome.clone());
        }
        self.work.notify_all();
        self.progress.notify_all();
    }

    /// Does what is due, and says how long until the next.
    pub(super) fn ring(&self, state: &mut State) -> Option<Duration> {
        if !state.has_timers() {
            return None;
        }
        let now = Instant::now();
        let look = self.watch(state, now);
        while state.alarms.peek().is_some_and(|alarm| alarm.at <= now) {
            state.due.extend(state.alarms.pop().map(|alarm| alarm.what));
            self.work.notify_one();
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
            .min()
            .map(|at| at.saturating_duration_since(now))
    }
}

impl Gathering {
    fn is_late(&self, now: Instant) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now)
    }
}

/// What a worker is to do with the head of a line.
pub(super) enum Step {
    Run(Body),
    /// The head waits, or is done already.
    Nothing,
    /// The last stream of a collective has come: these lines take part.
    Open(Arc<Meeting>, Vec<u64>),
}

impl State {
    pub(super) fn group_failure(&self, group: u64) -> Outcome {
        match self.groups.get(&group).and_then(|group| group.failure.clone()) {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Forgets the fault that stopped a context.
    pub(super) fn forgive(&mut self, group: u64) {
        if let Some(group) = self.groups.get_mut(&group) {
            group.failure = None;
        }
    }

    /// Whether something is to be done by the clock.
    pub(super) fn has_timers(&self) -> bool {
        !(self.alarms.is_empty() && self.meetings.is_empty() && self.conditions.is_empty())
    }

    /// Draws a number below `limit`.
    pub(super) fn draw(&mut self, limit: usize) -> usize {
        // xorshift64: any sequence does, as long as the seed gives it again.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Takes the head of a ready line.
    pub(super) fn begin(&mut self, id: u64) -> Step {
        let started = self.tick();
        let Some(line) = self.lines.get_mut(&id) else { return Step::Nothing };
        let Some(Queued { task, thread }) = line.tasks.pop_front() else { return Step::Nothing };
        line.busy = true;
        line.current = Some(Current { kind: task.kind, name: task.name, started, thread, told: false });
        match task.body {
            Body::Wait(record) => {
                if record.has_passed() {
                    self.end(id, Ok(()));
                } else {
                    self.waiting.entry(address(&record)).or_default().push(id);
                }
                Step::Nothing
            }
            Body::Record(record) => {
                self.pass(&record);
                self.end(id, Ok(()));
                Step::Nothing
            }
            Body::Change { key, change } => {
                change();
                self.end(id, Ok(()));
                self.wake(key);
                Step::Nothing
            }
            Body::Until(condition) => {
                if self.conditions.park(id, condition) {
                    self.end(id, Ok(()));
                }
                Step::Nothing
            }
            Body::Meet(meeting) => match self.meet(id, meeting) {
                Step::Nothing => Step::Nothing,
                step => self.hold_back(id, step),
            },
            body => self.hold_back(id, Step::Run(body)),
        }
    }

    /// A rule may make an operation late: its work, not only its end, so that whoever does not wait for it finds nothing done.
    fn hold_back(&mut self, id: u64, step: Step) -> Step {
        let rule =
            self.lines.get(&id).and_then(|line| line.current.as_ref()).and_then(|current| control::delay(current.kind));
        match rule {
            Some(delay) => {
                self.alarms.push(Alarm { at: Instant::now() + delay, what: (id, step) });
                Step::Nothing
            }
            None => step,
        }
    }

    fn meet(&mut self, id: u64, meeting: Arc<Meeting>) -> Step {
        let key = address(&meeting);
        let gathering = self.meetings.entry(key).or_insert_with(|| Gathering {
            meeting: meeting.clone(),
            lines: Vec::new(),
            deadline: meeting.limit.map(|limit| Instant::now() + limit),
        });
        gathering.lines.push(id);
        // Counted by who waits here now: a stream that was dropped meanwhile does not take part.
        if gathering.lines.len() < meeting.seats() {
            return Step::Nothing;
        }
        let lines = self.meetings.remove(&key).map(|gathering| gathering.lines).unwrap_or_default();
        let started = self.tick();
        for line in &lines {
            if let Some(current) = self.lines.get_mut(line).and_then(|line| line.current.as_mut()) {
                current.started = started;
            }
        }
        Step::Open(meeting, lines)
    }

    /// Passes a record and frees the lines that wait for it.
    fn pass(&mut self, record: &Arc<Record>) {
        record.pass();
        for line in self.waiting.remove(&address(record)).unwrap_or_default() {
            self.end(line, Ok(()));
        }
        self.wake(address(record));
    }

    /// Counts the head of a line as completed and makes the next one ready.
    pub(super) fn end(&mut self, id: u64, outcome: Outcome) {
        let outcome = match outcome {
            // Whoever registered for failed tasks hears of this one before anybody else sees its end.
            Err(failure) if self.tell(id, &failure) => return,
            outcome => outcome,
        };
        let ended = self.tick();
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.completed += 1;
        line.busy = false;
        if let Some(current) = line.current.take() {
            control::log(line.device, id, current.kind, current.name, line.completed, current.started, ended);
        }
        if !line.tasks.is_empty() {
            self.ready.push(id);
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

    /// Drops what has not started on a line. Whoever waits for its events goes on: their own context decides about the fault.
    pub(super) fn abandon(&mut self, id: u64) {
        self.ready.retain(|&ready| ready != id);
        let Some(line) = self.lines.get_mut(&id) else { return };
        line.is_dropped = true;
        let dropped = std::mem::take(&mut line.tasks);
        line.completed += dropped.len() as u64;
        // A head that waits will never be reached by what it waits for, when that is dropped too: it is dropped as well.
        if line.busy && self.leave(id) {
            self.end(id, Ok(()));
        }
        for queued in dropped {
            match queued.task.body {
                Body::Record(record) => self.pass(&record),
                Body::Change { key, change } => {
                    change();
                    self.wake(key);
                }
                _ => {}
            }
        }
    }

    /// Takes a parked line out of what it waits for; whether it waited.
    pub(super) fn leave(&mut self, id: u64) -> bool {
        let mut found = self.conditions.remove(id).is_some() | self.handed.remove(&id).is_some();
        for lines in self.waiting.values_mut().chain(self.meetings.values_mut().map(|gathering| &mut gathering.lines)) {
            let before = lines.len();
            lines.retain(|&line| line != id);
            found |= lines.len() != before;
        }
        found
    }
}

impl Line {
    pub(super) fn is_idle(&self) -> bool {
        self.completed == self.submitted
    }

    fn new(group: u64, device: i32, number: i32) -> Self {
        Self {
            tasks: VecDeque::new(),
            current: None,
            busy: false,
            submitted: 0,
            completed: 0,
            failure: None,
            group,
            device,
            number,
            aborts: 0,
            aborted: None,
            is_dropped: false,
        }
    }
}

fn address<T>(of: &Arc<T>) -> usize {
    Arc::as_ptr(of).addr()
}
