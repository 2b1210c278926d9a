//! Captures that are going on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use ascend_npu_sys::{aclError, aclmdlRI, aclmdlRICaptureMode as Mode, aclmdlRICaptureStatus as Status, aclrtStream};

use super::model::{self, Graph, Origin, Phase};
use super::{bound, mode};
use crate::exec::{Body, Kind, Queue, Record, Task};
use crate::report::{Failure, Outcome};

/// Captures that are going on: without one, no submission looks further.
static GOING_ON: AtomicUsize = AtomicUsize::new(0);
static CAPTURES: Mutex<Option<Captures>> = Mutex::new(None);

#[derive(Default)]
struct Captures {
    /// By the queue of a stream that takes part.
    queues: HashMap<u64, Arc<Capture>>,
    /// By the address of a record of a capture.
    records: HashMap<usize, Arc<Capture>>,
}

/// One capture.
struct Capture {
    graph: Arc<Graph>,
    handle: usize,
    /// The queue of the stream where it began.
    first: u64,
    context: u64,
    mode: Mode,
    thread: ThreadId,
}

/// The strictest modes that a thread sees.
pub(super) struct Strictest {
    pub(super) of_context: Mode,
    pub(super) of_thread: Option<Mode>,
}

fn captures() -> MutexGuard<'static, Option<Captures>> {
    CAPTURES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn none() -> bool {
    GOING_ON.load(Ordering::Acquire) == 0
}

fn refuse<T>(code: aclError, text: impl Into<String>) -> Outcome<T> {
    Err(Failure::acl(code, text))
}

/// Begins a capture on a stream.
pub(super) fn begin(stream: aclrtStream, mode: Mode) -> Outcome {
    if stream.is_null() {
        return refuse(aclError::INVALID_PARAM, "EE1004: the stream is null: the default stream cannot be captured");
    }
    mode::check(mode)?;
    let queue = crate::stream::of_current(stream)?;
    let context = crate::context::current()?;
    let mut captures = captures();
    let captures = captures.get_or_insert_default();
    if captures.queues.contains_key(&queue.id) {
        return refuse(aclError::RT_STREAM_CAPTURED, "EE1016: the stream is being captured already");
    }
    if bound::of(queue.id).is_some() {
        return refuse(aclError::RT_STREAM_MODEL, "EE1016: the stream is bound to a graph: it cannot be captured");
    }
    let (handle, graph) = model::create(context.device.id, context.id, Origin::Captured);
    graph.nodes().add_line(queue.id, true);
    let (first, thread) = (queue.id, thread::current().id());
    let capture = Capture { graph, handle, first, context: context.id, mode, thread };
    captures.queues.insert(first, Arc::new(capture));
    GOING_ON.fetch_add(1, Ordering::AcqRel);
    Ok(())
}

/// What becomes of a task that is submitted to a queue: `None` when a capture took it.
pub(crate) fn intercept(queue: u64, task: Task) -> Outcome<Option<Task>> {
    if let Some(graph) = bound::of(queue) {
        return bound::add(&graph, queue, task).map(|()| None);
    }
    if none() {
        return Ok(Some(task));
    }
    let mut guard = captures();
    let Some(captures) = guard.as_mut() else { return Ok(Some(task)) };
    let own = captures.queues.get(&queue).cloned();
    let of_record = match &task.body {
        Body::Wait(record) => captures.records.get(&key(record)).cloned(),
        _ => None,
    };
    let capture = match (own, of_record) {
        (None, None) => return Ok(Some(task)),
        (Some(own), None) => {
            if task.kind == Kind::EventWait {
                own.graph.set_phase(Phase::Invalid);
                let text = "EE1016: a stream that is being captured cannot wait for an event that was recorded outside";
                return refuse(aclError::RT_CAPTURE_DEPENDENCY, text);
            }
            own
        }
        (Some(own), Some(other)) if !Arc::ptr_eq(&own, &other) => {
            own.graph.set_phase(Phase::Invalid);
            other.graph.set_phase(Phase::Invalid);
            return refuse(aclError::STREAM_CAPTURE_CONFLICT, "EE1016: an event would join two captures");
        }
        (_, Some(other)) => {
            captures.queues.insert(queue, other.clone());
            other
        }
    };
    if capture.graph.phase() == Phase::Invalid {
        let text = "EE1016: the capture is invalid, because a call in it failed: end it";
        return refuse(aclError::RT_STREAM_CAPTURE_INVALIDATED, text);
    }
    if let Body::Record(record) = &task.body {
        captures.records.insert(key(record), capture.clone());
    }
    drop(guard);
    let added = capture.graph.nodes().add(queue, task);
    if added.is_err() {
        capture.graph.set_phase(Phase::Invalid);
    }
    added.map(|()| None)
}

