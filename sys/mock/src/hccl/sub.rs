//! Communicators made of some ranks of another one. Their ranks do not wait for each other: links come at the first operation.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::check::para;
use super::group::Group;
use super::sync::lock;
use crate::report::Outcome;

/// The sub-communicators of a communicator that some member has not made yet.
#[derive(Default)]
pub(super) struct Subs {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How often each rank has made the sub-communicator of a number.
    made: BTreeMap<(u64, u32), u64>,
    /// By number and by how often it was made before.
    open: BTreeMap<(u64, u64), Sub>,
}

struct Sub {
    ranks: Vec<u32>,
    joined: usize,
    group: Arc<Group>,
}

impl Subs {
    /// The sub-communicator of a number, which its first member makes; `rank` is that in `ranks`.
    pub(super) fn join(&self, name: &str, id: u64, ranks: &[u32], rank: u32) -> Outcome<Arc<Group>> {
        let mut state = lock(&self.state);
        let member = (id, ranks.get(rank as usize).copied().unwrap_or(rank));
        let times = state.made.get(&member).copied().unwrap_or(0);
        let key = (id, times);
        let sub = state.open.entry(key).or_insert_with(|| {
            let size = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
            Sub { ranks: ranks.to_vec(), joined: 0, group: Arc::new(Group::new(name.to_owned(), size)) }
        });
        if sub.ranks != ranks || sub.group.roster.name != name {
            return Err(para(format!(
                "HcclCreateSubCommConfig: subCommId {id} was made of ranks {:?} and the name {} by another rank, and is asked for with \
                 ranks {ranks:?} and the name {name}",
                sub.ranks, sub.group.roster.name
            )));
        }
        sub.joined += 1;
        let group = sub.group.clone();
        if sub.joined == ranks.len() {
            state.open.remove(&key);
        }
        state.made.insert(member, times + 1);
        Ok(group)
    }
}
