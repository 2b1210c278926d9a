//! The communicators of the process, by handle. A handle is a number that is never used twice, so a stale one is always known.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ascend_npu_sys::{HcclComm, HcclResult};

use super::check;
use super::communicator::{Communicator, Inside};
use super::sync::lock;
use crate::report::{Failure, Outcome};

struct Registry {
    next: usize,
    live: BTreeMap<usize, Arc<Communicator>>,
}

/// Handles look like addresses, but of a page that no process has.
const STEP: usize = 16;

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { next: STEP, live: BTreeMap::new() });

/// Registers a communicator; its handle.
pub(super) fn add(communicator: Communicator) -> usize {
    let mut registry = lock(&REGISTRY);
    let handle = registry.next;
    registry.next += STEP;
    registry.live.insert(handle, Arc::new(communicator));
    handle
}

/// Enters a call of a communicator.
pub(super) fn enter(comm: HcclComm, function: &str) -> Outcome<Inside> {
    check::not_null(comm, function, "comm")?;
    let registry = lock(&REGISTRY);
    registry.live.get(&(comm as usize)).map(Inside::new).ok_or_else(|| unknown(comm, function))
}

/// Destroys a communicator that no thread is inside of.
pub(super) fn destroy(comm: HcclComm) -> Outcome {
    let communicator = {
        let mut registry = lock(&REGISTRY);
        let communicator = registry.live.get(&(comm as usize)).ok_or_else(|| unknown(comm, "HcclCommDestroy"))?;
        if communicator.is_entered() {
            let text = format!(
                "HcclCommDestroy: another thread is inside a call of communicator {}, rank {}; call again when it has returned",
                communicator.group.roster.name, communicator.rank
            );
            return Err(Failure::hccl(HcclResult::HCCL_E_AGAIN, text));
        }
        registry.live.remove(&(comm as usize))
    };
    if let Some(communicator) = communicator {
        communicator.end();
    }
    Ok(())
}

/// Number of communicators that a device takes part in.
pub(crate) fn live_communicators(device: i32) -> usize {
    lock(&REGISTRY).live.values().filter(|communicator| communicator.device == device).count()
}

fn unknown(comm: HcclComm, function: &str) -> Failure {
    let text =
        format!("EI0003: {function} got comm {comm:?}, which is no live communicator; it was destroyed or never made");
    Failure::hccl(HcclResult::HCCL_E_PARA, text)
}
