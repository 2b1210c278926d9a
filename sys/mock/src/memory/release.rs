//! Frees: at once, whatever still uses the memory.

use ascend_npu_sys::aclError;

use super::block::{Entry, Place};
use super::ledger;
use super::raw::Address;
use crate::check;
use crate::exec::Touch;
use crate::report::{Failure, Outcome};

/// Frees device or pinned memory, which must be of the kind that the called function frees.
pub(super) fn free(address: Address, place: Place) -> Outcome {
    if address.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: a null address was freed"));
    }
    crate::context::current()?;
    let value = address.value();
    note_use(value, place);
    let mut ledger = ledger::write();
    let found = ledger.at(value).cloned();
    let entry = match found {
        Some(entry) if entry.block.base == value && entry.place == place => entry,
        Some(entry) if entry.block.base == value => {
            let other = if entry.place == Place::Device { "aclrtFree" } else { "aclrtFreeHost" };
            return Err(refuse(value, &format!("is {entry}, which {other} frees")));
        }
        Some(entry) => {
            let inside = value - entry.block.base;
            return Err(refuse(value, &format!("is {inside} B inside {entry}: only its start can be freed")));
        }
        None => {
            let text = match ledger.freed(value) {
                Some(freed) => format!("was freed before: it was {freed}"),
                None => "is no address that an allocation gave".to_owned(),
            };
            return Err(refuse(value, &text));
        }
    };
    let forgotten = ledger.remove(value);
    drop(ledger);
    entry.region.free();
    drop(forgotten);
    Ok(())
}

/// Tells the checks: memory that is freed while it is in use is lost as if it were written.
fn note_use(base: u64, place: Place) {
    let found = ledger::read().at(base).filter(|entry| entry.block.base == base && entry.place == place).cloned();
    if let Some(Entry { block, .. }) = found {
        let function = if place == Place::Device { "aclrtFree" } else { "aclrtFreeHost" };
        check::touched_by_host(function, block.device, [Touch::write(base, block.bytes)]);
    }
}

fn refuse(address: u64, text: &str) -> Failure {
    check::misused(address, 0, &format!("{address:#x}, which is freed, {text}"));
    Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {address:#x} {text}"))
}
