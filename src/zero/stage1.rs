//! Stage 1: the optimizer's state in shards, parameters and gradients in full.
//!
//! One step, with `reduce(k)` and `gather(k)` on the communication stream and `adam(k)` on the compute stream:
//!
//! ```text
//! compute        gradients(0) gradients(1) ...          adam(0)   adam(1)   adam(2)
//! communication               reduce(0)  reduce(1) ...            gather(0) gather(1) gather(2)
//! ```
//!
//! `reduce(k)` is a reduce-scatter in place: the rank's shard of the gradients becomes the sum over all ranks. `adam(k)` steps the
//! shard and writes the new parameters into the rank's part of the full ones. `gather(k)` is an all-gather in place. The next
//! bucket's `adam` runs while that one travels. Nothing here waits on the host, and nothing here says what must wait for what:
//! each operation names the buffers it uses, and the streams do the rest.

use std::collections::VecDeque;
use std::ops::Range;

use crate::buffer::{DeviceBuffer, DeviceSlice, DeviceSliceMut, PinnedBuffer};
use crate::comm::{Communicator, Rank, Reduction};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::adam::{Adam, AdamW, ControlBlock};
use crate::pending::Pending;
use crate::stream::Stream;

use super::bucket::{BucketState, Step, Training, index, range};
use super::layout::{Bucket, Layout, Place, Tensor};
use super::memory::Memory;
use super::working::Working;

/// The ZeRO stage 1 optimizer of one rank.
///
/// Every rank makes one from an equal layout and calls the same methods in the same order.
pub struct Stage1<P: Working> {
    layout: Layout,
    optimizer: AdamW,
    compute: Stream,
    communicator: Communicator,
    adam: Adam,
    buckets: Vec<BucketState<P>>,
    control: DeviceBuffer<ControlBlock>,
    /// Control blocks on their way to the device, oldest first.
    control_in_flight: VecDeque<Pending<PinnedBuffer<ControlBlock>>>,
    step: u64,
}

impl<P: Working> Stage1<P> {
    /// Allocates the rank's state, with all parameters zero.
    ///
    /// Queues; blocks only for the allocations.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the layout is for another number of ranks or has
    /// tensors of another type, or the optimizer's constants are out of range;
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new(rank: Rank, layout: Layout, optimizer: AdamW) -> Result<Self> {
        optimizer.check()?;
        if layout.world() != rank.size() {
            let found = format!("the layout is for {} ranks, the communicator has {}", layout.world(), rank.size());
            return Err(Error::invalid("Stage1::new", found));
        }
        if let Some(tensor) = layout.tensors().iter().find(|tensor| tensor.place.is_some() && tensor.dtype != P::DTYPE)
        {
            let found = format!("{} is {}, this engine trains {}", tensor.name, tensor.dtype.name(), P::NAME);
            return Err(Error::invalid("Stage1::new", found).with_hint("give a layout of one type"));
        }
        let communicator = rank.communicator;
        let device = communicator.device().clone();
        let compute = device.stream()?;
        let buckets = BucketState::all(&device, &compute, &layout, communicator.rank())?;
        Ok(Self {
            optimizer,
            adam: Adam::load(&device)?,
            control: device.alloc(1)?,
            control_in_flight: VecDeque::new(),
            layout,
            compute,
            communicator,
            buckets,
            step: 0,
        })
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The rank's device.
    pub fn device(&self) -> &Device {
        self.communicator.device()
    }

    /// The rank's communicator, for collectives of the trainer's own between steps.
    pub fn communicator(&self) -> &Communicator {
        &self.communicator
    }

    /// The stream of the rank's own work: the optimizer's, and the trainer's if it likes.
    pub fn compute(&self) -> &Stream {
        &self.compute
    }

    /// Optimizer steps done.
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Device bytes of the rank's model state.
    pub fn memory(&self) -> Memory {
        self.buckets.iter().map(BucketState::memory).fold(Memory::default(), |sum, bucket| Memory {
            weights: sum.weights + bucket.weights,
            gradients: sum.gradients + bucket.gradients,
            master: sum.master + bucket.master,
            moment1: sum.moment1 + bucket.moment1,
            moment2: sum.moment2 + bucket.moment2,
        })
    }

    /// The full parameters of a bucket: `layout.buckets()[bucket].len` elements. What reads them is ordered after the gather.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket.
    pub fn parameters(&self, bucket: usize) -> Result<DeviceSlice<'_, P>> {
        let state = self.buckets.get(bucket).ok_or_else(|| no_bucket(bucket, self.buckets.len()))?;
        Ok(state.parameters.as_slice())
    }

