//! How long collectives take: a time for each step and a time for each byte, for the algorithm that the library would choose.
//!
//! In what follows `bytes` is the whole buffer: of an all-reduce, a broadcast and a reduction what each rank has, of the others
//! what all ranks have together. Reductions take no time of their own, since the links reduce while they copy.

use std::sync::Arc;

use super::cost::{nanoseconds, transfer};
use super::group::{Stage, stages};
use super::profile::{Fabric, Level, Profile, Selector};
use super::steps::{self, Algorithm, Part};
use crate::exec::Kind;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// An all-reduce of so much in one server takes one step, in which every rank reads from all.
const ONE_SHOT: u64 = 128 * KIB;

/// A collective whose time is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Collective {
    pub(crate) kind: Kind,
    pub(crate) bytes: u64,
    /// The devices of its ranks, as the machine numbers them.
    pub(crate) devices: Vec<u32>,
    /// Whether the order of additions is fixed.
    pub(crate) deterministic: bool,
    /// Bytes of the communicator's buffer: more is done in several rounds.
    pub(crate) buffer: u64,
}

/// What a call asks for, without the places of its ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) bytes: u64,
    pub(crate) ranks: u32,
    /// The devices of the ranks, where the call knows them.
    pub(crate) devices: Arc<[i32]>,
    pub(crate) deterministic: bool,
    pub(crate) buffer: u64,
}

impl Asked {
    /// Bytes that go from one device to another.
    pub(crate) fn transfer(bytes: u64, from: i32, to: i32) -> Self {
        Self { bytes, ranks: 2, devices: [from, to].into(), deterministic: true, buffer: u64::MAX }
    }
}

impl Collective {
    pub(super) fn new(kind: Kind, asked: &Asked, devices: Vec<u32>) -> Self {
        let Asked { bytes, deterministic, buffer, .. } = *asked;
        Self { kind, bytes, devices, deterministic, buffer }
    }
}

/// How long a collective takes, in nanoseconds, without what its calls cost the host.
pub(super) fn duration(profile: &Profile, collective: &Collective) -> u64 {
    time(profile, collective, &stages(profile, &collective.devices))
}

/// For how much of that time the links of a level are busy, in nanoseconds.
pub(super) fn busy(profile: &Profile, collective: &Collective, of: &Level) -> u64 {
    let stages = stages(profile, &collective.devices);
    if !stages.iter().any(|stage| stage.level.name == of.name) {
        return 0;
    }
    // Without steps, and as if bytes took no time on the others.
    let bare = |stage: &Stage<'_>| {
        let level = stage.level.clone();
        let gb_per_s = if level.name == of.name { level.gb_per_s } else { f64::INFINITY };
        Level { gb_per_s, alpha_us: 0.0, ..level }
    };
    let levels: Vec<Level> = stages.iter().map(bare).collect();
    let bare: Vec<Stage<'_>> =
        stages.iter().zip(&levels).map(|(stage, level)| Stage { level, members: stage.members }).collect();
    time(profile, collective, &bare)
}

fn time(profile: &Profile, collective: &Collective, stages: &[Stage<'_>]) -> u64 {
    let rounds = collective.bytes.div_ceil(collective.buffer.max(1)).max(1);
    let bytes = collective.bytes as f64 / rounds as f64;
    let work = Work { profile, stages, collective, bytes };
    nanoseconds(work.time() * rounds as f64)
}

/// One round.
struct Work<'a> {
    profile: &'a Profile,
    stages: &'a [Stage<'a>],
    collective: &'a Collective,
    bytes: f64,
}

