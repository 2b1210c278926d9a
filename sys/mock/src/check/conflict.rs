//! What is told of touches that nothing orders, and of reads of what nobody wrote.

use std::ops::Range;

use super::finding::{self, Finding, FindingKind, Info};
use super::order::Order;
use super::shadow::Conflict;
use super::switch::checks;
use super::turns;

impl Order {
    pub(super) fn race(&mut self, conflict: &Conflict<Info>, of: &Info, writes: bool) -> Option<Finding> {
        self.is_new(&conflict.earlier.of, Some(of)).then(|| {
            if turns::is_turn(&conflict.bytes) {
                return overlap(&conflict.earlier.of, of);
            }
            let bytes = (conflict.bytes.start, conflict.bytes.end);
            let (later, earlier) = (of.tell(writes, bytes), conflict.earlier.of.tell(conflict.earlier.writes, bytes));
            let text = format!("race: nothing orders these two: {earlier}; and {later}");
            let operations = vec![earlier, later];
            Finding { kind: FindingKind::Race, warning: false, text, operations }
        })
    }

    pub(super) fn unwritten(&mut self, bytes: Range<u64>, of: &Info) -> Option<Finding> {
        let warning = !checks().uninitialised;
        self.is_new(of, None).then(|| {
            let reader = of.tell(false, (bytes.start, bytes.end));
            let text = format!("memory read that nobody wrote: {reader}");
            let operations = vec![reader];
            Finding { kind: FindingKind::Uninitialised, warning, text, operations }
        })
    }

    /// Whether a place, or these two in whichever order, were not told before.
    pub(super) fn is_new(&mut self, first: &Info, second: Option<&Info>) -> bool {
        let key = |info: &Info| format!("{:?} {} {}", (info.process, info.device), info.name, info.site);
        let (first, second) = (key(first), second.map(key).unwrap_or_default());
        self.told.insert(if first <= second { (first, second) } else { (second, first) })
    }
}

/// Two operations of one communicator.
fn overlap(earlier: &Info, later: &Info) -> Finding {
    let operations = vec![earlier.tell(false, (0, 0)), later.tell(false, (0, 0))];
    let places = operations.iter().map(|operation| {
        let stream = operation.stream.unwrap_or_default();
        format!(
            "{}, operation {} of stream {stream}, asked for at {}",
            operation.name, operation.number, operation.site
        )
    });
    let text = format!(
        "collective: on device {} nothing orders these two operations of a communicator, which does one at a time: {}; order the \
         streams with an event",
        later.device,
        places.collect::<Vec<_>>().join("; and ")
    );
    Finding { kind: FindingKind::Collective, warning: false, text, operations }
}

/// Enters what was found, with the allocation that it is in. No lock of this file is held: the allocations have their own, under
/// which they tell that they come and go.
pub(super) fn tell(found: Vec<Finding>) {
    for mut finding in found {
        let place = finding.operations.first().and_then(|operation| crate::memory::describe(operation.bytes.0));
        if let Some(place) = place {
            finding.text.push_str(&format!("; in {place}"));
        }
        finding::enter(finding);
    }
}
