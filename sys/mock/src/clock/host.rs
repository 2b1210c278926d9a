//! The modelled time of each host thread.

use std::cell::Cell;

use super::cost::{self, nanoseconds};
use super::merge::Merge;
use super::mode::models;
use super::profile::profile;
use crate::exec::{Kind, Touch};

thread_local! {
    static TIME: Cell<u64> = const { Cell::new(0) };
    /// Its questions in vain since it queued something.
    static ASKED: Cell<u32> = const { Cell::new(0) };
    /// How many calls this thread makes that count as one, and whether that one was counted.
    static TOGETHER: Cell<(u32, bool)> = const { Cell::new((0, false)) };
}

/// So many questions in vain, with nothing queued between, are a wait.
const QUESTIONS: u32 = 64;

/// The time of this thread.
pub(super) fn time() -> u64 {
    TIME.get()
}

/// This thread has waited for what happened at a time.
pub(super) fn join(time: u64) {
    TIME.set(TIME.get().max(time));
}

/// This thread asks whether something is over that ends at a time. A real device would not have done it before; who asks again and
/// again waits, and is answered as after a wait.
pub(super) fn sees(time: u64) -> bool {
    let asked = if time <= TIME.get() { QUESTIONS } else { ASKED.get() + 1 };
    ASKED.set(asked % QUESTIONS);
    asked == QUESTIONS
}

/// This thread queues an operation, which costs a call, unless it is a part of one that was counted.
pub(super) fn call() {
    ASKED.set(0);
    let (depth, counted) = TOGETHER.get();
    if depth == 0 || !counted {
        TIME.set(TIME.get() + nanoseconds(profile().launch_us));
        TOGETHER.set((depth, true));
    }
}

/// Calls that count as one, until this is dropped.
pub(crate) struct Together;

/// The calls that follow on this thread are one call of the program.
pub(crate) fn together() -> Together {
    let (depth, counted) = TOGETHER.get();
    TOGETHER.set((depth + 1, depth > 0 && counted));
    Together
}

impl Drop for Together {
    fn drop(&mut self) {
        let (depth, counted) = TOGETHER.get();
        TOGETHER.set((depth.saturating_sub(1), counted));
    }
}

/// The host does an operation itself.
pub(crate) fn host_did(kind: Option<Kind>, touches: &[Touch]) {
    if let (true, Some(kind)) = (models(), kind) {
        let mut moved = Merge::default();
        moved.add(touches);
        TIME.set(TIME.get() + cost::duration(profile(), kind, moved.traffic()));
    }
}
