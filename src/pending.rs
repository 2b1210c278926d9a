//! Results that are still on their way.
//!
//! Host memory that queued work reads or writes is *owned* by a [`Pending`], and the only ways back to it wait for that work. So
//! a program cannot look at data that has not arrived, nor change data that has not left. Leaking a `Pending` leaks its memory
//! and nothing else; dropping it hands the memory to the device's retire list.

use std::sync::Arc;

use crate::device::Device;
use crate::error::Result;
use crate::stream::{Mark, Stream, StreamCore};

/// Something that queued work can hold: a [`PinnedBuffer`](crate::PinnedBuffer).
pub trait InFlight: Retire {}

pub(crate) use sealed::Retire;
mod sealed {
    /// How the value's memory is given up while an operation still uses it.
    pub trait Retire {
        fn retire(self, mark: crate::stream::Mark);
    }
}

/// A value that queued work still uses. [`wait`](Self::wait) gives it back.
#[must_use = "the value comes back only through `wait`"]
pub struct Pending<V: InFlight> {
    /// Taken at the end of `wait`, or at the drop.
    value: Option<V>,
    mark: Mark,
    stream: Arc<StreamCore>,
    device: Device,
}

impl<V: InFlight> Pending<V> {
    pub(crate) fn new(value: V, mark: Mark, stream: &Stream) -> Self {
        Self { value: Some(value), mark, stream: stream.core().clone(), device: stream.device().clone() }
    }

    /// Whether the work is done. Does not block.
    ///
    /// # Errors
    /// The first fault of the work.
    pub fn is_ready(&self) -> Result<bool> {
        let _context = self.device.core.enter()?;
        self.stream.poll(&self.device.core, self.mark.sequence)
    }

    /// Blocks until the work is done, and gives the value back.
    ///
    /// # Errors
    /// The first fault of the work, or of the work before it on the stream. The value is then gone: what it holds is undefined.
    pub fn wait(mut self) -> Result<V> {
        let context = self.device.core.enter()?;
        self.stream.wait(&self.device.core, self.mark.sequence)?;
        drop(context);
        match self.value.take() {
            Some(value) => Ok(value),
            None => unreachable!("the value is taken only here and in drop, and both end the pending"),
        }
    }
}

impl<V: InFlight> Drop for Pending<V> {
    fn drop(&mut self) {
        if let Some(value) = self.value.take() {
            value.retire(self.mark);
        }
    }
}

impl<V: InFlight> std::fmt::Debug for Pending<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pending").field("operation", &self.mark).finish_non_exhaustive()
    }
}
