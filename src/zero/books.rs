//! What a rank allocates on its device: read by the engines, which allocate it, and by the planner, which counts it.
//!
//! Of a bucket of L elements of w bytes, over N ranks, S = L/N:
//!
//! | | stage 1 | stage 2 | stage 3 | |
//! |---|---|---|---|---|
//! | parameters | L·w | L·w | S·w | frozen ones too |
//! | gradients | L·w | S·w | S·w | stages 2 and 3: what the reduction left; not where an accumulator takes it |
//! | accumulator | S·4 | S·4 | S·4 | of several micro-batches, each reduced |
//! | | L·4 | L·4 | L·4 | of several micro-batches, reduced once |
//! | | S·4 | S·4 | S·4 | of any micro-batches, added in order |
//! | parts of all ranks | L·w | L·w | L·w | added in order: of the longest bucket, for all |
//! | master, two moments | S·4 each | S·4 each | S·4 each | no master where w = 4 |
//! | gradients in flight | | slots | slots | see [`Slots`]: from the backward pass that writes them to the end of their reduction |
//! | gathered parameters | | | slots | see [`Slots`]: from the gather to the release |
//!
//! A frozen bucket has parameters, and is gathered, and nothing else.
//!
//! Everything is allocated once, when the engine is made: one buffer for each kind and type, which is then split into those of the
//! buckets, ordered independently. A device hands out pages of 2 MiB; with a buffer for each bucket a model of 7 billion parameters
//! would lose 2 GB to what is left of them.

use super::layout::{Bucket, Dtype, Layout};
use super::slots::Slots;
use crate::kernel::OverflowStatus;
use crate::kernel::adam::ControlBlock;
use crate::kernel::control::ScalerState;
use crate::kernel::stats::{StatsBlock, Workspace};

/// What is in shards: the optimizer's states, then the gradients too, then the parameters too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Optimizer states.
    One,
    /// Optimizer states and gradients.
    Two,
    /// Optimizer states, gradients and parameters.
    Three,
}

impl Stage {
    /// 1, 2 or 3.
    pub fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
        }
    }

    /// The stage of a number.
    pub fn of_number(number: u32) -> Option<Self> {
        [Self::One, Self::Two, Self::Three].into_iter().find(|stage| stage.number() == number)
    }
}

/// When the gradients of several micro-batches are reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accumulation {
    /// Each micro-batch's, in the type of the parameters, then added in fp32 to the rank's shard: little memory.
    ReduceEach,
    /// Added in fp32 on each rank, and their sum reduced in fp32 at the end: little communication.
    ReduceOnce,
    /// The ranks send each other their parts of each micro-batch, and the owner of a shard adds them in fp32 in one order: micro-batch
    /// after micro-batch, and of each, rank after rank. So equal gradients end in equal bits on any number of ranks that share the
    /// micro-batches of a step out alike: the one of number k to rank k mod N. Takes a buffer as long as the longest bucket, and more
    /// additions; sends what [`ReduceEach`](Self::ReduceEach) does.
    InOrder,
}

/// How an engine is set up, as far as its memory depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The stage.
    pub stage: Stage,
    /// Micro-batches of a step.
    pub micro_batches: u32,
    /// When their gradients are reduced.
    pub accumulation: Accumulation,
    /// Stage 3: layers that are gathered before they are used.
    pub prefetch: u32,
    /// Whether the gradients are checked on the device before they are used, as skipping, clipping and a loss scale that moves need it.
    pub checked: bool,
}

impl Setup {
    /// Of a stage, with one micro-batch a step, one layer gathered ahead, and gradients that are not checked.
    pub fn new(stage: Stage) -> Self {
        Self { stage, micro_batches: 1, accumulation: Accumulation::ReduceEach, prefetch: 1, checked: false }
    }
}

/// What memory is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Working parameters.
    Parameters,
    /// Gradients: as the backward pass writes them (stage 1), or the rank's shard of their sum.
    Gradients,
    /// Sums of several micro-batches, in fp32.
    Accumulators,
    /// Master weights, in fp32.
    Master,
    /// First moments.
    Moment1,
    /// Second moments.
    Moment2,
    /// Stages 2 and 3: gradients from the backward pass to the end of their reduction. Added in order: what came from other ranks.
    Buckets,
    /// Stage 3: parameters from the gather to the release.
    Gathered,
    /// What kernels read of a step.
    Control,
    /// What the forward pass keeps for the backward pass, and what a layer needs meanwhile.
    Activations,
    /// Buffers of the communicators.
    Communicators,
    /// The trainer's own buffers.
    Trainer,
    /// What the runtime and the libraries take.
    Reserve,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 13] = [
        Self::Parameters,
        Self::Gradients,
        Self::Accumulators,
        Self::Master,
        Self::Moment1,
        Self::Moment2,
        Self::Buckets,
        Self::Gathered,
        Self::Control,
        Self::Activations,
        Self::Communicators,
        Self::Trainer,
        Self::Reserve,
    ];

    /// A word for tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::Gradients => "gradients",
            Self::Accumulators => "accumulators",
            Self::Master => "master",
            Self::Moment1 => "m",
            Self::Moment2 => "v",
            Self::Buckets => "buckets",
            Self::Gathered => "gathered",
            Self::Control => "control",
            Self::Activations => "activations",
            Self::Communicators => "communicators",
            Self::Trainer => "trainer",
            Self::Reserve => "reserve",
        }
    }

    /// Whether it is the optimizer's state, which can live in the host's memory.
    pub fn is_optimizer_state(self) -> bool {
        matches!(self, Self::Master | Self::Moment1 | Self::Moment2)
    }
}

