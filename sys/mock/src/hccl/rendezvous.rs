//! Where the ranks of a new communicator find each other.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ascend_npu_sys::HcclResult;

use super::across::{self, Bridge, Process};
use super::check::para;
use super::group::Group;
use super::handshake::{Address, Answer, Hello, Listener, call, token};
use super::limits;
use super::ports;
use super::root::Root;
use super::sync::lock;
use crate::process::Identity;
use crate::report::{Failure, Outcome};

/// How often a stand-in looks whether its rank is still there.
const LOOK: Duration = Duration::from_millis(20);

/// The handshake of one communicator.
struct Rendezvous {
    id: u64,
    name: String,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    size: Option<u32>,
    /// The name that the ranks ask for.
    name: Option<String>,
    /// The ranks that have come: their devices, and their processes if these are others.
    ranks: BTreeMap<u32, (i32, Option<Process>)>,
    /// How the handshake ended: all ranks get the same answer.
    end: Option<Outcome<Arc<Group>>>,
    /// Where ranks of other processes come to; until the end.
    listener: Option<Arc<Listener>>,
    /// Ranks of other processes that have not been answered.
    unanswered: usize,
}

/// A rank of another process, until it is answered.
pub(super) struct Unanswered(Arc<Rendezvous>);

impl Unanswered {
    fn new(rendezvous: Arc<Rendezvous>) -> Self {
        lock(&rendezvous.state).unanswered += 1;
        Self(rendezvous)
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        lock(&self.0.state).unanswered -= 1;
        self.0.changed.notify_all();
    }
}

/// How long the ranks of this process wait, when a handshake has failed, until those elsewhere have heard of it.
const FAREWELL: Duration = Duration::from_secs(1);

/// Handshakes not yet finished, and failed ones, so that a late rank learns why.
static OPEN: Mutex<BTreeMap<u64, Arc<Rendezvous>>> = Mutex::new(BTreeMap::new());

/// Communicators of several processes that ranks of this one are in, by their makers.
static FOUND: Mutex<BTreeMap<(Identity, u64), Weak<Group>>> = Mutex::new(BTreeMap::new());

/// A rank that comes to a handshake.
pub(super) struct Arrival {
    pub(super) size: u32,
    pub(super) rank: u32,
    pub(super) device: i32,
    /// The name that it wants for the communicator.
    pub(super) name: Option<String>,
}

/// Opens a handshake whose root is on `device`; what its ranks need to know.
pub(super) fn open(function: &str, device: i32) -> Outcome<Root> {
    let listener = ports::listen(function)?;
    let Address::Port(address) = listener.address else { return Err(para("the root listens at no port")) };
    let micros = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros());
    // The form of the library's names.
    let interface = ports::interface(address.ip());
    let name = |id| format!("{}%{interface}_{}_{device}_{micros}_{id}", address.ip(), address.port());
    let id = open_named(name, Some(listener));
    Ok(Root { id, process: token(), address })
}

/// Opens a handshake of ranks of this process; its number.
pub(super) fn open_here(function: &str, device: i32) -> Outcome<u64> {
    // It needs no port; but the library takes one.
    let port = ports::free(function)?;
    let micros = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros());
    Ok(open_named(|id| format!("127.0.0.1%lo_{port}_{device}_{micros}_{id}"), None))
}

/// Opens a handshake under a name; its number.
pub(super) fn open_named(name: impl FnOnce(u64) -> String, listener: Option<Arc<Listener>>) -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    open_numbered(id, name(id), listener);
    id
}

/// Opens a handshake of a number that the ranks know.
pub(super) fn open_numbered(id: u64, name: String, listener: Option<Arc<Listener>>) {
    let state = Mutex::new(State { listener, ..State::default() });
    lock(&OPEN).insert(id, Arc::new(Rendezvous { id, name, state, changed: Condvar::new() }));
}

/// Whether ranks can still come to a handshake.
pub(super) fn is_open(id: u64) -> bool {
    let rendezvous = lock(&OPEN).get(&id).cloned();
    rendezvous.is_some_and(|rendezvous| lock(&rendezvous.state).end.is_none())
}

/// Brings a rank to the handshake of a root information, wherever that is, and waits for the others, at most `limit`.
pub(super) fn join_root(function: &str, root: &Root, arrival: Arrival, limit: Duration) -> Outcome<Arc<Group>> {
    if root.process == token() {
        return join(function, root.id, arrival, limit);
    }
    let (address, rank) = (Address::Port(root.address), arrival.rank);
    join_elsewhere(&address, root.process, root.id, arrival, limit)?.unwrap_or_else(|| {
        let text = format!(
            "EI0015: {function}: no root listens at {address} for rank {rank}: its process has ended, or its communicator is made \
             or given up; one rootInfo serves for one communicator"
        );
        Err(Failure::hccl(HcclResult::HCCL_E_TCP_CONNECT, text))
    })
}

