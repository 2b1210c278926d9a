//! Circles through other processes: ranks that never come to an operation, because others never come to another.
//!
//! Each process says which of its ranks will never come to what others wait for, if those do not come either that it waits for
//! itself. At first it takes all of these never to come; after a while only those whose process says so. What lasts while all whom it
//! hangs on have looked several times is a deadlock. It is told in each process, and then given up.

use std::collections::{HashMap, HashSet};

use super::find::{Look, Never};
use super::tell;
use crate::exec::{Absent, Arrival, Need, Node, scheduler};
use crate::hccl::{self, Said};

/// Looks in which a rank that has just been waited for is taken never to come.
const TRUST: u32 = 3;
/// Looks after which a deadlock that lasts is told; and those of the others meanwhile.
const LASTS: u64 = 4;
/// Looks after which it is given up even if the others have not told of it.
const ENDS: u64 = 30;

/// What was seen at the looks before.
#[derive(Default)]
pub(super) struct Across {
    looks: u64,
    /// How often each rank of another process was seen to be waited for.
    awaited: HashMap<Arrival, u32>,
    /// Who is stuck; since which look, of this process and of each other.
    stuck: HashSet<Node>,
    since: u64,
    others: HashMap<u32, u64>,
    has_told: bool,
    /// Whether anything was said to the others.
    has_said: bool,
}

impl Across {
    /// Nothing waits here, and nobody for this process.
    pub(super) fn rest(&mut self) {
        if self.has_said {
            *self = Self { looks: self.looks + 1, ..Self::default() };
            hccl::say(&Said { looks: self.looks, ..Said::default() });
        }
    }

    /// Looks. `uncalled` are ranks of this process that others wait for at what they have not called.
    pub(super) fn look(&mut self, look: &mut Look<'_>, uncalled: &[(Arrival, Absent)]) {
        let awaited = look.awaited();
        if awaited.is_empty() && uncalled.is_empty() {
            return self.rest();
        }
        self.looks += 1;
        self.awaited.retain(|arrival, _| awaited.contains(arrival));
        for arrival in awaited {
            *self.awaited.entry(arrival).or_default() += 1;
        }
        let said = hccl::said();
        let certain = certain(&said);
        self.decide(look, &said, certain.clone());
        // Without the reason: it may be a wait for this process, whose reason is told with it.
        look.never = certain;
        look.never.values_mut().for_each(|never| never.why.clear());
        for (arrival, _) in self.awaited.iter().filter(|(_, times)| **times <= TRUST) {
            let why = || Never { process: 0, why: String::new() };
            look.never.entry(*arrival).or_insert_with(why);
        }
        let never = never(look, uncalled);
        self.has_said = true;
        hccl::say(&Said { process: 0, looks: self.looks, has_told: self.has_told, never });
    }

    /// Tells of what lasts, and gives it up.
    fn decide(&mut self, look: &mut Look<'_>, said: &[Said], certain: HashMap<Arrival, Never>) {
        look.never = certain;
        let stuck = look.stuck(look.all());
        let looks_of = |said: &Said| (said.process, said.looks);
        if stuck.is_empty() || stuck != self.stuck {
            self.stuck = stuck;
            self.since = self.looks;
            self.others = said.iter().map(looks_of).collect();
            self.has_told = false;
            return;
        }
        let needed: HashSet<u32> =
            self.awaited.keys().filter_map(|arrival| Some(look.never.get(arrival)?.process)).collect();
        let of_needed = || said.iter().filter(|said| needed.contains(&said.process));
        let lasts = |said: &Said| self.others.get(&said.process).is_some_and(|since| said.looks >= since + LASTS);
        if self.looks < self.since + LASTS || !of_needed().all(lasts) {
            return;
        }
        let Some(circle) = look.circle(&self.stuck) else { return };
        if !self.has_told {
            self.has_told = true;
            tell::tell(look, &circle);
            return;
        }
        if of_needed().all(|said| said.has_told) || self.looks > self.since + ENDS {
            let why = tell::text(look, &circle);
            scheduler().give_up(&tell::to_give_up(look, &circle), &why);
        }
    }
}

/// Who never comes, by what the processes say.
fn certain(said: &[Said]) -> HashMap<Arrival, Never> {
    let of = |said: &Said| {
        let process = said.process;
        said.never.iter().map(move |(arrival, why)| (*arrival, Never { process, why: why.clone() })).collect::<Vec<_>>()
    };
    said.iter().flat_map(of).collect()
}

/// Ranks of this process that never come to what others may wait for, and what keeps them.
fn never(look: &Look<'_>, uncalled: &[(Arrival, Absent)]) -> Vec<(Arrival, String)> {
    let stuck = look.stuck(look.all());
    if stuck.is_empty() {
        return Vec::new();
    }
    let queued = look.scene.arrivals.iter().filter(|(_, place)| stuck.contains(&place.node));
    let queued = queued.filter_map(|(arrival, place)| {
        let member = look.member(place.node, &stuck)?;
        Some((*arrival, tell::line(look, &member)))
    });
    // Nobody is this one: the threads that could call are all looked at.
    let nobody = Node::Host(0);
    let uncalled = uncalled.iter().filter_map(|(arrival, absent)| {
        let need = Need::rank(absent.clone());
        let is_met = look.is_met(nobody, &need, &stuck);
        (!is_met).then(|| (*arrival, tell::need_text(look, &need, nobody, &stuck)))
    });
    queued.chain(uncalled).collect()
}
