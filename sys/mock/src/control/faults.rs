//! Faults of the network and the host that a test asks for.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};

static TAKEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

fn taken() -> MutexGuard<'static, BTreeSet<u16>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ports that are taken until this is dropped.
#[must_use = "the ports are free again when this is dropped"]
#[derive(Debug)]
pub struct TakenPorts(RangeInclusive<u16>);

/// Takes ports of the host, as another job would: HcclGetRootInfo cannot listen on them.
pub fn take_ports(ports: RangeInclusive<u16>) -> TakenPorts {
    take(&ports);
    TakenPorts(ports)
}

pub(super) fn take(ports: &RangeInclusive<u16>) {
    taken().extend(ports.clone());
}

pub(super) fn give_back(ports: &RangeInclusive<u16>) {
    taken().retain(|port| !ports.contains(port));
}

impl Drop for TakenPorts {
    fn drop(&mut self) {
        give_back(&self.0);
    }
}

pub(crate) fn port_is_taken(port: u16) -> bool {
    super::plan::begin();
    taken().contains(&port)
}

/// The link of a rank of the communicator of a name fails for good, with an error CQE: HcclGetCommAsyncError gives 21 on all ranks,
/// what is queued fails, and new calls are refused. Whether there is such a communicator.
pub fn cut_link(communicator: &str, rank: u32) -> bool {
    crate::hccl::cut_link(communicator, rank)
}

/// Suspends all communicators that a device takes part in, as aborting its tasks does: calls give 22 until HcclCommResume.
pub fn suspend(device: i32) {
    crate::hccl::suspend(device);
}
