//! Circles through other processes: what never comes from one, because what it waits for never comes from another.
//!
//! Each process says what will never come from it, if that does not come either which it waits for itself. At first it takes all of
//! that never to come; after a while only what a process says so of. What lasts while all whom it hangs on have looked several times,
//! and found the same as long, is a deadlock. It is told in each process, and then given up.

use std::collections::{HashMap, HashSet};

use super::find::{Look, Never};
use super::said::Said;
use super::tell;
use crate::exec::{Absent, Arrival, Changed, Need, Node, scheduler};

/// Looks in which what has just been waited for is taken never to come. A circle of so many processes is found.
const TRUST: u32 = 16;
/// Looks after which a deadlock that lasts is told; and those of the others meanwhile.
const LASTS: u64 = 3;
/// Looks in which a process that is taken at its word looks again.
const FRESH: u64 = 4;
/// Looks after which it is given up even if the others have not told of it.
const ENDS: u64 = 40;

/// What was seen at the looks before.
#[derive(Default)]
pub(super) struct Across {
    looks: u64,
    /// How often each thing of other processes was seen to be waited for.
    awaited: HashMap<Arrival, u32>,
    /// Who is stuck; since which look, of this process and of each other.
    stuck: HashSet<Node>,
    since: u64,
    others: HashMap<u32, u64>,
    /// The last look of each other, and at which of this process it was new.
    heard: HashMap<u32, (u64, u64)>,
    has_told: bool,
    /// Whether anything was said to the others.
    has_said: bool,
}

impl Across {
    /// Nothing waits here, and nobody for this process.
    pub(super) fn rest(&mut self) {
        if self.has_said {
            *self = Self { looks: self.looks + 1, ..Self::default() };
            Said { looks: self.looks, ..Said::default() }.say();
        }
    }

    /// Looks. `uncalled` are ranks of this process that others wait for at what they have not called.
    pub(super) fn look(&mut self, look: &mut Look<'_>, uncalled: &[(Arrival, Absent)], said: &[Said]) {
        let awaited = look.awaited();
        if awaited.is_empty() && uncalled.is_empty() && look.scene.brings.is_empty() {
            return self.rest();
        }
        self.looks += 1;
        self.hear(said);
        self.awaited.retain(|arrival, _| awaited.contains(arrival));
        for arrival in awaited {
            *self.awaited.entry(arrival).or_default() += 1;
        }
        let certain = certain(said);
        let hangs_on: HashSet<u32> =
            self.awaited.keys().filter_map(|arrival| Some(certain.get(arrival)?.process)).collect();
        self.decide(look, said, &hangs_on, certain.clone());
        // Without the reason: it may be a wait for this process, whose reason is told with it.
        look.never = certain;
        look.never.values_mut().for_each(|never| never.why.clear());
        let mut trusts = false;
        for (arrival, _) in self.awaited.iter().filter(|(_, times)| **times <= TRUST) {
            look.never.entry(*arrival).or_insert_with(|| {
                trusts = true;
                Never { process: 0, why: String::new() }
            });
        }
        let never = never(look, uncalled);
        self.has_said = true;
        let said = Said {
            process: 0,
            looks: self.looks,
            since: self.since,
            trusts,
            has_told: self.has_told,
            hangs_on: hangs_on.into_iter().collect(),
            awaits: look.changes(),
            never,
        };
        said.say();
    }

    /// Notes who has looked again.
    fn hear(&mut self, said: &[Said]) {
        let now = self.looks;
        self.heard.retain(|process, _| said.iter().any(|said| said.process == *process));
        for said in said {
            let heard = self.heard.entry(said.process).or_insert((said.looks, now));
            if heard.0 != said.looks {
                *heard = (said.looks, now);
            }
        }
    }

    /// Tells of what lasts, and gives it up.
    fn decide(
        &mut self,
        look: &mut Look<'_>,
        said: &[Said],
        hangs_on: &HashSet<u32>,
        certain: HashMap<Arrival, Never>,
    ) {
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
        // Of some nothing was heard at that look.
        for (process, looks) in said.iter().map(looks_of) {
            self.others.entry(process).or_insert(looks);
        }
        let Some(all) = all_of(hangs_on, said) else { return };
        if self.looks < self.since + LASTS || !all.iter().all(|said| self.lasts(said)) {
            return;
        }
        let Some(circle) = look.circle(&self.stuck) else { return };
        if !self.has_told {
            self.has_told = true;
            tell::tell(look, &circle);
            return;
        }
        if all.iter().all(|said| said.has_told) || self.looks > self.since + ENDS {
            let why = tell::text(look, &circle);
            scheduler().give_up(&tell::to_give_up(look, &circle), &why);
        }
    }

    /// Whether what a process says has lasted while the same were stuck here: all of it was so at one moment.
    fn lasts(&self, said: &Said) -> bool {
        let is_fresh = self.heard.get(&said.process).is_some_and(|(_, at)| self.looks <= at + FRESH);
        let has_looked = self.others.get(&said.process).is_some_and(|since| said.looks >= since + LASTS);
        is_fresh && has_looked && !said.trusts && said.looks >= said.since + LASTS
    }
}

/// What all processes say whose word is taken, by this one or by those; `None` if one says nothing now.
fn all_of<'a>(hangs_on: &HashSet<u32>, said: &'a [Said]) -> Option<Vec<&'a Said>> {
    let own = std::process::id();
    let mut all: Vec<&Said> = Vec::new();
    let mut next: Vec<u32> = hangs_on.iter().copied().collect();
    while let Some(process) = next.pop() {
        if process != own && !all.iter().any(|said| said.process == process) {
            let said = said.iter().find(|said| said.process == process)?;
            all.push(said);
            next.extend(&said.hangs_on);
        }
    }
    Some(all)
}

/// What never comes, by what the processes say.
fn certain(said: &[Said]) -> HashMap<Arrival, Never> {
    let of = |said: &Said| {
        let process = said.process;
        said.never.iter().map(move |(arrival, why)| (*arrival, Never { process, why: why.clone() })).collect::<Vec<_>>()
    };
    said.iter().flat_map(of).collect()
}

/// What never comes from this process that others may wait for, and what keeps it.
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
    let why = |need: &Need| (!look.is_met(nobody, need, &stuck)).then(|| tell::need_text(look, need, nobody, &stuck));
    let uncalled = uncalled.iter().filter_map(|(arrival, absent)| Some((*arrival, why(&Need::rank(absent.clone()))?)));
    let changes = look.scene.brings.iter().filter_map(|brings| Some((brings, why(&brings.need)?)));
    let changes = changes.flat_map(|(brings, why)| {
        let is_queued = !brings.need.by.is_empty();
        let by_unknown = is_queued.then(|| (brings.changed.by_unknown(), String::new()));
        [(brings.changed.by(std::process::id()), why)].into_iter().chain(by_unknown)
    });
    queued.chain(uncalled).chain(changes).collect()
}

impl Look<'_> {
    /// What is waited for here that other processes can change.
    fn changes(&self) -> HashSet<Changed> {
        self.needed().filter_map(|need| need.what.changed()).collect()
    }
}