impl Work<'_> {
    /// Microseconds.
    fn time(&self) -> f64 {
        let Some((last, inner)) = self.stages.split_last() else {
            // One rank copies.
            return transfer(self.collective.bytes.saturating_mul(2), self.profile.hbm_gb_per_s);
        };
        if self.is_one_shot() {
            return last.level.alpha_us + self.bytes * steps::beta(last);
        }
        match self.collective.kind {
            kind if self.is_pipelined() => self.pipelined(if kind == Kind::AllReduce { 2.0 } else { 1.0 }),
            Kind::AllReduce | Kind::Barrier => self.nested(last, inner, Part::AllReduce),
            Kind::Broadcast => self.nested(last, inner, Part::Broadcast),
            Kind::Reduce => self.nested(last, inner, Part::Reduce),
            Kind::AllToAll | Kind::AllToAllV | Kind::AllToAllVC => {
                self.stages.iter().map(|stage| steps::all_to_all(stage, self.bytes)).sum()
            }
            Kind::Send | Kind::Receive | Kind::BatchSendReceive | Kind::CopyDeviceToDevice => {
                last.level.alpha_us + self.bytes * steps::beta(last)
            }
            _ => self.spread(),
        }
    }

    /// Scatters the reduction over the near links, works over the far ones on what each rank has of it, and gathers it again.
    fn nested(&self, last: &Stage<'_>, inner: &[Stage<'_>], part: Part) -> f64 {
        let (mut time, mut share) = (0.0, self.bytes);
        for stage in inner {
            time += 2.0 * self.step(stage, Part::Spread, share);
            share /= f64::from(stage.members);
        }
        time + self.step(last, part, share)
    }

    /// All-gather, reduce-scatter and scatter: the far links carry what the near ones do not share.
    fn spread(&self) -> f64 {
        let (mut time, mut share) = (0.0, self.bytes);
        for stage in self.stages.iter().rev() {
            time += self.step(stage, Part::Spread, share);
            share /= f64::from(stage.members);
        }
        time
    }

    fn step(&self, stage: &Stage<'_>, part: Part, bytes: f64) -> f64 {
        steps::time(stage, self.algorithm(stage, part, bytes), part, bytes)
    }

    fn algorithm(&self, stage: &Stage<'_>, part: Part, bytes: f64) -> Algorithm {
        let (members, even) = (stage.members, stage.members.is_power_of_two());
        match (stage.level.fabric, self.profile.selector) {
            (Fabric::Mesh | Fabric::Switch, _) => Algorithm::Direct,
            (Fabric::Chosen, Selector::Older) if even => Algorithm::Halving,
            (Fabric::Chosen, Selector::Older) => Algorithm::Ring,
            (Fabric::Chosen, Selector::Pods) if stage.level.span.is_none() => {
                if members < 8 && !even {
                    Algorithm::Ring
                } else {
                    Algorithm::Halving
                }
            }
            (Fabric::Chosen, _) => steps::cheapest(stage, part, bytes),
        }
    }

    fn is_one_shot(&self) -> bool {
        let [stage] = self.stages else { return false };
        let small = self.collective.kind == Kind::AllReduce && self.collective.bytes <= ONE_SHOT;
        small
            && self.profile.selector == Selector::Mesh
            && stage.level.fabric == Fabric::Mesh
            && stage.members.is_power_of_two()
    }

    /// Whether near and far links work at the same time.
    fn is_pipelined(&self) -> bool {
        let [near, far] = self.stages else { return false };
        if self.profile.selector != Selector::Mesh || near.level.fabric != Fabric::Mesh {
            return false;
        }
        let bytes = self.collective.bytes;
        match self.collective.kind {
            Kind::AllGather | Kind::AllGatherV => bytes >= 32 * KIB,
            Kind::ReduceScatter if self.collective.deterministic => bytes >= 256 * KIB,
            Kind::ReduceScatter => bytes >= 32 * KIB,
            Kind::AllReduce => bytes / u64::from(near.members * far.members) >= MIB,
            _ => false,
        }
    }

    fn pipelined(&self, passes: f64) -> f64 {
        let [near, far] = self.stages else { return 0.0 };
        let chunk = self.bytes / f64::from(near.members * far.members);
        let of = |stage: &Stage<'_>| stage.level.alpha_us + chunk * steps::beta(stage);
        passes * (of(near).max(of(far)) * f64::from(far.members - 1) + of(near))
    }
}

#[cfg(test)]
#[path = "collective_tests.rs"]
mod tests;
