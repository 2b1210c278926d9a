//! Return codes with a text: what `aclGetRecentErrMsg` gives.
//!
//! Every check of this crate ends in a [`Failure`]. [`finish`] turns it into the code that the C function returns, and keeps the
//! text for the calling thread.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_char};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{HcclResult, aclError};

use crate::process::is_forked;

/// Why a call is refused, or why a task failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: i32,
    pub(crate) text: String,
}

/// What every inner function of this crate returns.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// A failure of an ACL call or of a task.
    pub(crate) fn acl(code: aclError, text: impl Into<String>) -> Self {
        Self { code: code.0, text: text.into() }
    }

    /// A failure of an HCCL call.
    pub(crate) fn hccl(code: HcclResult, text: impl Into<String>) -> Self {
        Self { code: i32::try_from(code.0).unwrap_or(i32::MAX), text: text.into() }
    }
}

#[derive(Default)]
struct Texts {
    /// Failures since the last `take`, oldest first.
    waiting: Vec<String>,
    /// What the last `take` gave; the pointer dies at the next one.
    taken: Option<CString>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
    static LAST: Cell<i32> = const { Cell::new(0) };
}

/// Where texts go when the configuration makes them the process's.
static SHARED: Mutex<Vec<String>> = Mutex::new(Vec::new());
static IS_SHARED: AtomicBool = AtomicBool::new(false);

/// Makes error texts those of the process, or of each thread.
pub(crate) fn share_texts(on: bool) {
    IS_SHARED.store(on, Ordering::Release);
}

/// The last code of this thread that the runtime itself returned. Checks of arguments before it, below 107000, do not count.
pub(crate) fn last() -> i32 {
    LAST.get()
}

/// The same, and forgets it.
pub(crate) fn take_last() -> i32 {
    LAST.replace(0)
}

/// Ends an ACL call: its code, and the text for this thread.
pub(crate) fn finish(function: &str, outcome: Outcome) -> aclError {
    aclError(note(function, outcome))
}

/// Ends an HCCL call: its code, and the text for this thread.
pub(crate) fn finish_hccl(function: &str, outcome: Outcome) -> HcclResult {
    HcclResult(note(function, outcome).unsigned_abs())
}

/// The code of an outcome, with its text kept for this thread.
pub(crate) fn note(function: &str, outcome: Outcome) -> i32 {
    match outcome {
        Ok(()) => 0,
        Err(failure) => {
            let text = format!("[{function}] {} (code {})", failure.text, failure.code);
            if IS_SHARED.load(Ordering::Acquire) && !is_forked() {
                SHARED.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            } else {
                // A thread whose values are being dropped has nowhere to keep texts, and still gets its code.
                let _ = TEXTS.try_with(|texts| texts.borrow_mut().waiting.push(text));
            }
            if matches!(failure.code / 1000, 107 | 207 | 507) {
                LAST.set(failure.code);
            }
            failure.code
        }
    }
}

/// Takes the texts of this thread, or of the process, newest first; null when there are none.
pub(crate) fn take() -> *const c_char {
    let take_from = |texts: &RefCell<Texts>| {
        let texts = &mut *texts.borrow_mut();
        let mut waiting = match is_forked() {
            true => Vec::new(),
            false => std::mem::take(&mut *SHARED.lock().unwrap_or_else(PoisonError::into_inner)),
        };
        waiting.append(&mut texts.waiting);
        if waiting.is_empty() {
            return std::ptr::null();
        }
        let joined = waiting.iter().rev().map(String::as_str).collect::<Vec<_>>().join("\n");
        // A NUL byte in a text would end it early: texts are ours and hold none.
        texts.taken = CString::new(joined).ok();
        texts.taken.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
    };
    TEXTS.try_with(take_from).unwrap_or(std::ptr::null())
}
