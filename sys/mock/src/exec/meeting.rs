//! A collective operation as the executor sees it: streams that come together, work once, and go on together.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use once_cell::sync::OnceCell;

use super::begin::{Step, address};
use super::blocked::Absent;
use super::state::State;
use super::task::Body;
use crate::check;
use crate::report::{Failure, Outcome};

/// The work of a meeting: what is done once all streams have come. `Run` or `Parallel`.
pub(crate) type Work = Body;

/// A collective operation in flight. Each of its streams has one task `Body::Meet` of it.
///
/// A stream that reaches its task stops there, without holding a worker. When the last has come, `open` is called once and gives
/// the work; when the work is done all streams go on, or all of them fail with its fault. A stream that has waited longer than
/// `limit` fails with what `late` gives.
pub(crate) struct Meeting {
    seats: AtomicUsize,
    pub(super) limit: Option<Duration>,
    open: Mutex<Option<Opening>>,
    late: Box<Late>,
    absent: Box<dyn Fn() -> Vec<Absent> + Send + Sync>,
    /// Why it was given up: whoever comes now has nobody to wait for.
    given_up: OnceCell<Failure>,
}

/// The failure of streams that have waited too long, or for another reason will wait in vain.
type Late = dyn Fn(Option<&str>) -> Failure + Send + Sync;
type Opening = Box<dyn FnOnce() -> Outcome<Work> + Send>;

impl Meeting {
    /// A meeting of `seats` streams. `absent` tells which ranks have not queued their task; it is called under the scheduler's lock.
    pub(crate) fn new(
        seats: usize,
        limit: Option<Duration>,
        open: impl FnOnce() -> Outcome<Work> + Send + 'static,
        late: impl Fn(Option<&str>) -> Failure + Send + Sync + 'static,
        absent: impl Fn() -> Vec<Absent> + Send + Sync + 'static,
    ) -> Self {
        Self {
            seats: AtomicUsize::new(seats),
            limit,
            open: Mutex::new(Some(Box::new(open))),
            late: Box::new(late),
            absent: Box::new(absent),
            given_up: OnceCell::new(),
        }
    }

    pub(crate) fn seats(&self) -> usize {
        self.seats.load(Ordering::Acquire)
    }

    /// Keeps the meeting from ever being complete: one seat stays free. To be called before the last stream can have come.
    pub(crate) fn keep_waiting(&self) {
        self.seats.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn open(&self) -> Outcome<Work> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        match open {
            Some(open) => open(),
            None => unreachable!("a meeting opens once, when its last stream has come"),
        }
    }

    pub(super) fn late(&self) -> Failure {
        (self.late)(None)
    }

    /// Gives it up for good.
    pub(super) fn give_up(&self, why: &str) -> Failure {
        self.given_up.get_or_init(|| (self.late)(Some(why))).clone()
    }

    pub(super) fn absent(&self) -> Vec<Absent> {
        (self.absent)()
    }
}

/// The streams of a collective that have come.
pub(super) struct Gathering {
    pub(super) meeting: Arc<Meeting>,
    pub(super) lines: Vec<u64>,
    /// When the first of them has waited long enough.
    pub(super) deadline: Option<Instant>,
}

impl Gathering {
    pub(super) fn is_late(&self, now: Instant) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now)
    }
}

impl State {
    pub(super) fn meet(&mut self, id: u64, meeting: Arc<Meeting>) -> Step {
        if let Some(failure) = meeting.given_up.get() {
            self.end(id, Err(failure.clone()));
            return Step::Nothing;
        }
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
        check::met(&lines);
        let started = self.tick();
        for line in &lines {
            if let Some(current) = self.lines.get_mut(line).and_then(|line| line.current.as_mut()) {
                current.started = started;
            }
        }
        Step::Open(meeting, lines)
    }
}
