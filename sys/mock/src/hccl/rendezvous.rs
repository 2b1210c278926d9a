//! Where the ranks of a new communicator find each other.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ascend_npu_sys::HcclResult;

use super::check::para;
use super::group::Group;
use super::ports;
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
    /// The name that the ranks ask for.
    name: Option<String>,
    /// The device of each rank that has come.
    devices: BTreeMap<u32, i32>,
    /// How the handshake ended: all ranks get the same answer.
    end: Option<Outcome<Arc<Group>>>,
}

/// Handshakes not yet finished, and failed ones, so that a late rank learns why.
static OPEN: Mutex<BTreeMap<u64, Arc<Rendezvous>>> = Mutex::new(BTreeMap::new());

/// A rank that comes to a handshake.
pub(super) struct Arrival {
    pub(super) size: u32,
    pub(super) rank: u32,
    pub(super) device: i32,
    /// The name that it wants for the communicator.
    pub(super) name: Option<String>,
}

/// Opens a handshake whose root is on `device`; its number.
pub(super) fn open(function: &str, device: i32) -> Outcome<u64> {
    let port = ports::free(function)?;
    let micros = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros());
    // The form of the library's names.
    Ok(open_named(|id| format!("127.0.0.1%lo_{port}_{device}_{micros}_{id}")))
}

/// Opens a handshake under a name; its number.
pub(super) fn open_named(name: impl FnOnce(u64) -> String) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let rendezvous = Rendezvous { name: name(id), state: Mutex::default(), changed: Condvar::new() };
    lock(&OPEN).insert(id, Arc::new(rendezvous));
    id
}

/// Whether ranks can still come to a handshake.
pub(super) fn is_open(id: u64) -> bool {
    let rendezvous = lock(&OPEN).get(&id).cloned();
    rendezvous.is_some_and(|rendezvous| lock(&rendezvous.state).end.is_none())
}

/// Brings a rank to its handshake and waits for the others, at most `limit`.
pub(super) fn join(function: &str, id: u64, arrival: Arrival, limit: Duration) -> Outcome<Arc<Group>> {
    let rendezvous = lock(&OPEN).get(&id).cloned().ok_or_else(|| {
        para(format!("{function} got a rootInfo whose communicator is already made; one serves for one communicator"))
    })?;
    let mut state = lock(&rendezvous.state);
    if state.end.is_none() {
        rendezvous.arrive(&mut state, arrival);
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
    state.end.clone().unwrap_or_else(|| Err(para("the handshake has no end")))
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
    fn arrive(&self, state: &mut State, arrival: Arrival) {
        let Arrival { size, rank, device, name } = arrival;
        let agreed = *state.size.get_or_insert(size);
        if state.devices.is_empty() {
            state.name.clone_from(&name);
        }
        let text = if agreed != size {
            format!("rank {rank} of communicator {} names {size} ranks, another names {agreed}", self.name)
        } else if state.name != name {
            let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "no name".to_owned());
            format!("rank {rank} asks for {} as hcclCommName, another for {}", named(&name), named(&state.name))
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
                let name = name.unwrap_or_else(|| self.name.clone());
                state.end = Some(Ok(Arc::new(Group::new(name, size))));
            }
            return;
        };
        state.end = Some(Err(para(text)));
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