/// Brings a rank to a handshake of another process. `None` when nobody listens there.
pub(super) fn join_elsewhere(
    address: &Address,
    process: u64,
    id: u64,
    arrival: Arrival,
    limit: Duration,
) -> Outcome<Option<Outcome<Arc<Group>>>> {
    let Arrival { size, rank, device, name } = arrival;
    let hello = Hello {
        token: process,
        id,
        size,
        rank,
        device,
        process: across::own().ok_or_else(unshared)?,
        limit: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
        name,
    };
    Ok(call(address, &hello).map(|answer| attach(found(&answer?)?, limit)))
}

/// The communicator that another process has made, opened once by this one.
fn found(answer: &Answer) -> Outcome<Arc<Group>> {
    let mut found = lock(&FOUND);
    let key = (answer.maker, answer.number);
    if let Some(group) = found.get(&key).and_then(Weak::upgrade) {
        return Ok(group);
    }
    found.retain(|_, group| group.strong_count() > 0);
    let Answer { number, maker, descriptor, name } = answer;
    let open = |group| Bridge::open(*number, *maker, *descriptor, group);
    let group = Group::across(name.clone(), open).map_err(|error| {
        let pid = maker.pid;
        let text = format!(
            "EI0015: communicator {name} of process {pid} cannot be opened: {error} (its ranks must be on one machine, of one user, \
             and see each other in /proc)"
        );
        Failure::hccl(HcclResult::HCCL_E_SYSCALL, text)
    })?;
    found.insert(key, Arc::downgrade(&group));
    Ok(group)
}

/// Waits until all ranks have the communicator, if it is of several processes.
fn attach(group: Arc<Group>, limit: Duration) -> Outcome<Arc<Group>> {
    if let Some(bridge) = group.bridge() {
        bridge.attach(&group.roster.name, limit)?;
    }
    Ok(group)
}

/// Brings a rank of this process to a handshake of this process, and waits for the others, at most `limit`.
pub(super) fn join(function: &str, id: u64, arrival: Arrival, limit: Duration) -> Outcome<Arc<Group>> {
    let rendezvous = find(function, id)?;
    let met = rendezvous.meet(arrival, None, limit, || true);
    if met.is_err() {
        // The program may end at once; what the others read then would be that its process is gone.
        rendezvous.wait_for_answers();
    }
    attach(met?, limit)
}

fn find(function: &str, id: u64) -> Outcome<Arc<Rendezvous>> {
    lock(&OPEN).get(&id).cloned().ok_or_else(|| {
        para(format!("{function} got a rootInfo whose communicator is already made; one serves for one communicator"))
    })
}

/// Waits in a handshake for a rank of another process, for as long as it is there. What comes with the answer is to be dropped
/// when that is sent.
pub(super) fn stand_in(hello: &Hello, is_there: impl FnMut() -> bool) -> (Outcome<Answer>, Option<Unanswered>) {
    match find("HcclCommInitRootInfo", hello.id) {
        Ok(rendezvous) => {
            let unanswered = Unanswered::new(rendezvous.clone());
            (stand_in_at(&rendezvous, hello, is_there), Some(unanswered))
        }
        Err(failure) => (Err(failure), None),
    }
}

fn stand_in_at(rendezvous: &Rendezvous, hello: &Hello, is_there: impl FnMut() -> bool) -> Outcome<Answer> {
    let Hello { size, rank, device, process, limit, ref name, .. } = *hello;
    let arrival = Arrival { size, rank, device, name: name.clone() };
    let group = rendezvous.meet(arrival, Some(process), Duration::from_millis(limit), is_there)?;
    let bridge = group.bridge().ok_or_else(unshared)?;
    Ok(Answer {
        number: bridge.number(),
        maker: Identity::own(),
        descriptor: bridge.descriptor(),
        name: group.roster.name.clone(),
    })
}

/// Ends a handshake that can no longer succeed, so that the ranks in it do not wait for the timeout.
pub(super) fn abandon(id: u64, failure: Failure) {
    let Some(rendezvous) = lock(&OPEN).get(&id).cloned() else { return };
    let mut state = lock(&rendezvous.state);
    if state.end.is_none() {
        rendezvous.end(&mut state, Err(failure));
    }
}

