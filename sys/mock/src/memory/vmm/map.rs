//! Mappings of physical memory at reserved addresses.
#![allow(unsafe_code)] // Vouches for the memory of a mapping.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use ascend_npu_sys::{aclError, aclrtDrvMemHandle};

use super::physical::{self, Physical};
use super::reserve::{self, Mapping, Reservation};
use super::share;
use crate::memory::block::{Block, Entry, Place};
use crate::memory::ledger;
use crate::memory::origin::Part;
use crate::memory::raw::{Address, Lender, Region};
use crate::report::{Failure, Outcome};

/// Where mappings start. Apart from the mappings themselves, so that whoever reads the ledger may ask.
static PIECES: RwLock<BTreeSet<u64>> = RwLock::new(BTreeSet::new());

fn pieces() -> RwLockWriteGuard<'static, BTreeSet<u64>> {
    PIECES.write().unwrap_or_else(PoisonError::into_inner)
}

/// Whether an allocation in the ledger is a mapping.
pub(in crate::memory) fn is_piece(base: u64) -> bool {
    PIECES.read().unwrap_or_else(PoisonError::into_inner).contains(&base)
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// Maps physical memory, all of it, at a reserved address.
pub(super) fn map(address: Address, size: usize, offset: usize, handle: aclrtDrvMemHandle, flags: u64) -> Outcome {
    if address.is_null() || size == 0 || flags != 0 {
        let text = format!("EE1004: {size} B are to be mapped at {:#x} with flags {flags}", address.value());
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    let memory = physical::get(handle)?;
    let current = crate::context::current()?.device.id;
    let (base, bytes) = (address.value(), size as u64);
    if offset != 0 {
        return refuse(format!("physical memory is to be mapped from its byte {offset}: it can be from its first"));
    }
    if bytes != memory.bytes {
        return refuse(format!(
            "{bytes} B are to be mapped of physical memory of {} B: it can be all of it",
            memory.bytes
        ));
    }
    let reservation = reserve::at(base)?;
    let place = &reservation.addresses;
    if !base.is_multiple_of(super::pages::HUGE) || base - place.base + bytes > place.bytes {
        let (start, length) = (place.base, place.bytes);
        return refuse(format!("{bytes} B are to be mapped at {base:#x}: {length} B are reserved at {start:#x}"));
    }
    let mut mapped = reservation.mapped();
    loop {
        let overlapping = mapped.iter().find(|&(&at, mapping)| at < base + bytes && base < at + mapping.bytes);
        match overlapping.map(|(&at, mapping)| (at, mapping.bytes, mapping.is_ending)) {
            None => break,
            // A task is about to leave what was unmapped before.
            Some((_, _, true)) => {
                mapped = reservation.cleared.wait(mapped).unwrap_or_else(PoisonError::into_inner);
            }
            Some((at, length, false)) => return refuse(format!("{length} B are mapped at {at:#x} already")),
        }
    }
    let clash = |mapping: &&Mapping| {
        mapping.memory.device() != memory.device() || mapping.memory.is_imported != memory.is_imported
    };
    if mapped.values().find(clash).is_some() {
        let text = "the reserved addresses hold memory of another device, or memory that is imported where this is not";
        return refuse(text.to_owned());
    }
    if !place.map(base, bytes, &memory.file) {
        let why = std::io::Error::last_os_error();
        return Err(Failure::acl(aclError::RT_DRV_INTERNAL_ERROR, format!("EL0004: {bytes} B at {base:#x}: {why}")));
    }
    let region = region(&reservation, &memory, base, size);
    let device = memory.device();
    let block = Block { device: device.unwrap_or(current), base, bytes, requested: bytes };
    let kind = if device.is_some() { Place::Device } else { Place::Pinned };
    let entry = Entry { place: kind, block, charge: 0, region: region.clone() };
    let shared = memory.is_shared().then(|| memory.clone());
    mapped.insert(base, Mapping { bytes, memory, region, access: Vec::new(), is_ending: false });
    // Nothing that waits for the ledger may hold this: tasks that end give mappings back while they read the ledger.
    drop(mapped);
    pieces().insert(base);
    ledger::write().insert(entry);
    shared.into_iter().for_each(|memory| share::note_reached(&memory, base));
    Ok(())
}

/// The memory of a mapping. It keeps the addresses and the physical memory for as long as a task touches them.
fn region(reservation: &Arc<Reservation>, memory: &Arc<Physical>, base: u64, bytes: usize) -> Arc<Region> {
    let (reservation, memory) = (reservation.clone(), memory.clone());
    let part = Part::new(&memory.file, 0, bytes as u64).filter(|_| memory.device().is_some());
    let lender = part.map_or(Lender::Program, |part| Lender::File(base, part));
    let returned = move || {
        reservation.addresses.clear(base, bytes as u64);
        let gone = reservation.mapped().remove(&base);
        reservation.cleared.notify_all();
        // Outside of the lock: this may be the last that knew the memory.
        drop((gone, memory));
    };
    // SAFETY: the range was just mapped for reading and writing, and only `returned` takes it away: `reservation` keeps the
    // addresses, and nothing else maps over them while this mapping is entered.
    unsafe { Region::lent(base, bytes, lender, returned) }
}

/// Takes a mapping away, by its start.
pub(super) fn unmap(address: Address) -> Outcome {
    if address.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the address is null"));
    }
    crate::context::current()?;
    let base = address.value();
    let reservation = reserve::at(base)?;
    let region = {
        let mut mapped = reservation.mapped();
        match mapped.get_mut(&base).filter(|mapping| !mapping.is_ending) {
            Some(mapping) => {
                mapping.is_ending = true;
                mapping.region.clone()
            }
            None => return refuse(format!("nothing is mapped at {base:#x}")),
        }
    };
    let forgotten = ledger::write().remove(base);
    pieces().remove(&base);
    region.free();
    drop(forgotten);
    Ok(())
}

/// Whether a mapping starts at an address.
pub(in crate::memory) fn is_mapped(address: Address) -> bool {
    let base = address.value();
    let live = |found: Arc<Reservation>| found.mapped().get(&base).is_some_and(|mapping| !mapping.is_ending);
    reserve::at(base).is_ok_and(live)
}

/// A new handle of what is mapped at an address.
pub(super) fn retain(address: Address) -> Outcome<aclrtDrvMemHandle> {
    let base = address.value();
    let reservation = reserve::at(base)?;
    let mapped = reservation.mapped();
    match mapped.get(&base).filter(|mapping| !mapping.is_ending) {
        Some(mapping) => Ok(physical::enter(mapping.memory.clone())),
        None => refuse(format!("nothing is mapped at {base:#x}")),
    }
}
