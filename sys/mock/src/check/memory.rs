//! Memory that is freed, foreign, or too short: refusals and faults that tell it, with the place in the program.

use std::cell::RefCell;
use std::sync::Arc;

use super::finding::{self, Finding, FindingKind, Info};
use super::operation;
use super::site::Site;
use super::switch::checks;

thread_local! {
    /// For whose call this thread looks at memory. It may be another's: the last of the ranks of a process that comes looks for all.
    static CALLER: RefCell<Option<Arc<Info>>> = const { RefCell::new(None) };
}

/// Looks at memory for a call of a device that was made at `site`, by whatever thread.
pub(crate) fn looking_for<R>(name: &str, device: i32, site: Option<&Arc<Site>>, look: impl FnOnce() -> R) -> R {
    let Some(site) = site else { return look() };
    let info =
        Info { kind: None, name: name.to_owned(), device, stream: None, number: 0, site: site.clone(), process: None };
    // While the values of a thread go, this one may be gone: then nobody is named.
    let before = CALLER.try_with(|caller| caller.replace(Some(Arc::new(info))));
    let result = look();
    if let Ok(before) = before {
        let _ = CALLER.try_with(|caller| caller.replace(before));
    }
    result
}

/// A call is refused, or an operation fails, because of the bytes that it names.
pub(crate) fn misused(start: u64, bytes: u64, text: &str) {
    if !checks().memory {
        return;
    }
    let caller = CALLER.try_with(|caller| caller.borrow().clone()).ok().flatten();
    // The operation that runs tells more than the call that asked for it, if it is of that call.
    let of_caller = |running: &Arc<Info>| {
        caller.as_ref().is_none_or(|caller| (caller.device, &caller.name) == (running.device, &running.name))
    };
    let running = operation::running().filter(of_caller).or(caller);
    let operation = running.unwrap_or_else(operation::calling).tell(false, (start, start.saturating_add(bytes)));
    let place = match operation.stream {
        Some(stream) => format!("operation {} of stream {stream} of device {}", operation.number, operation.device),
        None => "a call of the host".to_owned(),
    };
    let text = format!("memory: {text}, in {place}, asked for at {}", operation.site);
    finding::enter(Finding { kind: FindingKind::Memory, warning: false, text, operations: vec![operation] });
}
