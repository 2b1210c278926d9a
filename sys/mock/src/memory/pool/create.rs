//! Pools by handle.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclrtMemAllocationType, aclrtMemLocationType, aclrtMemPool, aclrtMemPoolProps};
use once_cell::sync::Lazy;

use super::block::Parts;
use crate::report::{Failure, Outcome};
use crate::stream::Registry;

/// What pools and their blocks are multiples of.
pub(super) const UNIT: u64 = 2 << 20;

static POOLS: Lazy<Registry<Pool>> = Lazy::new(Registry::default);
/// Whether there was ever a pool: without one, no synchronisation looks for any.
static ANY: AtomicBool = AtomicBool::new(false);

pub(super) struct Pool {
    pub(super) device: i32,
    pub(super) limit: u64,
    /// How blocks may go from one stream to another: the values of the attributes 1, 2 and 3.
    pub(super) reuse: [AtomicU32; 3],
    /// What stays with the pool at a synchronisation.
    pub(super) threshold: AtomicU64,
    parts: Mutex<Parts>,
}

impl Pool {
    pub(super) fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.lock().clear(self.device);
    }
}

/// Makes a pool.
pub(super) fn create(wanted: &aclrtMemPoolProps) -> Outcome<aclrtMemPool> {
    let wrong = |text: String| Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1003: {text}")));
    if wanted.allocType != aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED {
        return wrong(format!("the type of allocation of a pool is {}: it must be 0", wanted.allocType.0));
    }
    if wanted.location.type_ != aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE {
        return wrong(format!(
            "a pool is to be at a location of type {}: it can be on a device",
            wanted.location.type_.0
        ));
    }
    if wanted.reserved != [0; 32] {
        return wrong("the reserved bytes of the properties of a pool are not 0".to_owned());
    }
    crate::context::current()?;
    let device = crate::device::device(i32::try_from(wanted.location.id).unwrap_or(-1))?.id;
    let total = crate::device::soc().hbm_bytes;
    let limit = match wanted.maxSize as u64 {
        0 => total - total % UNIT,
        size => size.checked_next_multiple_of(UNIT).unwrap_or(u64::MAX),
    };
    if limit > total {
        let text = format!("EE1011: a pool of {limit} B is asked for: device {device} has {total} B");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    ANY.store(true, Ordering::Release);
    Ok(POOLS.insert(Pool {
        device,
        limit,
        reuse: Default::default(),
        threshold: AtomicU64::new(0),
        parts: Mutex::default(),
    }))
}

/// Ends a pool, and with it the memory that it gave out.
pub(super) fn destroy(pool: aclrtMemPool) -> Outcome {
    check_null(pool)?;
    match POOLS.remove(pool) {
        // Queued releases may still know it: what it has goes now.
        Some(pool) => {
            pool.lock().clear(pool.device);
            Ok(())
        }
        None => Err(Failure::acl(aclError::RT_INTERNAL_ERROR, "EE1017: there is no such memory pool")),
    }
}

pub(super) fn get(pool: aclrtMemPool) -> Outcome<Option<Arc<Pool>>> {
    check_null(pool)?;
    Ok(POOLS.get(pool))
}

fn check_null(pool: aclrtMemPool) -> Outcome {
    if pool.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the memory pool is null"));
    }
    Ok(())
}

/// The pool whose block starts at an address.
pub(super) fn of_block(base: u64) -> Option<Arc<Pool>> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    POOLS.all(|_| true).into_iter().find(|pool| pool.lock().parts.contains_key(&base))
}

/// Whether an address is that of a block of a pool.
pub(in crate::memory) fn holds(base: u64) -> bool {
    of_block(base).is_some()
}

/// A stream was synchronised: the pools of its device give back what they do not keep.
pub(crate) fn trim_all(device: i32) {
    if ANY.load(Ordering::Acquire) {
        for pool in POOLS.all(|pool| pool.device == device) {
            // The threshold is for what is free.
            let mut parts = pool.lock();
            let keep = parts.used.saturating_add(pool.threshold.load(Ordering::Relaxed));
            parts.trim(device, keep);
        }
    }
}

/// Gives back what is free, down to what is to be kept.
pub(super) fn trim(pool: aclrtMemPool, keep: u64) -> Outcome {
    match get(pool)? {
        Some(pool) => {
            pool.lock().trim(pool.device, keep);
            Ok(())
        }
        None => Err(Failure::acl(aclError::RT_INTERNAL_ERROR, "EE1017: there is no such memory pool")),
    }
}
