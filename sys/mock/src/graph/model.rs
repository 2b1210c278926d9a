//! Graphs by handle.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclmdlRI};
use once_cell::sync::Lazy;

use super::build::Nodes;
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

static GRAPHS: Lazy<Registry<Arc<Graph>>> = Lazy::new(Registry::default);
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A graph, also while it is captured.
pub(super) struct Graph {
    pub(super) id: u32,
    pub(super) device: i32,
    phase: Mutex<Phase>,
    nodes: Mutex<Nodes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Capturing,
    /// A call in the capture failed.
    Invalid,
    Ready,
}

impl Graph {
    pub(super) fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_phase(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    pub(super) fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new graph, whose first line is of a queue; its handle.
pub(super) fn create(device: i32, queue: u64) -> (usize, Arc<Graph>) {
    let nodes = Nodes::of(queue);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let graph = Graph { id, device, phase: Mutex::new(Phase::Capturing), nodes: Mutex::new(nodes) };
    let graph = Arc::new(graph);
    (GRAPHS.insert(graph.clone()).addr(), graph)
}

/// A graph that can run.
pub(super) fn ready(graph: aclmdlRI) -> Outcome<Arc<Graph>> {
    let found = get(graph)?;
    match found.phase() {
        Phase::Ready => Ok(found),
        _ => {
            Err(Failure::acl(aclError::RT_MODEL_CAPTURED, "EE1016: the graph is being captured: end the capture first"))
        }
    }
}

pub(super) fn get(graph: aclmdlRI) -> Outcome<Arc<Graph>> {
    if graph.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the graph is null"));
    }
    let found = GRAPHS.get(graph).map(|found| Arc::clone(&*found));
    found.ok_or_else(|| Failure::acl(aclError::RT_INVALID_HANDLE, "EE1001: there is no such graph"))
}

/// Destroys a graph. What runs of it goes on.
pub(super) fn destroy(graph: aclmdlRI) -> Outcome {
    ready(graph)?;
    forget(graph.addr());
    Ok(())
}

pub(super) fn forget(handle: usize) {
    drop(GRAPHS.remove(std::ptr::without_provenance_mut(handle)));
}
