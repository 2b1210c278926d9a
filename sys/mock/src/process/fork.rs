//! A forked child of a process that has started the device: the child has none of its threads, and locks as they were.
#![allow(unsafe_code)] // Asks to be called in the child.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ascend_npu_sys::{HcclResult, aclError};

use crate::report::{Failure, note};

static FORKED: AtomicBool = AtomicBool::new(false);

/// From now on, children that are forked may not use the device. To load the library before a fork is fine.
pub(crate) fn watch_forks() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // SAFETY: the function is of this program or of a library that stays loaded, and only stores a flag, as a child of a
        // process with several threads may.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

extern "C" fn in_child() {
    FORKED.store(true, Ordering::Relaxed);
}

/// Whether this is such a child: then nothing may wait for a lock or for a thread of the device.
#[inline]
pub(crate) fn is_forked() -> bool {
    FORKED.load(Ordering::Relaxed)
}

/// The answer to a call in such a child, with its text for the thread; `None` for a function that has no answer for a code.
#[cold]
pub(crate) fn refuse_forked<R>(function: &str, answer: impl FnOnce(i32) -> Option<R>) -> Option<R> {
    let text = "EL9999: this process was forked from one that had started the runtime, which does not go on in a child; \
                fork before the first aclInit or aclrtSetDevice, or start a program of its own (fork and exec, or the spawn \
                method of Python's multiprocessing)";
    let failure = if function.starts_with("Hccl") {
        Failure::hccl(HcclResult::HCCL_E_RUNTIME, text)
    } else {
        Failure::acl(aclError::RT_DRV_INTERNAL_ERROR, text)
    };
    let answer = answer(failure.code)?;
    note(function, Err(failure));
    Some(answer)
}
