//! A collective operation as the executor sees it: streams that come together, work once, and go on together.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::task::Body;
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
    late: Box<dyn Fn() -> Failure + Send + Sync>,
}

type Opening = Box<dyn FnOnce() -> Outcome<Work> + Send>;

impl Meeting {
    /// A meeting of `seats` streams.
    pub(crate) fn new(
        seats: usize,
        limit: Option<Duration>,
        open: impl FnOnce() -> Outcome<Work> + Send + 'static,
        late: impl Fn() -> Failure + Send + Sync + 'static,
    ) -> Self {
        Self { seats: AtomicUsize::new(seats), limit, open: Mutex::new(Some(Box::new(open))), late: Box::new(late) }
    }

    pub(crate) fn seats(&self) -> usize {
        self.seats.load(Ordering::Acquire)
    }

    /// Keeps the meeting from ever being complete: one seat stays free. To be called before the last stream can have come.
    pub(crate) fn keep_waiting(&self) {
        self.seats.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn open(&self) -> Outcome<Work> {
        let open = self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        match open {
            Some(open) => open(),
            None => unreachable!("a meeting opens once, when its last stream has come"),
        }
    }

    pub(super) fn late(&self) -> Failure {
        (self.late)()
    }
}
