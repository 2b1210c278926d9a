//! The calls of one operation, and how it ends.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ascend_npu_sys::aclError;

use super::agreement;
use super::key::{Key, Link};
use super::pieces::Side;
use super::roster::Roster;
use super::shape::Call;
use super::sync::lock;
use crate::check::Ask;
use crate::exec::{Absent, Touch};
use crate::report::Failure;

/// The calls of one operation, by member.
pub(super) struct Calls {
    pub(super) roster: Arc<Roster>,
    pub(super) key: Key,
    /// The ranks that take part.
    pub(super) members: Vec<u32>,
    ranks: Mutex<Vec<Option<Call>>>,
    /// Members whose call is in their stream.
    confirmed: Mutex<BTreeSet<u32>>,
    /// Why the operation is over: it has failed, or a stream has waited too long. Whoever comes now is late.
    failure: Mutex<Option<Failure>>,
    done: AtomicBool,
}

impl Calls {
    pub(super) fn new(roster: &Arc<Roster>, key: Key) -> Self {
        let members = key.lane.members(roster.size);
        Self {
            roster: roster.clone(),
            key,
            ranks: Mutex::new(vec![None; members.len()]),
            members,
            confirmed: Mutex::default(),
            failure: Mutex::default(),
            done: AtomicBool::new(false),
        }
    }

    /// Puts a rank's call in, or takes it out; whether there are any now.
    pub(super) fn put(&self, rank: u32, call: Option<Call>) -> bool {
        let mut ranks = lock(&self.ranks);
        for (_, place) in self.members.iter().zip(ranks.iter_mut()).filter(|(member, _)| **member == rank) {
            place.clone_from(&call);
        }
        ranks.iter().any(Option::is_some)
    }

    /// The memory that the operation touches for a rank, which has called.
    pub(super) fn touches(&self, rank: u32) -> Vec<Touch> {
        let ranks = lock(&self.ranks);
        let own = self.members.iter().zip(ranks.iter()).find(|(member, _)| **member == rank);
        let call = own.and_then(|(_, call)| call.as_ref());
        call.into_iter().flat_map(|call| call.send.touches(false).chain(call.recv.touches(true))).collect()
    }

    /// Bytes of the greater buffer of a rank, which has called.
    pub(super) fn bytes(&self, rank: u32) -> u64 {
        let bytes = |side: &Side| side.touches(false).map(|touch| touch.bytes).sum::<u64>();
        self.of(rank).map_or(0, |call| bytes(&call.send).max(bytes(&call.recv)))
    }

    /// The members that have not called.
    pub(super) fn missing(&self) -> Vec<u32> {
        let ranks = lock(&self.ranks);
        let missing = self.members.iter().zip(ranks.iter()).filter(|(_, call)| call.is_none());
        missing.map(|(member, _)| *member).collect()
    }

    pub(super) fn is_complete(&self) -> bool {
        lock(&self.ranks).iter().all(Option::is_some)
    }

    /// The call of a rank.
    pub(super) fn of(&self, rank: u32) -> Option<Call> {
        let ranks = lock(&self.ranks);
        self.members.iter().zip(ranks.iter()).find(|(member, _)| **member == rank).and_then(|(_, call)| call.clone())
    }

    /// All calls, in the order of the members.
    pub(super) fn all(&self) -> Vec<Call> {
        lock(&self.ranks).iter().flatten().cloned().collect()
    }

    /// The calls that leave nothing in their send buffers.
    pub(super) fn spoiling(&self) -> Vec<(u32, Call)> {
        let ranks = lock(&self.ranks);
        let calls = self.members.iter().zip(ranks.iter()).filter_map(|(rank, call)| Some((*rank, call.as_ref()?)));
        calls.filter(|(_, call)| call.spoils).map(|(rank, call)| (rank, call.clone())).collect()
    }

