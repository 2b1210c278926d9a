//! Links that several operations use at once.
//!
//! An operation has the links of its devices for itself, as far as those that come before it leave them. Of two operations that use
//! the same devices that one comes first which was called first on all of these: the program decides, and not the run. Where the
//! calls of two devices are in different orders, each of the two takes place as if the other did not.
//!
//! Each operation keeps its links busy for a part of its time, and the same part all the time: a gather over servers waits for one
//! level of links while it uses the other. It goes on at the rate that the fullest of its links allows, and what it takes of each is
//! noted, interval by interval. So the last of several operations ends when fair shares would let it end, too; those before it end
//! earlier. All of it is done in whole numbers.
//!
//! The time of an operation can be told once those of all operations before it are known. Until then it is held back. An operation
//! that was called earlier may wait for a later one by ways that nobody here knows of: then the later one goes on after a second in
//! which nothing did.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;

use super::uses::{Link, Use};
use super::{Asked, MILLION};

/// What is remembered of a link: what ended long ago is before all that comes.
const REMEMBERED: usize = 256;

/// An operation that uses links, as devices called it.
#[derive(Debug)]
struct Operation {
    /// All devices that call it, in order; none where they are not known.
    devices: Arc<[i32]>,
    /// The number of the call of each device, and its queue.
    calls: BTreeMap<i32, (u64, u64)>,
}

/// The call of an operation on one device, until its time is known, or it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    operation: u64,
    device: i32,
    number: u64,
}

/// A part of a link's capacity, in millionths, that an operation has for some time.
#[derive(Clone, Debug)]
struct Slice {
    start: u64,
    end: u64,
    part: u64,
    of: Arc<Operation>,
    /// The number of that operation.
    operation: u64,
}

#[derive(Default)]
struct Links {
    next: u64,
    /// Operations whose times are not known.
    open: HashMap<u64, Operation>,
    /// Their calls, by device and number.
    calls: HashMap<i32, BTreeMap<u64, u64>>,
    /// Those of them that several streams meet for, by the address of the meeting.
    meetings: HashMap<usize, u64>,
    slices: HashMap<Link, Vec<Slice>>,
}

static LINKS: Lazy<Mutex<Links>> = Lazy::new(Mutex::default);
/// Counts what may let an operation go on that is held back.
static CHANGES: AtomicU64 = AtomicU64::new(0);

fn lock() -> MutexGuard<'static, Links> {
    LINKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether something has happened since a count of changes for which operations are held back; the new count.
pub(crate) fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// A device calls an operation. Streams that meet are of one operation.
pub(super) fn call(queue: u64, device: i32, asked: &Asked, meeting: Option<usize>) -> Seat {
    let mut links = lock();
    links.next += 1;
    let number = links.next;
    let operation = match meeting.and_then(|meeting| links.meetings.get(&meeting).copied()) {
        Some(operation) => operation,
        None => {
            let new = Operation { devices: devices(device, asked, meeting), calls: BTreeMap::new() };
            links.open.insert(number, new);
            links.meetings.extend(meeting.map(|meeting| (meeting, number)));
            number
        }
    };
    if let Some(open) = links.open.get_mut(&operation) {
        open.calls.insert(device, (number, queue));
    }
    links.calls.entry(device).or_default().insert(number, operation);
    Seat { operation, device, number }
}

/// The devices that call an operation, in order.
fn devices(device: i32, asked: &Asked, meeting: Option<usize>) -> Arc<[i32]> {
    if meeting.is_none() {
        return [device].into();
    }
    if asked.devices.is_sorted() {
        return asked.devices.clone();
    }
    let mut sorted = asked.devices.to_vec();
    sorted.sort_unstable();
    sorted.into()
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut links = lock();
        let Some(calls) = links.calls.get_mut(&self.device) else { return };
        // Gone already once the time is known.
        if calls.remove(&self.number).is_none() {
            return;
        }
        let emptied = links.open.get_mut(&self.operation).is_some_and(|open| {
            open.calls.remove(&self.device);
            open.calls.is_empty()
        });
        if emptied {
            links.forget(self.operation);
        }
        CHANGES.fetch_add(1, Ordering::AcqRel);
    }
}

/// An operation whose streams have come, and what it needs.
pub(super) struct Wish<'a> {
    pub(super) seat: &'a Seat,
    pub(super) start: u64,
    /// How long it takes when it has its links for itself.
    pub(super) time: u64,
    pub(super) uses: &'a [Use],
}

/// How long an operation takes with what others leave it. If the times of those before it are not all known, the queues of these;
/// `patient` says whether to wait for them.
pub(super) fn share(wish: &Wish<'_>, patient: bool) -> Result<u64, Vec<u64>> {
    let mut links = lock();
    let id = wish.seat.operation;
    let Some(own) = links.open.get(&id) else { return Ok(wish.time) };
    let before = links.before(own, id);
    if patient && !before.is_empty() {
        return Err(before);
    }
    let Some(own) = links.forget(id) else { return Ok(wish.time) };
    let end = links.take(Arc::new(own), id, wish);
    CHANGES.fetch_add(1, Ordering::AcqRel);
    Ok(end - wish.start)
}