    /// The gradients of a bucket, to be written by the backward pass. [`reduce`](Self::reduce) follows.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket, or it is frozen.
    pub fn gradients(&mut self, bucket: usize) -> Result<DeviceSliceMut<'_, P>> {
        Ok(training(&mut self.buckets, bucket)?.gradients.as_mut_slice())
    }

    /// As [`gradients`](Self::gradients), with [`compute`](Self::compute) to write them on.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket, or it is frozen.
    pub fn gradients_on_compute(&mut self, bucket: usize) -> Result<(&Stream, DeviceSliceMut<'_, P>)> {
        Ok((&self.compute, training(&mut self.buckets, bucket)?.gradients.as_mut_slice()))
    }

    /// Queues the reduction of a bucket's gradients. Call it once a step for every bucket that is not frozen, in one order on all
    /// ranks, as soon as the bucket is filled. The rank's shard then holds the sum over all ranks; the rest of the bucket is
    /// undefined.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket, or it is frozen.
    pub fn reduce(&mut self, bucket: usize) -> Result<()> {
        let gradients = &mut training(&mut self.buckets, bucket)?.gradients;
        self.communicator.reduce_scatter_in_place(gradients, Reduction::Sum)
    }

    /// Queues one optimizer step with learning rate `lr`, and the gather of the new parameters.
    ///
    /// The gradient is the mean over the ranks, divided by `loss_scale`: what the loss was multiplied by before the backward pass,
    /// 1 if it was not.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a rate or scale that is not finite, or a scale not
    /// above 0.
    pub fn step(&mut self, lr: f64, loss_scale: f64) -> Result<()> {
        if !(lr.is_finite() && loss_scale.is_finite() && loss_scale > 0.0) {
            let found = format!("learning rate {lr} and loss scale {loss_scale} were given");
            return Err(Error::invalid("Stage1::step", found).with_hint("both must be finite, the scale above 0"));
        }
        self.step += 1;
        let gradient_scale = 1.0 / (f64::from(self.layout.world()) * loss_scale);
        self.send_control(ControlBlock::new(&self.optimizer, self.step, gradient_scale))?;
        let step = Step {
            adam: &self.adam,
            stream: &self.compute,
            optimizer: &self.optimizer,
            lr,
            control: self.control.as_slice(),
        };
        for BucketState { parameters, training } in &mut self.buckets {
            let Some(training) = training else { continue };
            P::update(&step, parameters, training)?;
            self.communicator.all_gather_in_place(parameters)?;
        }
        Ok(())
    }

    /// Sets parameters and master weights to fp32 values, in the model's sequence. Every rank must give the same. Blocks.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `values` is not as long as the layout.
    pub fn load_blocking(&mut self, values: &[f32]) -> Result<()> {
        self.check_len("Stage1::load_blocking", values.len())?;
        for (bucket, state) in self.layout.buckets().iter().zip(&mut self.buckets) {
            let mut padded = vec![0.0; index(bucket.len)?];
            for tensor in tensors(&self.layout, bucket) {
                let tensor = tensor?;
                let (Some(to), Some(from)) = (padded.get_mut(tensor.place), values.get(tensor.elements)) else { break };
                to.copy_from_slice(from);
            }
            let mut working = self.communicator.device().pinned(padded.len())?;
            for (to, &from) in working.iter_mut().zip(&padded) {
                *to = P::of_f32(from);
            }
            self.compute.copy_to_device(working, &mut state.parameters)?.wait()?;
            if let Some(Training { master: Some(master), shard, .. }) = &mut state.training {
                let shard = padded.get(shard.clone()).unwrap_or_default();
                let shard = self.communicator.device().pinned_from(shard)?;
                self.compute.copy_to_device(shard, master)?.wait()?;
            }
        }
        Ok(())
    }

    /// Reads the working parameters into `values`, in the model's sequence. Blocks until the last gather is done.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `values` is not as long as the layout; the first
    /// fault of queued work.
    pub fn read_blocking(&mut self, values: &mut [f32]) -> Result<()> {
        self.check_len("Stage1::read_blocking", values.len())?;
        // All copies are queued before the first is waited for.
        let device = self.communicator.device();
        let copies = self
            .buckets
            .iter()
            .map(|state| self.compute.copy_to_host(&state.parameters, device.pinned(state.parameters.len())?))
            .collect::<Result<Vec<_>>>()?;
        for (bucket, copy) in self.layout.buckets().iter().zip(copies) {
            let copy = copy.wait()?;
            for tensor in tensors(&self.layout, bucket) {
                let tensor = tensor?;
                let (Some(to), Some(from)) = (values.get_mut(tensor.elements), copy.get(tensor.place)) else { break };
                for (to, from) in to.iter_mut().zip(from) {
                    *to = from.to_f32();
                }
            }
        }
        Ok(())
    }

    /// Sends gradients given as fp32 values in the model's sequence, each multiplied by `scale`, and reduces them bucket by bucket.
    /// Those of frozen tensors are not looked at.
    ///
    /// For trainers whose backward pass runs on the host. Queues; blocks only while staging memory is short.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `values` is not as long as the layout.
    pub fn send_gradients(&mut self, values: &[f32], scale: f32) -> Result<()> {
        self.check_len("Stage1::send_gradients", values.len())?;
        for (bucket, state) in self.layout.buckets().iter().zip(&mut self.buckets) {
            let Some(Training { gradients, .. }) = &mut state.training else { continue };
            // Zero from the start, so the padding is.
            let mut staging = self.communicator.device().pinned(index(bucket.len)?)?;
            for tensor in tensors(&self.layout, bucket) {
                let tensor = tensor?;
                let (Some(to), Some(from)) = (staging.get_mut(tensor.place), values.get(tensor.elements)) else {
                    break;
                };
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = P::of_f32(from * scale);
                }
            }
            // Dropping the pending leaves the staging memory to the device, which frees it after the copy.
            drop(self.compute.copy_to_device(staging, &mut *gradients)?);
            self.communicator.reduce_scatter_in_place(gradients, Reduction::Sum)?;
        }
        Ok(())
    }

    /// Queues the copy of a control block to the device, in pinned memory of an earlier one where that has arrived.
    fn send_control(&mut self, block: ControlBlock) -> Result<()> {
        let free = match self.control_in_flight.front() {
            Some(oldest) if oldest.is_ready()? => self.control_in_flight.pop_front(),
            _ => None,
        };
        let mut staging = match free {
            Some(pending) => pending.wait()?,
            None => self.device().pinned(1)?,
        };
        staging.fill(block);
        self.control_in_flight.push_back(self.compute.copy_to_device(staging, &mut self.control)?);
        Ok(())
    }

    fn check_len(&self, operation: &'static str, len: usize) -> Result<()> {
        if len as u64 == self.layout.len() {
            return Ok(());
        }
        Err(Error::invalid(operation, format!("{len} values were given for {} elements", self.layout.len())))
    }
}

