//! Who gives memory back: what `aclrtFree` must leave alone.

use ascend_npu_sys::aclError;

use super::raw::Address;
use super::{ipc, pool, vmm};
use crate::report::{Failure, Outcome};

/// Refuses an address that another function than `aclrtFree` and `aclrtFreeHost` gives back.
pub(super) fn check_freeable(address: Address) -> Outcome {
    if pool::holds(address.value()) {
        let text = format!("EE1001: {:#x} is of a memory pool: aclrtMemPoolFreeAsync gives it back", address.value());
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    check_given_by_malloc(address)
}

/// As above, for what is of no pool.
pub(super) fn check_given_by_malloc(address: Address) -> Outcome {
    let by = if vmm::is_mapped(address) {
        "is mapped: aclrtUnmapMem gives it back"
    } else if ipc::is_imported(address) {
        "was imported: aclrtIpcMemClose gives it back"
    } else {
        return Ok(());
    };
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1001: {:#x} {by}", address.value())))
}