/// Refuses what cannot be a part of a graph, and makes a capture that it would be a part of invalid.
///
/// # Errors
/// 207000.
pub(crate) fn check_runs_now(queue: u64, what: &str) -> Outcome {
    let capture = if none() { None } else { captures().as_ref().and_then(|all| all.queues.get(&queue).cloned()) };
    if capture.is_none() && bound::of(queue).is_none() {
        return Ok(());
    }
    if let Some(capture) = capture {
        capture.graph.set_phase(Phase::Invalid);
    }
    let text = format!("EE1016: {what} cannot be a part of a graph of the software device: queue it on another stream");
    refuse(aclError::RT_FEATURE_NOT_SUPPORT, text)
}

/// Whether the stream of a queue is bound to a graph.
pub(super) fn is_bound(queue: u64) -> bool {
    bound::of(queue).is_some()
}

/// Refuses what only a stream that is being captured can do.
///
/// # Errors
/// 107029.
pub(crate) fn check_capturing(queue: u64) -> Outcome {
    if is_capturing(queue) {
        return Ok(());
    }
    let text = "EE1016: the stream is not being captured: events are external only in a graph";
    refuse(aclError::RT_STREAM_NOT_CAPTURED, text)
}

/// Adds what the graph does with something outside of it: `act` is called with the queue when the graph is submitted.
pub(crate) fn add_outside(
    queue: u64,
    kind: Kind,
    name: &'static str,
    act: impl Fn(&Queue) -> Outcome + Send + Sync + 'static,
) -> Outcome {
    check_capturing(queue)?;
    let capture = captures().as_ref().and_then(|captures| captures.queues.get(&queue).cloned());
    match capture {
        Some(capture) if capture.graph.phase() == Phase::Open => {
            capture.graph.nodes().add_outside(queue, kind, name, Arc::new(act));
            Ok(())
        }
        _ => {
            let text = "EE1016: the capture is invalid, because a call in it failed: end it";
            refuse(aclError::RT_STREAM_CAPTURE_INVALIDATED, text)
        }
    }
}

/// What is known of the capture of a stream.
pub(super) fn info(stream: aclrtStream) -> Outcome<(Status, aclmdlRI)> {
    if stream.is_null() {
        return refuse(aclError::INVALID_PARAM, "EE1004: the stream is null");
    }
    let queue = crate::stream::of_current(stream)?;
    let captures = captures();
    let Some(capture) = captures.as_ref().and_then(|captures| captures.queues.get(&queue.id)) else {
        return Ok((Status::ACL_MODEL_RI_CAPTURE_STATUS_NONE, std::ptr::null_mut()));
    };
    let status = match capture.graph.phase() {
        Phase::Invalid => Status::ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED,
        _ => Status::ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE,
    };
    Ok((status, std::ptr::without_provenance_mut(capture.handle)))
}

