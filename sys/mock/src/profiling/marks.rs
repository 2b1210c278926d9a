//! Marks and ranges of the program.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use crate::clock::now;
use crate::exec;
use crate::timeline::{self, Shape, Told};

/// What a mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MarkKind {
    /// A point in time.
    Instant,
    /// A time between two calls.
    Range,
}

/// One mark of the program, by its profiling calls.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// The text that the program gave.
    pub message: String,
    /// The thread that made it, as the operating system numbers it.
    pub thread: u32,
    /// When it began, in nanoseconds of the process's clock.
    pub start: u64,
    /// When it ended; of an instant, when it began.
    pub end: u64,
}

static MARKS: Mutex<Vec<Mark>> = Mutex::new(Vec::new());
static NEXT_RANGE: AtomicU32 = AtomicU32::new(1);
/// Ranges that any thread may close.
static RANGES: Mutex<BTreeMap<u32, Open>> = Mutex::new(BTreeMap::new());
/// Numbers of texts.
static TEXTS: Lazy<Mutex<HashMap<String, u64>>> = Lazy::new(Mutex::default);

struct Open {
    message: String,
    thread: u32,
    start: u64,
}

thread_local! {
    /// Ranges that this thread closes newest first, of the two sets of calls.
    static STACK: RefCell<[Vec<Open>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// The most marks that are kept: a program that profiles and is never asked for them does not grow without end.
const MOST: usize = 1 << 20;

fn marks() -> MutexGuard<'static, Vec<Mark>> {
    MARKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the marks and closed ranges so far, in the order of their ends.
pub fn take_marks() -> Vec<Mark> {
    std::mem::take(&mut *marks())
}

fn keep(mark: Mark, shape: Shape) {
    let Mark { thread, start, end, .. } = mark;
    timeline::told(|| Told { thread, text: mark.message.clone(), start, end, shape });
    let mut marks = marks();
    if marks.len() < MOST {
        marks.push(mark);
    }
}

impl Open {
    fn new(message: String) -> Self {
        Self { message, thread: exec::thread(), start: now() }
    }

    fn close(self, shape: Shape) {
        let Self { message, thread, start } = self;
        keep(Mark { kind: MarkKind::Range, message, thread, start, end: now() }, shape);
    }
}

pub(super) fn instant(message: String) {
    let start = now();
    keep(Mark { kind: MarkKind::Instant, message, thread: exec::thread(), start, end: start }, Shape::Instant);
}

/// Which calls a thread's range belongs to.
#[derive(Clone, Copy)]
pub(super) enum Stack {
    Stamps,
    Attributes,
}

/// Nothing on a thread whose values are being dropped.
fn with_stack<R>(of: Stack, act: impl FnOnce(&mut Vec<Open>) -> R) -> Option<R> {
    let choose = |stack: &RefCell<[Vec<Open>; 2]>| {
        let [stamps, attributes] = &mut *stack.borrow_mut();
        act(match of {
            Stack::Stamps => stamps,
            Stack::Attributes => attributes,
        })
    };
    STACK.try_with(choose).ok()
}

pub(super) fn push(on: Stack, message: String) {
    let _ = with_stack(on, |stack| stack.push(Open::new(message)));
}

/// Closes the newest open range of this thread; whether there is one.
pub(super) fn pop(from: Stack) -> bool {
    with_stack(from, Vec::pop).flatten().map(|open| open.close(Shape::Nested)).is_some()
}

/// Opens a range that any thread may close; its number.
pub(super) fn start_range(message: String) -> u32 {
    let number = NEXT_RANGE.fetch_add(1, Ordering::Relaxed);
    RANGES.lock().unwrap_or_else(PoisonError::into_inner).insert(number, Open::new(message));
    number
}

/// Closes a range; whether it was open.
pub(super) fn stop_range(number: u32) -> bool {
    let range = RANGES.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    range.map(|open| open.close(Shape::Free(number))).is_some()
}

/// The number of a text, the same each time.
pub(super) fn number_of(text: String) -> u64 {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let next = texts.len() as u64 + 1;
    *texts.entry(text).or_insert(next)
}

/// The text of a number.
pub(super) fn text_of(number: u64) -> Option<String> {
    let texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    texts.iter().find(|(_, of)| **of == number).map(|(text, _)| text.clone())
}
