//! Events of the three families.
//!
//! - *Reusable* (`aclrtCreateEventExWithFlag`): each record is a new point; a wait keeps the point it was queued after, and one
//!   before any record is nothing.
//! - *Legacy* (`aclrtCreateEvent`): as the first, but a wait before any record is refused, and a hardware event is taken at the
//!   first record.
//! - *Flag* (`aclrtCreateEventWithFlag`): with `ACL_EVENT_SYNC` a flag of the hardware, taken at creation. A record raises it, a
//!   wait passes while it is up, and only a reset takes it down: a wait that is queued after a second record without a reset may
//!   pass at once, as on the device.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{
    ACL_EVENT_CAPTURE_STREAM_PROGRESS, ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL, ACL_EVENT_IPC,
    ACL_EVENT_RECORD_EXTERNAL, ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, ACL_EVENT_WAIT_EXTERNAL, aclError, aclrtEvent,
    aclrtStream,
};
use once_cell::sync::Lazy;

use super::handle::Registry;
use super::ipc_event::Shared;
use super::registry::of_current;
use crate::context;
use crate::device::{Device, soc};
use crate::exec::{Body, Condition, Kind, Limit, Queue, Record, Task, scheduler};
use crate::report::{Failure, Outcome};
use crate::timeout;

static EVENTS: Lazy<Registry<Event>> = Lazy::new(Registry::default);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Reusable,
    Legacy,
    Flag,
}

pub(super) struct Event {
    family: Family,
    flag: u32,
    device: Arc<Device>,
    /// The hardware event: of the flag family from the start, of the others while recorded.
    id: Mutex<Option<u32>>,
    /// The newest record, and the context it was queued in.
    newest: Mutex<Option<(Arc<Record>, u64)>>,
    /// Of the flag family: whether it is up. Changed in the scheduler only.
    up: Arc<AtomicBool>,
    /// Waits that are queued and have not passed.
    waits: Arc<AtomicUsize>,
    /// How it was recorded and waited for first: `None`, by default, or externally.
    record_flag: Mutex<Option<u32>>,
    wait_flag: Mutex<Option<u32>>,
    /// What other processes see of an event for them.
    pub(super) shared: Option<Shared>,
}

impl Drop for Event {
    fn drop(&mut self) {
        if let Some(id) = self.id().take() {
            self.device.event_ids.give_back(id);
        }
    }
}

/// A wait that is queued; dropped when it has passed, or is dropped itself.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn new(of: &Arc<AtomicUsize>) -> Self {
        of.fetch_add(1, Ordering::AcqRel);
        Self(of.clone())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Event {
    fn id(&self) -> MutexGuard<'_, Option<u32>> {
        self.id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn newest(&self) -> Option<(Arc<Record>, u64)> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn has(&self, flag: u32) -> bool {
        self.flag & flag != 0
    }

    /// Refuses what an event for other processes, or one of a flag, does not do.
    fn refuse(&self, what: &str, flags: u32) -> Outcome {
        if self.flag & flags == 0 {
            return Ok(());
        }
        Err(unsupported(format!("{what} is not supported for an event of flag {:#x}", self.flag)))
    }

    /// Legacy events are timed by nature.
    fn stamp(&self) -> Outcome<u64> {
        self.refuse("the time", ACL_EVENT_IPC | ACL_EVENT_EXTERNAL)?;
        let (record, _) = self.newest().ok_or_else(|| {
            Failure::acl(aclError::RT_INTERNAL_ERROR, "EE1001: an event was never recorded, so it has no time")
        })?;
        let timed = self.family == Family::Legacy || self.has(ACL_EVENT_TIME_LINE);
        record.stamp().filter(|_| timed).ok_or_else(|| {
            let text = "EE1001: an event has no time: its record has not passed, or it lacks ACL_EVENT_TIME_LINE";
            Failure::acl(aclError::RT_EVENT_TIMESTAMP_INVALID, text)
        })
    }

    fn take_id(&self) -> Outcome {
        let mut id = self.id();
        if id.is_none() {
            *id = Some(self.device.event_ids.take().ok_or_else(|| {
                let text = format!("EE1023: device {} has no event left of its {}", self.device.id, soc().event_limit);
                Failure::acl(aclError::RT_NO_EVENT_RESOURCE, text)
            })?);
        }
        Ok(())
    }
}

