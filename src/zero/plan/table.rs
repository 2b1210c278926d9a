//! The plan: bytes by kind, and bytes on the links.

use super::charge::charged;
use super::model::Model;
use super::options::PlanOptions;
use crate::error::{Error, Result};
use crate::zero::books::{self, Accumulation, Kind, Setup, Stage};
use crate::zero::layout::{Dtype, Layout};

/// What HCCL adds to the two buffers of a communicator, for its signals.
const SIGNALS: u64 = 1 << 20;

/// What a model takes of a device and of the links.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Elements of all tensors, tied ones once.
    pub parameters: u64,
    /// Elements of those that are trained.
    pub trainable: u64,
    /// Where everything lies.
    pub layout: Layout,
    /// Device memory by kind; kinds that take none are left out.
    pub rows: Vec<Row>,
    /// Bytes of host memory, where the optimizer's states are there.
    pub host: u64,
    /// What a rank sends.
    pub communication: Communication,
}

/// Device memory of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What for.
    pub kind: Kind,
    /// Bytes asked for.
    pub bytes: u64,
    /// Bytes taken: with the device's padding and whole pages.
    pub taken: u64,
    /// Whether this is an estimate.
    pub estimated: bool,
}

/// Bytes that a rank sends in a step, and receives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Communication {
    /// Sums of gradients.
    pub reduce_scatter: u64,
    /// Parameters.
    pub all_gather: u64,
}

impl Communication {
    /// Both together.
    pub fn total(&self) -> u64 {
        self.reduce_scatter.saturating_add(self.all_gather)
    }
}

impl Plan {
    /// Bytes of device memory that all of it takes.
    pub fn total(&self) -> u64 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(row.taken))
    }

    /// Bytes of device memory that are asked for one kind.
    pub fn bytes(&self, kind: Kind) -> u64 {
        self.rows.iter().find(|row| row.kind == kind).map_or(0, |row| row.bytes)
    }

    /// Bytes that the model's states are asked for: parameters, gradients and the optimizer's.
    pub fn model_states(&self) -> u64 {
        let kinds = [Kind::Parameters, Kind::Gradients, Kind::Master, Kind::Moment1, Kind::Moment2];
        kinds.iter().map(|&kind| self.bytes(kind)).sum()
    }
}

/// Plans the training of a model.
///
/// # Errors
/// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for what [`Layout::new`] refuses, no micro-batches, sequences or
/// tokens, and activations of more than 2^64 bytes.
pub fn plan(model: &Model, options: &PlanOptions) -> Result<Plan> {
    options.check()?;
    let layout = Layout::new(model.parameters.iter().cloned(), options.world, options.layout())?;
    let (states, host) = states(&layout, options);
    let mut rows = states;
    rows.extend(others(model, &layout, options)?);
    rows.sort_by_key(|row| row.kind);
    let communication = communication(&layout, &options.setup);
    Ok(Plan { parameters: layout.len(), trainable: layout.trainable_len(), layout, rows, host, communication })
}

/// What the engine allocates; and what of it is in the host's memory.
pub(super) fn states(layout: &Layout, options: &PlanOptions) -> (Vec<Row>, u64) {
    let mut rows: Vec<Row> = Vec::new();
    let mut host = 0;
    for allocation in books::allocations(layout, &options.setup) {
        let (kind, bytes) = (allocation.kind, allocation.bytes);
        if options.optimizer_on_host && kind.is_optimizer_state() {
            host += bytes;
            continue;
        }
        let taken = charged(bytes);
        match rows.iter_mut().find(|row| row.kind == kind) {
            Some(row) => (row.bytes, row.taken) = (row.bytes + bytes, row.taken + taken),
            None => rows.push(Row { kind, bytes, taken, estimated: false }),
        }
    }
    (rows, host)
}

/// What others than the engine take.
pub(super) fn others(model: &Model, layout: &Layout, options: &PlanOptions) -> Result<Vec<Row>> {
    let activations = activations(model, layout, options)?;
    let communicator = options.communicator_buffer.saturating_mul(2).saturating_add(SIGNALS);
    // One of a single rank only copies.
    let communicators = if options.world > 1 { communicator.saturating_mul(options.communicators.into()) } else { 0 };
    let trainer = |of: fn(u64) -> u64| options.trainer.iter().fold(0_u64, |sum, &bytes| sum.saturating_add(of(bytes)));
    let row = |kind, bytes, taken, estimated| Row { kind, bytes, taken, estimated };
    let mut rows = vec![
        row(Kind::Activations, activations, activations, true),
        row(Kind::Communicators, communicators, communicators, false),
        row(Kind::Trainer, trainer(|bytes| bytes), trainer(charged), false),
        row(Kind::Reserve, options.reserve, options.reserve, true),
    ];
    rows.retain(|row| row.taken > 0);
    Ok(rows)
}

fn activations(model: &Model, layout: &Layout, options: &PlanOptions) -> Result<u64> {
    let Some(sizes) = &model.transformer else { return Ok(0) };
    let is_single = layout.buckets().iter().all(|bucket| bucket.dtype == Dtype::F32);
    let width = if is_single { 4 } else { 2 };
    let tokens = options.sequence.checked_mul(options.batch);
    tokens.and_then(|tokens| sizes.activations(tokens, width, options.checkpointing)).ok_or_else(|| {
        let found = format!(
            "{} sequences of {} tokens have activations of 2^64 bytes or more",
            options.batch, options.sequence
        );
        Error::invalid("plan", found)
    })
}

/// Bytes that a rank sends in a step: N−1 shards of each bucket, each time that it is reduced or gathered.
fn communication(layout: &Layout, setup: &Setup) -> Communication {
    let mut sum = Communication::default();
    let others = u64::from(layout.world() - 1);
    for (number, bucket) in layout.buckets().iter().enumerate() {
        let shards = others.saturating_mul(layout.shard_len(bucket));
        let (width, batches) = (bucket.dtype.bytes(), u64::from(setup.micro_batches));
        let reduced = match (setup.accumulation, batches) {
            _ if !bucket.trainable => 0,
            (Accumulation::ReduceOnce, 2..) => 4,
            _ => width.saturating_mul(batches),
        };
        let uses = layout.layers().iter().filter(|layer| layer.buckets.contains(&number)).count() as u64;
        let gathered = match setup.stage {
            // For the forward pass and again for the backward pass of each micro-batch.
            Stage::Three => width.saturating_mul(uses).saturating_mul(batches).saturating_mul(2),
            _ if !bucket.trainable => 0,
            _ => width,
        };
        sum.reduce_scatter = sum.reduce_scatter.saturating_add(shards.saturating_mul(reduced));
        sum.all_gather = sum.all_gather.saturating_add(shards.saturating_mul(gathered));
    }
    sum
}
