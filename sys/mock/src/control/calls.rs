//! Counting the calls of C functions, and making them fail.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap as HashMap;

use crate::process::is_forked;

#[derive(Default)]
struct Calls {
    counts: HashMap<&'static str, u64>,
    failures: Vec<FailingCall>,
}

struct FailingCall {
    function: String,
    /// Calls that still go well; `None` when none does.
    good: Option<u64>,
    code: i32,
}

static CALLS: Mutex<Option<Calls>> = Mutex::new(None);

fn with<R>(act: impl FnOnce(&mut Calls) -> R) -> R {
    let mut calls: MutexGuard<'_, Option<Calls>> = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    act(calls.get_or_insert_default())
}

/// How often a C function was called so far.
pub fn calls(function: &str) -> u64 {
    with(|calls| calls.counts.get(function).copied().unwrap_or(0))
}

/// Call number `number`, from 0, of a C function from now on does nothing and returns `code`.
pub fn fail_call(function: &str, number: u64, code: i32) {
    super::plan::begin();
    fail(function, Some(number), code);
}

/// One call fails, or all.
pub(super) fn fail(function: &str, number: Option<u64>, code: i32) {
    with(|calls| calls.failures.push(FailingCall { function: function.to_owned(), good: number, code }));
}

/// Takes all rules of [`fail_call`] back.
pub fn forget_failures() {
    with(|calls| calls.failures.clear());
}

/// Counts a call; the code it returns instead of acting, if a rule says so.
pub(crate) fn intercept(function: &'static str) -> Option<i32> {
    if is_forked() {
        return None; // Without the lock, which a thread that this process does not have may hold.
    }
    super::plan::begin();
    with(|calls| {
        *calls.counts.entry(function).or_default() += 1;
        let place = calls.failures.iter().position(|rule| rule.function == function)?;
        let rule = calls.failures.get_mut(place)?;
        match &mut rule.good {
            None => Some(rule.code),
            Some(0) => Some(calls.failures.swap_remove(place).code),
            Some(good) => {
                *good -= 1;
                None
            }
        }
    })
}
