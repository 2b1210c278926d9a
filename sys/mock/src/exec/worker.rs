//! The workers: as many threads as cores, which run what the scheduler gives out.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use ascend_npu_sys::aclError;

use super::begin::Step;
use super::fault::thread as thread_number;
use super::scheduler::{Scheduler, scheduler};
use super::seat::Seated;
use super::state::State;
use super::task::Body;
use super::ticket::Ticket;
use super::turn::Mode;
use crate::check;
use crate::clock;
use crate::remark::remark;
use crate::report::{Failure, Outcome};

/// Work in parts, which any worker may take.
pub(super) struct Job {
    parts: u32,
    next: AtomicU32,
    left: AtomicU32,
    run: Arc<dyn Fn(u32) -> Outcome + Send + Sync>,
    failure: Mutex<Option<Failure>>,
    lines: Lines,
}

pub(super) fn spawn(number: usize) {
    let builder = thread::Builder::new().name(format!("ascend-mock-{number}"));
    if let Err(error) = builder.spawn(work) {
        remark(format_args!("a worker thread cannot be started: {error}"));
    }
}

fn work() {
    OF_DEVICE.set(true);
    let scheduler = scheduler();
    let mut state = scheduler.lock();
    loop {
        let pause = scheduler.ring(&mut state);
        if let Some((line, step)) = state.due.pop() {
            state = act(scheduler, state, || perform(scheduler, line, step));
        } else if let Some(job) = state.jobs.last().cloned() {
            state = act(scheduler, state, || take_parts(scheduler, &job));
        } else if let Some(work) = state.shared.last().cloned() {
            drop(state);
            scheduler.take_part(&work);
            state = scheduler.lock();
        } else if let Some(line) = state.next_line() {
            let step = state.begin(line);
            if let Step::Nothing = step {
                scheduler.tell(&mut state);
                continue;
            }
            state = act(scheduler, state, || perform(scheduler, line, step));
        } else {
            state = scheduler.rest(state, pause);
        }
    }
}

/// Operations that have ended, of one line or of those that met, and how.
type Ended = (Lines, Outcome);

#[derive(Clone)]
enum Lines {
    One(u64),
    Met(Vec<u64>),
}

impl Lines {
    fn all(&self) -> &[u64] {
        match self {
            Self::One(line) => std::slice::from_ref(line),
            Self::Met(lines) => lines,
        }
    }
}

/// Does something without the lock, which others see that it is being done; what has ended by it ends under the same lock that the
/// worker then goes on with.
fn act<'a>(
    scheduler: &'a Scheduler,
    mut state: MutexGuard<'a, State>,
    what: impl FnOnce() -> Option<Ended>,
) -> MutexGuard<'a, State> {
    state.turns.performing += 1;
    drop(state);
    let ended = what();
    let mut state = scheduler.lock();
    state.turns.performing -= 1;
    if let Some((lines, outcome)) = &ended {
        scheduler.finish_in_worker(&mut state, lines.all(), outcome);
    }
    if state.turns.mode != Mode::Free {
        scheduler.notify_workers(&state, 1);
        scheduler.notify_hosts(&mut state);
    }
    state
}