/// The event of a handle.
pub(super) fn find(event: aclrtEvent) -> Outcome<Arc<Event>> {
    if event.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the event is null"));
    }
    EVENTS.get(event).ok_or_else(unknown)
}

fn unknown() -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: there is no such event")
}

pub(super) fn unsupported(text: String) -> Failure {
    Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, format!("EE1006: {text}"))
}

pub(super) fn create(family: Family, flag: u32) -> Outcome<aclrtEvent> {
    if family != Family::Legacy {
        check_flag(family, flag)?;
    }
    let device = context::current()?.device.clone();
    let shared = (flag == ACL_EVENT_IPC).then(Shared::new).transpose()?;
    let event = new(family, flag, &device, shared);
    if family == Family::Flag && event.has(ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL) {
        event.take_id()?;
    }
    Ok(add(event))
}

/// An event of another process.
pub(super) fn adopt(shared: Shared) -> Outcome<aclrtEvent> {
    let device = context::current()?.device.clone();
    Ok(add(new(Family::Reusable, ACL_EVENT_IPC, &device, Some(shared))))
}

fn new(family: Family, flag: u32, device: &Arc<Device>, shared: Option<Shared>) -> Event {
    Event {
        family,
        flag,
        device: device.clone(),
        id: Mutex::default(),
        newest: Mutex::default(),
        up: Arc::default(),
        waits: Arc::default(),
        record_flag: Mutex::default(),
        wait_flag: Mutex::default(),
        shared,
    }
}

fn add(event: Event) -> aclrtEvent {
    event.device.events.fetch_add(1, Ordering::AcqRel);
    EVENTS.insert(event)
}

