//! The last operations that were queued on a stream.

use std::collections::VecDeque;

/// Work further back than this that fails is not named.
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

/// The last operations of a stream, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    steps: VecDeque<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    name: &'static str,
    number: u64,
    /// The library's number of the last task of the operation, where it tells.
    task: Option<u32>,
}

impl Trail {
    /// Adds the operation that was just queued.
    pub(crate) fn push(&mut self, name: &'static str, number: u64, task: Option<u32>) {
        if self.steps.len() >= KEPT {
            self.steps.pop_front();
        }
        self.steps.push_back(Step { name, number, task });
    }

    /// The operation that a task is of: the first whose last task is not before it.
    pub(super) fn of_task(&self, task: u32) -> Option<(&'static str, u64)> {
        // The numbers wrap, so that they are compared by their distance.
        let is_not_before = |last: u32| last.wrapping_sub(task).cast_signed() >= 0;
        let step = self.steps.iter().find(|step| step.task.is_some_and(is_not_before))?;
        // A task of before the trail began would be taken for one of the first operation in it.
        let is_whole = self.steps.len() < KEPT || self.steps.front().is_some_and(|first| first.number != step.number);
        is_whole.then_some((step.name, step.number))
    }

    /// The operations after one, oldest first.
    pub(super) fn after(&self, number: u64) -> impl Iterator<Item = (&'static str, u64)> {
        self.steps.iter().filter(move |step| step.number > number).map(|step| (step.name, step.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_of_the_operation_that_queued_it() {
        let mut trail = Trail::default();
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
        let mut trail = Trail::default();
        trail.push("before", 1, Some(u32::MAX));
        trail.push("after", 2, Some(1));
        assert_eq!(trail.of_task(u32::MAX), Some(("before", 1)));
        assert_eq!(trail.of_task(0), Some(("after", 2)));
    }

    #[test]
    fn a_task_older_than_the_trail_is_of_nobody() {
        let mut trail = Trail::default();
        for number in 1..=1000 {
            trail.push("step", number, Some(number as u32));
        }
        assert_eq!(trail.of_task(3), None);
        assert_eq!(trail.of_task(1000), Some(("step", 1000)));
    }
}
