//! One rank's end of a communicator.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ascend_npu_sys::HcclResult;

use super::group::Group;
use super::sync::lock;
use crate::report::{Failure, Outcome};

/// One rank's end of a communicator.
pub(super) struct Communicator {
    pub(super) group: Arc<Group>,
    pub(super) rank: u32,
    pub(super) device: i32,
    /// The next operation's number. Held for the whole of a call, so that numbers and stream order agree.
    pub(super) sequence: Mutex<u64>,
    /// Bytes of device memory that the first operation took.
    scratch: Mutex<Option<u64>>,
    /// Threads inside a call.
    inside: AtomicUsize,
}

impl Communicator {
    pub(super) fn new(group: Arc<Group>, rank: u32, device: i32) -> Self {
        Self { group, rank, device, sequence: Mutex::default(), scratch: Mutex::default(), inside: AtomicUsize::new(0) }
    }

    /// Takes the communication buffers from the device's memory, once.
    pub(super) fn reserve_scratch(&self) -> Outcome {
        let mut scratch = lock(&self.scratch);
        if scratch.is_some() {
            return Ok(());
        }
        // Two halves, for data in and out, and a small one for flags.
        let mib = crate::control::settings().buffer_mib.saturating_mul(2).saturating_add(1);
        let bytes = mib.saturating_mul(1 << 20);
        let what = format!("the buffers of communicator {}", self.group.roster.name);
        crate::memory::reserve(self.device, bytes, &what).map_err(|failure| {
            let text = format!(
                "EI0007: {mib} MiB for {what} are not free on device {} (a communicator takes 2 x HCCL_BUFFSIZE + 1 MiB): {}",
                self.device, failure.text
            );
            Failure::hccl(HcclResult::HCCL_E_OOM, text)
        })?;
        *scratch = Some(bytes);
        Ok(())
    }

    /// Ends this rank's part: queued operations lose their buffers.
    pub(super) fn end(&self) {
        self.group.roster.end(self.rank);
        if let Some(bytes) = lock(&self.scratch).take() {
            crate::memory::unreserve(self.device, bytes);
        }
    }

    pub(super) fn is_entered(&self) -> bool {
        self.inside.load(Ordering::Acquire) > 0
    }
}

/// A thread's stay inside a call: it keeps the communicator from being destroyed.
pub(super) struct Inside(Arc<Communicator>);

impl Inside {
    /// To be called under the registry's lock, as the question [`Communicator::is_entered`].
    pub(super) fn new(communicator: &Arc<Communicator>) -> Self {
        communicator.inside.fetch_add(1, Ordering::AcqRel);
        Self(communicator.clone())
    }
}

impl std::ops::Deref for Inside {
    type Target = Communicator;

    fn deref(&self) -> &Communicator {
        &self.0
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::AcqRel);
    }
}