fn check_flag(family: Family, flag: u32) -> Outcome {
    let common = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | 0x4 | ACL_EVENT_TIME_LINE;
    let alone = match family {
        Family::Reusable => ACL_EVENT_IPC,
        _ => ACL_EVENT_DEVICE_USE_ONLY | ACL_EVENT_EXTERNAL,
    };
    let single = flag & alone == flag && flag.is_power_of_two();
    if flag != 0 && (flag & !common == 0 || single) {
        return Ok(());
    }
    let text =
        format!("EE1001: event flag {flag:#x} is not a union of SYNC, PROGRESS and TIME_LINE, nor of {alone:#x} alone");
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

/// Queued waits and records hold their own end of the event, so destroying it never waits.
pub(super) fn destroy(event: aclrtEvent) -> Outcome {
    find(event)?;
    let event = EVENTS.remove(event).ok_or_else(unknown)?;
    event.device.events.fetch_sub(1, Ordering::AcqRel);
    Ok(())
}

pub(super) fn record(event: aclrtEvent, stream: aclrtStream, flag: u32) -> Outcome {
    let event = find(event)?;
    event_is_for_the_host(&event)?;
    let queue = of_current(stream)?;
    if flag == ACL_EVENT_RECORD_EXTERNAL {
        crate::graph::check_capturing(queue.id)?;
    }
    keep_flag(&event.record_flag, flag, "record")?;
    check_device(&event)?;
    if flag == ACL_EVENT_RECORD_EXTERNAL {
        let record = move |queue: &Queue| record_on(&event, queue);
        return crate::graph::add_outside(queue.id, Kind::EventRecord, "aclrtRecordEvent", record);
    }
    record_on(&event, &queue)
}

fn record_on(event: &Event, queue: &Queue) -> Outcome {
    if event.family == Family::Legacy {
        event.take_id()?;
    }
    let record = Arc::new(Record::default());
    let body = match &event.shared {
        Some(shared) => shared.record(record.clone()),
        None if event.family == Family::Flag && !crate::graph::is_capturing(queue.id) => {
            let (up, record) = (event.up.clone(), record.clone());
            change(&event.up, move || {
                record.pass();
                up.store(true, Ordering::Release);
            })
        }
        None => Body::Record(record.clone()),
    };
    queue.submit(task(Kind::EventRecord, "aclrtRecordEvent", body))?;
    *event.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some((record, queue.group));
    Ok(())
}

fn change(of: &Arc<AtomicBool>, change: impl FnOnce() + Send + 'static) -> Body {
    Body::Change { key: Arc::as_ptr(of).addr(), change: Box::new(change) }
}

/// Takes the flag down when the stream comes there.
pub(super) fn reset(event: aclrtEvent, stream: aclrtStream) -> Outcome {
    let event = find(event)?;
    event_is_for_the_host(&event)?;
    if event.family == Family::Reusable || (event.family == Family::Flag && !event.has(ACL_EVENT_SYNC)) {
        return Err(unsupported("only events of aclrtCreateEventWithFlag with ACL_EVENT_SYNC are reset".to_owned()));
    }
    let queue = of_current(stream)?;
    check_device(&event)?;
    if crate::graph::is_capturing(queue.id) {
        // Each run of a graph has records of its own: there is no flag to take down.
        return Ok(());
    }
    let up = event.up.clone();
    let lower = change(&event.up, move || up.store(false, Ordering::Release));
    queue.submit(task(Kind::EventReset, "aclrtResetEvent", lower))
}

/// Queues a wait, at most for `seconds`; 0 is the limit of the process.
pub(super) fn stream_wait(stream: aclrtStream, event: aclrtEvent, seconds: u32, flag: u32) -> Outcome {
    let event = find(event)?;
    event_is_for_the_host(&event)?;
    let queue = of_current(stream)?;
    if flag == ACL_EVENT_WAIT_EXTERNAL {
        crate::graph::check_capturing(queue.id)?;
    }
    keep_flag(&event.wait_flag, flag, "wait")?;
    check_device(&event)?;
    if flag == ACL_EVENT_WAIT_EXTERNAL {
        let wait = move |queue: &Queue| wait_on(&event, queue, 0);
        return crate::graph::add_outside(queue.id, Kind::EventWait, "aclrtStreamWaitEvent", wait);
    }
    wait_on(&event, &queue, seconds)
}

fn wait_on(event: &Event, queue: &Queue, seconds: u32) -> Outcome {
    let limit = timeout::of_wait(seconds, "an event");
    if let Some(shared) = &event.shared {
        return queue.submit(task(Kind::EventWait, "aclrtStreamWaitEvent", shared.wait(limit)));
    }
    if event.family != Family::Legacy && !event.has(ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL) {
        return Err(unsupported("a stream can wait only for an event made with ACL_EVENT_SYNC".to_owned()));
    }
    match (event.family, event.newest()) {
        (_, Some((record, _))) if crate::graph::check_event(&record).is_err() => {
            // It was recorded in a capture, which this stream takes part in from here on.
            queue.submit(task(Kind::EventWait, "aclrtStreamWaitEvent", Body::Wait(record)))
        }
        (Family::Flag, _) => wait_for_flag(event, queue, limit),
        (Family::Legacy, None) => {
            let text = "EE1018: the event was never recorded: record it before a stream waits for it";
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
        (_, Some((record, _))) if !record.has_passed() => wait_for_record(event, queue, record, limit),
        // Never recorded, or passed already: there is nothing to wait for.
        _ => Ok(()),
    }
}

fn wait_for_record(event: &Event, queue: &Queue, record: Arc<Record>, limit: Option<Limit>) -> Outcome {
    if event.family == Family::Reusable && limit.is_none() {
        return queue.submit(task(Kind::EventWait, "aclrtStreamWaitEvent", Body::Wait(record)));
    }
    let (key, waiting) = (Arc::as_ptr(&record).addr(), Waiting::new(&event.waits));
    let holds = move || {
        let _ = &waiting;
        record.has_passed()
    };
    let condition = Condition { key: Some(key), holds: Box::new(holds), limit };
    queue.submit(task(Kind::EventWait, "aclrtStreamWaitEvent", Body::Until(condition)))
}

fn wait_for_flag(event: &Event, queue: &Queue, limit: Option<Limit>) -> Outcome {
    let (up, waiting) = (event.up.clone(), Waiting::new(&event.waits));
    let key = Arc::as_ptr(&up).addr();
    let holds = move || {
        let _ = &waiting;
        up.load(Ordering::Acquire)
    };
    let condition = Condition { key: Some(key), holds: Box::new(holds), limit };
    queue.submit(task(Kind::EventWait, "aclrtStreamWaitEvent", Body::Until(condition)))
}

/// Whether the newest record has passed; `None` before any.
fn has_passed(event: &Event) -> Option<bool> {
    match &event.shared {
        Some(shared) => shared.has_passed(),
        None => event.newest().map(|(record, _)| record.has_passed()),
    }
}

/// aclrtQueryEventStatus: before any record, reusable events count as passed and the others do not.
pub(super) fn is_recorded(event: aclrtEvent) -> Outcome<bool> {
    let event = find(event)?;
    event.refuse("the status", ACL_EVENT_EXTERNAL)?;
    not_captured(&event)?;
    Ok(has_passed(&event).unwrap_or(event.family == Family::Reusable))
}

/// aclrtQueryEvent: before any record there is nothing that is not complete.
pub(super) fn is_complete(event: aclrtEvent) -> Outcome<bool> {
    let event = find(event)?;
    older_family(&event)?;
    not_captured(&event)?;
    Ok(has_passed(&event).unwrap_or(true))
}

/// aclrtQueryEventWaitStatus: whether all queued waits have passed.
pub(super) fn waits_are_over(event: aclrtEvent) -> Outcome<bool> {
    let event = find(event)?;
    older_family(&event)?;
    Ok(event.waits.load(Ordering::Acquire) == 0)
}

/// The host can do nothing with an event that was recorded in a capture.
fn not_captured(event: &Event) -> Outcome {
    event.newest().map_or(Ok(()), |(record, _)| crate::graph::check_event(&record))
}

fn older_family(event: &Event) -> Outcome {
    event.refuse("the status", ACL_EVENT_EXTERNAL)?;
    if event.family == Family::Reusable {
        return Err(unsupported("an event of aclrtCreateEventExWithFlag has only aclrtQueryEventStatus".to_owned()));
    }
    Ok(())
}

/// Blocks until the newest record has passed. A timeout is 507047.
pub(super) fn synchronize(event: aclrtEvent, timeout: Option<Duration>) -> Outcome {
    let event = find(event)?;
    event.refuse("waiting on the host", ACL_EVENT_EXTERNAL)?;
    not_captured(&event)?;
    let passed = match (&event.shared, event.newest()) {
        (Some(shared), _) => shared.wait_on_host(timeout),
        (None, None) => true,
        (None, Some((record, group))) => {
            let passed = scheduler().wait_for(&record, timeout);
            scheduler().group_failure(group)?;
            passed
        }
    };
    if passed {
        return Ok(());
    }
    let text = "EE1002: the event is not reached within the timeout; the tasks before it go on";
    Err(Failure::acl(aclError::RT_EVENT_SYNC_TIMEOUT, text))
}

/// Milliseconds between two records.
pub(super) fn elapsed(start: aclrtEvent, end: aclrtEvent) -> Outcome<f32> {
    let (start, end) = (find(start)?.stamp()?, find(end)?.stamp()?);
    // A reversed pair gives a negative time, as the runtime's source does.
    Ok(((end as f64 - start as f64) / 1e6) as f32)
}

/// When the newest record passed, in microseconds of the device's clock.
pub(super) fn timestamp(event: aclrtEvent) -> Outcome<u64> {
    Ok(find(event)?.stamp()? / 1000)
}

/// The number of the hardware event.
pub(super) fn id(event: aclrtEvent) -> Outcome<u32> {
    let event = find(event)?;
    event.refuse("the number", ACL_EVENT_IPC)?;
    let id = *event.id();
    // The others take a hardware event only while they are recorded: without one there is no number yet.
    id.ok_or_else(|| {
        let text = "EE1018: the event has no number: it takes a hardware event when it is recorded";
        Failure::acl(aclError::RT_PARAM_INVALID, text)
    })
}

/// How many more hardware events the current device has.
pub(super) fn available() -> Outcome<u32> {
    Ok(context::current()?.device.event_ids.left())
}

fn event_is_for_the_host(event: &Event) -> Outcome {
    if !event.has(ACL_EVENT_DEVICE_USE_ONLY) {
        return Ok(());
    }
    let text = "EE1006: an event of ACL_EVENT_DEVICE_USE_ONLY is used by the device only";
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

/// One event is recorded, and waited for, in one way.
fn keep_flag(of: &Mutex<Option<u32>>, flag: u32, what: &str) -> Outcome {
    let mut first = of.lock().unwrap_or_else(PoisonError::into_inner);
    match *first {
        Some(first) if first != flag => {
            let text = format!("EE1018: the {what} flag of the event is {first}; it must stay, and {flag} was given");
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
        _ => {
            *first = Some(flag);
            Ok(())
        }
    }
}

fn check_device(event: &Event) -> Outcome {
    let current = context::current()?;
    if event.device.id == current.device.id || event.shared.is_some() {
        return Ok(());
    }
    let text =
        format!("EE1001: the event is of device {}, this thread's context of {}", event.device.id, current.device.id);
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

fn task(kind: Kind, name: &str, body: Body) -> Task {
    Task::new(kind, name, body)
}
