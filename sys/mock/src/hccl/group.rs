//! What the ranks of a communicator share: the operations in flight, matched by their number.
//!
//! HCCL has no tags: the i-th operation of one rank is the i-th of every other. Each number has a [`Slot`] in which the ranks
//! deposit their calls, and a meeting at which their streams come together.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{HcclResult, aclError};

use super::shape::{Call, Shape};
use super::sync::lock;
use super::work;
use crate::exec::{Kind, Meeting};
use crate::report::{Failure, Outcome};

/// Who takes part, and how far each has come.
pub(super) struct Roster {
    pub(super) name: String,
    pub(super) size: u32,
    /// Whether a rank has destroyed its end.
    ended: Vec<AtomicBool>,
    /// Operations that a rank has queued.
    queued: Vec<AtomicU64>,
    /// Whether ranks were found to disagree on an operation.
    pub(super) disagreed: AtomicBool,
}

/// One operation: what each rank has asked for.
pub(super) struct Slot {
    pub(super) meeting: Arc<Meeting>,
    calls: Arc<Calls>,
}

/// The calls of one operation, by rank.
pub(super) struct Calls {
    pub(super) roster: Arc<Roster>,
    pub(super) sequence: u64,
    pub(super) ranks: Mutex<Vec<Option<Call>>>,
    /// Why the operation is over: a stream has waited too long. Whoever comes now is late.
    pub(super) over: Mutex<Option<Failure>>,
}

/// What the ranks of a communicator share.
pub(super) struct Group {
    pub(super) roster: Arc<Roster>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Operations that some rank has not queued yet.
    slots: BTreeMap<u64, Arc<Slot>>,
    /// Kinds of operation whose links are there.
    linked: HashSet<Kind>,
}

impl Roster {
    /// Notes that a rank has destroyed its end.
    pub(super) fn end(&self, rank: u32) {
        if let Some(ended) = self.ended.get(rank as usize) {
            ended.store(true, Ordering::Release);
        }
    }

    /// Ranks that have destroyed their end.
    pub(super) fn ended(&self) -> Vec<usize> {
        let ranks = self.ended.iter().enumerate();
        ranks.filter(|(_, ended)| ended.load(Ordering::Acquire)).map(|(rank, _)| rank).collect()
    }
}

impl Calls {
    fn missing(&self) -> Vec<usize> {
        lock(&self.ranks).iter().enumerate().filter(|(_, call)| call.is_none()).map(|(rank, _)| rank).collect()
    }

    /// The first call's shape, to name the operation.
    fn shape(&self) -> Option<Shape> {
        lock(&self.ranks).iter().flatten().next().map(|call| call.shape)
    }

    fn named(&self) -> String {
        let shape = self.shape().map_or_else(|| "an operation".to_owned(), |shape| shape.to_string());
        format!("{shape} (operation {} of communicator {})", self.sequence, self.roster.name)
    }

    /// Where each of these ranks stands.
    fn standing(&self, ranks: &[usize]) -> String {
        let ended = self.roster.ended();
        let line = |rank: &usize| {
            let queued = self.roster.queued.get(*rank).map_or(0, |queued| queued.load(Ordering::Acquire));
            let end = if ended.contains(rank) { ", and its end of the communicator is destroyed" } else { "" };
            format!("rank {rank} has queued {queued} operations{end}")
        };
        ranks.iter().map(line).collect::<Vec<_>>().join("; ")
    }

    fn late(&self, limit: Option<Duration>) -> Failure {
        let missing = self.missing();
        let cause = if missing.is_empty() {
            "every rank has queued it, but not every stream has reached it: a stream waits for something, or the order differs \
             between ranks"
                .to_owned()
        } else {
            format!("ranks {missing:?} have not come: {}", self.standing(&missing))
        };
        let limit = limit.unwrap_or_default();
        let text = format!("EI0002: {} waited {limit:?} on the device; {cause}", self.named());
        let failure = Failure::acl(aclError::RT_FFTS_PLUS_TIMEOUT, text);
        lock(&self.over).get_or_insert(failure).clone()
    }
}

