//! Graphs that are built from streams bound to them: what is submitted to such a stream becomes a node.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{ACL_STREAM_DEVICE_USE_ONLY, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_PERSISTENT};
use ascend_npu_sys::{aclError, aclmdlRI, aclrtStream};
use once_cell::sync::Lazy;

use super::build::{Act, Node};
use super::model::{self, Graph, Origin, Phase};
use crate::exec::{Kind, Task, Touch, scheduler};
use crate::report::{Failure, Outcome};

/// Where a graph starts, and where only a jump leads.
const HEAD: u32 = 0;
const NOT_HEAD: u32 = 0x7FFF_FFFF;

/// Streams that are bound: without one, no submission looks further.
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// By the queue of a stream.
static BOUND: Lazy<Mutex<HashMap<u64, Arc<Graph>>>> = Lazy::new(Mutex::default);

fn bound() -> MutexGuard<'static, HashMap<u64, Arc<Graph>>> {
    BOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refuse<T>(code: aclError, text: impl Into<String>) -> Outcome<T> {
    Err(Failure::acl(code, text))
}

/// The graph that the stream of a queue is bound to.
pub(super) fn of(queue: u64) -> Option<Arc<Graph>> {
    if COUNT.load(Ordering::Acquire) == 0 { None } else { bound().get(&queue).cloned() }
}

/// The same, of a stream that must be bound.
///
/// # Errors
/// 107005.
pub(super) fn needed(queue: u64) -> Outcome<Arc<Graph>> {
    of(queue).ok_or_else(|| Failure::acl(aclError::RT_STREAM_MODEL, "EE1011: the stream is not bound to a graph"))
}

/// Adds a task to the graph of a bound stream.
pub(super) fn add(graph: &Graph, queue: u64, task: Task) -> Outcome {
    check_open(graph)?;
    graph.nodes().add(queue, task)
}

/// Adds what is no task.
pub(super) fn add_act(graph: &Graph, queue: u64, name: &'static str, act: Act, touches: Vec<Touch>) -> Outcome {
    check_open(graph)?;
    graph.nodes().push(queue, Node { touches, ..Node::new(Kind::Graph, name, act) });
    Ok(())
}

fn check_open(graph: &Graph) -> Outcome {
    if graph.phase() == Phase::Open {
        return Ok(());
    }
    refuse(aclError::RT_STREAM_MODEL, "EE1018: the graph of the stream is built: nothing can be added to it")
}

/// Begins a graph.
pub(super) fn begin(flag: u32) -> Outcome<aclmdlRI> {
    if flag != 0 {
        return refuse(aclError::RT_PARAM_INVALID, format!("EE1003: a graph is begun with flag {flag}: 0 is expected"));
    }
    let context = crate::context::current()?;
    let (handle, _) = model::create(context.device.id, context.id, Origin::Built);
    Ok(std::ptr::without_provenance_mut(handle))
}

/// A graph that is built, and not captured, in this thread's context.
fn built(graph: aclmdlRI) -> Outcome<Arc<Graph>> {
    let graph = model::get(graph)?;
    if graph.origin == Origin::Captured {
        return refuse(
            aclError::RT_PARAM_INVALID,
            "EE1016: the graph is captured: only one that is begun can be built",
        );
    }
    if crate::context::current()?.id != graph.context {
        return refuse(aclError::RT_MODEL_CONTEXT, "EE1010: the graph is of another context than this thread's");
    }
    Ok(graph)
}

/// Binds a stream: its tasks are the graph's from now on.
pub(super) fn bind(graph: aclmdlRI, stream: aclrtStream, flag: u32) -> Outcome {
    let graph = built(graph)?;
    if flag != HEAD && flag != NOT_HEAD {
        let text = format!("EE1003: a stream is bound with flag {flag:#x}: {HEAD:#x} and {NOT_HEAD:#x} are");
        return refuse(aclError::RT_PARAM_INVALID, text);
    }
    let stream = crate::stream::find(stream)?;
    let (queue, flags) = (&stream.queue, stream.traits().flags);
    if super::is_capturing(queue.id) {
        let text = "EE1016: the stream is being captured: it cannot be bound to a graph";
        return refuse(aclError::RT_STREAM_CAPTURED, text);
    }
    if flags & ACL_STREAM_PERSISTENT == 0 {
        return refuse(aclError::RT_PARAM_INVALID, "EE1017: a stream must be persistent to be bound to a graph");
    }
    if flags & (ACL_STREAM_FAST_LAUNCH | ACL_STREAM_DEVICE_USE_ONLY) != 0 {
        let text = format!("EE1011: a stream with flags {flags:#x} cannot be bound to a graph");
        return refuse(aclError::RT_FEATURE_NOT_SUPPORT, text);
    }
    if scheduler().stop_on_failure(queue.group, false) {
        let text = "EE1016: a stream that stops on failure cannot be bound to a graph";
        return refuse(aclError::RT_FEATURE_NOT_SUPPORT, text);
    }
    // The nodes first: a run, which holds them, asks for the streams that are bound.
    let mut nodes = graph.nodes();
    let mut bound = bound();
    if let Some(other) = bound.get(&queue.id) {
        let text = format!("EE1007: the stream is bound to graph {}: it cannot be to graph {}", other.id, graph.id);
        return refuse(aclError::RT_STREAM_MODEL, text);
    }
    check_open(&graph)?;
    nodes.add_line(queue.id, flag == HEAD);
    bound.insert(queue.id, graph.clone());
    COUNT.store(bound.len(), Ordering::Release);
    Ok(())
}

/// Takes a stream, and its tasks, out of a graph.
pub(super) fn unbind(graph: aclmdlRI, stream: aclrtStream) -> Outcome {
    let graph = built(graph)?;
    let queue = crate::stream::of_current(stream)?;
    let mut nodes = graph.nodes();
    let mut bound = bound();
    if !bound.get(&queue.id).is_some_and(|found| Arc::ptr_eq(found, &graph)) {
        let text = format!("EE4002: the stream is not bound to graph {}", graph.id);
        return refuse(aclError::RT_STREAM_MODEL, text);
    }
    nodes.remove_line(queue.id);
    bound.remove(&queue.id);
    COUNT.store(bound.len(), Ordering::Release);
    Ok(())
}

/// Marks the end of the tasks.
pub(super) fn end_task(graph: aclmdlRI, stream: aclrtStream) -> Outcome {
    let graph = built(graph)?;
    let queue = crate::stream::of_current(stream)?;
    if !of(queue.id).is_some_and(|found| Arc::ptr_eq(&found, &graph)) {
        let text = format!("EE1017: the stream is not bound to graph {}", graph.id);
        return refuse(aclError::RT_INTERNAL_ERROR, text);
    }
    check_open(&graph)?;
    graph.nodes().is_ended = true;
    Ok(())
}

/// Ends the building.
pub(super) fn end(graph: aclmdlRI) -> Outcome {
    let graph = built(graph)?;
    if !graph.nodes().is_ended {
        let text = "EE1018: the end of the graph's tasks is not marked: call aclmdlRIEndTask first";
        return refuse(aclError::RT_MODEL_EXECUTE, text);
    }
    graph.set_phase(Phase::Ready);
    Ok(())
}

/// Frees the streams of a graph that is destroyed.
pub(super) fn forget(graph: &Arc<Graph>) {
    let mut bound = bound();
    bound.retain(|_, other| !Arc::ptr_eq(other, graph));
    COUNT.store(bound.len(), Ordering::Release);
}
