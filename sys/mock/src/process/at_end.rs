//! The end of the process.
#![allow(unsafe_code)] // Asks to be called then.

use std::panic::catch_unwind;
use std::sync::{Mutex, Once, PoisonError};

use super::fork::{is_forked, watch_forks};

static FUNCTIONS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Has a function called when this process ends, the last one first; not when a child ends that was forked from it.
pub(crate) fn at_end(function: fn()) {
    watch_forks();
    FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner).push(function);
    static ASKED: Once = Once::new();
    ASKED.call_once(|| {
        // SAFETY: the function is of this program or of a library that stays loaded, and does not unwind.
        unsafe { libc::atexit(end) };
    });
}

extern "C" fn end() {
    // Before any lock: a thread that a child does not have might hold it.
    if is_forked() {
        return;
    }
    let functions = std::mem::take(&mut *FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner));
    for function in functions.into_iter().rev() {
        let _ = catch_unwind(function);
    }
}
