//! Whether a range of addresses may be touched.

use std::ffi::c_void;

use ascend_npu_sys::aclError;

use super::block::{Block, Entry, Place};
use super::ledger::{self, Ledger};
use super::raw::{Address, Hold, Span};
use super::{probe, register, vmm};
use crate::exec::Touch;
use crate::report::{Failure, Outcome};

/// On which side of the link a range lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Device,
    /// Host memory from `aclrtMallocHost`, or registered by the program.
    Pinned,
    /// Any other host memory.
    Pageable,
}

/// Bytes that a call or a task names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) address: Address,
    pub(super) bytes: usize,
}

impl Range {
    fn start(self) -> u64 {
        self.address.value()
    }

    fn last(self) -> u64 {
        self.start().saturating_add(self.bytes as u64).saturating_sub(1)
    }

    /// `bytes` bytes of it, `offset` bytes from its start.
    pub(super) fn part(self, offset: usize, bytes: usize) -> Self {
        Self { address: self.address.offset(offset), bytes }
    }

    /// What an operation that reads it touches.
    pub(super) fn read(self) -> Touch {
        Touch::read(self.start(), self.bytes as u64)
    }

    /// What an operation that writes it touches.
    pub(super) fn write(self) -> Touch {
        Touch::write(self.start(), self.bytes as u64)
    }

    pub(super) fn overlaps(self, other: Self) -> bool {
        self.start() <= other.last() && other.start() <= self.last()
    }

    /// The side it lies on.
    ///
    /// # Errors
    /// 107000 when it runs over the end of an allocation, or lies in a freed one.
    pub(super) fn side(self, what: &str) -> Outcome<Side> {
        let ledger = ledger::read();
        let refuse = |why: String| Err(refusal(what, self.start(), self.bytes as u64, &why));
        if let Some((entry, _)) = covering(&ledger, self.start(), self.bytes as u64) {
            return Ok(if entry.place == Place::Device { Side::Device } else { Side::Pinned });
        }
        if ledger.at(self.start()).is_some() || ledger.freed(self.start()).is_some() {
            return refuse(miss(&ledger, self.start(), self.bytes as u64));
        }
        if register::at(self.start()).is_some_and(|found| found.block.covers(self.start(), self.bytes as u64)) {
            return Ok(Side::Pinned);
        }
        match ledger.above(self.start()) {
            Some(entry) if entry.block.base <= self.last() => return refuse(format!("it runs into {entry}")),
            _ => {}
        }
        drop(ledger);
        if probe::is_readable(self.start(), self.last()) {
            return Ok(Side::Pageable);
        }
        refuse("it is no memory of this process".to_owned())
    }

    /// The device whose memory it is; `None` for host memory.
    pub(super) fn device(self) -> Option<i32> {
        let ledger = ledger::read();
        ledger.at(self.start()).filter(|entry| entry.place == Place::Device).map(|entry| entry.block.device)
    }

    /// Takes it for touching now.
    ///
    /// # Errors
    /// 107000 when it is not, or no longer, on that side.
    pub(super) fn take(self, side: Side, what: &str) -> Outcome<Span> {
        let place = match side {
            Side::Pageable => return Ok(self.address.span(self.bytes)),
            Side::Device => Place::Device,
            Side::Pinned => Place::Pinned,
        };
        let ledger = ledger::read();
        let found = covering(&ledger, self.start(), self.bytes as u64).filter(|(entry, _)| entry.place == place);
        let hold = match found {
            Some((entry, rest)) => hold_all(&rest).and_then(|rest| Some(entry.region.hold()?.joined(rest))),
            None if side == Side::Pinned => register::at(self.start()).and_then(|found| found.hold()),
            None => None,
        };
        let span = hold.and_then(|hold| hold.span(self.address, self.bytes));
        span.ok_or_else(|| {
            let why = miss(&ledger, self.start(), self.bytes as u64);
            refusal(what, self.start(), self.bytes as u64, &why)
        })
    }
}

/// Whether an address is of pinned memory that the device has a mapping of its own of.
pub(crate) fn is_mapped_twice(address: u64) -> bool {
    ledger::read().at(address).is_some_and(|entry| entry.region.is_twice())
}

/// Names the live allocation that holds an address.
pub(crate) fn describe(address: u64) -> Option<String> {
    ledger::read().at(address).map(|entry| {
        let inside = address - entry.block.base;
        format!("{entry}, {inside} B from its start")
    })
}

