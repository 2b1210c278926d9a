//! Communicators made of some ranks of another one. Their ranks do not wait for each other: links come at the first operation.
//!
//! Where the ranks live in several processes, the process of the first makes the communicator and the others wait until it has.

use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::RawFd;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu_sys::HcclResult;

use super::across::{Bridge, Process};
use super::check::para;
use super::group::Group;
use super::sync::lock;
use crate::process::Identity;
use crate::report::{Failure, Outcome};

/// How often one that waits looks whether the others live.
const LOOK: Duration = Duration::from_millis(20);

/// The sub-communicators of a communicator that some member has not made yet.
#[derive(Default)]
pub(super) struct Subs {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How often each rank has made the sub-communicator of a number.
    made: BTreeMap<(u64, u32), u64>,
    /// By number and by how often it was made before.
    open: BTreeMap<(u64, u64), Sub>,
    /// Those that a rank of this process makes or looks for now.
    making: BTreeSet<(u64, u64)>,
    /// Those that another process has made, and where.
    found: BTreeMap<(u64, u64), Found>,
}

/// Where another process has made one.
pub(super) struct Found {
    pub(super) maker: Identity,
    /// Its number there.
    pub(super) number: u64,
    pub(super) descriptor: RawFd,
}

struct Sub {
    ranks: Vec<u32>,
    joined: usize,
    group: Arc<Group>,
}

/// What a rank asks for.
pub(super) struct Wanted<'a> {
    pub(super) name: &'a str,
    pub(super) id: u64,
    pub(super) ranks: &'a [u32],
    /// The rank in it.
    pub(super) rank: u32,
    /// How long another process is waited for.
    pub(super) limit: Duration,
}

impl Subs {
    /// The sub-communicator of a number, which its first member makes. `bridge` is that of the whole communicator.
    pub(super) fn join(&self, wanted: &Wanted<'_>, bridge: Option<&Arc<Bridge>>) -> Outcome<Arc<Group>> {
        let Wanted { name, id, ranks, rank, .. } = *wanted;
        let mut state = lock(&self.state);
        let member = (id, ranks.get(rank as usize).copied().unwrap_or(rank));
        let times = state.made.get(&member).copied().unwrap_or(0);
        let key = (id, times);
        // One rank of a process makes it or finds it; the others wait for that.
        while state.making.contains(&key) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.open.contains_key(&key) {
            state.making.insert(key);
            drop(state);
            let made = self.make(wanted, times, bridge);
            state = lock(&self.state);
            state.making.remove(&key);
            self.changed.notify_all();
            state.open.insert(key, Sub { ranks: ranks.to_vec(), joined: 0, group: made? });
        }
        let Some(sub) = state.open.get_mut(&key) else { return Err(para("HcclCreateSubCommConfig: it is gone")) };
        if sub.ranks != ranks || sub.group.roster.name != name {
            return Err(para(format!(
                "HcclCreateSubCommConfig: subCommId {id} was made of ranks {:?} and the name {} by another rank, and is asked for with \
                 ranks {ranks:?} and the name {name}",
                sub.ranks, sub.group.roster.name
            )));
        }
        sub.joined += 1;
        let group = sub.group.clone();
        let here = ranks.iter().filter(|rank| bridge.is_none_or(|bridge| bridge.is_here(**rank))).count();
        if sub.joined == here {
            state.open.remove(&key);
        }
        state.made.insert(member, times + 1);
        Ok(group)
    }

    fn make(&self, wanted: &Wanted<'_>, times: u64, bridge: Option<&Arc<Bridge>>) -> Outcome<Arc<Group>> {
        let Wanted { name, id, ranks, .. } = *wanted;
        let size = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
        let local = || Arc::new(Group::new(name.to_owned(), size));
        let Some(bridge) = bridge else { return Ok(local()) };
        let processes: Option<Vec<Process>> = ranks.iter().map(|rank| bridge.process(*rank)).collect();
        let processes = processes.unwrap_or_default();
        if processes.windows(2).all(|pair| matches!(pair, [left, right] if left == right)) {
            return Ok(local());
        }
        let failed = |error: std::io::Error| {
            let text = format!("HcclCreateSubCommConfig: {name} cannot be shared with the other processes: {error}");
            Failure::hccl(HcclResult::HCCL_E_SYSCALL, text)
        };
        if ranks.first().is_some_and(|first| bridge.is_here(*first)) {
            let group = Group::across(name.to_owned(), |group| Bridge::create(&processes, group));
            let group = group.map_err(failed)?;
            if let Some(made) = group.bridge() {
                bridge.tell_sub(id, times, made);
            }
            return Ok(group);
        }
        let Found { maker, number, descriptor } = self.wait_for(wanted, times, bridge)?;
        Group::across(name.to_owned(), |group| Bridge::open(number, maker, descriptor, group)).map_err(failed)
    }

    /// Waits until another process has made it.
    fn wait_for(&self, wanted: &Wanted<'_>, times: u64, bridge: &Arc<Bridge>) -> Outcome<Found> {
        let deadline = Instant::now() + wanted.limit;
        loop {
            bridge.read();
            let mut state = lock(&self.state);
            if let Some(found) = state.found.remove(&(wanted.id, times)) {
                return Ok(found);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let gone = bridge.gone(wanted.ranks);
            if left.is_zero() || gone.is_some() {
                let cause = gone.unwrap_or_else(|| format!("waited {:?}, and it has not come", wanted.limit));
                let text = format!(
                    "EI0006: HcclCreateSubCommConfig: the process of the first rank of {} makes it: {cause}",
                    wanted.name
                );
                return Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text));
            }
            drop(self.changed.wait_timeout(state, left.min(LOOK)));
        }
    }

    /// Notes where another process has made one.
    pub(super) fn found(&self, id: u64, times: u64, found: Found) {
        lock(&self.state).found.insert((id, times), found);
        self.changed.notify_all();
    }
}
