//! The blocks of a pool.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exec::Record;
use crate::memory::block::{Block, Entry, Place};
use crate::memory::raw::{Lender, Region};
use crate::memory::{ledger, stock};
use crate::report::Outcome;

/// A block that a pool got from the device. It is in the ledger while it is in use, and until its release has passed.
pub(super) struct Part {
    pub(super) bytes: u64,
    memory: Arc<Region>,
    /// What the ledger knows.
    lent: Option<Arc<Region>>,
    pub(super) state: State,
    /// Counts how often it was given out: a release is of one of these times.
    pub(super) turn: u64,
}

#[derive(Clone)]
pub(super) enum State {
    Used,
    /// Released on a queue, where the record marks the release.
    Freed {
        queue: u64,
        record: Arc<Record>,
    },
}

/// What a pool has.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) parts: BTreeMap<u64, Part>,
    pub(super) reserved: u64,
    pub(super) reserved_high: u64,
    pub(super) used: u64,
    pub(super) used_high: u64,
}

impl Parts {
    /// Gets a block from the device.
    pub(super) fn grow(&mut self, device: i32, bytes: u64, back: impl FnOnce() -> Option<Arc<Region>>) -> Outcome<u64> {
        stock::charge(device, bytes, "a memory pool")?;
        let Some(memory) = back() else {
            stock::discharge(device, bytes);
            return super::stream::exhausted(format!("the host has no {bytes} B for a memory pool"));
        };
        let base = memory.base();
        self.parts.insert(base, Part { bytes, memory, lent: None, state: State::Used, turn: 0 });
        self.reserved += bytes;
        self.reserved_high = self.reserved_high.max(self.reserved);
        Ok(base)
    }

    /// Gives a block out.
    pub(super) fn give(&mut self, base: u64, requested: u64, device: i32) {
        let Some(part) = self.parts.get_mut(&base) else { return };
        part.turn += 1;
        part.state = State::Used;
        self.used += part.bytes;
        self.used_high = self.used_high.max(self.used);
        let region = lend(base, &part.memory);
        let earlier = part.lent.replace(region.clone());
        let block = Block { device, base, bytes: part.bytes, requested };
        let mut ledger = ledger::write();
        // What was released and has not passed yet gives way: the stream keeps the two apart.
        let forgotten = if earlier.is_some() { ledger.remove(base) } else { Vec::new() };
        ledger.insert(Entry { place: Place::Device, block, charge: 0, region });
        drop(ledger);
        drop(forgotten);
    }

    /// A release has passed: the block leaves the ledger, unless it was given out again.
    pub(super) fn retire(&mut self, base: u64, turn: u64) {
        let Some(part) = self.parts.get_mut(&base).filter(|part| part.turn == turn) else { return };
        if let Some(region) = part.lent.take() {
            let forgotten = ledger::write().remove(base);
            region.free();
            drop(forgotten);
        }
    }

    /// Gives free blocks back to the device, until no more than `keep` bytes are left.
    pub(super) fn trim(&mut self, device: i32, keep: u64) {
        let free: Vec<u64> = self.parts.iter().filter(|(_, part)| part.is_idle()).map(|(&base, _)| base).collect();
        for base in free {
            if self.reserved <= keep {
                return;
            }
            if let Some(part) = self.parts.remove(&base) {
                self.reserved -= part.bytes;
                stock::discharge(device, part.bytes);
                part.memory.free();
            }
        }
    }

    /// Gives everything back, whatever still uses it.
    pub(super) fn clear(&mut self, device: i32) {
        for (base, part) in std::mem::take(&mut self.parts) {
            if let Some(region) = part.lent {
                let forgotten = ledger::write().remove(base);
                region.free();
                drop(forgotten);
            }
            stock::discharge(device, part.bytes);
            part.memory.free();
        }
        (self.reserved, self.used) = (0, 0);
    }
}

impl Part {
    /// Whether nothing uses it and its release has passed.
    fn is_idle(&self) -> bool {
        self.lent.is_none() && matches!(&self.state, State::Freed { record, .. } if record.has_passed())
    }
}

/// The region of one time of use: it can be freed while the memory stays with the pool.
#[allow(unsafe_code)] // Vouches for the pool's memory.
fn lend(base: u64, memory: &Arc<Region>) -> Arc<Region> {
    let kept = memory.hold();
    // SAFETY: the hold keeps the memory mapped until the call, also when the pool has gone by then.
    unsafe { Region::lent(base, memory.bytes(), Lender::Region(memory.clone()), move || drop(kept)) }
}