impl Rendezvous {
    /// Waits in it for all ranks.
    fn meet(
        &self,
        arrival: Arrival,
        process: Option<Process>,
        limit: Duration,
        mut is_there: impl FnMut() -> bool,
    ) -> Outcome<Arc<Group>> {
        let rank = arrival.rank;
        let mut state = lock(&self.state);
        if state.end.is_none() {
            self.arrive(&mut state, arrival, process);
        }
        let deadline = Instant::now().checked_add(limit);
        while state.end.is_none() {
            let left = deadline.map_or(LOOK, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                let failure = self.late(&state, limit);
                self.end(&mut state, Err(failure));
            } else if !is_there() {
                let pid = process.map_or(0, |process| process.identity.pid);
                let text = format!(
                    "EI0015: rank {rank} of communicator {} came, and its process {pid} has ended before the other ranks came",
                    self.name
                );
                self.end(&mut state, Err(Failure::hccl(HcclResult::HCCL_E_TCP_TRANSFER, text)));
            } else {
                let left = if process.is_some() { left.min(LOOK) } else { left };
                let waited = self.changed.wait_timeout(state, left);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        state.end.clone().unwrap_or_else(|| Err(para("the handshake has no end")))
    }

    /// Waits, not for long, until the ranks of other processes have heard how it ended.
    fn wait_for_answers(&self) {
        let state = lock(&self.state);
        drop(self.changed.wait_timeout_while(state, FAREWELL, |state| state.unanswered > 0));
    }

    /// Notes one more rank. The last one makes the group; one that contradicts the others ends the handshake for all.
    fn arrive(&self, state: &mut State, arrival: Arrival, process: Option<Process>) {
        let Arrival { size, rank, device, name } = arrival;
        let agreed = *state.size.get_or_insert(size);
        if state.ranks.is_empty() {
            state.name.clone_from(&name);
        }
        let text = if agreed != size {
            format!("rank {rank} of communicator {} names {size} ranks, another names {agreed}", self.name)
        } else if state.name != name {
            let named = |name: &Option<String>| name.clone().unwrap_or_else(|| "no name".to_owned());
            format!("rank {rank} asks for {} as hcclCommName, another for {}", named(&name), named(&state.name))
        } else if state.ranks.contains_key(&rank) {
            format!("rank {rank} of communicator {} has come twice; each rank comes once", self.name)
        } else if let Some((other, _)) = state.ranks.iter().find(|(_, taken)| **taken == (device, process)) {
            format!(
                "ranks {other} and {rank} of communicator {} are both on device {device}; each rank needs its own",
                self.name
            )
        } else {
            state.ranks.insert(rank, (device, process));
            if state.ranks.len() == size as usize {
                let made = self.make(state);
                self.end(state, made);
            }
            return;
        };
        self.end(state, Err(para(text)));
    }

    /// Makes the communicator of the ranks that have come, which are all.
    fn make(&self, state: &State) -> Outcome<Arc<Group>> {
        let name = state.name.clone().unwrap_or_else(|| self.name.clone());
        let size = u32::try_from(state.ranks.len()).unwrap_or(u32::MAX);
        if state.ranks.values().all(|(_, process)| process.is_none()) {
            return Ok(Arc::new(Group::new(name, size)));
        }
        if crate::clock::is_dry() {
            let text = format!(
                "EI0015: communicator {name} has ranks in several processes, and a dry run keeps all ranks in one: start them as \
                 threads, or run without ASCEND_MOCK_DRY_RUN"
            );
            return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
        }
        let own = across::own().ok_or_else(unshared)?;
        let processes: Vec<Process> = state.ranks.values().map(|(_, process)| process.unwrap_or(own)).collect();
        let text = format!("EI0015: communicator {name} cannot be shared with the other processes");
        let group = Group::across(name, |group| Bridge::create(&processes, group)).map_err(|error| {
            let text =
                format!("{text}: {error} (its ranks must be on one machine, of one user, and see each other in /proc)");
            Failure::hccl(HcclResult::HCCL_E_SYSCALL, text)
        })?;
        // A rank of this process that came as one of another, because the root was not there yet when it looked, is to have this one
        // and not a second end of it.
        if let Some(bridge) = group.bridge() {
            lock(&FOUND).insert((Identity::own(), bridge.number()), Arc::downgrade(&group));
        }
        Ok(group)
    }

    /// Ends the handshake. Nobody listens any more; a failed one stays known to the ranks of this process.
    fn end(&self, state: &mut State, outcome: Outcome<Arc<Group>>) {
        if outcome.is_ok() {
            lock(&OPEN).remove(&self.id);
        }
        state.listener = None;
        state.end = Some(outcome);
        self.changed.notify_all();
    }

    fn late(&self, state: &State, limit: Duration) -> Failure {
        let size = state.size.unwrap_or(0);
        let missing: Vec<_> = (0..size).filter(|rank| !state.ranks.contains_key(rank)).collect();
        let text = format!(
            "EI0015: communicator {} waited {limit:?} for its {size} ranks; ranks {missing:?} have not come (each rank needs a \
             thread of its own; {})",
            self.name,
            limits::CONNECT_IS
        );
        Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text)
    }
}

fn unshared() -> Failure {
    let text = "EI0015: this process has no device memory that other processes can reach";
    Failure::hccl(HcclResult::HCCL_E_MEMORY, text)
}
