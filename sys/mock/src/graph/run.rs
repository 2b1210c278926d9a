//! Running a graph.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ascend_npu_sys::{aclError, aclmdlRI, aclrtStream};

use super::build::{Act, Line};
use super::model::{self, Graph};
use crate::exec::{Body, Kind, Queue, Record, Task};
use crate::report::{Failure, Outcome};

/// Queues a graph on a stream.
pub(super) fn run_async(graph: aclmdlRI, stream: aclrtStream) -> Outcome {
    let graph = model::ready(graph)?;
    let queue = crate::stream::of_current(stream)?;
    if super::is_capturing(queue.id) {
        let text = "EE1016: the stream is being captured: a graph cannot be a part of another";
        return Err(Failure::acl(aclError::RT_STREAM_CAPTURED, text));
    }
    submit(&graph, &queue)
}

/// Runs a graph and waits for its end.
pub(super) fn run(graph: aclmdlRI, timeout: Option<Duration>) -> Outcome {
    let graph = model::ready(graph)?;
    let context = crate::context::current()?;
    let queue = Queue::new(context.id, context.device.id);
    let outcome = submit(&graph, &queue).and_then(|()| queue.synchronize(timeout));
    // Work that is not done yet goes on, and the queue must live until then.
    if outcome.is_ok() {
        queue.destroy(false);
    }
    outcome
}

fn submit(graph: &Arc<Graph>, queue: &Queue) -> Outcome {
    let device = crate::context::current()?.device.id;
    if device != graph.device {
        let text = format!("EE1001: the graph is of device {}, this thread's context of {device}", graph.device);
        return Err(Failure::acl(aclError::RT_MODEL_CONTEXT, text));
    }
    let nodes = graph.nodes();
    let mut fresh = HashMap::new();
    let start = Arc::new(Record::default());
    queue.submit(task(Kind::Graph, "start of a graph", Body::Record(start.clone())))?;
    let mut others = Vec::new();
    let (first, rest) = match nodes.lines.split_first() {
        Some((first, rest)) => (Some(first), rest),
        None => (None, &[][..]),
    };
    for line in rest {
        let other = Queue::new(queue.group, device);
        other.submit(task(Kind::Graph, "start of a graph", Body::Wait(start.clone())))?;
        submit_line(line, &other, &mut fresh, graph.id)?;
        others.push(other);
    }
    if let Some(first) = first {
        submit_line(first, queue, &mut fresh, graph.id)?;
    }
    // Every other queue was joined to this one: they are done by now.
    let others = Arc::new(others);
    let end = move || others.iter().try_for_each(Queue::end_with_failure);
    queue.submit(task(Kind::Graph, "end of a graph", Body::Again(Arc::new(end))))
}

fn submit_line(line: &Line, queue: &Queue, fresh: &mut HashMap<usize, Arc<Record>>, graph: u32) -> Outcome {
    for node in &line.nodes {
        let body = match &node.act {
            Act::Run(run) => {
                let run = run.clone();
                Body::Again(Arc::new(move || run().map_err(|failure| fault(failure, graph))))
            }
            Act::Parallel(parts, run) => {
                let run = run.clone();
                let run = move |part| run(part).map_err(|failure| fault(failure, graph));
                Body::Parallel { parts: *parts, run: Arc::new(run) }
            }
            Act::Host(run) => Body::Host(run.clone()),
            Act::Outside(act) => {
                act(queue)?;
                continue;
            }
            Act::Record(record) => Body::Record(fresh_of(fresh, record)),
            Act::Wait(record) => Body::Wait(fresh_of(fresh, record)),
        };
        queue.submit(task(node.kind, &node.name, body).touching(node.touches.iter().copied()))?;
    }
    Ok(())
}

/// The record that stands for one of the capture in this run.
fn fresh_of(fresh: &mut HashMap<usize, Arc<Record>>, record: &Arc<Record>) -> Arc<Record> {
    fresh.entry(Arc::as_ptr(record).addr()).or_default().clone()
}

fn fault(failure: Failure, graph: u32) -> Failure {
    let text = format!("EZ9999: graph {graph} failed: {} (code {})", failure.text, failure.code);
    Failure::acl(aclError::RT_MODEL_EXECUTE, text)
}

fn task(kind: Kind, name: &str, body: Body) -> Task {
    Task::new(kind, name, body)
}
