//! Collectives that do not fit together, overlap, or lose their communicator.

use std::sync::Arc;

use super::finding::{self, Finding, FindingKind, Info, Operation};
use super::order;
use super::site::Site;
use super::switch::{checks, follows};

/// What a rank asked for, and where.
pub(crate) struct Ask {
    pub(crate) rank: u32,
    pub(crate) function: &'static str,
    pub(crate) device: i32,
    /// Its place among the operations of the communicator.
    pub(crate) number: u64,
    /// `None` for a rank of a process that does not check this.
    pub(crate) site: Option<Arc<Site>>,
}

/// Where a collective is asked for, if that is followed.
pub(crate) fn asking() -> Option<Arc<Site>> {
    (checks().collectives || checks().memory).then(|| Arc::new(Site::here()))
}

/// Tells what is wrong with an operation, and what each rank asked for.
pub(crate) fn mismatched(text: &str, asks: &[Ask]) {
    if !checks().collectives {
        return;
    }
    let operations: Vec<Operation> = asks.iter().map(Ask::operation).collect();
    let places =
        asks.iter().zip(&operations).map(|(ask, operation)| format!("rank {} at {}", ask.rank, operation.site));
    let text = format!("collective: {text}; asked for by {}", places.collect::<Vec<_>>().join(", "));
    finding::enter(Finding { kind: FindingKind::Collective, warning: false, text, operations });
}

/// Tells that the second of two operations of a communicator came before the first had ended, unless it is told already that
/// nothing orders them. Each with the number of its stream.
pub(crate) fn overlapped(text: &str, pair: [(&Ask, i32); 2]) {
    if !checks().collectives {
        return;
    }
    let [Some(first), Some(second)] = pair.map(|(ask, stream)| ask.on(stream)) else { return };
    if follows() && !order::is_new_pair(&first, &second) {
        return;
    }
    let operations = vec![first.tell(false, (0, 0)), second.tell(false, (0, 0))];
    let places: Vec<&str> = operations.iter().map(|operation| operation.site.as_str()).collect();
    let text = format!("collective: {text}; asked for at {}", places.join(" and at "));
    finding::enter(Finding { kind: FindingKind::Collective, warning: false, text, operations });
}

impl Ask {
    fn on(&self, stream: i32) -> Option<Info> {
        let (name, site) = (self.function.to_owned(), self.site.clone()?);
        Some(Info {
            kind: None,
            name,
            device: self.device,
            stream: Some(stream),
            number: self.number,
            site,
            process: None,
        })
    }

    fn operation(&self) -> Operation {
        Operation {
            process: None,
            kind: None,
            name: format!("{} of rank {}", self.function, self.rank),
            device: self.device,
            stream: None,
            number: self.number,
            writes: false,
            bytes: (0, 0),
            site: self.site.as_ref().map_or_else(
                || "a place in another process, which does not check this".to_owned(),
                |site| site.to_string(),
            ),
            callers: self.site.as_ref().map(|site| site.callers()).unwrap_or_default(),
        }
    }
}