    /// The links that the calls need.
    pub(super) fn links(&self) -> Vec<Link> {
        lock(&self.ranks).iter().flatten().map(|call| self.key.lane.link(call.shape.kind)).collect()
    }

    /// The text of EI0005, when the calls do not fit together.
    pub(super) fn disagreement(&self) -> Option<String> {
        let ranks = lock(&self.ranks);
        let calls: Vec<&Call> = ranks.iter().flatten().collect();
        let why = agreement::disagreement(self.key.lane, &self.members, &calls)?;
        Some(format!("EI0005: {} of communicator {} differs between ranks: {why}", self.key, self.roster.name))
    }

    /// What each rank has asked for, and where.
    pub(super) fn asks(&self) -> Vec<Ask> {
        let ranks = lock(&self.ranks);
        let ask = |(&rank, call): (&u32, &Option<Call>)| {
            let call = call.as_ref()?;
            let (function, number) = (call.shape.function(), self.key.sequence);
            Some(Ask { rank, function, device: call.device, number, site: call.site.clone() })
        };
        self.members.iter().zip(ranks.iter()).filter_map(ask).collect()
    }

    /// Notes that a rank's call is in its stream; whether now all are.
    pub(super) fn confirm(&self, rank: u32) -> bool {
        let mut confirmed = lock(&self.confirmed);
        confirmed.insert(rank);
        confirmed.len() == self.members.len()
    }

    /// The members whose call is not in their stream.
    pub(super) fn not_queued(&self) -> Vec<u32> {
        let confirmed = lock(&self.confirmed);
        self.members.iter().copied().filter(|member| !confirmed.contains(member)).collect()
    }

    /// Members as the search for deadlocks names them.
    pub(super) fn absent(&self, members: &[u32]) -> Vec<Absent> {
        let what: Arc<str> = self.named().into();
        let absent =
            |&rank: &u32| Absent { rank, device: self.roster.device(rank), elsewhere: None, what: what.clone() };
        members.iter().map(absent).collect()
    }

    /// The operation with its number and its communicator.
    pub(super) fn named(&self) -> String {
        let shape = lock(&self.ranks).iter().flatten().next().map(|call| call.shape.to_string());
        let shape = shape.unwrap_or_else(|| "an operation".to_owned());
        format!("{shape} ({} of communicator {})", self.key, self.roster.name)
    }

    /// Ends the operation for everybody; the failure that was first.
    pub(super) fn end(&self, failure: Option<Failure>) -> Option<Failure> {
        let mut first = lock(&self.failure);
        if first.is_none() {
            *first = failure;
        }
        let first = first.clone();
        self.done.store(true, Ordering::Release);
        first
    }

    /// Why it has failed, if it has.
    pub(super) fn failure(&self) -> Option<Failure> {
        lock(&self.failure).clone()
    }

    /// Whether nothing of it will touch memory any more.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// The fault of a stream that has waited too long, or for another reason would wait in vain.
    pub(super) fn late(&self, limit: Option<Duration>, why: Option<&str>) -> Failure {
        let missing = self.missing();
        let cause = if missing.is_empty() {
            "every rank has queued it, but not every stream has reached it: a stream waits for something or was given up, or the \
             order differs between ranks"
                .to_owned()
        } else {
            format!("ranks {missing:?} have not come: {}", self.roster.standing(&missing))
        };
        let overlaps = self.roster.overlaps();
        let text = match why {
            None => {
                let limit = limit.unwrap_or_default();
                format!("EI0002: {} waited {limit:?} on the device; {cause}{overlaps}", self.named())
            }
            Some(why) => format!("EI0002: {} is given up on the device: {why}{overlaps}", self.named()),
        };
        let failure = Failure::acl(aclError::RT_FFTS_PLUS_TIMEOUT, text);
        let failure = self.end(Some(failure.clone())).unwrap_or(failure);
        self.roster.give_up(self.key.epoch, &failure);
        failure
    }
}
