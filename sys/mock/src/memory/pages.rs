//! What an allocation costs: padding and pages.
//!
//! A request takes `align_up(size, 32) + 32` bytes, because the vector unit reads and writes whole blocks of 32 B past a ragged
//! end. The device then hands out whole pages: 2 MiB or 4 KiB, by the policy and the size.

use ascend_npu_sys::aclrtMemMallocPolicy;

const BLOCK: u64 = 32;
const NORMAL: u64 = 4 << 10;
const HUGE: u64 = 2 << 20;
const GIANT: u64 = 1 << 30;
/// The largest request that "huge pages first" still serves from normal pages.
const HUGE_FIRST_ABOVE: u64 = 1 << 20;

/// The request with the padding that the device adds; `None` when it does not fit an address.
fn padded(requested: u64) -> Option<u64> {
    requested.checked_next_multiple_of(BLOCK)?.checked_add(BLOCK)
}

/// What is added to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Padding {
    /// The rest of the last block, and one block more: `aclrtMalloc`.
    Block,
    /// The rest of the last block: `aclrtMallocAlign32`.
    Rest,
    /// Nothing: gigabyte pages, and what a configuration asks for.
    Nothing,
}

/// The request with what is added to it; `None` when it does not fit an address.
pub(super) fn padded_by(padding: Padding, requested: u64) -> Option<u64> {
    match padding {
        Padding::Block => padded(requested),
        Padding::Rest => requested.checked_next_multiple_of(BLOCK),
        Padding::Nothing => Some(requested),
    }
}

/// The page sizes that a policy tries, in order.
pub(super) fn pages(policy: aclrtMemMallocPolicy, requested: u64) -> &'static [u64] {
    // 3, 4 and 5 are the same policies for memory that another device may access.
    match policy.0 {
        0 | 3 if requested > HUGE_FIRST_ABOVE => &[HUGE, NORMAL],
        0 | 3 => &[NORMAL],
        1 | 4 => &[HUGE],
        2 | 5 => &[NORMAL],
        6 | 7 => &[GIANT],
        _ if requested >= HUGE => &[HUGE, NORMAL],
        _ => &[NORMAL],
    }
}
