//! Where the ranks of a new communicator find each other.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ascend_npu_sys::HcclResult;

use super::group::Group;
use super::sync::lock;
use crate::report::{Failure, Outcome};

/// The handshake of one communicator.
struct Rendezvous {
    name: String,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    size: Option<u32>,
    /// The device of each rank that has come.
    devices: BTreeMap<u32, i32>,
    /// How the handshake ended: all ranks get the same answer.
    end: Option<Outcome<Arc<Group>>>,
}

/// Handshakes not yet finished, and failed ones, so that a late rank learns why.
static OPEN: Mutex<BTreeMap<u64, Arc<Rendezvous>>> = Mutex::new(BTreeMap::new());

/// Opens a handshake whose root is on `device`; its number.
pub(super) fn open(device: i32) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let micros = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros());
    // The form of the library's names; the port counts on, so that two of one microsecond differ.
    let name = format!("127.0.0.1%lo_{}_{device}_{micros}", 60_000 + id % 5_536);
    let rendezvous = Rendezvous { name, state: Mutex::default(), changed: Condvar::new() };
    lock(&OPEN).insert(id, Arc::new(rendezvous));
    id
}

/// Brings a rank to its handshake and waits for the others, at most `limit`.
pub(super) fn join(id: u64, size: u32, rank: u32, device: i32, limit: Duration) -> Outcome<Arc<Group>> {
    let rendezvous = lock(&OPEN).get(&id).cloned().ok_or_else(|| {
        para("EI0003: HcclCommInitRootInfo got a rootInfo whose communicator is already made; one serves for one communicator")
    })?;
    let mut state = lock(&rendezvous.state);
    if state.end.is_none() {
        rendezvous.arrive(&mut state, size, rank, device);
        if matches!(state.end, Some(Ok(_))) {
            lock(&OPEN).remove(&id);
        }
        rendezvous.changed.notify_all();
    }
    let (mut state, waited) = rendezvous
        .changed
        .wait_timeout_while(state, limit, |state| state.end.is_none())
        .unwrap_or_else(PoisonError::into_inner);
    if waited.timed_out() && state.end.is_none() {
        state.end = Some(Err(rendezvous.late(&state, limit)));
        rendezvous.changed.notify_all();
    }
    state.end.clone().unwrap_or_else(|| Err(para("EI0003: the handshake has no end")))
}

/// Ends a handshake that can no longer succeed, so that the ranks in it do not wait for the timeout.
pub(super) fn abandon(id: u64, failure: Failure) {
    let Some(rendezvous) = lock(&OPEN).get(&id).cloned() else { return };
    let mut state = lock(&rendezvous.state);
    if state.end.is_none() {
        state.end = Some(Err(failure));
        rendezvous.changed.notify_all();
    }
}

impl Rendezvous {
    /// Notes one more rank. The last one makes the group; one that contradicts the others ends the handshake for all.
    fn arrive(&self, state: &mut State, size: u32, rank: u32, device: i32) {
        let agreed = *state.size.get_or_insert(size);
        let text = if agreed != size {
            format!("rank {rank} of communicator {} names {size} ranks, another names {agreed}", self.name)
        } else if state.devices.contains_key(&rank) {
            format!("rank {rank} of communicator {} has come twice; each rank comes once", self.name)
        } else if let Some((other, _)) = state.devices.iter().find(|(_, taken)| **taken == device) {
            format!(
                "ranks {other} and {rank} of communicator {} are both on device {device}; each rank needs its own",
                self.name
            )
        } else {
            state.devices.insert(rank, device);
            if state.devices.len() == size as usize {
                state.end = Some(Ok(Arc::new(Group::new(self.name.clone(), size))));
            }
            return;
        };
        state.end = Some(Err(para(format!("EI0003: {text}"))));
    }

    fn late(&self, state: &State, limit: Duration) -> Failure {
        let size = state.size.unwrap_or(0);
        let missing: Vec<_> = (0..size).filter(|rank| !state.devices.contains_key(rank)).collect();
        let text = format!(
            "EI0015: communicator {} waited {limit:?} for its {size} ranks; ranks {missing:?} have not come (each rank needs a \
             thread of its own, HCCL_CONNECT_TIMEOUT is the limit)",
            self.name
        );
        Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text)
    }
}

fn para(text: impl Into<String>) -> Failure {
    Failure::hccl(HcclResult::HCCL_E_PARA, text)
}
