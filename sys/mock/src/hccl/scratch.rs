//! The communication buffers that the first operation of a communicator takes from the device's memory.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ascend_npu_sys::HcclResult;

use super::registry;
use super::sync::lock;
use crate::report::{Failure, Outcome};

/// Communicators that name the same buffer share it.
static SHARED: Mutex<BTreeMap<(i32, String), Shared>> = Mutex::new(BTreeMap::new());

struct Shared {
    bytes: u64,
    users: usize,
}

/// The buffers of a rank's end of a communicator.
pub(super) struct Scratch {
    pub(super) device: i32,
    /// MiB of one of the two halves.
    pub(super) half_mib: u64,
    /// The name by which others share it.
    pub(super) shared: Option<String>,
    taken: Mutex<Option<u64>>,
}

impl Scratch {
    pub(super) fn new(device: i32, half_mib: u64, shared: Option<String>) -> Self {
        Self { device, half_mib, shared, taken: Mutex::default() }
    }

    /// What it has taken so far.
    pub(super) fn bytes(&self) -> u64 {
        lock(&self.taken).unwrap_or(0)
    }

    /// Takes the buffers, once. `owner` is the communicator's name.
    pub(super) fn reserve(&self, owner: &str) -> Outcome {
        // No lock is held while the registry is asked for the text of a refusal.
        let outcome = {
            let mut taken = lock(&self.taken);
            if taken.is_some() {
                return Ok(());
            }
            // Two halves, for data in and out, and a small one for flags.
            let bytes = self.half_mib.saturating_mul(2).saturating_add(1).saturating_mul(1 << 20);
            let outcome = self.charge(bytes, owner);
            *taken = outcome.is_ok().then_some(bytes);
            outcome
        };
        outcome.map_err(|failure| {
            let mib = self.half_mib.saturating_mul(2).saturating_add(1);
            let text = format!(
                "EI0007: {mib} MiB for the buffers of communicator {owner} are not free on device {} (a communicator takes \
                 2 x HCCL_BUFFSIZE + 1 MiB; {}): {}",
                self.device,
                registry::holdings(self.device),
                failure.text
            );
            Failure::hccl(HcclResult::HCCL_E_OOM, text)
        })
    }

    fn charge(&self, bytes: u64, owner: &str) -> Outcome {
        let reserve = || crate::memory::reserve(self.device, bytes, &format!("the buffers of communicator {owner}"));
        let Some(name) = &self.shared else { return reserve() };
        let mut shared = lock(&SHARED);
        if let Some(shared) = shared.get_mut(&(self.device, name.clone())) {
            shared.users += 1;
            return Ok(());
        }
        reserve()?;
        shared.insert((self.device, name.clone()), Shared { bytes, users: 1 });
        Ok(())
    }

    /// Gives the buffers back; shared ones with the last communicator that shares them.
    pub(super) fn release(&self) {
        let Some(bytes) = lock(&self.taken).take() else { return };
        let Some(name) = &self.shared else { return crate::memory::unreserve(self.device, bytes) };
        let mut shared = lock(&SHARED);
        let key = (self.device, name.clone());
        let Some(entry) = shared.get_mut(&key) else { return };
        entry.users -= 1;
        if entry.users == 0 {
            crate::memory::unreserve(self.device, entry.bytes);
            shared.remove(&key);
        }
    }
}
