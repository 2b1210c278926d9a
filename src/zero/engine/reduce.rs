//! Gradients: handed out, reduced, accumulated.

use super::bucket::{of_shard, range};
use super::core::Engine;
use super::working::Working;
use crate::buffer::DeviceSliceMut;
use crate::comm::Reduction;
use crate::error::{Error, Result};
use crate::kernel::accumulate::Add;
use crate::stream::Stream;
use crate::zero::books::{Accumulation, Stage};

impl<P: Working> Engine<P> {
    /// The gradients of a bucket, to be added to by the backward pass: zero when they are first handed out in a micro-batch.
    /// [`reduce`](Self::reduce) follows.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket, it is frozen, or its gradients
    /// share memory with such as are not reduced yet.
    pub fn gradients(&mut self, bucket: usize) -> Result<DeviceSliceMut<'_, P>> {
        Ok(self.gradients_on_compute(bucket)?.1)
    }

    /// As [`gradients`](Self::gradients), with [`compute`](Self::compute) to write them on.
    ///
    /// # Errors
    /// As [`gradients`](Self::gradients).
    pub fn gradients_on_compute(&mut self, bucket: usize) -> Result<(&Stream, DeviceSliceMut<'_, P>)> {
        self.hand_out(bucket)?;
        if let Some(training) = &mut self.state(bucket)?.training {
            training.whole = true;
        }
        self.target(bucket)
    }

    /// Queues the reduction of a bucket's gradients. Call it once a micro-batch for every bucket that is not frozen, in one order
    /// on all ranks, as soon as the bucket is filled. A rank that was not handed them out has none, and adds zeros.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket, it is frozen, or it was reduced
    /// for all micro-batches of the step already.
    pub fn reduce(&mut self, bucket: usize) -> Result<()> {
        self.hand_out(bucket)?;
        self.clear_padding(bucket)?;
        self.reduce_written(bucket)
    }

    /// Queues the reduction of the gradients that the backward pass has completed when it is done with a layer: of the buckets that no
    /// layer before uses.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such layer, or they were reduced for all
    /// micro-batches of the step already.
    pub fn reduce_layer(&mut self, layer: usize) -> Result<()> {
        let count = self.completes.len();
        let complete = self.completes.get(layer).cloned().ok_or_else(|| {
            Error::invalid("Engine::reduce_layer", format!("layer {layer} was asked for, there are {count}"))
        })?;
        complete.into_iter().try_for_each(|bucket| self.reduce(bucket))
    }

    /// Sees that a bucket's gradients are there, and zero where nobody had them yet.
    pub(super) fn hand_out(&mut self, bucket: usize) -> Result<()> {
        if self.claim(bucket)? {
            let (compute, gradients) = self.target(bucket)?;
            compute.fill_zero(gradients)?;
        }
        Ok(())
    }

    /// Where gradients are looked at, what lies between tensors must not count.
    fn clear_padding(&mut self, bucket: usize) -> Result<()> {
        let checked = self.options.is_checked();
        let whole = self.state(bucket)?.training.as_mut().is_some_and(|training| std::mem::take(&mut training.whole));
        if !(checked && whole) {
            return Ok(());
        }
        for padding in self.layout.padding(self.bucket(bucket)?) {
            let (compute, gradients) = self.target(bucket)?;
            compute.fill_zero(gradients.slice(range(padding)?)?)?;
        }
        Ok(())
    }

    /// Gives a bucket the memory for its gradients; whether it had none in this micro-batch.
    pub(super) fn claim(&mut self, bucket: usize) -> Result<bool> {
        let micro_batches = self.options.micro_batches;
        let sharded = self.options.stage > Stage::One;
        let holder = self.in_flight.holder(bucket);
        let state = self.state(bucket)?;
        let training =
            state.training.as_mut().ok_or_else(|| Error::invalid("Engine", format!("bucket {bucket} is frozen")))?;
        if training.reduced >= micro_batches {
            let found = format!("bucket {bucket} was reduced for {micro_batches} of {micro_batches} micro-batches");
            return Err(Error::invalid("Engine", found).with_hint("step first"));
        }
        if training.written {
            return Ok(false);
        }
        if let Some(holder) = holder.filter(|holder| sharded && *holder != bucket) {
            let found = format!("the gradients of bucket {bucket} share memory with those of bucket {holder}");
            return Err(Error::invalid("Engine", found)
                .with_hint(format!("reduce bucket {holder} first: go through the layers from the last to the first")));
        }
        training.written = true;
        Ok(true)
    }

    /// Where a bucket's gradients are written.
    pub(super) fn target(&mut self, bucket: usize) -> Result<(&Stream, DeviceSliceMut<'_, P>)> {
        let len = self.bucket(bucket)?.len;
        let Self { compute, buckets, in_flight, options, .. } = self;
        if options.stage > Stage::One {
            return Ok((compute, in_flight.take(bucket, len)?));
        }
        let gradients = buckets.get_mut(bucket).and_then(|state| state.training.as_mut()?.gradients.as_mut());
        let gradients = gradients.ok_or_else(|| Error::invalid("Engine", format!("bucket {bucket} is frozen")))?;
        Ok((compute, gradients.as_mut_slice()))
    }

    /// Queues the reduction of gradients that were written.
    pub(super) fn reduce_written(&mut self, bucket: usize) -> Result<()> {
        let len = self.bucket(bucket)?.len;
        let Self { options, compute, communicator, accumulate, adding, exchanged, buckets, in_flight, .. } = self;
        let Some(state) = buckets.get_mut(bucket) else { return Ok(()) };
        let shard = state.shard.clone();
        let Some(training) = &mut state.training else { return Ok(()) };
        let (first, last) = (training.reduced == 0, training.reduced + 1 == options.micro_batches);
        let (mut gradients, own) = match &mut training.gradients {
            Some(whole) if options.stage == Stage::One => (whole.as_mut_slice(), None),
            own => (in_flight.take(bucket, len)?, own.as_mut()),
        };
        match (&mut training.accumulator, accumulate, adding) {
            // Each rank's part of the shard comes here, and is added to the shard's sum in the ranks' order.
            (Some(sum), Some(kernel), Some(adding)) if options.accumulation == Accumulation::InOrder => {
                let Some(exchanged) = exchanged else { return Ok(()) };
                let mut parts = exchanged.slice_mut(0..gradients.len())?;
                communicator.all_to_all(gradients.as_slice(), parts.reborrow())?;
                if first {
                    adding.fill_zero(&mut *sum)?;
                }
                for part in 0..communicator.size() as usize {
                    let part = parts.as_slice().slice(part * shard.len()..(part + 1) * shard.len())?;
                    Add { kernel, factor: 1.0 }.launch(adding, sum.as_mut_slice(), part)?;
                }
            }
            // Each micro-batch is reduced, and added to the shard's sum.
            (Some(sum), Some(kernel), Some(adding)) => {
                communicator.reduce_scatter_in_place(gradients.reborrow(), Reduction::Sum)?;
                if first {
                    adding.fill_zero(&mut *sum)?;
                }
                let own = gradients.as_slice().slice(of_shard(&shard, gradients.len()))?;
                Add { kernel, factor: 1.0 }.launch(adding, sum.as_mut_slice(), own)?;
            }
            // Each is added to the rank's sum of all of the bucket, which is reduced at the end.
            (Some(sum), Some(kernel), None) => {
                if first {
                    compute.fill_zero(&mut *sum)?;
                }
                Add { kernel, factor: 1.0 }.launch(compute, sum.as_mut_slice(), gradients.as_slice())?;
                if last {
                    communicator.reduce_scatter_in_place(sum, Reduction::Sum)?;
                }
            }
            _ => match own {
                Some(own) => communicator.reduce_scatter(gradients.as_slice(), own, Reduction::Sum)?,
                None => communicator.reduce_scatter_in_place(gradients, Reduction::Sum)?,
            },
        }
        training.reduced += 1;
        training.written = false;
        self.in_flight.leave(bucket);
        Ok(())
    }
}
