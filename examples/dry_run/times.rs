//! The times of a step, from the operations that ran on a device.

use std::time::Duration;

use ascend_npu_mock::control::{Kind, Operation};

/// Where the time of a step goes, on one device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// From the first kernel of the forward pass to the end of the last gather.
    pub step: Duration,
    pub forward: Duration,
    pub backward: Duration,
    pub reduce: Duration,
    pub gather: Duration,
    pub optimizer: Duration,
    /// While collectives run and no kernel does.
    pub exposed: Duration,
    /// Collectives of the step.
    pub collectives: usize,
}

/// When something began and ended.
type Span = (Duration, Duration);

/// The times of the last of `steps` steps, each with so many buckets; `None` when not all of it is there.
pub fn of_last_step(operations: &[Operation], steps: u32, buckets: usize) -> Option<Times> {
    let last = steps.checked_sub(1)?;
    let spans = |wanted: &dyn Fn(&Operation) -> bool| -> Vec<Span> {
        operations.iter().filter(|operation| wanted(operation)).filter_map(|operation| operation.modelled).collect()
    };
    let named = |start: String| spans(&|operation| operation.name.starts_with(&start));
    // What has no step in its name is of the last one when it is among the last.
    let ended = |mut spans: Vec<Span>| {
        spans.sort_unstable();
        let first = spans.len().checked_sub(buckets)?;
        spans.get(first..).map(<[Span]>::to_vec)
    };
    let (forward, backward) = (named(format!("forward {last},")), named(format!("backward {last},")));
    let optimizer = ended(named("adam_".to_owned()))?;
    let reduce = ended(spans(&|operation| operation.kind == Kind::ReduceScatter))?;
    let gather = ended(spans(&|operation| operation.kind == Kind::AllGather))?;
    let start = forward.iter().map(|span| span.0).min()?;
    let end = gather.iter().map(|span| span.1).max()?;
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
