//! Ranks of other processes, as the search for deadlocks sees them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::bridge::Bridge;
use super::{peers, progress};
use crate::check;
use crate::exec::{Absent, Arrival, Seat};
use crate::hccl::calls::Calls;
use crate::hccl::key::Key;
use crate::hccl::sync::lock;
use crate::process::Identity;

/// What other processes say, by their numbers.
pub(crate) fn said_by_peers() -> Vec<(Identity, Vec<u64>)> {
    let of = |peer: &peers::Peer| Some((peer.identity, peer.memory.mailbox().said()?));
    peers::alive().iter().filter_map(|peer| of(peer)).collect()
}

/// Ranks of this process that have not called what others have.
pub(crate) fn uncalled() -> Vec<(Arrival, Absent)> {
    progress::bridges().iter().flat_map(|bridge| bridge.uncalled()).collect()
}

impl Bridge {
    fn arrival(&self, name: &str, key: Key, rank: u32) -> Arrival {
        let mut hasher = DefaultHasher::new();
        (name, key.epoch, key.lane, key.sequence).hash(&mut hasher);
        Arrival { operation: hasher.finish(), rank }
    }

    /// Ranks as the search for deadlocks names them.
    pub(in crate::hccl) fn absent(&self, calls: &Calls, ranks: &[u32]) -> Vec<Absent> {
        let mut absent = calls.absent(ranks);
        for one in absent.iter_mut().filter(|one| !self.is_here(one.rank)) {
            one.elsewhere = Some(self.arrival(&calls.roster.name, calls.key, one.rank));
        }
        absent
    }

    /// The place of a rank's stream in an operation, if anybody looks for deadlocks.
    pub(in crate::hccl) fn seat(self: &Arc<Self>, calls: &Calls, rank: u32) -> Option<Arc<Seat>> {
        if !check::looks_for_deadlocks() {
            return None;
        }
        let (bridge, key) = (Arc::downgrade(self), calls.key);
        let give_up = move |why: &str| {
            let Some(bridge) = bridge.upgrade() else { return };
            let pending = lock(&bridge.pending).get(&key).cloned();
            if let Some(pending) = pending {
                bridge.fail(&pending, pending.slot.calls.late(pending.limit, Some(why)));
            }
        };
        let others: Vec<u32> = calls.members.iter().copied().filter(|other| *other != rank).collect();
        Some(Arc::new(Seat {
            arrival: self.arrival(&calls.roster.name, key, rank),
            others: self.absent(calls, &others),
            give_up: Box::new(give_up),
        }))
    }

    fn uncalled(&self) -> Vec<(Arrival, Absent)> {
        let Some(group) = self.group.upgrade() else { return Vec::new() };
        let name = &group.roster.name;
        let of = |(key, rank): (Key, u32)| {
            let what = format!("{key} of communicator {name}").into();
            let absent = Absent { rank, device: group.roster.device(rank), elsewhere: None, what };
            (self.arrival(name, key, rank), absent)
        };
        group.uncalled(|key, rank| self.shares(key.lane) && self.is_here(rank)).into_iter().map(of).collect()
    }
}
