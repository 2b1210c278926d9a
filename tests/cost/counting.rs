//! The allocator of this binary: the system's, with counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that the process holds.
static HELD: AtomicI64 = AtomicI64::new(0);

thread_local! {
    /// Allocations of this thread.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

fn count(bytes: i64) {
    HELD.fetch_add(bytes, Ordering::Relaxed);
    if bytes > 0 {
        let _ = MADE.try_with(|made| made.set(made.get() + 1));
    }
}

fn signed(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

// SAFETY: all work is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(signed(layout.size()));
        // SAFETY: the caller's duties are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        count(-signed(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(address, layout) }
    }

    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Counts as an allocation even where it shrinks.
        count(signed(size));
        HELD.fetch_sub(signed(layout.size()), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(address, layout, size) }
    }
}

/// Allocations that `act` makes on this thread.
pub fn allocations(act: impl FnOnce()) -> u64 {
    let before = MADE.get();
    act();
    MADE.get() - before
}

/// Bytes that the process holds.
pub fn held() -> i64 {
    HELD.load(Ordering::Relaxed)
}
