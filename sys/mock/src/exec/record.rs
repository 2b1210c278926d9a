//! One record of an event: a point that a stream passes once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use once_cell::sync::OnceCell;

use crate::check::Clock;
use crate::clock::{self, Point};

/// One record of an event.
#[derive(Debug, Default)]
pub(crate) struct Record {
    passed: AtomicBool,
    /// Nanoseconds of the process's clock.
    stamp: AtomicU64,
    /// What its stream knew, for the checks.
    reached: OnceCell<Clock>,
    /// Where it stands, where times are followed.
    point: OnceCell<Point>,
}

impl Record {
    /// Whether its stream has passed it.
    pub(crate) fn has_passed(&self) -> bool {
        self.passed.load(Ordering::Acquire)
    }

    /// When its stream passed it, in nanoseconds; only once it has.
    pub(crate) fn stamp(&self) -> Option<u64> {
        self.has_passed().then(|| self.stamp.load(Ordering::Relaxed))
    }

    /// What its stream knew when it passed, where that is followed.
    pub(crate) fn reached(&self) -> Option<&Clock> {
        self.reached.get()
    }

    /// Where it stands, where times are followed.
    pub(crate) fn point(&self) -> Option<Point> {
        self.point.get().copied()
    }

    /// Notes what its stream knows that passes it now.
    pub(crate) fn note_reached(&self, clock: Option<Clock>) {
        if let Some(clock) = clock {
            let _ = self.reached.set(clock);
        }
    }

    /// Its stream passes it now. Whoever calls this wakes those that wait for it.
    pub(crate) fn pass(&self) {
        let (stamp, point) = clock::stamp();
        if let Some(point) = point {
            let _ = self.point.set(point);
        }
        self.stamp.store(stamp, Ordering::Relaxed);
        self.passed.store(true, Ordering::Release);
    }
}
