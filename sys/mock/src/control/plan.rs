//! Rules for faults that were given as text, and what they do.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;
use std::{env, fs};

use ascend_npu_sys::aclError;
use once_cell::sync::Lazy;

use super::grammar::{NetworkFault, Rule, Shortage, parse};
use super::{calls, faults, rules, settings};
use crate::exec::Kind;
use crate::report::{Failure, Outcome};

/// A rule, and how often what it is about has happened.
struct Counted {
    rule: Rule,
    count: u64,
}

/// The variable that gives them.
pub(super) const VARIABLE: &str = "ASCEND_MOCK_FAULTS";

static PLAN: Mutex<Vec<Counted>> = Mutex::new(Vec::new());
static ANY: AtomicBool = AtomicBool::new(false);

fn plan() -> MutexGuard<'static, Vec<Counted>> {
    PLAN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds rules, as text: see `control/grammar.rs` for what there is. They hold until [`forget_faults`]. What strikes a call of the
/// program strikes only those after this one.
///
/// # Errors
/// What is wrong with the text; then none of its rules holds.
pub fn fault(text: &str) -> Result<(), String> {
    begin();
    add(parse(text).map_err(|problems| problems.join("; "))?);
    Ok(())
}

/// Checks rules that are given as text.
///
/// # Errors
/// What is wrong with them.
pub fn check_fault(text: &str) -> Result<(), String> {
    parse(text).map(drop).map_err(|problems| problems.join("; "))
}

/// Takes all rules back that were given as text or by [`fail_call`](super::fail_call).
pub fn forget_faults() {
    begin();
    for Counted { rule, .. } in plan().drain(..) {
        if let Rule::PortInUse(ports) = rule {
            faults::give_back(&ports);
        }
    }
    calls::forget_failures();
}

/// Puts the rules of the settings in force, once.
pub(super) fn begin() {
    static BEGUN: Once = Once::new();
    // Wrong ones are told by aclInit.
    BEGUN.call_once(|| add(parse(&settings().faults).unwrap_or_default()));
}

fn add(rules: Vec<Rule>) {
    for rule in rules {
        match rule {
            Rule::KernelFault { kernel, launch, code } => {
                // Holds until it strikes.
                std::mem::forget(rules::fail_kernel(&kernel, launch, aclError(code)));
            }
            Rule::CallFails { function, call, code } => calls::fail(&function, call, code),
            Rule::PortInUse(ref ports) => {
                faults::take(ports);
                plan().push(Counted { rule, count: 0 });
            }
            _ => plan().push(Counted { rule, count: 0 }),
        }
    }
    ANY.store(!plan().is_empty(), Ordering::Release);
}

/// The rules that a variable of the environment gives, or a file that it names.
pub(super) fn of_environment(name: &str, problems: &mut Vec<String>) -> String {
    let text = env::var(name).unwrap_or_default();
    let Some(path) = text.trim().strip_prefix('@') else { return text };
    fs::read_to_string(path).unwrap_or_else(|error| {
        problems.push(format!("{name} names the file {path}, which cannot be read: {error}"));
        String::new()
    })
}

/// What is wrong with rules.
pub(super) fn problems(text: &str) -> Vec<String> {
    parse(text).err().unwrap_or_default()
}

/// Whether a rule makes a C function one that there is not. Asked before the settings are made.
pub(crate) fn is_missing(function: &str) -> bool {
    static OF_ENVIRONMENT: Lazy<Vec<String>> = Lazy::new(|| {
        let rules = parse(&of_environment(VARIABLE, &mut Vec::new())).unwrap_or_default();
        let missing = |rule| if let Rule::MissingSymbol(name) = rule { Some(name) } else { None };
        rules.into_iter().filter_map(missing).collect()
    });
    let named = |counted: &Counted| matches!(&counted.rule, Rule::MissingSymbol(name) if name == function);
    OF_ENVIRONMENT.iter().any(|name| name == function) || (ANY.load(Ordering::Acquire) && plan().iter().any(named))
}

/// Refuses memory of a device, of which so many bytes are in use, if a rule says so.
pub(crate) fn check_memory(device: i32, bytes: u64, used: u64) -> Outcome {
    if !ANY.load(Ordering::Acquire) {
        return Ok(());
    }
    for Counted { rule, count } in plan().iter_mut() {
        let Rule::OutOfMemory { device: of, when } = rule else { continue };
        if of.is_some_and(|of| of != device) {
            continue;
        }
        let number = *count;
        *count += 1;
        let why = match *when {
            Shortage::At(at) if at == number => format!("it is allocation {at}"),
            Shortage::Above(most) if used.saturating_add(bytes) > most => {
                format!("{used} B are in use and {most} B is the most")
            }
            _ => continue,
        };
        let text = format!("EL0004: out of memory on device {device}: {bytes} B asked; a fault rule refuses: {why}");
        return Err(Failure::acl(aclError::RT_MEMORY_ALLOCATION, text));
    }
    Ok(())
}

/// Whether there is any rule.
pub(super) fn is_any() -> bool {
    ANY.load(Ordering::Acquire)
}

/// What an operation that is about to start ends in, if a rule says so.
pub(crate) fn operation_fault(kind: Kind, device: i32, stream: i32) -> Option<Failure> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    for Counted { rule, count } in plan().iter_mut() {
        let Rule::OperationFault { of, operation, code } = rule else { continue };
        if !of.holds(kind, device, stream) {
            continue;
        }
        *count += 1;
        if *count == *operation + 1 {
            let text = format!(
                "EZ9999: {kind:?} on stream {stream} of device {device} faults by a rule of the software device: it is operation {operation}"
            );
            return Some(Failure { code: *code, text });
        }
    }
    None
}

/// How much later an operation does its work, by the rules.
pub(super) fn slowness(kind: Kind, device: i32, stream: i32) -> Option<Duration> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    let by = |counted: &Counted| match &counted.rule {
        Rule::Slow { of, by } if of.holds(kind, device, stream) => Some(*by),
        _ => None,
    };
    plan().iter().filter_map(by).max()
}

/// What becomes of a rank that asks for an operation.
pub(crate) fn network_fault(name: &str, rank: u32) -> Option<NetworkFault> {
    if !ANY.load(Ordering::Acquire) {
        return None;
    }
    let mut found = None;
    for Counted { rule, count } in plan().iter_mut() {
        let Rule::Network { rank: of, communicator, operation, what } = rule else { continue };
        if *of == rank && communicator.as_deref().is_none_or(|wanted| wanted == name) {
            *count += 1;
            if *count > *operation {
                found = found.or(Some(*what));
            }
        }
    }
    found
}
