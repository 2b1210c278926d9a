//! What the host asks of an event, and waits for.

use std::sync::atomic::Ordering;
use std::time::Duration;

use ascend_npu_sys::{ACL_EVENT_EXTERNAL, ACL_EVENT_IPC, aclError, aclrtEvent};

use super::checks::unsupported;
use super::object::{Event, Family, find};
use crate::check;
use crate::clock;
use crate::context;
use crate::exec::scheduler;
use crate::report::{Failure, Outcome};
use crate::stream::ipc_event::Shared;

/// Whether the newest record has passed; `None` before any. A context that stopped at a fault tells the fault: its streams have
/// dropped their records, and not passed them.
fn has_passed(event: &Event) -> Outcome<Option<bool>> {
    if let Some((_, group)) = event.newest() {
        scheduler().group_failure(group)?;
    }
    Ok(match &event.shared {
        Some(shared) => shared.has_passed().inspect(|&passed| match passed {
            true => shared.note_host(),
            false => scheduler().note_asked(None),
        }),
        None => event.newest().map(|(record, _)| {
            let passed = record.has_passed();
            if passed && !clock::host_sees(&record) {
                return false;
            }
            if passed {
                check::host_waited(record.reached());
                clock::host_waited(&record);
            } else {
                scheduler().note_asked(Some(&record));
            }
            passed
        }),
    })
}

/// aclrtQueryEventStatus: before any record, reusable events count as passed and the others do not.
pub(in crate::stream) fn is_recorded(event: aclrtEvent) -> Outcome<bool> {
    let event = find(event)?;
    event.refuse("the status", ACL_EVENT_EXTERNAL)?;
    not_captured(&event)?;
    Ok(has_passed(&event)?.unwrap_or(event.family == Family::Reusable))
}

/// aclrtQueryEvent: before any record there is nothing that is not complete.
pub(in crate::stream) fn is_complete(event: aclrtEvent) -> Outcome<bool> {
    let event = find(event)?;
    older_family(&event)?;
    not_captured(&event)?;
    Ok(has_passed(&event)?.unwrap_or(true))
}

/// aclrtQueryEventWaitStatus: whether all queued waits have passed.
pub(in crate::stream) fn waits_are_over(event: aclrtEvent) -> Outcome<bool> {
    let event = find(event)?;
    older_family(&event)?;
    // Waits of a context that stopped were dropped. This call looks at the caller's.
    if let Ok(context) = context::current() {
        scheduler().group_failure(context.id)?;
    }
    let over = event.waits.load(Ordering::Acquire) == 0;
    if !over {
        scheduler().note_asked(None);
    }
    Ok(over)
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
pub(in crate::stream) fn synchronize(event: aclrtEvent, timeout: Option<Duration>) -> Outcome {
    let event = find(event)?;
    event.refuse("waiting on the host", ACL_EVENT_EXTERNAL)?;
    not_captured(&event)?;
    let newest = event.newest();
    let passed = match (&event.shared, &newest) {
        (Some(shared), _) => {
            scheduler().want_everything();
            shared.wait_on_host(timeout)?
        }
        (None, None) => true,
        (None, Some((record, _))) => scheduler().wait_for(record, timeout)?,
    };
    if let Some((_, group)) = newest {
        scheduler().group_failure(group)?;
    }
    if passed {
        let record = event.newest().filter(|_| event.shared.is_none());
        event.shared.iter().for_each(Shared::note_host);
        if let Some((record, _)) = record {
            check::host_waited(record.reached());
            clock::host_waited(&record);
        }
        return Ok(());
    }
    let text = "EE1002: the event is not reached within the timeout; the tasks before it go on";
    Err(Failure::acl(aclError::RT_EVENT_SYNC_TIMEOUT, text))
}

/// The number of the hardware event.
pub(in crate::stream) fn id(event: aclrtEvent) -> Outcome<u32> {
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
pub(in crate::stream) fn available() -> Outcome<u32> {
    Ok(context::current()?.device.event_ids.left())
}
