//! Single words of device memory, for tasks that write, compare and clear them.
#![allow(unsafe_code)] // Touches device memory by address.

use std::ptr::with_exposed_provenance_mut;
use std::sync::atomic::{AtomicU64, Ordering};

use ascend_npu_sys::aclError;

use crate::memory;
use crate::report::{Failure, Outcome};

/// Acts on one aligned word; `None` when it is no live device memory.
fn with<R>(address: u64, act: impl FnOnce(&AtomicU64) -> R) -> Option<R> {
    let (block, hold) = memory::hold(address)?;
    let end = address.checked_add(8)?;
    if end > block.base.saturating_add(block.requested) || !address.is_multiple_of(8) {
        return None;
    }
    // SAFETY: 8 aligned bytes of a live block, which the hold keeps in place; other tasks touch them as a device's cores do.
    let word = unsafe { AtomicU64::from_ptr(with_exposed_provenance_mut(usize::try_from(address).ok()?)) };
    let result = act(word);
    drop(hold);
    Some(result)
}

/// The word at an address; `None` when it is no live device memory any more.
pub(crate) fn load(address: u64) -> Option<u64> {
    with(address, |word| word.load(Ordering::Acquire))
}

/// Writes a word. `what` names it.
///
/// # Errors
/// 507013 when it is no live device memory any more.
pub(crate) fn store(address: u64, value: u64, what: &str) -> Outcome {
    with(address, |word| word.store(value, Ordering::Release)).ok_or_else(|| {
        let text = format!("EZ9999: {what} at {address:#x} is no live device memory any more");
        Failure::acl(aclError::RT_SYS_DMA, text)
    })
}
