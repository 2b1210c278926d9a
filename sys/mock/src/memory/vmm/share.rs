//! Physical memory that several processes share.
//!
//! A shareable handle names the process that exported and its descriptor of the memory; the importing process opens that. What
//! it must know of the memory stands behind it in the same file, so nothing else is left anywhere.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{aclError, aclrtDrvMemHandle, aclrtMemAttr, aclrtMemLocationType, aclrtPhysicalMemProp};

use super::physical::{self, Physical};
use super::reserve;
use crate::check;
use crate::memory::{note, reached};
use crate::report::{Failure, Outcome};

/// What the file has beyond the memory: what is told of it, and room for the board of the checks.
pub(super) const TRAILER: u64 = note::BYTES + check::BOARD_BYTES;
/// Words before the process ids.
const HEAD: usize = 6;
const PROCESS_LIMIT: usize = note::WORDS - HEAD;

/// What stands behind exported memory.
struct Trailer {
    handle: u64,
    attribute: u32,
    place: u32,
    /// Any process may import it.
    is_open: bool,
    processes: Vec<u64>,
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}")))
}

/// Exports physical memory, once.
pub(super) fn export(handle: aclrtDrvMemHandle, flags: u64) -> Outcome<u64> {
    let memory = physical::get(handle)?;
    crate::context::current()?;
    if flags > 1 {
        return refuse(format!("physical memory is exported with flags {flags}: 0 and 1 can be"));
    }
    if memory.is_imported {
        return refuse("physical memory that was imported cannot be exported".to_owned());
    }
    if memory.device().is_none() {
        return refuse("physical memory of the host cannot be exported".to_owned());
    }
    let descriptor = u64::try_from(memory.file.as_raw_fd()).unwrap_or(0);
    let shared = u64::from(std::process::id()) << 32 | descriptor;
    if memory.exported.compare_exchange(0, shared, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return refuse(format!("handle {:#x} is exported already", handle.addr()));
    }
    let property = memory.property;
    let (attribute, place) = (property.memAttr.0, property.location.type_.0);
    let trailer = Trailer { handle: shared, attribute, place, is_open: flags == 1, processes: Vec::new() };
    trailer.write(&memory.file, memory.bytes)?;
    if flags == 1 {
        reached::tell(&memory.file, board(memory.bytes), |holders| holders.admit_all(None));
    }
    for base in reserve::mappings(&memory) {
        // Another process may write it.
        check::trusted(base..base + memory.bytes);
        note_reached(&memory, base);
    }
    Ok(shared)
}

/// Memory that processes share is mapped here from now on.
pub(super) fn note_reached(memory: &Physical, base: u64) {
    reached::note(base..base + memory.bytes, &memory.file, 0, board(memory.bytes));
}

/// Where the board of the checks stands behind so many bytes of memory.
fn board(bytes: u64) -> u64 {
    bytes + note::BYTES
}

/// Lets processes import what this process exported.
pub(super) fn allow(shared: u64, processes: &[i32]) -> Outcome {
    if shared >> 32 != u64::from(std::process::id()) {
        return refuse(format!("{shared:#x} was not exported by this process"));
    }
    let (file, bytes, mut trailer) = open(shared)?;
    trailer.processes.extend(processes.iter().filter_map(|&id| u64::try_from(id).ok()));
    if trailer.processes.len() > PROCESS_LIMIT {
        return refuse(format!("more than {PROCESS_LIMIT} processes are to import physical memory"));
    }
    reached::tell(&file, board(bytes), |holders| holders.admit_all(Some(processes)));
    trailer.write(&file, bytes)
}

/// Imports what another process exported, for a device; gives a handle of this process.
pub(super) fn import(shared: u64, device: i32) -> Outcome<aclrtDrvMemHandle> {
    let device = crate::device::device(device)?.id;
    crate::context::current()?;
    let own = u64::from(std::process::id());
    if shared >> 32 == own {
        return refuse("a process cannot import what it exported itself: it has the handle".to_owned());
    }
    let (file, bytes, trailer) = open(shared)?;
    if !trailer.is_open && !trailer.processes.contains(&own) {
        return refuse(format!(
            "process {own} may not import {shared:#x}: call aclrtMemSetPidToShareableHandle for it"
        ));
    }
    let mut property = aclrtPhysicalMemProp {
        handleType: ascend_npu_sys::aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        allocationType: ascend_npu_sys::aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        memAttr: aclrtMemAttr(trailer.attribute),
        location: ascend_npu_sys::aclrtMemLocation { id: 0, type_: aclrtMemLocationType(trailer.place) },
        reserve: 0,
    };
    // It may map it at any time.
    reached::tell(&file, board(bytes), |_| {});
    property.location.id = u32::try_from(device).unwrap_or(0);
    Ok(physical::enter(Arc::new(Physical::imported(file, bytes, property))))
}

/// Opens the memory of a shareable handle.
fn open(shared: u64) -> Outcome<(File, u64, Trailer)> {
    let opened = note::open(shared >> 32, shared & u64::from(u32::MAX)).and_then(|file| {
        let bytes = file.metadata().ok()?.len().checked_sub(TRAILER)?;
        let trailer = Trailer::read(&file, bytes).filter(|trailer| trailer.handle == shared)?;
        Some((file, bytes, trailer))
    });
    match opened {
        Some(opened) => Ok(opened),
        None => refuse(format!("{shared:#x} is no handle of shared memory, or the process that exported it has ended")),
    }
}

impl Trailer {
    fn write(&self, file: &File, at: u64) -> Outcome {
        let head = [
            self.handle,
            u64::from(self.attribute),
            u64::from(self.place),
            u64::from(self.is_open),
            self.processes.len() as u64,
        ];
        note::write(file, at, head.into_iter().chain(self.processes.iter().copied()))
    }

    fn read(file: &File, at: u64) -> Option<Self> {
        let mut words = note::read(file, at)?;
        let handle = words.next()?;
        let mut small = || u32::try_from(words.next()?).ok();
        let (attribute, place, is_open, count) = (small()?, small()?, small()? == 1, small()?);
        let processes = words.take((count as usize).min(PROCESS_LIMIT)).collect();
        Some(Self { handle, attribute, place, is_open, processes })
    }
}
