//! Parameters of a layer, for a pass over it.
//!
//! In stages 1 and 2 they are there; in stage 3 they are gathered into slots, those of the next layers of the pass behind. A guard
//! borrows the engine, so that nothing can be gathered, reduced or stepped while its views are in a program's hands. What it queued
//! goes on when it is dropped: the next gather into a slot waits, on the device, for the last reader of what is in it.

use super::core::{Engine, no_bucket};
use super::working::Working;
use crate::buffer::{DeviceSlice, DeviceSliceMut};
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::zero::layout::Place;

/// The parameters of a layer, to be read.
#[derive(Debug)]
pub struct Forward<'a, P: Working> {
    engine: &'a Engine<P>,
    layer: usize,
}

/// The parameters of a layer to be read, and its gradients to be written.
#[derive(Debug)]
pub struct Backward<'a, P: Working> {
    engine: &'a mut Engine<P>,
    layer: usize,
}

/// A tensor in a backward pass.
#[derive(Debug)]
pub struct View<'a, P: Working> {
    /// Its place in the layout's tensors.
    pub tensor: usize,
    /// Its parameters.
    pub parameters: DeviceSlice<'a, P>,
    /// Its gradients: to be added to, as other layers may that use it too, and zero at first; `None` where it is frozen.
    pub gradients: Option<DeviceSliceMut<'a, P>>,
}

impl<P: Working> Engine<P> {
    /// Gathers a layer where it is not there, and those after it as far as they are to be gathered ahead. Queues.
    ///
    /// Layers may be asked for in any order, several times or not at all; all ranks ask alike.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such layer.
    pub fn forward(&mut self, layer: usize) -> Result<Forward<'_, P>> {
        self.gather_from(layer, |layer, ahead| layer.checked_add(ahead))?;
        Ok(Forward { engine: self, layer })
    }

    /// As [`forward`](Self::forward), with those before it gathered ahead, and with the layer's gradients.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such layer, or its gradients share memory
    /// with such as are not reduced yet.
    pub fn backward(&mut self, layer: usize) -> Result<Backward<'_, P>> {
        self.gather_from(layer, usize::checked_sub)?;
        for bucket in self.buckets_of(layer)? {
            if self.bucket(bucket)?.trainable {
                self.hand_out(bucket)?;
            }
        }
        Ok(Backward { engine: self, layer })
    }

    /// The full parameters of a bucket: `layout.buckets()[bucket].len` elements. What reads them is ordered after their gather.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket; in stage 3, when it is not
    /// there, as it is after [`gather`](Self::gather).
    pub fn parameters(&self, bucket: usize) -> Result<DeviceSlice<'_, P>> {
        let len = self.bucket(bucket)?.len;
        if self.is_sharded() {
            return self.gathered.view(bucket, len);
        }
        let state = self.buckets.get(bucket).ok_or_else(|| no_bucket(bucket, self.buckets.len()))?;
        Ok(state.parameters.as_slice())
    }

    /// Gathers a bucket where it is not there. Queues.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such bucket.
    pub fn gather(&mut self, bucket: usize) -> Result<()> {
        let len = self.bucket(bucket)?.len;
        if !self.is_sharded() || self.gathered.holder(bucket) == Some(bucket) {
            return Ok(());
        }
        let Self { gathered, buckets, communicator, .. } = self;
        let Some(state) = buckets.get(bucket) else { return Ok(()) };
        let queued = communicator.all_gather(&state.parameters, gathered.take(bucket, len)?);
        if queued.is_err() {
            // Nobody may take what is in the slot for the bucket.
            gathered.leave(bucket);
        }
        queued
    }

    fn gather_from(&mut self, layer: usize, ahead: impl Fn(usize, usize) -> Option<usize>) -> Result<()> {
        let own = self.buckets_of(layer)?;
        own.iter().try_for_each(|&bucket| self.gather(bucket))?;
        if !self.is_sharded() {
            return Ok(());
        }
        for distance in 1..=self.options.prefetch as usize {
            let Some(next) = ahead(layer, distance).filter(|&next| next < self.layout.layers().len()) else { break };
            self.buckets_of(next)?.iter().try_for_each(|&bucket| self.gather(bucket))?;
        }
        Ok(())
    }

    fn buckets_of(&self, layer: usize) -> Result<Vec<usize>> {
        let layers = self.layout.layers();
        let found = layers.get(layer).ok_or_else(|| {
            Error::invalid("Engine", format!("layer {layer} was asked for, there are {}", layers.len()))
        })?;
        Ok(found.buckets.clone())
    }

    /// The parameters of a tensor that is there.
    fn tensor(&self, layer: usize, tensor: usize) -> Result<DeviceSlice<'_, P>> {
        let (start, len) = self.place(layer, tensor)?;
        let Some(Place { bucket, .. }) = self.layout.tensors().get(tensor).and_then(|tensor| tensor.place) else {
            return Err(empty(tensor));
        };
        self.parameters(bucket)?.slice(start..start + len)
    }

    /// Where a tensor of a layer begins in its bucket, and how long it is.
    fn place(&self, layer: usize, tensor: usize) -> Result<(usize, usize)> {
        let is_of_layer = self.layout.layers().get(layer).is_some_and(|layer| layer.tensors.contains(&tensor));
        let found = self.layout.tensors().get(tensor).filter(|_| is_of_layer);
        let found = found.ok_or_else(|| {
            Error::invalid("Engine", format!("tensor {tensor} was asked for, which layer {layer} does not use"))
        })?;
        let place = found.place.ok_or_else(|| empty(tensor))?;
        Ok((super::bucket::index(place.start)?, super::bucket::index(found.len)?))
    }
}

