//! A log of the operations that ran, in the order that they started and ended.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{self, Span};
use crate::exec::Kind;

/// One operation that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// Its device.
    pub device: i32,
    /// Its stream: a number that the software device gave it.
    pub stream: u64,
    /// What it was.
    pub kind: Kind,
    /// The kernel's name, or that of the C function.
    pub name: String,
    /// Its place on the stream, from 1.
    pub sequence: u64,
    /// When it started: a count that all starts and ends of the process share, so that comparing two of them tells which came
    /// first.
    pub started: u64,
    /// When it ended, by the same count.
    pub ended: u64,
    /// When it began and ended by the modelled clock; `None` where the clock is real.
    pub modelled: Option<(Duration, Duration)>,
}

static ON: AtomicBool = AtomicBool::new(false);
static LOG: Mutex<Vec<Operation>> = Mutex::new(Vec::new());

fn operations() -> MutexGuard<'static, Vec<Operation>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Switches the log on or off. It is off at first.
pub fn record_operations(on: bool) {
    ON.store(on, Ordering::Release);
}

/// Takes what the log holds of a device, in the order of the ends.
pub fn take_operations(device: i32) -> Vec<Operation> {
    let mut log = operations();
    let (taken, rest) = std::mem::take(&mut *log).into_iter().partition(|operation| operation.device == device);
    *log = rest;
    taken
}

pub(crate) fn log(
    device: i32,
    stream: u64,
    kind: Kind,
    name: Cow<'static, str>,
    sequence: u64,
    (started, ended): (u64, u64),
    span: Option<Span>,
) {
    if ON.load(Ordering::Acquire) {
        let modelled = span
            .filter(|_| clock::models())
            .map(|span| (Duration::from_nanos(span.start), Duration::from_nanos(span.end)));
        operations().push(Operation {
            device,
            stream,
            kind,
            name: name.into_owned(),
            sequence,
            started,
            ended,
            modelled,
        });
    }
}
