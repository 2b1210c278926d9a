//! Every allocation by address, and what each device's memory is charged.
//!
//! Freed blocks stay in the ledger for a while, without their content: a stale address is then known as such, and the host does
//! not hand it out again at once.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ascend_npu_sys::aclError;

use super::block::{Entry, Place, Usage};
use super::raw::MAPPED_ABOVE;
use super::reached;
use crate::check::{self, Thing};
use crate::report::{Failure, Outcome};
use crate::timeline;

/// Freed blocks that are remembered. A mapped one costs address space only.
const REMEMBERED: usize = 256;
/// What the small ones among them may cost.
const REMEMBERED_BYTES: usize = 16 << 20;

static LEDGER: RwLock<Ledger> = RwLock::new(Ledger {
    live: BTreeMap::new(),
    freed: VecDeque::new(),
    freed_bytes: 0,
    accounts: BTreeMap::new(),
    pinned_bytes: 0,
    pinned_blocks: 0,
});

pub(super) struct Ledger {
    live: BTreeMap<u64, Entry>,
    freed: VecDeque<Entry>,
    /// What the freed blocks that still cost memory cost.
    freed_bytes: usize,
    accounts: BTreeMap<i32, Account>,
    pinned_bytes: u64,
    pinned_blocks: usize,
}

/// What a device's memory is used for.
#[derive(Clone, Copy, Default)]
struct Account {
    allocated: u64,
    /// The most that `allocated` ever was.
    peak: u64,
    blocks: usize,
}

pub(super) fn read() -> RwLockReadGuard<'static, Ledger> {
    LEDGER.read().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn write() -> RwLockWriteGuard<'static, Ledger> {
    LEDGER.write().unwrap_or_else(PoisonError::into_inner)
}

impl Ledger {
    /// The live block that holds an address.
    pub(super) fn at(&self, address: u64) -> Option<&Entry> {
        self.below(address).filter(|entry| entry.block.contains(address))
    }

    /// The live block that starts at an address or nearest below.
    pub(super) fn below(&self, address: u64) -> Option<&Entry> {
        self.live.range(..=address).next_back().map(|(_, entry)| entry)
    }

    /// The live block that starts nearest above an address.
    pub(super) fn above(&self, address: u64) -> Option<&Entry> {
        self.live.range(address.checked_add(1)?..).next().map(|(_, entry)| entry)
    }

    /// The freed block, the newest one, that held an address.
    pub(super) fn freed(&self, address: u64) -> Option<&Entry> {
        self.freed.iter().rev().find(|entry| entry.block.contains(address))
    }

    /// Enters a block; its charge is in the account already.
    pub(super) fn insert(&mut self, entry: Entry) {
        match entry.place {
            Place::Device => self.accounts.entry(entry.block.device).or_default().blocks += 1,
            Place::Pinned => {
                self.pinned_blocks += 1;
                self.pinned_bytes += entry.charge;
            }
        }
        // What the host, or another process, may have written is not asked about.
        let written = entry.place == Place::Pinned || entry.charge == 0;
        check::given(entry.block.base..entry.block.end(), written);
        self.live.insert(entry.block.base, entry);
    }

    /// Moves a block to the freed ones and gives its charge back. Returns what is forgotten for it, to be dropped once the lock
    /// is released.
    pub(super) fn remove(&mut self, base: u64) -> Vec<Entry> {
        let Some(entry) = self.live.remove(&base) else {
            return Vec::new();
        };
        check::taken(entry.block.base..entry.block.end());
        reached::forget(&(entry.block.base..entry.block.end()));
        let thing = if entry.place == Place::Device { Thing::DeviceMemory } else { Thing::PinnedMemory };
        check::gone(thing, base);
        match entry.place {
            Place::Device => {
                let account = self.accounts.entry(entry.block.device).or_default();
                account.blocks = account.blocks.saturating_sub(1);
                account.allocated = account.allocated.saturating_sub(entry.charge);
                timeline::memory(entry.block.device, account.allocated);
            }
            Place::Pinned => {
                self.pinned_blocks = self.pinned_blocks.saturating_sub(1);
                self.pinned_bytes = self.pinned_bytes.saturating_sub(entry.charge);
            }
        }
        self.freed_bytes += cost(&entry);
        self.freed.push_back(entry);
        let mut forgotten = Vec::new();
        while self.freed.len() > REMEMBERED || self.freed_bytes > REMEMBERED_BYTES {
            let Some(oldest) = self.freed.pop_front() else { break };
            self.freed_bytes -= cost(&oldest);
            forgotten.push(oldest);
        }
        forgotten
    }

