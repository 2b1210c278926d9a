//! What the timeline shows, as it happens.

use std::sync::{Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::file;
use crate::clock::{self, Span};
use crate::control::settings;
use crate::exec::Kind;

/// An operation that ran.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    /// The number of its queue, which no other stream of the process ever has.
    pub(crate) queue: u64,
    pub(crate) device: i32,
    /// The number of its stream on the device.
    pub(crate) stream: i32,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Its place on the stream, from 1.
    pub(crate) number: u64,
    pub(crate) span: Span,
}

/// Device memory that is in use from a time on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub(super) device: i32,
    pub(super) time: u64,
    pub(super) bytes: u64,
}

/// What the program tells the profiler, on a thread.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) thread: u32,
    pub(crate) text: String,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) shape: Shape,
}

/// How a mark or a range lies among the others of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Instant,
    /// It ends before what was begun before it.
    Nested,
    /// It has a number, and may end whenever.
    Free(u32),
}

#[derive(Default)]
pub(super) struct Collected {
    pub(super) operations: Vec<Ran>,
    pub(super) memory: Vec<Memory>,
    pub(super) told: Vec<Told>,
    /// What was not kept any more.
    pub(super) left_out: u64,
}

/// The most that is kept of each: a program that runs for days does not grow without end.
const MOST: usize = 1 << 22;

static COLLECTED: Mutex<Collected> =
    Mutex::new(Collected { operations: Vec::new(), memory: Vec::new(), told: Vec::new(), left_out: 0 });

static IS_ON: Lazy<bool> = Lazy::new(|| settings().timeline_file.is_some());

/// Whether there is to be a timeline.
pub(crate) fn is_on() -> bool {
    *IS_ON
}

pub(super) fn collected() -> MutexGuard<'static, Collected> {
    COLLECTED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Collected {
    fn keep<T>(list: &mut Vec<T>, left_out: &mut u64, what: T) {
        if list.len() < MOST {
            list.push(what);
        } else {
            *left_out += 1;
        }
    }
}

/// An operation has ended.
pub(crate) fn operation(ran: impl FnOnce() -> Ran) {
    if is_on() {
        file::write_at_exit();
        let mut collected = collected();
        let Collected { operations, left_out, .. } = &mut *collected;
        Collected::keep(operations, left_out, ran());
    }
}

/// A device's memory is in use so far from now on.
pub(crate) fn memory(device: i32, bytes: u64) {
    if is_on() {
        file::write_at_exit();
        let now = Memory { device, time: clock::now(), bytes };
        let mut collected = collected();
        let Collected { memory, left_out, .. } = &mut *collected;
        Collected::keep(memory, left_out, now);
    }
}

/// The program has told the profiler something.
pub(crate) fn told(told: impl FnOnce() -> Told) {
    if is_on() {
        file::write_at_exit();
        let mut collected = collected();
        let Collected { told: list, left_out, .. } = &mut *collected;
        Collected::keep(list, left_out, told());
    }
}
