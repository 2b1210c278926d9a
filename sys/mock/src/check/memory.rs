//! Memory that is freed, foreign, or too short: refusals and faults that tell it, with the place in the program.

use super::finding::{self, Finding, FindingKind};
use super::order;
use super::switch::checks;

/// A call is refused, or an operation fails, because of the bytes that it names.
pub(crate) fn misused(start: u64, bytes: u64, text: &str) {
    if !checks().memory {
        return;
    }
    let operation = order::acting().tell(false, (start, start.saturating_add(bytes)));
    let place = match operation.stream {
        Some(stream) => format!("operation {} of stream {stream} of device {}", operation.number, operation.device),
        None => "a call of the host".to_owned(),
    };
    let text = format!("memory: {text}, in {place}, asked for at {}", operation.site);
    finding::enter(Finding { kind: FindingKind::Memory, warning: false, text, operations: vec![operation] });
}
