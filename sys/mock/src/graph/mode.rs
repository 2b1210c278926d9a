//! Which calls a capture forbids, and to which threads.

use std::cell::Cell;

use ascend_npu_sys::{aclError, aclmdlRICaptureMode as Mode};

use super::capture;
use crate::report::{Failure, Outcome};

thread_local! {
    /// What this thread was set to.
    static EXCHANGED: Cell<Mode> = const { Cell::new(Mode::ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) };
}

/// Sets the mode of this thread; gives what it was before.
pub(super) fn exchange(mode: Mode) -> Outcome<Mode> {
    check(mode)?;
    Ok(EXCHANGED.replace(mode))
}

pub(super) fn check(mode: Mode) -> Outcome {
    if mode.0 <= Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED.0 {
        return Ok(());
    }
    let text = format!("EE1003: {} is no mode of a capture: 0 to 2 are", mode.0);
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

/// Whether this thread may make a call that runs at once.
fn is_allowed() -> bool {
    // The strictest capture of the context counts, and the strictest that this thread began.
    let Some(active) = capture::strictest() else { return true };
    match EXCHANGED.get() {
        Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED => true,
        Mode::ACL_MODEL_RI_CAPTURE_MODE_GLOBAL => {
            active.of_context != Mode::ACL_MODEL_RI_CAPTURE_MODE_GLOBAL
                && active.of_thread != Some(Mode::ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL)
        }
        _ => active.of_thread.is_none_or(|mode| mode == Mode::ACL_MODEL_RI_CAPTURE_MODE_RELAXED),
    }
}

/// Refuses a call that runs at once while a capture forbids such calls.
///
/// # Errors
/// 107030.
pub(crate) fn check_immediate() -> Outcome {
    if is_allowed() {
        return Ok(());
    }
    let text = "EE1016: a stream of this context is being captured, and the call runs at once: end the capture first, or set this thread to a looser mode with aclmdlRICaptureThreadExchangeMode";
    Err(Failure::acl(aclError::RT_CAPTURE_MODE_NOT_SUPPORT, text))
}

/// As [`check_immediate`], for a call on a stream that must run at once because of its memory.
///
/// # Errors
/// 107000 on a stream that is being captured, 107041 on another.
pub(crate) fn check_turned_immediate(queue: u64) -> Outcome {
    if capture::is_capturing(queue) {
        let text = "EE1016: the stream is being captured, and a copy with pageable memory cannot be";
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    check_immediate().map_err(|failure| Failure::acl(aclError::RT_CAPTURE_MODE_BLOCK_ASYNC, failure.text))
}
