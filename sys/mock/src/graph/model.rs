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
    pub(super) context: u64,
    pub(super) origin: Origin,
    phase: Mutex<Phase>,
    nodes: Mutex<Nodes>,
}

/// How a graph comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Captured,
    /// From streams that are bound to it.
    Built,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It is being captured or built.
    Open,
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

/// A new graph, without a line; its handle.
pub(super) fn create(device: i32, context: u64, origin: Origin) -> (usize, Arc<Graph>) {
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let phase = Mutex::new(Phase::Open);
    let graph = Arc::new(Graph { id, device, context, origin, phase, nodes: Mutex::default() });
    (GRAPHS.insert(graph.clone()).addr(), graph)
}

/// A graph that can run.
pub(super) fn ready(graph: aclmdlRI) -> Outcome<Arc<Graph>> {
    let found = get(graph)?;
    match found.phase() {
        Phase::Ready => Ok(found),
        _ if found.origin == Origin::Built => {
            let text = "EE1018: the graph is being built: call aclmdlRIEndTask and aclmdlRIBuildEnd first";
            Err(Failure::acl(aclError::RT_MODEL_EXECUTE, text))
        }
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
    let found = get(graph)?;
    match found.origin {
        Origin::Built => super::bound::forget(&found),
        Origin::Captured => drop(ready(graph)?),
    }
    forget(graph.addr());
    Ok(())
}

pub(super) fn forget(handle: usize) {
    drop(GRAPHS.remove(std::ptr::without_provenance_mut(handle)));
}