fn empty(tensor: usize) -> Error {
    Error::invalid("Engine", format!("tensor {tensor} was asked for, which has no elements"))
}

impl<P: Working> Forward<'_, P> {
    /// The stream of the rank's own work.
    pub fn compute(&self) -> &Stream {
        &self.engine.compute
    }

    /// The parameters of a tensor of the layer, by its place in the layout's tensors.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when it is of another layer, or has no elements.
    pub fn tensor(&self, tensor: usize) -> Result<DeviceSlice<'_, P>> {
        self.engine.tensor(self.layer, tensor)
    }
}

impl<P: Working> Backward<'_, P> {
    /// The stream of the rank's own work.
    pub fn compute(&self) -> &Stream {
        &self.engine.compute
    }

    /// The parameters of a tensor of the layer, by its place in the layout's tensors.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when it is of another layer, or has no elements.
    pub fn tensor(&self, tensor: usize) -> Result<DeviceSlice<'_, P>> {
        self.engine.tensor(self.layer, tensor)
    }

    /// A tensor of the layer with its gradients, and the stream to compute them on.
    ///
    /// # Errors
    /// As [`tensor`](Self::tensor).
    pub fn view(&mut self, tensor: usize) -> Result<(&Stream, View<'_, P>)> {
        let (start, len) = self.engine.place(self.layer, tensor)?;
        let Engine { layout, options, compute, buckets, in_flight, gathered, .. } = &mut *self.engine;
        let Some(Place { bucket, .. }) = layout.tensors().get(tensor).and_then(|tensor| tensor.place) else {
            return Err(empty(tensor));
        };
        let (Some(found), Some(state)) = (layout.buckets().get(bucket), buckets.get_mut(bucket)) else {
            return Err(empty(tensor));
        };
        let whole = if options.stage == crate::zero::Stage::Three {
            gathered.view(bucket, found.len)?
        } else {
            state.parameters.as_slice()
        };
        let parameters = whole.slice(start..start + len)?;
        let gradients = match &mut state.training {
            None => None,
            Some(_) if options.stage > crate::zero::Stage::One => Some(in_flight.take(bucket, found.len)?),
            Some(training) => training.gradients.as_mut().map(|gradients| gradients.as_mut_slice()),
        };
        let gradients = gradients.map(|gradients| gradients.slice(start..start + len)).transpose()?;
        Ok((compute, View { tensor, parameters, gradients }))
    }
}
