//! Time limits of waits and kernels.
//!
//! The hardware counts a kernel's time in 1 to 254 steps, so that a limit is rounded up to a step. Waits are limited in seconds.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use ascend_npu_sys::aclError;

use crate::device::soc;
use crate::exec::Limit;
use crate::report::Failure;

/// Most steps of a limit.
const STEPS: u64 = 254;

/// Seconds that queued event waits may take; 0 is for ever.
static WAIT: AtomicU32 = AtomicU32::new(0);
/// The limit of kernels in steps; 0 is the default, which is the longest.
static KERNEL_STEPS: AtomicU64 = AtomicU64::new(0);

pub(crate) fn set_wait(seconds: u32) {
    WAIT.store(seconds, Ordering::Release);
}

/// The limit of one wait: its own, else that of the process. `what` names what is waited for.
pub(crate) fn of_wait(seconds: u32, what: &str) -> Option<Limit> {
    let process = WAIT.load(Ordering::Acquire);
    limit(if seconds == 0 { process } else { seconds }, what)
}

/// A limit in seconds; 0 is none.
pub(crate) fn limit(seconds: u32, what: &str) -> Option<Limit> {
    let late = || {
        let text = format!("EE9999: a stream waited {seconds} s for {what}, which did not come");
        Failure::acl(aclError::RT_TASK_TIMEOUT, text)
    };
    (seconds != 0).then(|| Limit { time: Duration::from_secs(u64::from(seconds)), late: late() })
}

/// One step of a kernel's limit, in microseconds.
pub(crate) fn step() -> u64 {
    // 254 steps are 1091 s, and 68 s on the older part.
    if soc().arch == 1001 { 268_435 } else { 4_294_967 }
}

/// Sets the limit of kernels in microseconds; the limit that the steps make of it. 0 is the longest.
pub(crate) fn set_kernel(microseconds: u64) -> u64 {
    let steps = if microseconds == 0 { STEPS } else { microseconds.div_ceil(step()).min(STEPS) };
    KERNEL_STEPS.store(steps, Ordering::Release);
    steps * step()
}

/// The limit of kernels, in microseconds.
pub(crate) fn of_kernels() -> u64 {
    let steps = KERNEL_STEPS.load(Ordering::Acquire);
    (if steps == 0 { STEPS } else { steps }) * step()
}
