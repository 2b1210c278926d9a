//! What the ranks of a communicator share: the operations in flight, matched by their number.
//!
//! Each operation has a [`Slot`] in which the ranks deposit their calls, and a meeting at which their streams come together.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use ascend_npu_sys::HcclResult;

use super::calls::Calls;
use super::key::{Key, Link};
use super::opening;
use super::roster::Roster;
use super::shape::Call;
use super::sub::Subs;
use super::sync::lock;
use crate::exec::Meeting;
use crate::report::{Failure, Outcome};

/// One operation: what each rank has asked for.
pub(super) struct Slot {
    pub(super) meeting: Arc<Meeting>,
    pub(super) calls: Arc<Calls>,
    /// Why it is refused at its first use, before anything is queued.
    refusal: Mutex<Option<Failure>>,
}

/// What the ranks of a communicator share.
pub(super) struct Group {
    pub(super) roster: Arc<Roster>,
    /// Communicators made of some of its ranks.
    pub(super) subs: Subs,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Operations that some rank has not queued yet.
    slots: BTreeMap<Key, Arc<Slot>>,
    /// Links that are there.
    linked: HashSet<Link>,
}

impl Group {
    pub(super) fn new(name: String, size: u32) -> Self {
        let roster = Arc::new(Roster::new(name, size));
        Self { roster, subs: Subs::default(), state: Mutex::default(), changed: Condvar::new() }
    }

    /// Deposits a rank's call of an operation. `limit` is how long its stream waits, `order` that of a reduction.
    pub(super) fn deposit(&self, key: Key, rank: u32, call: Call, limit: Option<Duration>) -> Outcome<Arc<Slot>> {
        let mut state = lock(&self.state);
        let slot = match state.slots.get(&key) {
            Some(slot) => slot.clone(),
            None => {
                self.roster.check(key.epoch)?;
                let slot = Arc::new(Slot::new(&self.roster, key, limit));
                state.slots.insert(key, slot.clone());
                slot
            }
        };
        slot.calls.put(rank, Some(call));
        if slot.calls.is_complete() {
            state.complete(&slot);
        }
        self.changed.notify_all();
        Ok(slot)
    }

    /// Takes a call back that its stream refused.
    pub(super) fn withdraw(&self, slot: &Slot, rank: u32) {
        lock(&self.state).withdraw(slot, rank);
    }

    /// Notes that a rank's call is in its stream.
    pub(super) fn confirm(&self, slot: &Slot, rank: u32) {
        let key = slot.calls.key;
        if key.lane == super::key::Lane::All {
            self.roster.queued(rank, key.sequence + 1);
        }
        if slot.calls.confirm() {
            lock(&self.state).forget(slot);
        }
    }

    /// Waits until the links for the call are there: for the first operation of a kind, until all ranks have called.
    ///
    /// A call that waited in vain is withdrawn. All calls of the slot end the wait also when they differ in kind: then the
    /// operation itself fails, with a better text.
    pub(super) fn link(&self, slot: &Slot, rank: u32, link: Link, limit: Duration) -> Outcome {
        let state = lock(&self.state);
        let refusal = || lock(&slot.refusal).clone();
        let apart =
            |state: &mut State| !state.linked.contains(&link) && refusal().is_none() && !slot.calls.is_complete();
        let (mut state, waited) =
            self.changed.wait_timeout_while(state, limit, apart).unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = refusal() {
            return Err(failure);
        }
        if !waited.timed_out() {
            return Ok(());
        }
        let missing = slot.calls.missing();
        let text = format!(
            "EI0006: {} is the first of its kind and waited {limit:?} for its links; ranks {missing:?} have not called it: {} \
             (each rank needs a thread of its own, HCCL_CONNECT_TIMEOUT is the limit)",
            slot.calls.named(),
            self.roster.standing(&missing)
        );
        // Under the lock of the wait: the last rank finds the call either there or gone.
        state.withdraw(slot, rank);
        Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text))
    }
}

impl State {
    /// The last rank has called: the links are there, or the calls do not fit together.
    ///
    /// When the links are built the ranks compare what they ask for, and every call fails. Later nobody compares: on a real device
    /// the streams hang or compute nonsense. Here the operation fails, or hangs if that is asked for.
    fn complete(&mut self, slot: &Slot) {
        let links = slot.calls.links();
        let Some(text) = slot.calls.disagreement() else {
            self.linked.extend(links);
            return;
        };
        slot.calls.roster.disagreed.store(true, Ordering::Release);
        if !links.iter().any(|link| self.linked.contains(link)) {
            *lock(&slot.refusal) = Some(Failure::hccl(HcclResult::HCCL_E_INTERNAL, text));
            self.forget(slot);
        } else if crate::control::settings().mismatch_hangs {
            slot.meeting.keep_waiting();
        }
    }

    fn withdraw(&mut self, slot: &Slot, rank: u32) {
        if !slot.calls.put(rank, None) {
            self.forget(slot);
        }
    }

    /// Takes a slot out, unless a newer one has its place.
    fn forget(&mut self, slot: &Slot) {
        let key = slot.calls.key;
        if self.slots.get(&key).is_some_and(|there| std::ptr::eq(Arc::as_ptr(there), slot)) {
            self.slots.remove(&key);
        }
    }
}

impl Slot {
    fn new(roster: &Arc<Roster>, key: Key, limit: Option<Duration>) -> Self {
        let calls = Arc::new(Calls::new(roster, key));
        let (opened, waiting) = (calls.clone(), calls.clone());
        let open = move || opening::open(&opened);
        let late = move || waiting.late(limit);
        let meeting = Arc::new(Meeting::new(calls.members.len(), limit, open, late));
        Self { meeting, calls, refusal: Mutex::default() }
    }
}
