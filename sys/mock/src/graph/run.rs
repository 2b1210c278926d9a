//! Running a graph.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{aclError, aclmdlRI, aclrtStream};

use super::build::{Act, Nodes};
use super::label::Switch;
use super::model::{self, Graph, Origin};
use crate::clock;
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
    if super::is_bound(queue.id) {
        let text = "EE1017: the stream is bound to a graph: a graph runs on another";
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    Run::submit(&graph, &queue)
}

/// Runs a graph and waits for its end.
pub(super) fn run(graph: aclmdlRI, timeout: Option<Duration>) -> Outcome {
    let graph = model::ready(graph)?;
    if graph.origin == Origin::Captured {
        let text = "EE1016: the graph is captured: such a one runs on a stream, by aclmdlRIExecuteAsync";
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let context = crate::context::current()?;
    let queue = Queue::new(context.id, context.device.id);
    let outcome = Run::submit(&graph, &queue).and_then(|()| queue.synchronize(timeout));
    // Work that is not done yet goes on, and the queue must live until then.
    if outcome.is_ok() {
        queue.destroy(false);
    }
    outcome
}

/// One run of a graph.
struct Run {
    graph: Arc<Graph>,
    group: u64,
    /// Addresses of the records that the graph makes.
    own: HashSet<usize>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The records of this run, by the address of those of the graph.
    fresh: HashMap<usize, Arc<Record>>,
    /// Queues beside that of the caller.
    queues: Vec<Queue>,
    /// Why a jump failed.
    failure: Option<Failure>,
}

impl Run {
    fn submit(graph: &Arc<Graph>, queue: &Queue) -> Outcome {
        let device = crate::context::current()?.device.id;
        if device != graph.device {
            let text = format!("EE1001: the graph is of device {}, this thread's context of {device}", graph.device);
            return Err(Failure::acl(aclError::RT_MODEL_CONTEXT, text));
        }
        let _one_call = clock::together();
        let nodes = graph.nodes();
        let own = nodes.records().map(address).collect();
        let run = Arc::new(Self { graph: graph.clone(), group: queue.group, own, state: Mutex::default() });
        let start = Arc::new(Record::default());
        queue.submit(Task::new(Kind::Graph, "start of a graph", Body::Record(start.clone())))?;
        let mut heads = nodes.lines.iter().enumerate().filter(|(_, line)| line.is_head).map(|(place, _)| place);
        let first = heads.next();
        let mut ends = Vec::new();
        for line in heads {
            let other = Queue::new(queue.group, device);
            let end = Arc::new(Record::default());
            other.submit(Task::new(Kind::Graph, "start of a graph", Body::Wait(start.clone())))?;
            run.submit_line(&nodes, (line, 0), &other, &end)?;
            run.state().queues.push(other);
            ends.push(end);
        }
        if let Some(first) = first {
            let end = Arc::new(Record::default());
            run.submit_line(&nodes, (first, 0), queue, &end)?;
            ends.push(end);
        }
        for end in ends {
            queue.submit(Task::new(Kind::Graph, "end of a stream of a graph", Body::Wait(end)))?;
        }
        let end = move || run.end();
        queue.submit(Task::new(Kind::Graph, "end of a graph", Body::Again(Arc::new(end))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Submits the nodes of a line from one on, up to a jump, which goes on elsewhere when it runs; `end` passes last.
    fn submit_line(
        self: &Arc<Self>,
        nodes: &Nodes,
        (line, first): (usize, usize),
        queue: &Queue,
        end: &Arc<Record>,
    ) -> Outcome {
        let found = nodes.lines.get(line).map_or(&[][..], |line| &line.nodes);
        for node in found.iter().skip(first) {
            let body = match &node.act {
                Act::Run(run) => {
                    let (run, graph) = (run.clone(), self.graph.id);
                    Body::Again(Arc::new(move || run().map_err(|failure| fault(failure, graph))))
                }
                Act::Parallel(parts, run) => {
                    let (run, graph) = (run.clone(), self.graph.id);
                    let run = move |part| run(part).map_err(|failure| fault(failure, graph));
                    Body::Parallel { parts: *parts, run: Arc::new(run) }
                }
                Act::Host(run) => Body::Host(run.clone()),
                Act::Outside(act) => {
                    act(queue)?;
                    continue;
                }
                Act::Record(record) => {
                    // Outside of a graph that is built its events pass when it runs; those of a capture have passed.
                    if self.graph.origin == Origin::Built {
                        queue.submit(Task::new(node.kind, node.name.clone(), Body::Record(record.clone())))?;
                    }
                    Body::Record(self.fresh_of(record))
                }
                Act::Wait(record) if self.own.contains(&address(record)) => Body::Wait(self.fresh_of(record)),
                Act::Wait(record) => Body::Wait(record.clone()),
                Act::Label(_) => continue,
                Act::Switch(switch) => {
                    // What follows the jump, on another queue, comes after what is before it and after its look at the number.
                    let before = Arc::new(Record::default());
                    let mark = Task::new(node.kind, node.name.clone(), Body::Record(before.clone()));
                    queue.submit(mark.touching(node.touches.iter().copied()))?;
                    let (run, switch, end) = (self.clone(), switch.clone(), end.clone());
                    let jump = move || {
                        run.jump(&switch, before, &end);
                        Ok(())
                    };
                    return queue.submit(Task::new(node.kind, node.name.clone(), Body::Run(Box::new(jump))));
                }
            };
            queue.submit(Task::new(node.kind, node.name.clone(), body).touching(node.touches.iter().copied()))?;
        }
        queue.submit(Task::new(Kind::Graph, "end of a stream of a graph", Body::Record(end.clone())))
    }

    /// Goes on at the label that a jump leads to, on a queue of its own.
    fn jump(self: &Arc<Self>, switch: &Switch, before: Arc<Record>, end: &Arc<Record>) {
        let queue = Queue::new(self.group, self.graph.device);
        let start = queue.submit(Task::new(Kind::Graph, "start of a jump", Body::Wait(before)));
        let outcome = start.and_then(|()| switch.choose()).and_then(|label| {
            let nodes = self.graph.nodes();
            let place = nodes.place_of(label).ok_or_else(|| {
                let text = "EE1018: a jump leads to a label that is not set in the graph";
                Failure::acl(aclError::RT_INTERNAL_ERROR, text)
            })?;
            self.submit_line(&nodes, place, &queue, end)
        });
        if let Err(failure) = outcome {
            self.state().failure.get_or_insert(failure);
            // Whoever waits for the end goes on, and is told of the failure there.
            let end = Task::new(Kind::Graph, "end of a stream of a graph", Body::Record(end.clone()));
            let _ = queue.submit(end);
        }
        self.state().queues.push(queue);
    }

    /// Ends the queues, which are done by now; the first fault of the run.
    fn end(&self) -> Outcome {
        let mut state = self.state();
        let queues = std::mem::take(&mut state.queues);
        let jumps = state.failure.take().map_or(Ok(()), Err);
        drop(state);
        let nodes = queues.iter().map(Queue::end_with_failure).fold(Ok(()), Outcome::and);
        jumps.map_err(|failure| fault(failure, self.graph.id)).and(nodes)
    }

    /// The record that stands for one of the graph in this run.
    fn fresh_of(&self, record: &Arc<Record>) -> Arc<Record> {
        self.state().fresh.entry(address(record)).or_default().clone()
    }
}

fn address(record: &Arc<Record>) -> usize {
    Arc::as_ptr(record).addr()
}

fn fault(failure: Failure, graph: u32) -> Failure {
    let text = format!("EZ9999: graph {graph} failed: {} (code {})", failure.text, failure.code);
    Failure::acl(aclError::RT_MODEL_EXECUTE, text)
}