    /// Forgets the freed blocks of addresses that the host may give to anybody now. Returns them, to be dropped as above.
    pub(super) fn forget(&mut self, start: u64, bytes: u64) -> Vec<Entry> {
        let inside = |entry: &Entry| start <= entry.block.base && entry.block.base - start < bytes;
        let (gone, kept): (VecDeque<Entry>, _) = std::mem::take(&mut self.freed).into_iter().partition(inside);
        self.freed = kept;
        let gone = Vec::from(gone);
        self.freed_bytes -= gone.iter().map(cost).sum::<usize>();
        gone
    }

    pub(super) fn usage(&self, device: i32) -> Usage {
        let Account { allocated, blocks, .. } = self.accounts.get(&device).copied().unwrap_or_default();
        Usage { allocated, blocks, pinned_bytes: self.pinned_bytes, pinned_blocks: self.pinned_blocks }
    }

    /// What the blocks of a device are charged, without what libraries reserved; and the most that was ever charged in all.
    pub(super) fn charged(&self, device: i32) -> (u64, u64) {
        let of_device = |entry: &&Entry| entry.place == Place::Device && entry.block.device == device;
        let charged = self.live.values().filter(of_device).map(|entry| entry.charge).sum();
        (charged, self.accounts.get(&device).map_or(0, |account| account.peak))
    }

    /// Charges a device for the first of some amounts that it has; gives that amount, or what is free.
    pub(super) fn charge(&mut self, device: i32, capacity: u64, amounts: &[u64]) -> Result<u64, u64> {
        let account = self.accounts.entry(device).or_default();
        let free = capacity.saturating_sub(account.allocated);
        let amount = amounts.iter().copied().find(|&amount| amount <= free).ok_or(free)?;
        account.allocated += amount;
        account.peak = account.peak.max(account.allocated);
        timeline::memory(device, account.allocated);
        Ok(amount)
    }

    pub(super) fn discharge(&mut self, device: i32, amount: u64) {
        let account = self.accounts.entry(device).or_default();
        account.allocated = account.allocated.saturating_sub(amount);
        timeline::memory(device, account.allocated);
    }
}

fn cost(freed: &Entry) -> usize {
    let bytes = freed.region.bytes();
    if bytes > MAPPED_ABOVE { 0 } else { bytes }
}

/// Charges a device's memory without an address: buffers inside a library. `what` names them in the refusal.
///
/// # Errors
/// 207001 when the device has not so much left.
pub(crate) fn reserve(device: i32, bytes: u64, what: &str) -> Outcome {
    let total = crate::device::soc().hbm_bytes;
    write().charge(device, total, &[bytes]).map(drop).map_err(|free| {
        let text = format!(
            "EL0004: out of memory on device {device}: {what} needs {bytes} B, and {free} B of {total} B are free"
        );
        Failure::acl(aclError::RT_MEMORY_ALLOCATION, text)
    })
}

/// Gives a reservation back.
pub(crate) fn unreserve(device: i32, bytes: u64) {
    write().discharge(device, bytes);
}

/// What a device's memory is used for now, and what is pinned.
pub(crate) fn usage(device: i32) -> Usage {
    read().usage(device)
}

/// The most that a device's memory was ever used for.
pub(crate) fn peak(device: i32) -> u64 {
    read().accounts.get(&device).map_or(0, |account| account.peak)
}