/// A tensor's part of its bucket, and of the model's sequence.
struct Parts {
    place: Range<usize>,
    elements: Range<usize>,
}

/// The tensors of a bucket.
fn tensors<'a>(layout: &'a Layout, bucket: &'a Bucket) -> impl Iterator<Item = Result<Parts>> + 'a {
    let tensors = bucket.tensors.iter().filter_map(|&number| layout.tensors().get(number));
    tensors.filter_map(|tensor: &Tensor| {
        let Place { start, .. } = tensor.place?;
        let parts = || Ok(Parts { place: range(start..start + tensor.len)?, elements: range(tensor.elements())? });
        Some(parts())
    })
}

/// What trains a bucket.
fn training<P: Working>(buckets: &mut [BucketState<P>], bucket: usize) -> Result<&mut Training<P>> {
    let count = buckets.len();
    let state = buckets.get_mut(bucket).ok_or_else(|| no_bucket(bucket, count))?;
    state.training.as_mut().ok_or_else(|| Error::invalid("Stage1", format!("bucket {bucket} is frozen")))
}

fn no_bucket(bucket: usize, count: usize) -> Error {
    Error::invalid("Stage1", format!("bucket {bucket} was asked for, there are {count}"))
}

impl<P: Working> std::fmt::Debug for Stage1<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage1")
            .field("communicator", &self.communicator)
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}
