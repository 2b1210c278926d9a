//! Events of the kind that may be recorded again: `aclrtCreateEventExWithFlag`.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, aclError, aclrtEvent, aclrtStream};
use once_cell::sync::Lazy;

use super::handle::Registry;
use super::registry::of_current;
use crate::context;
use crate::device::Device;
use crate::exec::{Body, Kind, Record, Task, scheduler};
use crate::report::{Failure, Outcome};

static EVENTS: Lazy<Registry<Event>> = Lazy::new(Registry::default);

struct Event {
    flag: u32,
    device: Arc<Device>,
    /// The newest record, and the context it was queued in.
    newest: Mutex<Option<(Arc<Record>, u64)>>,
}

impl Event {
    fn newest(&self) -> Option<(Arc<Record>, u64)> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn stamp(&self) -> Outcome<u64> {
        let (record, _) = self.newest().ok_or_else(|| {
            Failure::acl(aclError::RT_INTERNAL_ERROR, "EE1001: an event was never recorded, so it has no time")
        })?;
        let untimed = (self.flag & ACL_EVENT_TIME_LINE) == 0;
        record.stamp().filter(|_| !untimed).ok_or_else(|| {
            let text = "EE1001: an event has no time: its record has not passed, or it lacks ACL_EVENT_TIME_LINE";
            Failure::acl(aclError::RT_EVENT_TIMESTAMP_INVALID, text)
        })
    }
}

fn find(event: aclrtEvent) -> Outcome<Arc<Event>> {
    EVENTS.get(event).ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: there is no such event"))
}

pub(super) fn create(flag: u32) -> Outcome<aclrtEvent> {
    let device = context::current()?.device.clone();
    device.events.fetch_add(1, Ordering::AcqRel);
    Ok(EVENTS.insert(Event { flag, device, newest: Mutex::default() }))
}

/// Queued waits and records hold their own end of the event, so destroying it never waits.
pub(super) fn destroy(event: aclrtEvent) -> Outcome {
    let event = EVENTS
        .remove(event)
        .ok_or_else(|| Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: there is no such event"))?;
    event.device.events.fetch_sub(1, Ordering::AcqRel);
    Ok(())
}

pub(super) fn record(event: aclrtEvent, stream: aclrtStream) -> Outcome {
    let event = find(event)?;
    let queue = of_current(stream)?;
    check_device(&event)?;
    let record = Arc::new(Record::default());
    queue.submit(task(Kind::EventRecord, "aclrtRecordEvent", Body::Record(record.clone())))?;
    *event.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some((record, queue.group));
    Ok(())
}

pub(super) fn stream_wait(stream: aclrtStream, event: aclrtEvent) -> Outcome {
    let event = find(event)?;
    let queue = of_current(stream)?;
    check_device(&event)?;
    if (event.flag & ACL_EVENT_SYNC) == 0 {
        let text = "EE1001: a stream can wait only for an event made with ACL_EVENT_SYNC";
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    }
    match event.newest() {
        Some((record, _)) if !record.has_passed() => {
            queue.submit(task(Kind::EventWait, "aclrtStreamWaitEvent", Body::Wait(record)))
        }
        // Never recorded, or passed already: there is nothing to wait for.
        _ => Ok(()),
    }
}

pub(super) fn has_passed(event: aclrtEvent) -> Outcome<bool> {
    Ok(find(event)?.newest().is_none_or(|(record, _)| record.has_passed()))
}

/// Blocks until the newest record has passed. A timeout is 507047.
pub(super) fn synchronize(event: aclrtEvent, timeout: Option<Duration>) -> Outcome {
    let Some((record, group)) = find(event)?.newest() else { return Ok(()) };
    let passed = scheduler().wait_for(&record, timeout);
    scheduler().group_failure(group)?;
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

fn check_device(event: &Event) -> Outcome {
    let current = context::current()?;
    if event.device.id == current.device.id {
        return Ok(());
    }
    let text =
        format!("EE1001: the event is of device {}, this thread's context of {}", event.device.id, current.device.id);
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

fn task(kind: Kind, name: &str, body: Body) -> Task {
    Task { kind, name: name.to_owned(), body }
}
