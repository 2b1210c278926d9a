//! Values that come from the host and go there: whole models, and gradients of a backward pass on the host.

use std::ops::Range;

use super::bucket::{index, range};
use super::core::Engine;
use super::working::Working;
use crate::error::{Error, Result};
use crate::zero::layout::{Bucket, Layout, Place, Tensor};

impl<P: Working> Engine<P> {
    /// Sets parameters and master weights to fp32 values, in the model's sequence. Every rank must give the same. Blocks.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `values` is not as long as the layout.
    pub fn load_blocking(&mut self, values: &[f32]) -> Result<()> {
        self.check_len("Engine::load_blocking", values.len())?;
        let device = self.communicator.device();
        for (bucket, state) in self.layout.buckets().iter().zip(&mut self.buckets) {
            let mut padded = vec![0.0; index(bucket.len)?];
            for tensor in tensors(&self.layout, bucket) {
                let tensor = tensor?;
                let (Some(to), Some(from)) = (padded.get_mut(tensor.place), values.get(tensor.elements)) else { break };
                to.copy_from_slice(from);
            }
            let own = padded.get(state.shard.clone()).unwrap_or_default();
            let kept = if state.parameters.len() == own.len() { own } else { padded.as_slice() };
            let mut working = device.pinned(kept.len())?;
            for (to, &from) in working.iter_mut().zip(kept) {
                *to = P::of_f32(from);
            }
            self.compute.copy_to_device(working, &mut state.parameters)?.wait()?;
            if let Some(master) = state.master() {
                self.compute.copy_to_device(device.pinned_from(own)?, master)?.wait()?;
            }
        }
        self.gathered.leave_all();
        Ok(())
    }

    /// Reads the working parameters into `values`, in the model's sequence. In stage 3 all ranks do, as it gathers them. Blocks
    /// until the last gather is done.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `values` is not as long as the layout; the first
    /// fault of queued work.
    pub fn read_blocking(&mut self, values: &mut [f32]) -> Result<()> {
        self.check_len("Engine::read_blocking", values.len())?;
        // All copies are queued before the first is waited for; one that is gathered into memory of another waits for its copy.
        let mut copies = Vec::new();
        for bucket in 0..self.buckets.len() {
            self.gather(bucket)?;
            let parameters = self.parameters(bucket)?;
            copies.push(self.compute.copy_to_host(parameters, self.device().pinned(parameters.len())?)?);
        }
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

    /// Sends the gradients of a micro-batch, given as fp32 values in the model's sequence, each multiplied by `scale`, and reduces
    /// them bucket by bucket. Those of frozen tensors are not looked at.
    ///
    /// For trainers whose backward pass runs on the host. `scale` is the loss scale, unless the loss was multiplied by it. Queues;
    /// blocks only while staging memory is short.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when `values` is not as long as the layout, and those of
    /// [`reduce`](Self::reduce).
    pub fn send_gradients(&mut self, values: &[f32], scale: f32) -> Result<()> {
        self.check_len("Engine::send_gradients", values.len())?;
        for number in 0..self.buckets.len() {
            let Some(bucket) = self.layout.buckets().get(number).filter(|bucket| bucket.trainable) else { continue };
            // Zero from the start, so the padding is.
            let mut staging = self.device().pinned(index(bucket.len)?)?;
            for tensor in tensors(&self.layout, bucket) {
                let tensor = tensor?;
                let (Some(to), Some(from)) = (staging.get_mut(tensor.place), values.get(tensor.elements)) else {
                    break;
                };
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = P::of_f32(from * scale);
                }
            }
            self.claim(number)?;
            let (compute, gradients) = self.target(number)?;
            // Dropping the pending leaves the staging memory to the device, which frees it after the copy.
            drop(compute.copy_to_device(staging, gradients)?);
            self.reduce_written(number)?;
        }
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
