//! What the software device noticed that no return code tells.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Older ones are forgotten.
const MOST: usize = 1000;

static REPORTS: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

fn lock() -> MutexGuard<'static, VecDeque<String>> {
    REPORTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was noticed so far, the newest last: operations of one communicator that overlap, a communicator destroyed with work
/// queued, configurations of other sizes.
pub fn reports() -> Vec<String> {
    lock().iter().cloned().collect()
}

pub(crate) fn report(text: String) {
    let mut reports = lock();
    if reports.len() == MOST {
        reports.pop_front();
    }
    reports.push_back(text);
}
