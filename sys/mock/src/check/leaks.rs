//! What was made and is never given back, by the place that made it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use super::finding::{self, Finding, FindingKind, Operation};
use super::site::Site;
use super::switch::checks;
use crate::process::at_end;

/// What can be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Thing {
    DeviceMemory,
    PinnedMemory,
    Stream,
    Event,
    Notify,
    Communicator,
}

struct Made {
    device: i32,
    bytes: u64,
    site: Arc<Site>,
}

/// What one place made.
struct OfPlace {
    site: Arc<Site>,
    all: Vec<(u64, u64)>,
}

/// By what it is and its address or handle.
static MADE: Mutex<BTreeMap<(Thing, u64), Made>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<(Thing, u64), Made>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The program made something.
pub(crate) fn made(thing: Thing, handle: u64, device: i32, bytes: u64) {
    if !checks().leaks {
        return;
    }
    static AT_END: Once = Once::new();
    AT_END.call_once(|| at_end(tell_all));
    let site = Arc::new(Site::here());
    lock().insert((thing, handle), Made { device, bytes, site });
}

/// Where the program calls something that threads of this crate carry out: what they make is made there.
pub(crate) fn calling() -> Option<Arc<Site>> {
    checks().leaks.then(|| Arc::new(Site::here()))
}

/// The program gave it back.
pub(crate) fn gone(thing: Thing, handle: u64) {
    if checks().leaks {
        lock().remove(&(thing, handle));
    }
}

fn tell_all() {
    tell(|_, _| true, "when the process ended");
}

/// A device is reset: what it had is lost. Pinned memory is the host's, and stays.
pub(crate) fn device_is_reset(device: i32) {
    if Site::is_of_another_thread() {
        // The thread of a call gives back the device that it took for that, and on which the program has nothing yet.
        return;
    }
    let of_device = |thing, made: &Made| made.device == device && thing != Thing::PinnedMemory;
    tell(of_device, "when its device was reset");
}

fn tell(is_over: impl Fn(Thing, &Made) -> bool, when: &str) {
    if !checks().leaks {
        return;
    }
    let over: BTreeMap<(Thing, u64), Made> = {
        let mut all = lock();
        let (over, rest) = std::mem::take(&mut *all).into_iter().partition(|((thing, _), made)| is_over(*thing, made));
        *all = rest;
        over
    };
    // Of one place all together.
    let mut places: BTreeMap<(Thing, i32, String), OfPlace> = BTreeMap::new();
    for ((thing, handle), Made { device, bytes, site }) in over {
        let place = places.entry((thing, device, site.to_string()));
        place.or_insert_with(|| OfPlace { site, all: Vec::new() }).all.push((handle, bytes));
    }
    for ((thing, device, site), OfPlace { site: first, all }) in places {
        let bytes: u64 = all.iter().map(|(_, bytes)| bytes).sum();
        let size = if bytes > 0 { format!(", {bytes} B in all,") } else { String::new() };
        let (number, what) = (all.len(), thing.name(all.len()));
        let text =
            format!("leak: {number} {what} of device {device}{size} had not been given back {when}, made at {site}");
        let callers = first.callers();
        let (first, length) = all.first().copied().unwrap_or_default();
        let operation = Operation {
            process: None,
            kind: None,
            name: thing.maker().to_owned(),
            device,
            stream: None,
            number: number as u64,
            writes: false,
            bytes: (first, first.saturating_add(length)),
            site,
            callers,
        };
        finding::enter(Finding { kind: FindingKind::Leak, warning: false, text, operations: vec![operation] });
    }
}

impl Thing {
    fn name(self, number: usize) -> &'static str {
        match (self, number) {
            (Self::DeviceMemory, 1) => "buffer",
            (Self::DeviceMemory, _) => "buffers",
            (Self::PinnedMemory, 1) => "pinned buffer",
            (Self::PinnedMemory, _) => "pinned buffers",
            (Self::Stream, 1) => "stream",
            (Self::Stream, _) => "streams",
            (Self::Event, 1) => "event",
            (Self::Event, _) => "events",
            (Self::Notify, 1) => "notify",
            (Self::Notify, _) => "notifies",
            (Self::Communicator, 1) => "communicator",
            (Self::Communicator, _) => "communicators",
        }
    }

    /// The function that makes it, or one of several.
    fn maker(self) -> &'static str {
        match self {
            Self::DeviceMemory => "aclrtMalloc",
            Self::PinnedMemory => "aclrtMallocHost",
            Self::Stream => "aclrtCreateStream",
            Self::Event => "aclrtCreateEvent",
            Self::Notify => "aclrtCreateNotify",
            Self::Communicator => "HcclCommInit",
        }
    }
}
