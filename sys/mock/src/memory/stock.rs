//! Device memory that a program has without an allocation of it: physical memory, and what pools keep.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::ledger;
use crate::report::Outcome;

static CHARGED: Mutex<BTreeMap<i32, u64>> = Mutex::new(BTreeMap::new());

fn stock() -> MutexGuard<'static, BTreeMap<i32, u64>> {
    CHARGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Charges a device. `what` names the memory in the refusal.
pub(super) fn charge(device: i32, bytes: u64, what: &str) -> Outcome {
    crate::control::check_memory(device, bytes, ledger::usage(device).allocated)?;
    ledger::reserve(device, bytes, what)?;
    *stock().entry(device).or_default() += bytes;
    Ok(())
}

/// Gives a charge back.
pub(super) fn discharge(device: i32, bytes: u64) {
    ledger::unreserve(device, bytes);
    let mut stock = stock();
    let charged = stock.entry(device).or_default();
    *charged = charged.saturating_sub(bytes);
}

/// What a device is charged.
pub(super) fn charged(device: i32) -> u64 {
    stock().get(&device).copied().unwrap_or(0)
}
