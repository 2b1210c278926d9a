//! Device memory that another process imports by key.
//!
//! A key names the process that exported and a note there, which says where the memory lies and who may import it. Closing the
//! key in that process takes the note away. An imported range is an allocation of the importing process until it closes the key.

use std::collections::HashMap;
use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::aclError;

use super::block::{Block, Entry, Place};
use super::origin::Part;
use super::raw::{Address, Lender, Region};
use super::vmm::{Addresses, unnamed_file};
use super::{check_device_range, ledger, note, shared};
use crate::check;
use crate::report::{Failure, Outcome};

/// The bytes of a key, with the one that ends it.
pub(super) const KEY_BYTES: usize = 65;
const PAGE: u64 = 4 << 10;
/// Words before the process ids.
const HEAD: usize = 8;
const PROCESS_LIMIT: usize = note::WORDS - HEAD;

static KEYS: Mutex<Option<Keys>> = Mutex::new(None);

#[derive(Default)]
struct Keys {
    exported: HashMap<String, Exported>,
    imported: HashMap<String, Imported>,
    serial: u64,
}

struct Exported {
    note: File,
    terms: Terms,
}

struct Imported {
    address: u64,
    /// How often it was imported and not closed.
    uses: usize,
    /// Whether the ledger has it because of this import.
    is_entered: bool,
}

/// What a note says.
#[derive(Clone)]
struct Terms {
    serial: u64,
    /// The descriptor of the memory in the exporting process, and the place there; none for memory that no other process can map.
    segment: Option<(RawFd, u64)>,
    address: u64,
    bytes: u64,
    device: i32,
    is_open: bool,
    processes: Vec<u64>,
}

fn keys() -> MutexGuard<'static, Option<Keys>> {
    KEYS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// Where device memory lies as other processes can map it: a descriptor and a place there.
fn segment(address: u64) -> Option<(RawFd, u64)> {
    Some((shared::descriptor()?, shared::export(address)?))
}

/// Exports device memory; gives its key.
pub(super) fn export(address: Address, bytes: usize, length: usize, flags: u64) -> Outcome<String> {
    if bytes == 0 || length < KEY_BYTES || flags > 1 {
        return refuse(format!(
            "{bytes} B are exported with a key of {length} B, which takes {KEY_BYTES}, and flags {flags}, which can be 0 or 1"
        ));
    }
    crate::context::current()?;
    let range = super::check::Range { address, bytes };
    let at = std::ptr::without_provenance(address.value() as usize);
    check_device_range(at, bytes, None, "memory that is exported")?;
    let device = range.device().unwrap_or(0);
    let Some(note) = unnamed_file(note::BYTES) else {
        return Err(Failure::acl(aclError::RT_MEMORY_ALLOCATION, "EE1013: the host has no file for a key"));
    };
    let mut keys = keys();
    let keys = keys.get_or_insert_default();
    keys.serial += 1;
    let (address, bytes) = (address.value(), bytes as u64);
    let serial = keys.serial;
    let segment = segment(address);
    let terms = Terms { serial, segment, address, bytes, device, is_open: flags == 1, processes: Vec::new() };
    terms.write(&note)?;
    // Another process may write it.
    check::trusted(address..address + bytes);
    if let Some((_, place)) = segment {
        shared::reached(address..address + bytes, place);
        if flags == 1 {
            shared::admit(None);
        }
    }
    let key = format!("ascend-mock-{:x}-{:x}-{serial:x}", std::process::id(), note.as_raw_fd());
    keys.exported.insert(key.clone(), Exported { note, terms });
    Ok(key)
}

/// Lets processes import what a key of this process names.
pub(super) fn allow(key: &str, processes: &[i32]) -> Outcome {
    let mut keys = keys();
    let Some(exported) = keys.get_or_insert_default().exported.get_mut(key) else { return unknown(key) };
    exported.terms.processes.extend(processes.iter().filter_map(|&id| u64::try_from(id).ok()));
    shared::admit(Some(processes));
    if exported.terms.processes.len() > PROCESS_LIMIT {
        return refuse(format!("more than {PROCESS_LIMIT} processes are to import memory"));
    }
    exported.terms.write(&exported.note)
}

/// Imports memory; gives its address here.
pub(super) fn import(key: &str, flags: u64) -> Outcome<u64> {
    if flags > 1 {
        return refuse(format!("memory is imported with flags {flags}: 0 and 1 can be"));
    }
    let current = crate::context::current()?.device.id;
    let mut keys = keys();
    let keys = keys.get_or_insert_default();
    if let Some(known) = keys.imported.get_mut(key) {
        known.uses += 1;
        return Ok(known.address);
    }
    let own = u64::from(std::process::id());
    let (process, terms) = match keys.exported.get(key) {
        Some(exported) => (own, exported.terms.clone()),
        None => look_up(key)?,
    };
    if process != own && !terms.is_open && !terms.processes.contains(&own) {
        return refuse(format!("process {own} may not import {key}: call aclrtIpcMemSetImportPid for it"));
    }
    let is_entered = process != own;
    let address = if is_entered { map(process, &terms)? } else { terms.address };
    if flags == 1 && terms.device != current {
        crate::peer::set_access(terms.device, true)?;
    }
    keys.imported.insert(key.to_owned(), Imported { address, uses: 1, is_entered });
    Ok(address)
}

