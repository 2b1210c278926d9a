//! The times of a step, from the operations that ran on a device.

use std::time::Duration;

use ascend_npu_mock::control::{Kind, Operation};

/// Where the time of a step goes, on one device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// From the first kernel of the step to the first of the next one.
    pub step: Duration,
    pub forward: Duration,
    pub backward: Duration,
    pub reduce: Duration,
    pub gather: Duration,
    pub optimizer: Duration,
    /// While a kernel runs.
    pub kernels: Duration,
    /// While a collective runs.
    pub communication: Duration,
    /// While collectives run and no kernel does.
    pub exposed: Duration,
    /// Collectives that the step has a part of.
    pub collectives: usize,
}

impl Times {
    /// The share of the communication beside which a kernel runs.
    pub fn hidden(&self) -> f64 {
        let share = self.exposed.as_secs_f64() / self.communication.as_secs_f64();
        if share.is_nan() { 1.0 } else { 1.0 - share }
    }

    /// The most that this share can be: no more is hidden than there are kernels.
    pub fn bound(&self) -> f64 {
        let most = self.kernels.as_secs_f64() / self.communication.as_secs_f64();
        if most.is_nan() { 1.0 } else { most.min(1.0) }
    }
}

/// When something began and ended.
type Span = (Duration, Duration);

/// The times of a step that has one behind it, as the gathers of one step overlap the forward pass of the next; `None` when not all
/// of it is there.
pub fn of_step(operations: &[Operation], step: u32) -> Option<Times> {
    let first = |step: u32| -> Option<Duration> {
        let of_step = |operation: &&Operation| operation.name.starts_with(&format!("forward {step},"));
        operations.iter().filter(of_step).filter_map(|operation| operation.modelled).map(|span| span.0).min()
    };
    let (start, end) = (first(step)?, first(step.checked_add(1)?)?);
    let spans = |wanted: &dyn Fn(&Operation) -> bool| -> Vec<Span> {
        let found = operations.iter().filter(|operation| wanted(operation)).filter_map(|operation| operation.modelled);
        found.map(|span| (span.0.max(start), span.1.min(end))).filter(|(start, end)| start < end).collect()
    };
    let named = |start: &str| spans(&|operation| operation.name.starts_with(start));
    let (forward, backward, optimizer) = (named("forward "), named("backward "), named("adam_"));
    let reduce = spans(&|operation| operation.kind == Kind::ReduceScatter);
    let gather = spans(&|operation| operation.kind == Kind::AllGather);
    let kernels = union([&forward, &backward, &optimizer].into_iter().flatten().copied().collect());
    let collectives = union(reduce.iter().chain(&gather).copied().collect());
    let both = union([kernels.as_slice(), &collectives].concat());
    Some(Times {
        step: end - start,
        forward: total(&forward),
        backward: total(&backward),
        reduce: total(&reduce),
        gather: total(&gather),
        optimizer: total(&optimizer),
        kernels: total(&kernels),
        communication: total(&collectives),
        exposed: total(&both).saturating_sub(total(&kernels)),
        collectives: reduce.len() + gather.len(),
    })
}

fn total(spans: &[Span]) -> Duration {
    spans.iter().map(|(start, end)| *end - *start).sum()
}

/// The same time, without overlaps.
fn union(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut result: Vec<Span> = Vec::new();
    for (start, end) in spans {
        match result.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => result.push((start, end)),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_count_once() {
        let at = Duration::from_millis;
        let spans = union(vec![(at(5), at(7)), (at(0), at(2)), (at(1), at(3))]);
        assert_eq!((total(&spans), spans.len()), (at(5), 2));
    }
}