impl Operation {
    /// Whether it comes before another: it was called first on every device that both use.
    fn is_before(&self, other: &Self) -> bool {
        let mut shares = false;
        for device in other.calls.keys() {
            match (self.calls.get(device), other.calls.get(device)) {
                (Some(own), Some(others)) if own < others => shares = true,
                (None, _) if self.devices.binary_search(device).is_err() => {}
                _ => return false,
            }
        }
        shares
    }
}

impl Links {
    /// The queues of the operations before one whose times are not known.
    fn before(&self, own: &Operation, id: u64) -> Vec<u64> {
        let mut found = BTreeMap::new();
        for (device, (number, _)) in &own.calls {
            for &other in self.calls.get(device).into_iter().flat_map(|calls| calls.range(..number)).map(|(_, of)| of) {
                if other != id
                    && let Some(open) = self.open.get(&other)
                {
                    found.entry(other).or_insert_with(|| open.is_before(own));
                }
            }
        }
        let before = found.into_iter().filter(|(_, is_before)| *is_before).filter_map(|(id, _)| self.open.get(&id));
        before.flat_map(|open| open.calls.values().map(|(_, queue)| *queue)).collect()
    }

    /// Takes an operation out of the open ones.
    fn forget(&mut self, id: u64) -> Option<Operation> {
        let operation = self.open.remove(&id)?;
        self.meetings.retain(|_, of| *of != id);
        for (device, (number, _)) in &operation.calls {
            self.calls.get_mut(device).map(|calls| calls.remove(number));
        }
        Some(operation)
    }

    /// Gives an operation what others leave of its links, and notes it; when it ends.
    fn take(&mut self, own: Arc<Operation>, id: u64, wish: &Wish<'_>) -> u64 {
        let mut known: HashMap<u64, bool> = HashMap::new();
        let mut limits: Vec<(u64, Vec<&Slice>)> = Vec::new();
        for Use { link, part } in wish.uses {
            let slices = self.slices.get(link).into_iter().flatten().filter(|slice| slice.end > wish.start);
            let before =
                slices.filter(|slice| *known.entry(slice.operation).or_insert_with(|| slice.of.is_before(&own)));
            let before: Vec<&Slice> = before.collect();
            if !before.is_empty() {
                limits.push((*part, before));
            }
        }
        let steps = steps(wish, &limits);
        for Use { link, part } in wish.uses {
            let slices = self.slices.entry(*link).or_default();
            let slice = |&(start, end, rate): &(u64, u64, u64)| Slice {
                start,
                end,
                part: part * rate / MILLION,
                of: own.clone(),
                operation: id,
            };
            slices.extend(steps.iter().filter(|(_, _, rate)| *rate > 0).map(slice));
            let old = slices.len().saturating_sub(REMEMBERED);
            slices.drain(..old);
        }
        steps.last().map_or(wish.start + wish.time, |&(_, end, _)| end)
    }
}

/// The course of an operation: from when to when it goes on at which rate, in millionths.
fn steps(wish: &Wish<'_>, limits: &[(u64, Vec<&Slice>)]) -> Vec<(u64, u64, u64)> {
    let edges = limits.iter().flat_map(|(_, slices)| slices.iter().flat_map(|slice| [slice.start, slice.end]));
    let mut edges: Vec<u64> = edges.filter(|&edge| edge > wish.start).collect();
    edges.sort_unstable();
    edges.dedup();
    // Millionths of nanoseconds.
    let mut left = u128::from(wish.time) * u128::from(MILLION);
    let mut steps = Vec::new();
    let mut now = wish.start;
    for edge in edges.into_iter().chain([u64::MAX]) {
        if left == 0 {
            break;
        }
        let rate = limits.iter().map(|(part, slices)| rate(*part, slices, now)).min().unwrap_or(MILLION).min(MILLION);
        let needed = if rate == 0 { u128::MAX } else { left.div_ceil(u128::from(rate)) };
        let end = u64::try_from(needed).map_or(edge, |needed| now.saturating_add(needed).min(edge));
        left = left.saturating_sub(u128::from(end - now) * u128::from(rate));
        steps.push((now, end, rate));
        now = end;
    }
    steps
}

/// The rate that a link allows whose `part` is wanted, from a moment on until something changes.
fn rate(part: u64, slices: &[&Slice], now: u64) -> u64 {
    let taken: u64 = slices.iter().filter(|slice| slice.start <= now && now < slice.end).map(|slice| slice.part).sum();
    let free = MILLION.saturating_sub(taken);
    if part <= free { MILLION } else { free * MILLION / part }
}
