//! The engine of one rank, and what it can be asked at any time.

use super::bucket::{BucketState, index};
use super::control::Control;
use super::options::EngineOptions;
use super::turns::Turns;
use super::working::Working;
use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::comm::{Communicator, Rank};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::accumulate::Accumulate;
use crate::kernel::adam::Adam;
use crate::kernel::control::ScalerState;
use crate::stream::Stream;
use crate::zero::books::{Accumulation, Stage, exchanged};
use crate::zero::layout::{Bucket, Layout};
use crate::zero::memory::Memory;
use crate::zero::slots::Slots;

/// The ZeRO engine of one rank, for all stages.
///
/// Every rank makes one from an equal layout and equal options, and calls the same methods in the same order: they queue collectives.
///
/// A step, of one micro-batch or several:
///
/// 1. [`forward`](Self::forward) gives the parameters of a layer, for as long as the guard is held; in stage 3 it gathers them.
/// 2. [`backward`](Self::backward) gives them again, with the layer's gradients, which are zero when they are first handed out.
/// 3. [`reduce_layer`](Self::reduce_layer), after the guard is gone, queues the reduction of what the layer was the last to write.
/// 4. [`step`](Self::step), after the last micro-batch, queues the optimizer's step, and gives a report for whoever wants to wait.
///
/// ```text
/// compute        backward(2) backward(1) backward(0)         stats, control  adam(0)   adam(1)   adam(2)
/// communication              reduce(2)   reduce(1) reduce(0)  stats                    gather(0) gather(1) gather(2)
/// ```
///
/// In stage 3 nothing is gathered after the step: the passes gather, each layer while the one before is computed. Nothing here waits
/// on the host, and nothing here says what must wait for what: each operation names the buffers it uses, and the streams do the rest.
///
/// For equal gradients the stages end in the same parameters, bit for bit; and so do worlds of different sizes with
/// [`Accumulation::InOrder`] and no clipping.
pub struct Engine<P: Working> {
    pub(super) layout: Layout,
    pub(super) options: EngineOptions,
    pub(super) compute: Stream,
    pub(super) communicator: Communicator,
    pub(super) adam: Adam,
    /// Where gradients are accumulated.
    pub(super) accumulate: Option<Accumulate>,
    /// Adds what is reduced to the sum of the shard, so that `compute` need not wait for the reduction.
    pub(super) adding: Option<Stream>,
    /// Added in order: the parts of all ranks of one bucket after the other.
    pub(super) exchanged: Option<DeviceBuffer<P>>,
    pub(super) buckets: Vec<BucketState<P>>,
    /// Stages 2 and 3: gradients from the backward pass to their reduction.
    pub(super) in_flight: Turns<P>,
    /// Stage 3: parameters from their gather to the next step.
    pub(super) gathered: Turns<P>,
    /// By layer, the trained buckets that no layer before it uses: the backward pass completes them there. Last first.
    pub(super) completes: Vec<Vec<usize>>,
    pub(super) control: Control,
}

impl<P: Working> Engine<P> {
    /// Allocates the rank's state, with all parameters zero: what [`allocations`](crate::zero::allocations) lists.
    ///
    /// Queues; blocks only for the allocations.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the layout is for another number of ranks or has
    /// tensors of another type, or an option is out of its range; [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(rank: Rank, layout: Layout, options: EngineOptions) -> Result<Self> {
        options.validate()?;
        if layout.world() != rank.size() {
            let found = format!("the layout is for {} ranks, the communicator has {}", layout.world(), rank.size());
            return Err(Error::invalid("Engine::new", found));
        }
        if let Some(tensor) = layout.tensors().iter().find(|tensor| tensor.place.is_some() && tensor.dtype != P::DTYPE)
        {
            let found = format!("{} is {}, this engine trains {}", tensor.name, tensor.dtype.name(), P::NAME);
            return Err(Error::invalid("Engine::new", found).with_hint("give a layout of one type"));
        }
        let communicator = rank.communicator;
        let device = communicator.device().clone();
        let compute = device.stream()?;
        let setup = options.setup();
        let buckets = BucketState::all(&compute, &layout, &setup, communicator.rank())?;
        let in_flight = Turns::new(&compute, Slots::of_gradients(&layout, &setup))?;
        let gathered = Turns::new(&compute, Slots::of_gathers(&layout, &setup))?;
        let control = Control::new(&compute, &layout, &options, communicator.rank())?;
        let accumulates = setup.accumulates();
        let adds = accumulates && options.accumulation != Accumulation::ReduceOnce;
        let exchanged = exchanged(&layout, &setup).into_iter().find(|(_, len)| *len > 0);
        let exchanged = exchanged.map(|(_, len)| device.alloc(index(len)?)).transpose()?;
        Ok(Self {
            adam: Adam::load(&device)?,
            accumulate: if accumulates { Some(Accumulate::load(&device)?) } else { None },
            adding: if adds { Some(device.stream()?) } else { None },
            exchanged,
            completes: completes(&layout),
            layout,
            options,
            compute,
            communicator,
            buckets,
            in_flight,
            gathered,
            control,
        })
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The rank's device.
    pub fn device(&self) -> &Device {
        self.communicator.device()
    }

    /// The rank's communicator, for collectives of the trainer's own.
    pub fn communicator(&self) -> &Communicator {
        &self.communicator
    }

    /// The stream of the rank's own work: the optimizer's, and the trainer's if it likes.
    pub fn compute(&self) -> &Stream {
        &self.compute
    }

    /// What the next loss is to be multiplied by, on the device, where a kernel can read it; `None` where gradients are not checked,
    /// and the scale stays what the options say. The host has it from the report of a step.
    pub fn scaler(&self) -> Option<DeviceSlice<'_, ScalerState>> {
        match &self.control {
            Control::Sent(_) => None,
            Control::Checked(checked) => Some(checked.state()),
        }
    }

    /// Device bytes of the rank's model state.
    pub fn memory(&self) -> Memory {
        let mut sum = self.buckets.iter().map(BucketState::memory).fold(Memory::default(), Memory::plus);
        sum.buckets = self.in_flight.bytes() + self.exchanged.as_ref().map_or(0, |buffer| buffer.bytes() as u64);
        sum.gathered = self.gathered.bytes();
        sum
    }

    pub(super) fn is_sharded(&self) -> bool {
        self.options.stage == Stage::Three
    }

    pub(super) fn bucket(&self, bucket: usize) -> Result<&Bucket> {
        let count = self.layout.buckets().len();
        self.layout.buckets().get(bucket).ok_or_else(|| no_bucket(bucket, count))
    }

    pub(super) fn state(&mut self, bucket: usize) -> Result<&mut BucketState<P>> {
        let count = self.buckets.len();
        self.buckets.get_mut(bucket).ok_or_else(|| no_bucket(bucket, count))
    }
}

pub(super) fn no_bucket(bucket: usize, count: usize) -> Error {
    Error::invalid("Engine", format!("bucket {bucket} was asked for, there are {count}"))
}

/// By layer, the trained buckets that it is the first to use, last first.
fn completes(layout: &Layout) -> Vec<Vec<usize>> {
    let mut completes = vec![Vec::new(); layout.layers().len()];
    for (number, _) in layout.buckets().iter().enumerate().rev().filter(|(_, bucket)| bucket.trainable) {
        let first = layout.layers().iter().position(|layer| layer.buckets.contains(&number));
        if let Some(completes) = first.and_then(|first| completes.get_mut(first)) {
            completes.push(number);
        }
    }
    completes
}

impl<P: Working> std::fmt::Debug for Engine<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("communicator", &self.communicator)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
