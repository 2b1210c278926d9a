//! Faults of the hardware, as a program is told of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Device memory that cannot be corrected any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadRange {
    pub(crate) address: u64,
    pub(crate) bytes: usize,
}

/// By device.
static BROKEN: Mutex<BTreeMap<i32, Vec<BadRange>>> = Mutex::new(BTreeMap::new());

fn broken() -> MutexGuard<'static, BTreeMap<i32, Vec<BadRange>>> {
    BROKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a range of a device's memory has an uncorrectable error: the device is abnormal until the program repairs it.
pub fn break_memory(device: i32, address: u64, bytes: usize) {
    broken().entry(device).or_default().push(BadRange { address, bytes });
}

/// Takes back all faults of a device.
pub fn heal(device: i32) {
    broken().remove(&device);
}

pub(crate) fn is_broken(device: i32) -> bool {
    broken().contains_key(&device)
}

pub(crate) fn bad_ranges(device: i32) -> Vec<BadRange> {
    broken().get(&device).cloned().unwrap_or_default()
}

/// Repairs the ranges that start at the given addresses; whether all were broken.
pub(crate) fn repair(device: i32, addresses: &[u64]) -> bool {
    let mut broken = broken();
    let Some(ranges) = broken.get_mut(&device) else { return addresses.is_empty() };
    let known = addresses.iter().all(|address| ranges.iter().any(|range| range.address == *address));
    ranges.retain(|range| !addresses.contains(&range.address));
    if ranges.is_empty() {
        broken.remove(&device);
    }
    known
}
