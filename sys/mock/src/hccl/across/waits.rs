//! What the search for deadlocks knows of other processes: which of their ranks will never come to an operation, as they say.
//!
//! Each process says so in words of its own behind its bell, which the others have mapped.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::bridge::Bridge;
use super::{peers, progress};
use crate::check;
use crate::exec::{Absent, Arrival, Seat};
use crate::hccl::calls::Calls;
use crate::hccl::key::Key;
use crate::hccl::sync::lock;
use crate::memory::shared::Mailbox;

/// What a process says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// Which process it is.
    pub(crate) process: u32,
    /// How often it has looked.
    pub(crate) looks: u64,
    /// Whether it has told of a deadlock with others.
    pub(crate) has_told: bool,
    /// Who will never come, unless others do first, and what keeps them.
    pub(crate) never: Vec<(Arrival, String)>,
}

/// Says something to all other processes.
pub(crate) fn say(said: &Said) {
    let Some(mailbox) = Mailbox::own() else { return };
    let mut words = vec![said.looks, u64::from(said.has_told), said.never.len() as u64];
    for (arrival, why) in &said.never {
        words.extend([arrival.operation, u64::from(arrival.rank)]);
        check::put_text(why, &mut words);
    }
    mailbox.say(&words);
}

/// What the other processes say.
pub(crate) fn said() -> Vec<Said> {
    let of = |peer: &peers::Peer| decode(peer.identity.pid, &peer.memory.mailbox().said()?);
    peers::alive().iter().filter_map(|peer| of(peer)).collect()
}

fn decode(process: u32, words: &[u64]) -> Option<Said> {
    let (&[looks, has_told, count], mut rest) = words.split_first_chunk()?;
    let mut never = Vec::new();
    for _ in 0..count {
        let (&[operation, rank], words) = rest.split_first_chunk()?;
        rest = words;
        never.push((Arrival { operation, rank: u32::try_from(rank).ok()? }, check::take_text(&mut rest)?));
    }
    Some(Said { process, looks, has_told: has_told != 0, never })
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
