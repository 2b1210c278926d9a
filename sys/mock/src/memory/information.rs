//! What is known of an address, and how much memory a device has and uses.

use std::ffi::c_char;

use ascend_npu_sys::{
    aclError, aclrtMemAttr, aclrtMemLocation, aclrtMemLocationType, aclrtMemUsageInfo, aclrtPtrAttributes,
};

use super::block::Place;
use super::raw::Address;
use super::{ledger, register};
use crate::report::{Failure, Outcome};

const NORMAL_PAGE: u32 = 4 << 10;
const HUGE_PAGE: u32 = 2 << 20;
const GIANT_PAGE: u64 = 1 << 30;

/// Free and total bytes of a kind of memory of the current device. Zero for kinds that the SoC has not.
pub(super) fn memory_info(attribute: aclrtMemAttr) -> Outcome<(u64, u64)> {
    let device = crate::context::current()?.device.id;
    let total = crate::device::soc().hbm_bytes;
    let free = total.saturating_sub(ledger::usage(device).allocated);
    match attribute.0 {
        // Memory of the host side that no 910 has.
        0 | 2 | 3 | 6 | 7 => Ok((0, 0)),
        // Pages of a gigabyte.
        10 | 11 | 14 | 17 => Ok((free - free % GIANT_PAGE, total - total % GIANT_PAGE)),
        // All other pages share one stock, whatever their size and whoever may reach them.
        1..=17 => Ok((free, total)),
        other => {
            let text = format!("EE1003: {other} is no kind of memory: 0 to 17 are");
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}

/// Where an address lies.
pub(super) fn attributes(address: Address) -> Outcome<aclrtPtrAttributes> {
    if address.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the address is null"));
    }
    let ledger = ledger::read();
    let entry = ledger.at(address.value());
    let (type_, id, page) = match entry {
        Some(entry) if entry.place == Place::Device => {
            let huge = entry.charge.is_multiple_of(u64::from(HUGE_PAGE));
            let page = if huge { HUGE_PAGE } else { NORMAL_PAGE };
            let id = u32::try_from(entry.block.device).unwrap_or(0);
            (aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE, id, page)
        }
        Some(_) => (aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST, 0, NORMAL_PAGE),
        None if register::at(address.value()).is_some() => {
            (aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST, 0, NORMAL_PAGE)
        }
        None => (aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_UNREGISTERED, 0, NORMAL_PAGE),
    };
    Ok(aclrtPtrAttributes { location: aclrtMemLocation { id, type_ }, pageSize: page, rsv: [0; 4] })
}

/// The start and length of the allocation that holds an address.
pub(super) fn address_range(address: Address) -> Outcome<(u64, u64)> {
    crate::context::current()?;
    let ledger = ledger::read();
    match ledger.at(address.value()).filter(|entry| entry.place == Place::Device) {
        Some(entry) => Ok((entry.block.base, entry.block.requested)),
        None => {
            let text = format!("EE1001: {:#x} is in no allocation of device memory", address.value());
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}

/// What the parts of the software use of a device's memory, most first.
pub(super) fn usage_by_component(id: i32) -> Outcome<Vec<aclrtMemUsageInfo>> {
    let device = crate::device::device(id)?.id;
    let ledger = ledger::read();
    let allocated = ledger.usage(device).allocated;
    let (blocks, peak) = ledger.charged(device);
    let blocks = blocks + super::stock::charged(device);
    let reserved = allocated.saturating_sub(blocks);
    let mut rows = vec![row("APP", blocks, peak.saturating_sub(reserved).max(blocks)), row("HCCL", reserved, reserved)];
    rows.sort_by_key(|row| std::cmp::Reverse(row.curMemSize));
    Ok(rows)
}

fn row(name: &str, now: u64, peak: u64) -> aclrtMemUsageInfo {
    let mut row = aclrtMemUsageInfo { name: [0; 32], curMemSize: now, memPeakSize: peak, reserved: [0; 8] };
    for (to, from) in row.name.iter_mut().zip(name.bytes()) {
        *to = c_char::try_from(from).unwrap_or(0);
    }
    row
}