/// One allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// What for.
    pub kind: Kind,
    /// Bytes asked for.
    pub bytes: u64,
}

/// Elements of what a rank keeps of a bucket all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) parameters: u64,
    /// In the type of the parameters.
    pub(super) gradients: u64,
    /// In fp32.
    pub(super) accumulator: u64,
    /// In fp32; 0 where the parameters are their own master.
    pub(super) master: u64,
    /// In fp32, of each moment.
    pub(super) moment: u64,
}

impl Sizes {
    pub(super) fn of(layout: &Layout, bucket: &Bucket, setup: &Setup) -> Self {
        let (full, shard) = (bucket.len, layout.shard_len(bucket));
        let parameters = if setup.stage == Stage::Three { shard } else { full };
        if !bucket.trainable {
            return Self { parameters, gradients: 0, accumulator: 0, master: 0, moment: 0 };
        }
        let accumulator = match (setup.micro_batches, setup.accumulation) {
            (_, Accumulation::InOrder) => shard,
            (0 | 1, _) => 0,
            (_, Accumulation::ReduceEach) => shard,
            (_, Accumulation::ReduceOnce) => full,
        };
        let gradients = match setup.stage {
            Stage::One => full,
            _ if accumulator > 0 => 0,
            _ => shard,
        };
        let master = if bucket.dtype == Dtype::F32 { 0 } else { shard };
        Self { parameters, gradients, accumulator, master, moment: shard }
    }
}

impl Setup {
    /// Whether gradients are added to a sum in fp32.
    pub(super) fn accumulates(&self) -> bool {
        self.micro_batches > 1 || self.accumulation == Accumulation::InOrder
    }
}

/// Elements, by type, of the buffer for what comes from other ranks: none where collectives reduce.
pub(super) fn exchanged(layout: &Layout, setup: &Setup) -> Vec<(Dtype, u64)> {
    let mut longest: Vec<(Dtype, u64)> = Vec::new();
    if setup.accumulation != Accumulation::InOrder {
        return longest;
    }
    for bucket in layout.buckets().iter().filter(|bucket| bucket.trainable) {
        match longest.iter_mut().find(|(dtype, _)| *dtype == bucket.dtype) {
            Some((_, len)) => *len = bucket.len.max(*len),
            None => longest.push((bucket.dtype, bucket.len)),
        }
    }
    longest
}

/// All that the engine of a rank allocates. Every rank allocates the same.
pub fn allocations(layout: &Layout, setup: &Setup) -> Vec<Allocation> {
    let mut all: Vec<(Kind, Dtype, u64)> = Vec::new();
    let mut add = |kind: Kind, dtype: Dtype, elements: u64| {
        if elements == 0 {
            return;
        }
        match all.iter_mut().find(|known| (known.0, known.1) == (kind, dtype)) {
            Some((_, _, sum)) => *sum += elements,
            None => all.push((kind, dtype, elements)),
        }
    };
    for bucket in layout.buckets() {
        let Sizes { parameters, gradients, accumulator, master, moment } = Sizes::of(layout, bucket, setup);
        add(Kind::Parameters, bucket.dtype, parameters);
        add(Kind::Gradients, bucket.dtype, gradients);
        add(Kind::Accumulators, Dtype::F32, accumulator);
        add(Kind::Master, Dtype::F32, master);
        add(Kind::Moment1, Dtype::F32, moment);
        add(Kind::Moment2, Dtype::F32, moment);
    }
    for (kind, slots) in
        [(Kind::Buckets, Slots::of_gradients(layout, setup)), (Kind::Gathered, Slots::of_gathers(layout, setup))]
    {
        for slot in slots.slots() {
            add(kind, slot.dtype, slot.len);
        }
    }
    let exchanged = exchanged(layout, setup).into_iter().filter(|(_, len)| *len > 0);
    all.extend(exchanged.map(|(dtype, len)| (Kind::Buckets, dtype, len)));
    let states = all.into_iter().map(|(kind, dtype, len)| Allocation { kind, bytes: len * dtype.bytes() });
    let control = control(layout, setup).into_iter().map(|bytes| Allocation { kind: Kind::Control, bytes });
    states.chain(control).collect()
}

/// What decides on a step takes: the block that `adam` reads; and where gradients are checked, the loss scale, the stats of all
/// buckets of all ranks, what they are computed in, and the status of the device.
fn control(layout: &Layout, setup: &Setup) -> Vec<u64> {
    let bytes = |of: usize| of as u64;
    let mut all = vec![bytes(size_of::<ControlBlock>())];
    let trained = layout.buckets().iter().filter(|bucket| bucket.trainable).count();
    if setup.checked && trained > 0 {
        let stats = u64::from(layout.world()) * bytes(trained) * bytes(size_of::<StatsBlock>());
        let workspace = bytes(Workspace::bytes(0));
        all.extend([bytes(size_of::<ScalerState>()), stats, workspace, bytes(OverflowStatus::BYTES)]);
    }
    all
}
