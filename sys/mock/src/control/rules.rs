//! Rules: operations that take longer, kernels that fault.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu_sys::aclError;

use crate::exec::Kind;
use crate::report::Failure;

#[derive(Default)]
struct Rules {
    delays: Vec<(u64, Kind, Duration)>,
    faults: Vec<Fault>,
}

struct Fault {
    id: u64,
    kernel: String,
    /// Launches of the kernel that still go well.
    good: u64,
    code: aclError,
}

static RULES: Mutex<Rules> = Mutex::new(Rules { delays: Vec::new(), faults: Vec::new() });
/// Whether there is any rule: without one, no operation takes the lock.
static ANY: AtomicBool = AtomicBool::new(false);
static NEXT: AtomicU64 = AtomicU64::new(1);

fn rules() -> MutexGuard<'static, Rules> {
    RULES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A rule that holds until this is dropped.
#[must_use = "the rule ends when this is dropped"]
#[derive(Debug)]
pub struct DelayRule(u64);

/// A rule that holds until it has struck or this is dropped.
#[must_use = "the rule ends when this is dropped"]
#[derive(Debug)]
pub struct FaultRule(u64);

/// From now on every operation of a kind, on all devices, does its work this much later than it could. No worker is held
/// meanwhile.
pub fn delay_operations(kind: Kind, by: Duration) -> DelayRule {
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    rules().delays.push((id, kind, by));
    ANY.store(true, Ordering::Release);
    DelayRule(id)
}

/// Launch number `number`, from 0, of a kernel from now on ends in a device fault of this code.
pub fn fail_kernel(kernel: &str, number: u64, code: aclError) -> FaultRule {
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    rules().faults.push(Fault { id, kernel: kernel.to_owned(), good: number, code });
    ANY.store(true, Ordering::Release);
    FaultRule(id)
}

impl Drop for DelayRule {
    fn drop(&mut self) {
        rules().delays.retain(|(id, _, _)| *id != self.0);
    }
}

impl Drop for FaultRule {
    fn drop(&mut self) {
        rules().faults.retain(|fault| fault.id != self.0);
    }
}

/// Whether any rule is about operations.
pub(crate) fn strikes_operations() -> bool {
    ANY.load(Ordering::Acquire) || super::plan::is_any()
}

pub(crate) fn delay(kind: Kind, device: i32, stream: i32) -> Option<Duration> {
    let slow = super::plan::slowness(kind, device, stream);
    if !ANY.load(Ordering::Acquire) {
        return slow;
    }
    rules().delays.iter().filter(|(_, of, _)| *of == kind).map(|(_, _, by)| *by).chain(slow).max()
}

/// The fault that a launch of a kernel ends in, if a rule says so.
pub(crate) fn kernel_fault(kernel: &str) -> Option<Failure> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    let mut rules = rules();
    let place = rules.faults.iter().position(|fault| fault.kernel == kernel)?;
    let fault = rules.faults.get_mut(place)?;
    if fault.good > 0 {
        fault.good -= 1;
        return None;
    }
    let fault = rules.faults.swap_remove(place);
    Some(Failure::acl(fault.code, format!("EZ9999: kernel `{kernel}` faults by a rule of the software device")))
}
