//! The last operations that were queued on a stream.
//!
//! A ring that the stream's own thread writes, at the cost of a few stores and never waiting, for whoever looks from another
//! thread once there is a fault.
#![allow(unsafe_code)] // Puts names together again that were stored in two words.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering, fence};

/// Work further back than this that fails is not named. A power of two, for the place of a number in the ring.
const KEPT: usize = 256;

/// A queued operation that failed on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedOperation {
    /// What it was: the kernel, or the call that queued it.
    pub name: &'static str,
    /// Its place on its stream, counted from 1. Waits for other streams count too.
    pub number: u64,
    /// Its stream: the [`id`](crate::Stream::id).
    pub stream: u64,
}

/// The last operations of a stream.
#[derive(Debug)]
pub(crate) struct Trail {
    slots: Box<[Slot; KEPT]>,
    /// The number of the last one.
    newest: AtomicU64,
}

/// A place of the ring. While it is written its number is 0, which no operation has.
#[derive(Debug, Default)]
struct Slot {
    number: AtomicU64,
    name: AtomicPtr<u8>,
    len: AtomicUsize,
    /// The library's number of the operation's last task, or [`UNTOLD`].
    task: AtomicU64,
}

/// Stands for a task that the library does not tell of: its numbers have 32 bits.
const UNTOLD: u64 = u64::MAX;

#[derive(Clone, Copy, Debug)]
struct Step {
    name: &'static str,
    number: u64,
    task: Option<u32>,
}

impl Slot {
    #[inline]
    fn write(&self, step: Step) {
        self.number.store(0, Ordering::Relaxed);
        fence(Ordering::Release);
        self.name.store(step.name.as_ptr().cast_mut(), Ordering::Relaxed);
        self.len.store(step.name.len(), Ordering::Relaxed);
        self.task.store(step.task.map_or(UNTOLD, u64::from), Ordering::Relaxed);
        self.number.store(step.number, Ordering::Release);
    }

    /// The operation of a number, if it is still there.
    fn read(&self, number: u64) -> Option<Step> {
        if self.number.load(Ordering::Acquire) != number {
            return None;
        }
        let (name, len) = (self.name.load(Ordering::Relaxed), self.len.load(Ordering::Relaxed));
        let task = self.task.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        if self.number.load(Ordering::Relaxed) != number {
            return None;
        }
        // SAFETY: a slot has a number once only, which it had before and after: address and length were written together, and are
        // those of a `&'static str`.
        let name = unsafe { &*(ptr::slice_from_raw_parts(name, len) as *const str) };
        Some(Step { name, number, task: u32::try_from(task).ok() })
    }
}

impl Default for Trail {
    fn default() -> Self {
        Self { slots: Box::new(std::array::from_fn(|_| Slot::default())), newest: AtomicU64::new(0) }
    }
}

impl Trail {
    /// Adds the operation that was just queued, the next in number. Only the thread that queues may.
    #[inline]
    pub(crate) fn push(&self, name: &'static str, number: u64, task: Option<u32>) {
        if let Some(slot) = self.slots.get(place(number)) {
            slot.write(Step { name, number, task });
        }
        self.newest.store(number, Ordering::Release);
    }

    /// The operation that a task is of: the first whose last task is not before it.
    pub(super) fn of_task(&self, task: u32) -> Option<(&'static str, u64)> {
        // The numbers wrap, so that they are compared by their distance.
        let is_not_before = |last: u32| last.wrapping_sub(task).cast_signed() >= 0;
        let steps = self.steps();
        let step = steps.iter().find(|step| step.task.is_some_and(is_not_before))?;
        // A task of before the trail began would be taken for one of the first operation in it.
        let is_whole = step.number == 1 || steps.first().is_some_and(|first| first.number != step.number);
        is_whole.then_some((step.name, step.number))
    }

    /// The operations after one, oldest first.
    pub(super) fn after(&self, number: u64) -> Vec<(&'static str, u64)> {
        self.steps().iter().filter(|step| step.number > number).map(|step| (step.name, step.number)).collect()
    }

    /// What is kept, oldest first and without a gap: what the thread that queues overwrites meanwhile is the oldest.
    fn steps(&self) -> Vec<Step> {
        let newest = self.newest.load(Ordering::Acquire);
        let oldest = newest.saturating_sub(KEPT as u64 - 1).max(1);
        let kept = (oldest..=newest).rev().map_while(|number| self.slots.get(place(number))?.read(number));
        let mut steps: Vec<Step> = kept.collect();
        steps.reverse();
        steps
    }
}

#[inline]
fn place(number: u64) -> usize {
    number as usize % KEPT
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn a_task_is_of_the_operation_that_queued_it() {
        let trail = Trail::default();
        trail.push("first", 1, Some(0));
        trail.push("second", 2, Some(4));
        trail.push("third", 3, Some(5));
        assert_eq!(trail.of_task(0), Some(("first", 1)));
        assert_eq!(trail.of_task(2), Some(("second", 2)));
        assert_eq!(trail.of_task(5), Some(("third", 3)));
        assert_eq!(trail.of_task(6), None);
    }

    #[test]
    fn numbers_of_tasks_may_wrap() {
        let trail = Trail::default();
        trail.push("before", 1, Some(u32::MAX));
        trail.push("after", 2, Some(1));
        assert_eq!(trail.of_task(u32::MAX), Some(("before", 1)));
        assert_eq!(trail.of_task(0), Some(("after", 2)));
    }

    #[test]
    fn a_task_older_than_the_trail_is_of_nobody() {
        let trail = Trail::default();
        for number in 1..=1000 {
            trail.push("step", number, Some(number as u32));
        }
        assert_eq!(trail.of_task(3), None);
        assert_eq!(trail.of_task(1000), Some(("step", 1000)));
    }

    #[test]
    fn the_last_operations_are_told_and_none_before() {
        let trail = Trail::default();
        assert_eq!(trail.after(0), []);
        for number in 1..=KEPT as u64 + 3 {
            trail.push("step", number, None);
        }
        let kept: Vec<u64> = trail.after(0).iter().map(|&(_, number)| number).collect();
        assert_eq!(kept, (4..=KEPT as u64 + 3).collect::<Vec<_>>());
        assert_eq!(trail.after(KEPT as u64 + 2), [("step", KEPT as u64 + 3)]);
    }

    /// Each name goes with the numbers that have its length as a remainder, each task with its number.
    #[test]
    fn a_reader_never_sees_half_of_one_operation_and_half_of_another() {
        const NAMES: [&str; 3] = ["", "a", "bb"];
        const LAST: u64 = 300_000;
        let trail = Trail::default();
        let name = |number: u64| NAMES.iter().find(|name| name.len() as u64 == number % 3).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| (1..=LAST).for_each(|number| trail.push(name(number), number, Some(number as u32))));
            let mut last = 0;
            while last < LAST {
                let steps = trail.steps();
                for (step, next) in steps.iter().zip(steps.iter().skip(1)) {
                    assert_eq!(step.number + 1, next.number);
                }
                for step in &steps {
                    assert_eq!((step.name, step.task), (*name(step.number), Some(step.number as u32)));
                }
                last = steps.last().map_or(last, |step| step.number);
            }
        });
    }
}