thread_local! {
    static OF_DEVICE: Cell<bool> = const { Cell::new(false) };
    static RUNNING: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Whether this thread is the device's own: what it calls is no turn of the program.
pub(super) fn is_of_device() -> bool {
    OF_DEVICE.get()
}

/// The queue whose operation this thread runs; `None` for one of several queues, and outside of workers.
pub(crate) fn running() -> Option<u64> {
    RUNNING.get()
}

/// Runs a part of an operation of some lines.
fn run_for<T>(lines: &Lines, run: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    let before = RUNNING.replace(match lines.all() {
        [line] => Some(*line),
        _ => None,
    });
    let outcome = guarded(run);
    RUNNING.set(before);
    outcome
}

/// Does a step; what has ended by it.
fn perform(scheduler: &'static Scheduler, line: u64, step: Step) -> Option<Ended> {
    match step {
        Step::Nothing => None,
        Step::Run(body) => start(scheduler, body, Lines::One(line)),
        Step::Open(meeting, lines) => match guarded(|| meeting.open()) {
            Ok(work) => start(scheduler, work, Lines::Met(lines)),
            Err(failure) => Some((Lines::Met(lines), Err(failure))),
        },
    }
}

fn start(scheduler: &'static Scheduler, body: Body, lines: Lines) -> Option<Ended> {
    match body {
        Body::Run(run) => {
            let outcome = run_for(&lines, run);
            Some((lines, outcome))
        }
        Body::Again(run) => {
            let outcome = run_for(&lines, || run());
            Some((lines, outcome))
        }
        Body::Parallel { parts: 0, .. } => Some((lines, Ok(()))),
        Body::Parallel { parts, run } => {
            let (next, left) = (AtomicU32::new(0), AtomicU32::new(parts));
            let job = Arc::new(Job { parts, next, left, run, failure: Mutex::default(), lines });
            if parts > 1 {
                let mut state = scheduler.lock();
                state.jobs.push(job.clone());
                scheduler.notify_all_workers(&state);
                drop(state);
            }
            take_parts(scheduler, &job)
        }
        Body::Host(run) => {
            let of_thread = lines.clone();
            let ended = move || {
                OF_DEVICE.set(true);
                note_function(scheduler, of_thread.all(), true);
                for &line in of_thread.all() {
                    check::host_begins(line);
                    clock::host_acts(line);
                }
                let outcome = guarded(|| {
                    run();
                    Ok(())
                });
                for &line in of_thread.all() {
                    check::host_acted(line);
                    clock::host_acted(line);
                }
                note_function(scheduler, of_thread.all(), false);
                let mut state = scheduler.lock();
                state.turns.aside -= 1;
                scheduler.finish(&mut state, of_thread.all(), &outcome);
                scheduler.notify_hosts(&mut state);
            };
            scheduler.lock().turns.aside += 1;
            let error = thread::Builder::new().name("ascend-mock-callback".to_owned()).spawn(ended).err()?;
            let text = format!("EE1023: a host function needs a thread of its own, and none can be started: {error}");
            scheduler.lock().turns.aside -= 1;
            Some((lines, Err(Failure::acl(aclError::RT_RESOURCE_ALLOC_FAIL, text))))
        }
        Body::Hand(seat, start) => {
            hand(scheduler, seat, start, &lines);
            None
        }
        Body::Record(_) | Body::Wait(_) | Body::Meet(_) | Body::Change { .. } | Body::Tell(..) | Body::Until(_) => {
            unreachable!("the scheduler handles these itself")
        }
    }
}

/// This thread begins or ends a host function of some lines.
fn note_function(scheduler: &Scheduler, lines: &[u64], begins: bool) {
    if check::looks_for_deadlocks() {
        let mut state = scheduler.lock();
        for &line in lines {
            match begins {
                true => state.functions.insert(line, thread_number()),
                false => state.functions.remove(&line),
            };
        }
    }
}

/// Gives the end of an operation away.
fn hand(scheduler: &'static Scheduler, seat: Seated, start: Box<dyn FnOnce(Ticket) + Send>, lines: &Lines) {
    let Some(&line) = lines.all().first() else { return };
    let Some(ticket) = scheduler.lock().hand(line, seat) else {
        return scheduler.finish(&mut scheduler.lock(), &[], &Ok(()));
    };
    // A panic drops the ticket, which ends the operation.
    let _ = run_for(lines, || {
        start(ticket);
        Ok(())
    });
}

/// Takes parts of a job until none are left; the job has ended for whoever ends the last part.
fn take_parts(scheduler: &'static Scheduler, job: &Arc<Job>) -> Option<Ended> {
    let mut done = 0;
    loop {
        let part = job.next.fetch_add(1, Ordering::Relaxed);
        if part >= job.parts {
            break;
        }
        if let Err(failure) = run_for(&job.lines, || (job.run)(part)) {
            job.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        }
        done += 1;
    }
    scheduler.lock().jobs.retain(|other| !Arc::ptr_eq(other, job));
    // Release and acquire: what all parts wrote is seen by whoever goes on after the job.
    if done == 0 || job.left.fetch_sub(done, Ordering::AcqRel) != done {
        return None;
    }
    let failure = job.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    Some((job.lines.clone(), failure.map_or(Ok(()), Err)))
}

/// A panic in a task is a fault of the device, not the end of a worker.
fn guarded<T>(run: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        Err(Failure::acl(aclError::RT_INTERNAL_ERROR, "EZ9999: a task of the software device panicked"))
    })
}

impl Scheduler {
    fn tell(&self, state: &mut State) {
        // The head may have been a record or a wait: others may go on, on the device and on the host. A head that waits for a
        // time needs a worker that looks at the clock, while this one is busy.
        self.notify_workers(state, 1);
        self.notify_watcher(state);
        self.notify_hosts(state);
    }
}
