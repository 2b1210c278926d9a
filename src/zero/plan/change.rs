//! The smallest change that makes a plan fit.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::model::Model;
use super::options::PlanOptions;
use super::table::{Row, others, states};
use crate::error::Result;
use crate::zero::books::{Accumulation, Setup, Stage};
use crate::zero::layout::Layout;

/// The most times that ranks are doubled.
const DOUBLINGS: u32 = 8;
/// What a communicator's buffers are made as small as.
const SMALL_BUFFER: u64 = 50 << 20;

/// A change of the options that makes a model fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What to change, the cheapest first.
    pub steps: Vec<String>,
    /// The options, changed.
    pub options: PlanOptions,
    /// Bytes of device memory that it takes then.
    pub total: u64,
}

/// How much of each change is made, and what all of it costs: changes that cost no time come first, then those that cost
/// communication, then computation, then more devices, then the host's memory.
#[derive(Clone, Copy)]
struct Candidate {
    stage: Stage,
    small_buffers: bool,
    reduce_each: bool,
    checkpointing: bool,
    halvings: u32,
    doublings: u32,
    on_host: bool,
    cost: u32,
}

/// The change of least cost with which the model takes no more than `memory` bytes of a device; `None` where no change that is known
/// here does. Without steps where it fits as it is.
///
/// What may be changed: a higher stage, smaller buffers of communicators, the reduction of each micro-batch, checkpointing, fewer
/// sequences in a micro-batch (and more micro-batches), more ranks, the optimizer's states in the host's memory.
///
/// # Errors
/// As [`plan`](super::plan()).
pub fn smallest_change(model: &Model, options: &PlanOptions, memory: u64) -> Result<Option<Change>> {
    options.check()?;
    let mut layouts: HashMap<(bool, u32), Layout> = HashMap::new();
    let mut counted: HashMap<(Setup, u32, bool), u64> = HashMap::new();
    for candidate in candidates(options) {
        let (changed, steps) = candidate.apply(options);
        let key = (changed.setup.stage == Stage::Three, changed.world);
        let layout = match layouts.entry(key) {
            Entry::Occupied(known) => &*known.into_mut(),
            Entry::Vacant(place) => {
                match Layout::new(model.parameters.iter().cloned(), changed.world, changed.layout()) {
                    Ok(layout) => &*place.insert(layout),
                    // More ranks need more padding: what was asked for is laid out, what is tried instead may not be.
                    Err(_) if changed.world != options.world => continue,
                    Err(error) => return Err(error),
                }
            }
        };
        // Only whether there are several micro-batches counts for the memory.
        let setup = Setup { micro_batches: changed.setup.micro_batches.min(2), ..changed.setup };
        let key = (setup, changed.world, changed.optimizer_on_host);
        let states = *counted.entry(key).or_insert_with(|| sum(&states(layout, &changed).0));
        let total = states.saturating_add(sum(&others(model, layout, &changed)?));
        if total <= memory {
            return Ok(Some(Change { steps, options: changed, total }));
        }
    }
    Ok(None)
}

fn sum(rows: &[Row]) -> u64 {
    rows.iter().fold(0, |sum, row| sum.saturating_add(row.taken))
}

/// All candidates, the cheapest first.
fn candidates(options: &PlanOptions) -> Vec<Candidate> {
    let several = options.setup.micro_batches > 1;
    let can = |possible: bool| if possible { &[false, true][..] } else { &[false][..] };
    let buffers = can(options.communicators > 0 && options.communicator_buffer > SMALL_BUFFER);
    let reduce_each = can(several && options.setup.accumulation == Accumulation::ReduceOnce);
    let checkpointing = can(!options.checkpointing);
    let on_host = can(!options.optimizer_on_host);
    let doublings = DOUBLINGS.min(options.world.leading_zeros().saturating_sub(1));
    let stages = [Stage::One, Stage::Two, Stage::Three].into_iter().filter(|&stage| stage >= options.setup.stage);
    let mut all = Vec::new();
    for stage in stages {
        for (small_buffers, reduce_each) in pairs(buffers, reduce_each) {
            for (checkpointing, on_host) in pairs(checkpointing, on_host) {
                for halvings in 0..=options.batch.trailing_zeros().min(16) {
                    for doublings in 0..=doublings {
                        let cost = climb(stage) - climb(options.setup.stage)
                            + u32::from(small_buffers)
                            + 2 * u32::from(reduce_each)
                            + 3 * u32::from(checkpointing)
                            + 2 * halvings
                            + 8 * doublings
                            + 12 * u32::from(on_host);
                        all.push(Candidate {
                            stage,
                            small_buffers,
                            reduce_each,
                            checkpointing,
                            halvings,
                            doublings,
                            on_host,
                            cost,
                        });
                    }
                }
            }
        }
    }
    all.sort_by_key(|candidate| candidate.cost);
    all
}

/// What it costs to be at a stage: the second has no price but its order, the third half of the communication once more.
fn climb(stage: Stage) -> u32 {
    match stage {
        Stage::One => 0,
        Stage::Two => 1,
        Stage::Three => 4,
    }
}

fn pairs<'a>(these: &'a [bool], those: &'a [bool]) -> impl Iterator<Item = (bool, bool)> + 'a {
    these.iter().flat_map(|&this| those.iter().map(move |&that| (this, that)))
}

impl Candidate {
    fn apply(self, options: &PlanOptions) -> (PlanOptions, Vec<String>) {
        let mut changed = options.clone();
        let mut steps = Vec::new();
        if self.stage != options.setup.stage {
            changed.setup.stage = self.stage;
            steps.push(format!("stage {}", self.stage.number()));
        }
        if self.small_buffers {
            changed.communicator_buffer = SMALL_BUFFER;
            steps.push(format!("HCCL_BUFFSIZE={}", SMALL_BUFFER >> 20));
        }
        if self.reduce_each {
            changed.setup.accumulation = Accumulation::ReduceEach;
            steps.push("reduce each micro-batch".to_owned());
        }
        if self.halvings > 0 {
            changed.batch >>= self.halvings;
            changed.setup.micro_batches = changed.setup.micro_batches.saturating_mul(1 << self.halvings);
            let (batch, micro) = (changed.batch, changed.setup.micro_batches);
            steps.push(format!("{batch} sequences in each of {micro} micro-batches"));
        }
        if self.checkpointing {
            changed.checkpointing = true;
            steps.push("activation checkpointing".to_owned());
        }
        if self.doublings > 0 {
            changed.world <<= self.doublings;
            steps.push(format!("{} ranks", changed.world));
        }
        if self.on_host {
            changed.optimizer_on_host = true;
            steps.push("optimizer states in the host's memory".to_owned());
        }
        (changed, steps)
    }
}