impl Group {
    pub(super) fn new(name: String, size: u32) -> Self {
        let roster = Roster {
            name,
            size,
            ended: (0..size).map(|_| AtomicBool::new(false)).collect(),
            queued: (0..size).map(|_| AtomicU64::new(0)).collect(),
            disagreed: AtomicBool::new(false),
        };
        Self { roster: Arc::new(roster), state: Mutex::default(), changed: Condvar::new() }
    }

    /// Deposits a rank's call of an operation.
    pub(super) fn deposit(&self, sequence: u64, rank: u32, call: Call) -> Arc<Slot> {
        let mut state = lock(&self.state);
        let slot = state.slots.entry(sequence).or_insert_with(|| Arc::new(Slot::new(&self.roster, sequence))).clone();
        let mut ranks = lock(&slot.calls.ranks);
        if let Some(place) = ranks.get_mut(rank as usize) {
            *place = Some(call);
        }
        let linked = ranks.iter().all(|place| place.is_some_and(|other| other.shape.kind == call.shape.kind));
        drop(ranks);
        if linked {
            state.linked.insert(call.shape.kind);
        }
        self.changed.notify_all();
        slot
    }

    /// Takes a call back that its stream refused.
    pub(super) fn withdraw(&self, slot: &Slot, rank: u32) {
        lock(&self.state).withdraw(slot, rank);
    }

    /// Notes that a rank's call is in its stream.
    pub(super) fn confirm(&self, slot: &Slot, rank: u32) {
        let sequence = slot.calls.sequence;
        if let Some(queued) = self.roster.queued.get(rank as usize) {
            queued.store(sequence + 1, Ordering::Release);
        }
        if self.roster.queued.iter().all(|queued| queued.load(Ordering::Acquire) > sequence) {
            lock(&self.state).slots.remove(&sequence);
        }
    }

    /// Waits until the links for the call are there: for the first operation of a kind, until all ranks have called.
    ///
    /// A call that waited in vain is withdrawn. All calls of the slot end the wait also when they differ in kind: then the operation itself fails, with a better text.
    pub(super) fn link(&self, slot: &Slot, rank: u32, kind: Kind, limit: Duration) -> Outcome {
        let state = lock(&self.state);
        let apart = |state: &mut State| !state.linked.contains(&kind) && !slot.calls.missing().is_empty();
        let (mut state, waited) =
            self.changed.wait_timeout_while(state, limit, apart).unwrap_or_else(PoisonError::into_inner);
        if !waited.timed_out() {
            return Ok(());
        }
        let missing = slot.calls.missing();
        let text = format!(
            "EI0006: {} is the first of its kind and waited {limit:?} for its links; ranks {missing:?} have not called it: {} \
             (each rank needs a thread of its own, HCCL_CONNECT_TIMEOUT is the limit)",
            slot.calls.named(),
            slot.calls.standing(&missing)
        );
        // Under the lock of the wait: the last rank finds the call either there or gone.
        state.withdraw(slot, rank);
        Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text))
    }
}

impl State {
    fn withdraw(&mut self, slot: &Slot, rank: u32) {
        let mut ranks = lock(&slot.calls.ranks);
        if let Some(place) = ranks.get_mut(rank as usize) {
            *place = None;
        }
        if ranks.iter().all(Option::is_none) {
            self.slots.remove(&slot.calls.sequence);
        }
    }
}

impl Slot {
    fn new(roster: &Arc<Roster>, sequence: u64) -> Self {
        let ranks = Mutex::new(vec![None; roster.size as usize]);
        let calls = Arc::new(Calls { roster: roster.clone(), sequence, ranks, over: Mutex::default() });
        let (opening, waiting) = (calls.clone(), calls.clone());
        let limit = crate::control::settings().exec_timeout;
        let open = move || work::open(&opening);
        let late = move || waiting.late(limit);
        Self { meeting: Arc::new(Meeting::new(roster.size as usize, limit, open, late)), calls }
    }
}