/// The live memory that holds an address and that a kernel may use, kept in place until the hold is dropped: device memory, and
/// host memory that was registered for the device.
pub(crate) fn hold(address: u64) -> Option<(Block, Hold)> {
    let ledger = ledger::read();
    match ledger.at(address) {
        Some(entry) if entry.place == Place::Device => {
            let (block, others) = run_of(&ledger, entry);
            Some((block, entry.region.hold()?.keeping(hold_all(&others)?)))
        }
        _ => {
            let found = register::at(address).filter(register::Registered::is_mapped)?;
            Some((found.block, found.hold()?))
        }
    }
}

/// Checks that a range lies in one live allocation of device memory, on `device` if one is given. `what` names the range.
///
/// # Errors
/// 107000 with a text that names the range and the allocation it misses.
pub(crate) fn check_device_range(address: *const c_void, bytes: usize, device: Option<i32>, what: &str) -> Outcome {
    let (start, length) = (address.addr() as u64, bytes as u64);
    let ledger = ledger::read();
    let found = covering(&ledger, start, length).filter(|(entry, _)| entry.place == Place::Device);
    let Some((entry, _)) = found else {
        return Err(refusal(what, start, length, &miss(&ledger, start, length)));
    };
    match device {
        Some(device) if device != entry.block.device => {
            Err(refusal(what, start, length, &format!("it is in {entry}, not on device {device}")))
        }
        _ => Ok(()),
    }
}

/// The allocations that a range lies in, one after another: one, but where physical memory is mapped piece by piece.
pub(super) fn covering(ledger: &Ledger, start: u64, bytes: u64) -> Option<(&Entry, Vec<&Entry>)> {
    let first = ledger.at(start)?;
    let (end, mut last, mut rest) = (start.checked_add(bytes)?, first, Vec::new());
    while last.block.end() < end {
        last = next_piece(ledger, last)?;
        rest.push(last);
    }
    Some((first, rest))
}

/// All that is mapped around an allocation without a gap, as one block; and the other allocations of it.
fn run_of<'a>(ledger: &'a Ledger, entry: &'a Entry) -> (Block, Vec<&'a Entry>) {
    let mut others: Vec<&Entry> = Vec::new();
    let (mut first, mut last) = (entry, entry);
    while let Some(before) = ledger.below(first.block.base.saturating_sub(1)) {
        if next_piece(ledger, before).is_none_or(|next| next.block.base != first.block.base) {
            break;
        }
        first = before;
        others.push(before);
    }
    while let Some(next) = next_piece(ledger, last) {
        last = next;
        others.push(next);
    }
    if others.is_empty() {
        return (entry.block, others);
    }
    let bytes = last.block.end() - first.block.base;
    (Block { base: first.block.base, bytes, requested: bytes, ..entry.block }, others)
}

/// The piece of mapped physical memory that follows another without a gap.
fn next_piece<'a>(ledger: &'a Ledger, entry: &Entry) -> Option<&'a Entry> {
    let follows = |next: &&Entry| {
        next.block.base == entry.block.end()
            && (next.place, next.block.device) == (entry.place, entry.block.device)
            && vmm::is_piece(next.block.base)
    };
    vmm::is_piece(entry.block.base).then(|| ledger.at(entry.block.end()).filter(follows)).flatten()
}

fn hold_all(entries: &[&Entry]) -> Option<Vec<Hold>> {
    entries.iter().map(|entry| entry.region.hold()).collect()
}

fn refusal(what: &str, start: u64, bytes: u64, why: &str) -> Failure {
    let text = format!("{what}, {bytes} B at {start:#x}: {why}");
    crate::check::misused(start, bytes, &text);
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {text}"))
}

/// Why there is no live memory at an address.
pub(crate) fn why_not_there(address: u64) -> String {
    miss(&ledger::read(), address, 0)
}

/// Which allocation a range misses, and how.
fn miss(ledger: &Ledger, start: u64, bytes: u64) -> String {
    if let Some(entry) = ledger.at(start) {
        let end = entry.block.base.saturating_add(entry.block.requested);
        let over = start.saturating_add(bytes).saturating_sub(end);
        return match entry.place {
            Place::Pinned if over == 0 => format!("it is in {entry}, not in device memory"),
            Place::Device if over == 0 => format!("it is in {entry}, not in pinned memory"),
            _ => format!("it runs {over} B past the end of {entry}"),
        };
    }
    if let Some(entry) = ledger.freed(start) {
        return format!("it is freed memory, once {entry}");
    }
    match ledger.below(start) {
        Some(entry) => {
            let after = start.saturating_sub(entry.block.end());
            format!("it is in no live allocation; the nearest one below, {after} B away, is {entry}")
        }
        None => "it is in no live allocation".to_owned(),
    }
}
