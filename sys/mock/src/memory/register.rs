//! Host memory of the program that it registers: for the device to reach, or as pinned.
//!
//! The memory stays the program's. Here is only noted where it is, so that copies on a stream and kernels may use it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{
    ACL_HOST_REG_IOMEMORY, ACL_HOST_REG_MAPPED, ACL_HOST_REG_PINNED, ACL_HOST_REG_READONLY, aclError,
};

use super::block::{Block, Place};
use super::ledger;
use super::raw::Lender;
use super::raw::{Address, Hold, Region};
use crate::report::{Failure, Outcome};

/// What host memory must start on.
const PAGE: u64 = 4 << 10;

static REGISTERED: Mutex<BTreeMap<u64, Registered>> = Mutex::new(BTreeMap::new());

/// A registered range of host memory.
#[derive(Clone)]
pub(super) struct Registered {
    pub(super) block: Block,
    flags: u32,
    region: Arc<Region>,
}

impl Registered {
    /// Whether a kernel may use it.
    pub(super) fn is_mapped(&self) -> bool {
        self.flags & (ACL_HOST_REG_MAPPED | ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY) != 0
    }

    pub(super) fn hold(&self) -> Option<Hold> {
        self.region.hold()
    }
}

fn registered() -> MutexGuard<'static, BTreeMap<u64, Registered>> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The registered range that holds an address.
pub(super) fn at(address: u64) -> Option<Registered> {
    let (_, found) = registered().range(..=address).next_back().map(|(base, found)| (*base, found.clone()))?;
    found.block.contains(address).then_some(found)
}

/// The flags of the older call, as those of the newer.
pub(super) fn flags_of(kind: u32) -> Outcome<u32> {
    if kind & !(ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY) != 0 {
        let text = format!("EE1001: {kind} is no way to register host memory: 0, 4 and 8 are");
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    }
    Ok(ACL_HOST_REG_MAPPED | kind)
}

/// Registers host memory.
///
/// # Errors
/// 507910 when a part of it is registered already, or is pinned already and is to be pinned.
pub(super) fn register(address: Address, size: u64, flags: u32) -> Outcome {
    const KNOWN: u32 = ACL_HOST_REG_MAPPED | ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY | ACL_HOST_REG_PINNED;
    if address.is_null() || size == 0 {
        let text = format!("EE1004: {size} B of host memory at {:#x} are to be registered", address.value());
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    if flags & KNOWN == 0 || flags & !KNOWN != 0 {
        let text = format!(
            "EE1011: flags {flags:#x} are no way to register host memory: 0x2, 0x4, 0x8 and 0x10000000 are, also together"
        );
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let base = address.value();
    let device = crate::context::current()?.device.id;
    let bytes = usize::try_from(size).ok().filter(|_| base.checked_add(size).is_some() && base.is_multiple_of(PAGE));
    let Some(bytes) = bytes else {
        let text = format!("EE1001: {size} B of host memory at {base:#x}: it must start on a page of {PAGE} B and end");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    };
    let end = base + size;
    let again = |what: String| {
        let text = format!("EE1018: {size} B of host memory at {base:#x} are to be registered: {what}");
        Err(Failure::acl(aclError::HOST_MEMORY_ALREADY_REGISTERED, text))
    };
    {
        let ledger = ledger::read();
        match ledger.below(end - 1).filter(|entry| entry.block.end() > base) {
            Some(entry) if entry.place == Place::Device => {
                let text = format!("EE1001: {base:#x} is no host memory: it is in {entry}");
                return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
            }
            Some(entry) if flags & ACL_HOST_REG_PINNED != 0 => return again(format!("{entry} is pinned already")),
            _ => {}
        }
    }
    let mut all = registered();
    if let Some((other, found)) = all.range(..end).next_back().filter(|(_, found)| found.block.end() > base) {
        return again(format!("{} B at {other:#x} are registered already", found.block.bytes));
    }
    let block = Block { device, base, bytes: size, requested: size };
    // The program must keep what it registered until it unregisters it: the vendor asks the same of it.
    let region = register_region(base, bytes);
    all.insert(base, Registered { block, flags, region });
    Ok(())
}

#[allow(unsafe_code)] // Vouches for memory of the program.
fn register_region(base: u64, bytes: usize) -> Arc<Region> {
    // SAFETY: the program keeps memory that it registered until it has unregistered it, and work that uses it is done.
    unsafe { Region::lent(base, bytes, Lender::Program, || ()) }
}

/// Takes a registration back.
///
/// # Errors
/// 507911 when nothing is registered at this address.
pub(super) fn unregister(address: Address) -> Outcome {
    if address.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the address is null"));
    }
    crate::context::current()?;
    match registered().remove(&address.value()) {
        Some(found) => {
            found.region.free();
            Ok(())
        }
        None => {
            let text = format!("EE1018: no host memory is registered at {:#x}", address.value());
            Err(Failure::acl(aclError::HOST_MEMORY_NOT_REGISTERED, text))
        }
    }
}

/// The address by which the device reaches registered host memory: the same, because the device is this process.
pub(super) fn device_pointer(address: Address, flag: u32) -> Outcome<u64> {
    if address.is_null() || flag != 0 {
        let text = format!("EE1001: the address is {:#x} and the flag, which must be 0, {flag}", address.value());
        return Err(Failure::acl(aclError::INVALID_PARAM, text));
    }
    crate::context::current()?;
    match at(address.value()).filter(Registered::is_mapped) {
        Some(_) => Ok(address.value()),
        None => {
            let text =
                format!("EE1011: host memory at {:#x} is not registered for the device to reach", address.value());
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}
