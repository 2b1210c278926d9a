//! New allocations.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtMemMallocPolicy};

use super::block::{Block, Entry, Place};
use super::ledger;
use super::pages::{Padding, padded_by, pages};
use super::raw::Region;
use crate::check;
use crate::report::{Failure, Outcome};

/// A kernel writes whole blocks past a ragged end; what the host backs reaches to the next multiple of this.
const BACKED: u64 = 512;

/// Allocates memory of the current device; gives its address.
pub(super) fn malloc(size: usize, policy: aclrtMemMallocPolicy, padding: Padding) -> Outcome<u64> {
    let requested = positive(size)?;
    malloc_on(crate::context::current()?.device.id, requested, policy, padding)
}

/// Allocates memory of a device; gives its address.
pub(super) fn malloc_on(device: i32, requested: u64, policy: aclrtMemMallocPolicy, padding: Padding) -> Outcome<u64> {
    let total = crate::device::soc().hbm_bytes;
    let refuse = |free: u64, why: &str| {
        let blocks = ledger::usage(device).blocks;
        let text = format!(
            "EL0004: out of memory on device {device}: {requested} B asked, {free} B of {total} B free, {blocks} blocks live{why}"
        );
        Failure::acl(aclError::RT_MEMORY_ALLOCATION, text)
    };
    crate::control::check_memory(device, requested, ledger::usage(device).allocated)?;
    // Pages of a gigabyte leave no room for padding.
    let padding = if matches!(policy.0, 6 | 7) { Padding::Nothing } else { padding };
    let Some(bytes) = padded_by(padding, requested) else {
        return Err(refuse(total.saturating_sub(ledger::usage(device).allocated), ""));
    };
    let amounts = pages(policy, requested).iter().filter_map(|&page| bytes.checked_next_multiple_of(page));
    // A statement of its own: the text of the refusal looks into the ledger too.
    let charged = ledger::write().charge(device, total, &amounts.collect::<Vec<_>>());
    let charge = charged.map_err(|free| refuse(free, ""))?;
    let Some(region) = back(bytes, Region::for_device) else {
        ledger::write().discharge(device, charge);
        return Err(refuse(total - charge, "; the host that plays the device has no memory for it"));
    };
    let base = region.base();
    let block = Block { device, base, bytes, requested };
    ledger::write().insert(Entry { place: Place::Device, block, charge, region });
    check::made(check::Thing::DeviceMemory, base, device, requested);
    Ok(base)
}

/// Allocates pinned host memory; gives its address.
pub(super) fn malloc_host(size: usize) -> Outcome<u64> {
    let requested = positive(size)?;
    let device = crate::context::current()?.device.id;
    // So that touches of the program can be told from those of the device.
    let new = if check::watches_pinned() { Region::twice } else { Region::new };
    let region = back(requested, new).ok_or_else(|| {
        Failure::acl(aclError::RT_MEMORY_ALLOCATION, format!("EL0004: the host has no {requested} B of memory to pin"))
    })?;
    let base = region.base();
    let block = Block { device, base, bytes: requested, requested };
    ledger::write().insert(Entry { place: Place::Pinned, block, charge: requested, region });
    check::made(check::Thing::PinnedMemory, base, device, requested);
    Ok(base)
}

pub(super) fn positive(size: usize) -> Outcome<u64> {
    if size == 0 {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: 0 B asked: the size must be above 0"));
    }
    Ok(size as u64)
}

pub(super) fn back(bytes: u64, new: fn(usize) -> Option<Arc<Region>>) -> Option<Arc<Region>> {
    new(usize::try_from(bytes.checked_next_multiple_of(BACKED)?).ok()?)
}
