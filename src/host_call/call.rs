//! A closure that a stream calls, and the value it gives.
//!
//! Wraps `aclrtLaunchHostFunc`.
#![allow(unsafe_code)] // Calls into the C library, and is called by it.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, Weak};

use super::within::Within;
use crate::device::{Device, DeviceCore};
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::stream::{Awaited, Mark, Returned, Stream, StreamCore};

/// A closure on its way through a stream. [`wait`](Self::wait) gives its value.
///
/// Dropping it changes nothing: the closure is still called. What it panicked with is then found by
/// [`Device::take_deferred_errors`].
#[must_use = "whether the closure panicked is told by `wait`"]
pub struct HostCall<R: Send + 'static> {
    call: Arc<Call<R>>,
    mark: Mark,
    stream: Arc<StreamCore>,
    device: Device,
}

struct Call<R> {
    state: Mutex<State<R>>,
    /// Where a panic goes that nobody waits for. Not kept open by a call that is never made.
    device: Weak<DeviceCore>,
}

enum State<R> {
    Queued(Box<dyn FnOnce() -> R + Send>),
    /// The closure is gone: it runs, or was taken back.
    Empty,
    Returned(R),
    Panicked(String),
    /// Nobody waits for what it gives. The closure, until it is called.
    Left(Option<Box<dyn FnOnce() -> R + Send>>),
}

impl Stream {
    /// Queues a call of a closure, on a thread of the library, when all work queued before is done. Later work of the stream starts
    /// after the closure has returned.
    ///
    /// The closure must not touch any device: all calls of this crate fail there with [`ErrorKind::InHostCall`], and those of the
    /// library itself end in a deadlock. So signal another thread, count, look at the clock. Objects of devices that it owns may be
    /// dropped there, but for communicators.
    ///
    /// A panic does not leave the closure: it is the error of [`HostCall::wait`]. After a device fault the closure is not called.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] where the toolkit has no such calls.
    #[doc(alias = "aclrtLaunchHostFunc")]
    pub fn run_on_host<R: Send + 'static>(&self, closure: impl FnOnce() -> R + Send + 'static) -> Result<HostCall<R>> {
        let device = self.device();
        device.core.driver.check_process()?;
        let launch = device.core.driver.require("aclrtLaunchHostFunc", device.core.driver.acl.aclrtLaunchHostFunc)?;
        let state = Mutex::new(State::Queued(Box::new(closure)));
        let call = Arc::new(Call { state, device: Arc::downgrade(&device.core) });
        let argument = Arc::into_raw(call.clone()).cast_mut().cast::<c_void>();
        let queued = self.submit("run_on_host", &[], Awaited::Yes, |stream| {
            // SAFETY: the argument is a share of the call, which the function takes over. The closure may go to another thread.
            Returned::Acl(unsafe { launch(stream, Some(run::<R>), argument) })
        });
        match queued {
            Ok(mark) => Ok(HostCall { call, mark, stream: self.core().clone(), device: device.clone() }),
            Err(error) => {
                // A call that failed may still have been queued: its share stays with it, the closure does not.
                call.take_back();
                Err(error)
            }
        }
    }
}

impl<R> Call<R> {
    /// Takes the closure back, if it was not called yet.
    fn take_back(&self) {
        let closure = std::mem::replace(&mut *lock(&self.state), State::Empty);
        drop(closure);
    }

    /// Calls the closure, once. What comes of it is kept.
    fn make(&self) {
        let taken = {
            let mut state = lock(&self.state);
            match &mut *state {
                State::Left(closure) => closure.take(),
                State::Queued(_) => match std::mem::replace(&mut *state, State::Empty) {
                    State::Queued(closure) => Some(closure),
                    _ => None,
                },
                _ => None,
            }
        };
        let Some(closure) = taken else { return };
        let outcome = catch_unwind(AssertUnwindSafe(closure)).map_err(text);
        let mut state = lock(&self.state);
        let left = match (&*state, outcome) {
            (State::Left(_), outcome) => Some(outcome),
            (_, Ok(value)) => {
                *state = State::Returned(value);
                None
            }
            (_, Err(text)) => {
                *state = State::Panicked(text);
                None
            }
        };
        drop(state);
        // Nobody waits: a value is dropped here, a panic is kept for the next who asks.
        if let Some(Err(text)) = left {
            self.defer(text);
        }
    }

    fn defer(&self, text: String) {
        if let Some(device) = self.device.upgrade() {
            device.defer(Err(panicked(text).on_device(device.id)));
        }
    }
}

/// What the library calls.
unsafe extern "C" fn run<R: Send + 'static>(argument: *mut c_void) {
    let _within = Within::enter();
    // SAFETY: `run_on_host` gave a share of the call, and the library calls once.
    let call = unsafe { Arc::from_raw(argument.cast_const().cast::<Call<R>>()) };
    // Values may panic when they are dropped: that must not reach the library either.
    let outcome = catch_unwind(AssertUnwindSafe(move || {
        call.make();
        drop(call);
    }));
    if let Err(payload) = outcome {
        text(payload);
    }
}

/// What a panic said. The payload itself could panic once more when it is dropped, so it is not.
fn text(payload: Box<dyn Any + Send>) -> String {
    let said = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let said = said.or_else(|| payload.downcast_ref::<String>().cloned());
    std::mem::forget(payload);
    said.unwrap_or_else(|| "with a value that is no text".to_owned())
}

fn panicked(text: String) -> Error {
    Error::new(ErrorKind::Panicked, "run_on_host", format!("the closure panicked: {text}"))
}

impl<R: Send + 'static> HostCall<R> {
    /// Whether the closure has returned. Does not block.
    ///
    /// # Errors
    /// The first fault of the work before it.
    pub fn is_ready(&self) -> Result<bool> {
        let _context = self.device.core.enter()?;
        self.stream.poll(&self.device.core, self.mark.sequence)
    }

    /// Blocks until the closure has returned, and gives its value.
    ///
    /// # Errors
    /// [`ErrorKind::Panicked`] with the panic's text; the first fault of the work before it, and then the closure is not called.
    pub fn wait(self) -> Result<R> {
        let context = self.device.core.enter()?;
        let outcome = self.stream.wait(&self.device.core, self.mark.sequence);
        drop(context);
        if let Err(error) = outcome {
            if error.kind() == ErrorKind::DeviceFault {
                self.call.take_back();
            }
            return Err(error);
        }
        let state = std::mem::replace(&mut *lock(&self.call.state), State::Empty);
        match state {
            State::Returned(value) => Ok(value),
            State::Panicked(text) => Err(panicked(text).on_device(self.device.core.id).on_stream(self.stream.id)),
            _ => Err(Error::new(ErrorKind::Library, "aclrtLaunchHostFunc", "the closure was not called")
                .on_device(self.device.core.id)
                .on_stream(self.stream.id)),
        }
    }
}

impl<R: Send + 'static> Drop for HostCall<R> {
    fn drop(&mut self) {
        if self.device.core.driver.is_forked() {
            return;
        }
        let mut state = lock(&self.call.state);
        let left = match std::mem::replace(&mut *state, State::Left(None)) {
            State::Queued(closure) => {
                *state = State::Left(Some(closure));
                State::Empty
            }
            left => left,
        };
        drop(state);
        // A value is dropped here, with no lock held.
        if let State::Panicked(text) = left {
            self.call.defer(text);
        }
    }
}

impl<R: Send + 'static> std::fmt::Debug for HostCall<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostCall").field("operation", &self.mark).finish_non_exhaustive()
    }
}
