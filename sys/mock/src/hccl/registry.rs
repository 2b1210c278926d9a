//! The communicators of the process, by handle. A handle is a number that is never used twice, so a stale one is always known.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ascend_npu_sys::{HcclComm, HcclResult};

use super::check;
use super::communicator::{Communicator, Inside};
use super::sync::lock;
use crate::check::Thing;
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
    crate::check::made(Thing::Communicator, handle as u64, communicator.device, 0);
    registry.live.insert(handle, Arc::new(communicator));
    handle
}

/// Does something with every communicator.
pub(super) fn for_all(act: impl FnMut(&Communicator)) {
    // Not under the lock: what is done may ask the registry again.
    let all: Vec<Arc<Communicator>> = lock(&REGISTRY).live.values().cloned().collect();
    all.iter().map(AsRef::as_ref).for_each(act);
}

/// Refuses a name that a communicator of the device has already.
pub(super) fn check_name(function: &str, name: &str, device: i32) -> Outcome {
    let registry = lock(&REGISTRY);
    let Some(found) = registry.live.values().find(|other| other.device == device && other.name() == name) else {
        return Ok(());
    };
    let rank = found.rank;
    Err(check::para(format!(
        "{function}: device {device} is rank {rank} of a communicator named {name} already; names are unique"
    )))
}

/// The communicators of a device that hold buffers, as a text.
pub(super) fn holdings(device: i32) -> String {
    let mut lines = Vec::new();
    for_all(|communicator| {
        let bytes = communicator.scratch.bytes();
        if communicator.device == device && bytes > 0 {
            lines.push(format!("{}: {} MiB", communicator.name(), bytes >> 20));
        }
    });
    if lines.is_empty() {
        "no other communicator holds any".to_owned()
    } else {
        format!("held by {}", lines.join(", "))
    }
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
                communicator.name(),
                communicator.rank
            );
            return Err(Failure::hccl(HcclResult::HCCL_E_AGAIN, text));
        }
        crate::check::gone(Thing::Communicator, comm as u64);
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

/// Cuts the link of a rank in all communicators of a name; whether there is one.
pub(crate) fn cut_link(name: &str, rank: u32) -> bool {
    let mut found = false;
    for_all(|communicator| {
        if communicator.name() == name {
            communicator.group.roster.cut(rank);
            found = true;
        }
    });
    found
}

/// Suspends all communicators that a device takes part in, as aborting its tasks does.
pub(crate) fn suspend(device: i32) {
    for_all(|communicator| {
        if communicator.device == device {
            communicator.suspend();
        }
    });
}