/// Maps memory of another process; its address here.
fn map(process: u64, terms: &Terms) -> Outcome<u64> {
    let Some((descriptor, place)) = terms.segment else {
        let text = "EE1001: the memory of the exporting process cannot be mapped by another";
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    };
    let (first, inside) = (place - place % PAGE, place % PAGE);
    let whole = (inside + terms.bytes).checked_next_multiple_of(PAGE);
    let mapped = whole.and_then(|whole| {
        let file = note::open(process, u64::try_from(descriptor).ok()?)?;
        let addresses = Addresses::reserve(whole, None, PAGE)?;
        let base = addresses.base;
        addresses.map_part(base, whole, &file, first).then_some((
            addresses,
            base + inside,
            Part::new(&file, first, whole),
            file,
        ))
    });
    let Some((addresses, base, part, file)) = mapped else {
        return refuse(format!("{} B of process {process} cannot be mapped: it has ended, or freed them", terms.bytes));
    };
    let bytes = terms.bytes;
    let block = Block { device: terms.device, base, bytes, requested: bytes };
    let lender = part.map_or(Lender::Program, |part| Lender::File(addresses.base, part));
    let told = file.try_clone();
    let region = region(addresses, base, bytes as usize, lender, file);
    ledger::write().insert(Entry { place: Place::Device, block, charge: 0, region });
    if let Ok(file) = told {
        shared::reaches(base..base + bytes, &file, place);
    }
    Ok(base)
}

#[allow(unsafe_code)] // Vouches for the memory of another process.
fn region(addresses: Addresses, base: u64, bytes: usize, lender: Lender, file: File) -> Arc<Region> {
    // SAFETY: the range was just mapped for reading and writing; the addresses, and with them the mapping, go only with the call.
    unsafe { Region::lent(base, bytes, lender, move || drop((addresses, file))) }
}

/// What the note of a key of another process says.
fn look_up(key: &str) -> Outcome<(u64, Terms)> {
    let mut parts = key.strip_prefix("ascend-mock-").unwrap_or("").split('-');
    let mut number = || u64::from_str_radix(parts.next()?, 16).ok();
    let found = number().zip(number()).zip(number()).and_then(|((process, descriptor), serial)| {
        let terms = Terms::read(&note::open(process, descriptor)?)?;
        (terms.serial == serial).then_some((process, terms))
    });
    found.map_or_else(|| unknown(key), Ok)
}

/// Closes a key: as often as it was imported, and once where it was exported.
pub(super) fn close(key: &str) -> Outcome {
    crate::context::current()?;
    let mut guard = keys();
    let keys = guard.get_or_insert_default();
    if let Some(imported) = keys.imported.get_mut(key) {
        imported.uses -= 1;
        if imported.uses > 0 {
            return Ok(());
        }
        let gone = keys.imported.remove(key).filter(|imported| imported.is_entered).map(|imported| imported.address);
        drop(guard);
        if let Some(address) = gone {
            let mut ledger = ledger::write();
            let entry = ledger.at(address).cloned();
            let mut forgotten = ledger.remove(address);
            forgotten.extend(ledger.forget(address, 1));
            drop(ledger);
            if let Some(entry) = entry {
                entry.region.free();
            }
            drop(forgotten);
        }
        return Ok(());
    }
    match keys.exported.remove(key) {
        Some(_) => Ok(()),
        None => unknown(key),
    }
}

/// Whether an address was imported, so that only closing its key gives it back.
pub(super) fn is_imported(address: Address) -> bool {
    let keys = keys();
    let mut imported = keys.iter().flat_map(|keys| keys.imported.values());
    imported.any(|imported| imported.is_entered && imported.address == address.value())
}

fn unknown<T>(key: &str) -> Outcome<T> {
    refuse(format!("there is no shared memory of key `{key}`"))
}

impl Terms {
    fn write(&self, file: &File) -> Outcome {
        let (descriptor, place) = self.segment.unwrap_or((-1, 0));
        let head = [
            self.serial,
            u64::try_from(descriptor).unwrap_or(u64::MAX),
            place,
            self.bytes,
            u64::try_from(self.device).unwrap_or(0),
            u64::from(self.is_open),
            self.processes.len() as u64,
        ];
        note::write(file, 0, head.into_iter().chain(self.processes.iter().copied()))
    }

    fn read(file: &File) -> Option<Self> {
        let mut words = note::read(file, 0)?;
        let (serial, descriptor, place, bytes) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let (device, is_open, count) = (words.next()?, words.next()? == 1, words.next()?);
        let segment = RawFd::try_from(descriptor).ok().map(|descriptor| (descriptor, place));
        let processes = words.take(usize::try_from(count).unwrap_or(0)).collect();
        Some(Self { serial, segment, address: 0, bytes, device: i32::try_from(device).ok()?, is_open, processes })
    }
}
