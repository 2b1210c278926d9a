//! Waits in shared memory.
#![allow(unsafe_code)] // The system call of futexes.

use std::ptr::{null, null_mut};
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Waits until a word is not `seen` any more, at most for `limit`. May return earlier.
pub(super) fn wait(word: &AtomicU32, seen: u32, limit: Option<Duration>) {
    let time = limit.map(|limit| libc::timespec {
        tv_sec: libc::time_t::try_from(limit.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: limit.subsec_nanos().into(),
    });
    let time = time.as_ref().map_or(null(), std::ptr::from_ref);
    // SAFETY: the call reads a live word and a time that is null or lives on this stack. It is not the private kind: other
    // processes wake it.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, seen, time, null_mut::<u32>(), 0) };
}

/// Wakes all who wait on a word.
pub(super) fn wake(word: &AtomicU32) {
    let all = i32::MAX;
    // SAFETY: the call names a live word and touches no memory.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAKE,
            all,
            null::<libc::timespec>(),
            null_mut::<u32>(),
            0,
        )
    };
}
