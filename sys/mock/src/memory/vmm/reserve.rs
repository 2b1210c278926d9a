//! Reserved addresses.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclrtMemLocation};

use super::pages::{Addresses, GIANT, HUGE};
use super::physical::Physical;
use crate::memory::ledger;
use crate::memory::raw::{Address, Region};
use crate::report::{Failure, Outcome};

/// Where a program may ask for addresses: 8 TiB.
const WINDOW: std::ops::Range<u64> = 0x1000_0000_0000..0x1800_0000_0000;

static RESERVED: Mutex<BTreeMap<u64, Arc<Reservation>>> = Mutex::new(BTreeMap::new());

/// Addresses that a program reserved, and what is mapped there. It outlives its release until no task uses it.
pub(super) struct Reservation {
    pub(super) addresses: Addresses,
    mapped: Mutex<BTreeMap<u64, Mapping>>,
    /// A mapping is gone.
    pub(super) cleared: Condvar,
}

/// Physical memory at an address.
pub(super) struct Mapping {
    pub(super) bytes: u64,
    pub(super) memory: Arc<Physical>,
    pub(super) region: Arc<Region>,
    /// Who else may use it, and how.
    pub(super) access: Vec<(aclrtMemLocation, u64)>,
    /// It was unmapped, and a task may still touch it.
    pub(super) is_ending: bool,
}

impl Reservation {
    pub(super) fn mapped(&self) -> MutexGuard<'_, BTreeMap<u64, Mapping>> {
        self.mapped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn reserved() -> MutexGuard<'static, BTreeMap<u64, Arc<Reservation>>> {
    RESERVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reserves addresses.
pub(super) fn reserve(size: usize, alignment: usize, wanted: Address, flags: u64) -> Outcome<u64> {
    let wrong = |text: String| Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1003: {text}")));
    if size == 0 || flags > 1 {
        return wrong(format!("{size} B of addresses with flags {flags}, which must be 0"));
    }
    crate::context::current()?;
    let refuse = |text: String| Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")));
    if alignment != 0 {
        return refuse(format!("addresses on multiples of {alignment}: the alignment must be 0"));
    }
    let size = size as u64;
    let unit = if size > GIANT { GIANT } else { HUGE };
    let at = (!wanted.is_null()).then(|| wanted.value());
    if let Some(at) = at {
        let fits = WINDOW.contains(&at) && at.checked_add(size).is_some_and(|end| end <= WINDOW.end);
        if !fits || !at.is_multiple_of(unit) {
            let text =
                format!("{size} B of addresses at {at:#x}: they can start on multiples of {unit} in {WINDOW:#x?}");
            return refuse(text);
        }
    }
    let bytes = size.checked_next_multiple_of(HUGE);
    let Some(addresses) = bytes.and_then(|bytes| Addresses::reserve(bytes, at, HUGE)) else {
        let text = format!("EL0004: {size} B of addresses are not to be had at {:#x}", at.unwrap_or(0));
        return Err(Failure::acl(aclError::RT_MEMORY_ALLOCATION, text));
    };
    let base = addresses.base;
    let reservation = Reservation { addresses, mapped: Mutex::default(), cleared: Condvar::new() };
    reserved().insert(base, Arc::new(reservation));
    Ok(base)
}

/// Gives addresses back. Nothing may be mapped there.
pub(super) fn release(address: Address) -> Outcome {
    if address.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the address is null"));
    }
    crate::context::current()?;
    let base = address.value();
    let mut all = reserved();
    let Some(found) = all.get(&base) else {
        let text = format!("EE1001: {base:#x} is not the start of reserved addresses");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    };
    let live = found.mapped().iter().find(|(_, mapping)| !mapping.is_ending).map(|(&at, _)| at);
    if let Some(at) = live {
        let text = format!("EE1018: physical memory is still mapped at {at:#x}: call aclrtUnmapMem first");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let gone = all.remove(&base);
    drop(all);
    if let Some(gone) = gone {
        let forgotten = ledger::write().forget(base, gone.addresses.bytes);
        drop((forgotten, gone));
    }
    Ok(())
}

/// Where physical memory is mapped.
pub(super) fn mappings(memory: &Arc<Physical>) -> Vec<u64> {
    let all: Vec<Arc<Reservation>> = reserved().values().cloned().collect();
    let of_it = |mapping: &Mapping| Arc::ptr_eq(&mapping.memory, memory) && !mapping.is_ending;
    let bases = |found: &Arc<Reservation>| {
        let mapped = found.mapped();
        mapped.iter().filter(|(_, mapping)| of_it(mapping)).map(|(&base, _)| base).collect::<Vec<_>>()
    };
    all.iter().flat_map(bases).collect()
}

/// The reservation that holds an address.
pub(super) fn at(address: u64) -> Outcome<Arc<Reservation>> {
    let all = reserved();
    let found = all.range(..=address).next_back().map(|(_, found)| found);
    let inside = |found: &&Arc<Reservation>| address - found.addresses.base < found.addresses.bytes;
    found.filter(inside).cloned().ok_or_else(|| {
        let text = format!("EE1001: {address:#x} is in no reserved addresses");
        Failure::acl(aclError::RT_PARAM_INVALID, text)
    })
}
