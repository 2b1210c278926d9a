//! What the ranks of a communicator share: the operations in flight, matched by their number.
//!
//! Each operation has a [`Slot`] in which the ranks deposit their calls, and a meeting at which their streams come together.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use ascend_npu_sys::HcclResult;

use super::across::Bridge;
use super::calls::Calls;
use super::gathering::Gatherings;
use super::key::{Key, Link};
use super::limits;
use super::opening;
use super::roster::Roster;
use super::shape::Call;
use super::sub::Subs;
use super::sync::lock;
use crate::exec::{Body, Elsewhere, Meeting};
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
    /// What its ranks tell each other on the host.
    pub(super) gatherings: Gatherings,
    state: Mutex<State>,
    changed: Condvar,
    /// To the other processes, if there are any.
    bridge: Option<Arc<Bridge>>,
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
        Self::with(name, size, None)
    }

    /// A communicator of several processes, over the bridge that `open` makes.
    pub(super) fn across(name: String, open: impl FnOnce(Weak<Self>) -> io::Result<Bridge>) -> io::Result<Arc<Self>> {
        let mut outcome = Ok(());
        let group = Arc::new_cyclic(|group| {
            let bridge = open(group.clone()).map_err(|error| outcome = Err(error)).ok();
            let size = bridge.as_ref().map_or(0, Bridge::size);
            Self::with(name, size, bridge.map(Arc::new))
        });
        if let Some(bridge) = &group.bridge {
            bridge.follow_from_now();
        }
        outcome.map(|()| group)
    }

    fn with(name: String, size: u32, bridge: Option<Arc<Bridge>>) -> Self {
        let roster = Arc::new(Roster::new(name, size));
        Self {
            roster,
            subs: Subs::default(),
            gatherings: Gatherings::default(),
            state: Mutex::default(),
            changed: Condvar::new(),
            bridge,
        }
    }

    pub(super) fn bridge(&self) -> Option<&Arc<Bridge>> {
        self.bridge.as_ref()
    }

    /// The bridge, for operations that ranks of several processes take part in.
    fn bridge_of(&self, key: Key) -> Option<&Arc<Bridge>> {
        self.bridge.as_ref().filter(|bridge| bridge.shares(key.lane))
    }

    /// Notes that a rank of this process has destroyed its end.
    pub(super) fn end(&self, rank: u32) {
        self.roster.end(rank);
        if let Some(bridge) = &self.bridge {
            bridge.end(rank);
        }
    }

    /// What a stream does when it comes to an operation of a rank of this process. It waits at most for `limit`.
    pub(super) fn body(self: &Arc<Self>, slot: &Arc<Slot>, rank: u32, limit: Option<Duration>) -> Body {
        let Some(bridge) = self.bridge_of(slot.calls.key).cloned() else { return Body::Meet(slot.meeting.clone()) };
        let (group, slot) = (self.clone(), slot.clone());
        let seat = bridge.seat(&slot.calls, rank);
        Body::Hand(seat, Box::new(move |ticket| bridge.arrive(group, slot, rank, limit, ticket)))
    }

    /// Lets all who wait look again.
    pub(super) fn wake(&self) {
        let _state = lock(&self.state);
        self.changed.notify_all();
    }

    /// Deposits the call of a rank of another process.
    pub(super) fn put(&self, key: Key, rank: u32, call: Call) {
        let mut state = lock(&self.state);
        let slot = state.slots.entry(key).or_insert_with(|| Arc::new(Slot::new(&self.roster, key, None))).clone();
        self.place(&mut state, &slot, rank, call);
    }

    /// Takes the call of a rank of another process back.
    pub(super) fn take_back(&self, key: Key, rank: u32) {
        let mut state = lock(&self.state);
        if let Some(slot) = state.slots.get(&key).cloned() {
            state.withdraw(&slot, rank);
        }
    }

    /// Notes that the call of a rank of another process is in its stream.
    pub(super) fn note_queued(&self, key: Key, rank: u32) {
        let slot = lock(&self.state).slots.get(&key).cloned();
        if let Some(slot) = slot {
            self.count_queued(&slot, rank);
        }
    }

    /// Deposits a rank's call of an operation. `limit` is how long its stream waits, `order` that of a reduction.
    pub(super) fn deposit(&self, key: Key, rank: u32, call: Call, limit: Option<Duration>) -> Outcome<Arc<Slot>> {
        let across = match self.bridge_of(key) {
            Some(bridge) => {
                self.roster.check(key.epoch)?;
                Some((bridge, bridge.pack(rank, &call)?))
            }
            None => None,
        };
        let mut state = lock(&self.state);
        let linked = state.linked.contains(&key.lane.link(call.shape.kind));
        let slot = match state.slots.get(&key) {
            Some(slot) => slot.clone(),
            None => {
                self.roster.check(key.epoch)?;
                let slot = Arc::new(Slot::new(&self.roster, key, limit));
                state.slots.insert(key, slot.clone());
                slot
            }
        };
        self.place(&mut state, &slot, rank, call);
        drop(state);
        // Without the lock: the others may have to read first, and ours too.
        if let Some((bridge, call)) = across {
            // Until the links are there, others may wait for it.
            bridge.deposit(key, rank, call, !linked);
        }
        Ok(slot)
    }

    fn place(&self, state: &mut State, slot: &Slot, rank: u32, call: Call) {
        slot.calls.put(rank, Some(call));
        // Only the last call changes what others wait for.
        if slot.calls.is_complete() {
            state.complete(slot);
            self.changed.notify_all();
        }
    }

    /// Takes a call back that its stream refused.
    pub(super) fn withdraw(&self, slot: &Slot, rank: u32) {
        lock(&self.state).withdraw(slot, rank);
        if let Some(bridge) = self.bridge_of(slot.calls.key) {
            bridge.withdraw(slot.calls.key, rank);
        }
    }

    /// Notes that a rank's call is in its stream.
    pub(super) fn confirm(&self, slot: &Slot, rank: u32) {
        if let Some(bridge) = self.bridge_of(slot.calls.key) {
            bridge.confirm(slot.calls.key, rank);
        }
        self.count_queued(slot, rank);
    }

    fn count_queued(&self, slot: &Slot, rank: u32) {
        let key = slot.calls.key;
        if key.lane == super::key::Lane::All {
            self.roster.queued(rank, key.sequence + 1);
        }
        if slot.calls.confirm(rank) {
            lock(&self.state).forget(slot);
        }
    }

    /// Ranks that others wait for at an operation which they have not called, of those that `counts`.
    pub(super) fn uncalled(&self, counts: impl Fn(Key, u32) -> bool) -> Vec<(Key, u32)> {
        let slots: Vec<Arc<Slot>> = lock(&self.state).slots.values().cloned().collect();
        let missing = |slot: Arc<Slot>| slot.calls.missing().into_iter().map(move |rank| (slot.calls.key, rank));
        slots.into_iter().flat_map(missing).filter(|&(key, rank)| counts(key, rank)).collect()
    }

    /// Notes that this thread waits for the ranks that have not called.
    fn wait_for_ranks(self: &Arc<Self>, slot: &Slot) -> Option<Elsewhere> {
        if slot.calls.is_complete() {
            return None;
        }
        if let Some(bridge) = self.bridge_of(slot.calls.key).cloned() {
            let (calls, group) = (slot.calls.clone(), Arc::downgrade(self));
            let wake = move || group.upgrade().into_iter().for_each(|group| group.wake());
            return Elsewhere::ranks(move || bridge.absent(&calls, &calls.missing()), wake);
        }
        let (calls, group) = (slot.calls.clone(), Arc::downgrade(self));
        let wake = move || group.upgrade().into_iter().for_each(|group| group.wake());
        Elsewhere::ranks(move || calls.absent(&calls.missing()), wake)
    }

    /// Waits until the links for the call are there: for the first operation of a kind, until all ranks have called.
    ///
    /// A call that waited in vain is withdrawn. All calls of the slot end the wait also when they differ in kind: then the
    /// operation itself fails, with a better text.
    pub(super) fn link(self: &Arc<Self>, slot: &Slot, rank: u32, link: Link, limit: Duration) -> Outcome {
        let key = slot.calls.key;
        if let Some(bridge) = self.bridge_of(key) {
            bridge.read();
        }
        let waits = self.wait_for_ranks(slot);
        let given_up = || waits.as_ref().and_then(Elsewhere::verdict);
        let state = lock(&self.state);
        let gone = || self.bridge_of(key).and_then(|bridge| bridge.gone(&slot.calls.members));
        let refusal = || lock(&slot.refusal).clone();
        let apart =
            |state: &mut State| !state.linked.contains(&link) && refusal().is_none() && !slot.calls.is_complete();
        let apart = |state: &mut State| apart(state) && gone().is_none() && given_up().is_none();
        let (state, waited) =
            self.changed.wait_timeout_while(state, limit, apart).unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = given_up().filter(|_| !state.linked.contains(&link) && !slot.calls.is_complete()) {
            drop(state);
            self.withdraw(slot, rank);
            let text = format!("EI0006: {} cannot build its links: {why}", slot.calls.named());
            return Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text));
        }
        if let Some(failure) = refusal() {
            return Err(failure);
        }
        if let Some(text) = gone().filter(|_| !state.linked.contains(&link)) {
            drop(state);
            self.withdraw(slot, rank);
            let text = format!("EI0006: {} cannot build its links: {text}", slot.calls.named());
            return Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text));
        }
        if !waited.timed_out() {
            return Ok(());
        }
        self.unlinked(slot, rank, state, limit)
    }

    /// Ends a call that has waited in vain for its links.
    fn unlinked(&self, slot: &Slot, rank: u32, mut state: MutexGuard<'_, State>, limit: Duration) -> Outcome {
        let missing = slot.calls.missing();
        let text = format!(
            "EI0006: {} is the first of its kind and waited {limit:?} for its links; ranks {missing:?} have not called it: {} \
             (each rank needs a thread of its own; {})",
            slot.calls.named(),
            self.roster.standing(&missing),
            limits::CONNECT_IS
        );
        // Under the lock of the wait: the last rank finds the call either there or gone.
        state.withdraw(slot, rank);
        drop(state);
        if let Some(bridge) = self.bridge_of(slot.calls.key) {
            bridge.withdraw(slot.calls.key, rank);
        }
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
        crate::check::mismatched(&text, &slot.calls.asks());
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
        let (opened, waiting, asked) = (calls.clone(), calls.clone(), calls.clone());
        let open = move || opening::open(&opened);
        let late = move |why: Option<&str>| waiting.late(limit, why);
        let absent = move || asked.absent(&asked.not_queued());
        let meeting = Arc::new(Meeting::new(calls.members.len(), limit, open, late, absent));
        Self { meeting, calls, refusal: Mutex::default() }
    }
}