/// Ends the capture that began on a stream; gives the graph.
pub(super) fn end(stream: aclrtStream) -> Outcome<aclmdlRI> {
    if stream.is_null() {
        return refuse(aclError::INVALID_PARAM, "EE1004: the stream is null");
    }
    let queue = crate::stream::of_current(stream)?;
    let mut guard = captures();
    let captures = guard.get_or_insert_default();
    let Some(capture) = captures.queues.get(&queue.id).cloned() else {
        return refuse(aclError::RT_STREAM_NOT_CAPTURED, "EE1018: the stream is not being captured");
    };
    if capture.first != queue.id {
        let text = "EE1016: the capture did not begin on this stream";
        return refuse(aclError::RT_STREAM_CAPTURE_UNMATCHED, text);
    }
    captures.queues.retain(|_, other| !Arc::ptr_eq(other, &capture));
    captures.records.retain(|_, other| !Arc::ptr_eq(other, &capture));
    GOING_ON.fetch_sub(1, Ordering::AcqRel);
    drop(guard);
    let graph = &capture.graph;
    // Outside of the graph its events are as if they had passed.
    graph.nodes().records().for_each(|record| record.pass());
    let relaxed = capture.mode == Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
    let outcome = if !relaxed && thread::current().id() != capture.thread {
        refuse(aclError::RT_STREAM_CAPTURE_WRONG_THREAD, "EE1016: the capture was begun by another thread")
    } else if graph.phase() == Phase::Invalid {
        let text = "EE1016: the capture is invalid, because a call in it failed";
        refuse(aclError::RT_STREAM_CAPTURE_INVALIDATED, text)
    } else if !graph.nodes().is_joined() {
        let text = "EE1017: a stream of the capture is not joined back to the one where it began: record an event last on it, and wait for that";
        refuse(aclError::RT_STREAM_UNJOINED, text)
    } else {
        graph.set_phase(Phase::Ready);
        Ok(std::ptr::without_provenance_mut(capture.handle))
    };
    if outcome.is_err() {
        model::forget(capture.handle);
    }
    outcome
}

/// Whether the stream of a queue is being captured.
pub(crate) fn is_capturing(queue: u64) -> bool {
    !none() && captures().as_ref().is_some_and(|captures| captures.queues.contains_key(&queue))
}

/// Refuses what the host cannot do with a stream that is being captured.
///
/// # Errors
/// 107027.
pub(crate) fn check_stream(queue: u64) -> Outcome {
    if is_bound(queue) {
        let text = "EE1016: the stream is bound to a graph: unbind it, or destroy the graph, first";
        return refuse(aclError::RT_STREAM_MODEL, text);
    }
    if is_capturing(queue) {
        let text = "EE1016: the stream is being captured: it can neither be waited for nor asked nor destroyed";
        return refuse(aclError::RT_STREAM_CAPTURED, text);
    }
    Ok(())
}

/// Refuses what the host cannot do with an event whose newest record is of a capture.
///
/// # Errors
/// 107028.
pub(crate) fn check_event(record: &Arc<Record>) -> Outcome {
    if !none() && captures().as_ref().is_some_and(|captures| captures.records.contains_key(&key(record))) {
        let text = "EE1016: the event was recorded in a capture: the host can neither wait for it nor ask";
        return refuse(aclError::RT_EVENT_CAPTURED, text);
    }
    Ok(())
}

/// The strictest captures of this thread's context; `None` when there is none.
pub(super) fn strictest() -> Option<Strictest> {
    if none() {
        return None;
    }
    let context = crate::context::current().ok()?.id;
    let captures = captures();
    let here = captures.as_ref()?.queues.values().filter(|capture| capture.context == context);
    let of_context = here.clone().map(|capture| capture.mode.0).min().map(Mode)?;
    let thread = thread::current().id();
    let of_thread = here.filter(|capture| capture.thread == thread).map(|capture| capture.mode.0).min().map(Mode);
    Some(Strictest { of_context, of_thread })
}

fn key(record: &Arc<Record>) -> usize {
    Arc::as_ptr(record).addr()
}
