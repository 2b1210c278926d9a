//! Records, and taking the flag down.

use std::sync::{Arc, PoisonError};

use ascend_npu_sys::{ACL_EVENT_RECORD_EXTERNAL, ACL_EVENT_SYNC, aclrtEvent, aclrtStream};

use super::checks::{check_device, event_is_for_the_host, keep_flag, unsupported};
use super::object::{Event, Family, find};
use crate::check;
use crate::exec::{Body, Kind, Queue, Record, Task};
use crate::flag::Flag;
use crate::report::Outcome;
use crate::stream::registry::of_current;

pub(in crate::stream) fn record(event: aclrtEvent, stream: aclrtStream, flag: u32) -> Outcome {
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
        Some(shared) => shared.record(record.clone(), queue.id),
        None if event.family == Family::Flag && !crate::graph::is_capturing(queue.id) => {
            let (up, record, line) = (event.up.clone(), record.clone(), queue.id);
            change(&event.up, move || {
                record.note_reached(check::reached(line));
                record.pass();
                up.raise(line);
            })
        }
        None => Body::Record(record.clone()),
    };
    queue.submit(Task::new(Kind::EventRecord, "aclrtRecordEvent", body))?;
    *event.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some((record, queue.group));
    Ok(())
}

fn change(of: &Flag, change: impl FnOnce() + Send + 'static) -> Body {
    Body::Change { key: of.key(), change: Box::new(change) }
}

/// Takes the flag down when the stream comes there.
pub(in crate::stream) fn reset(event: aclrtEvent, stream: aclrtStream) -> Outcome {
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
    let lower = change(&event.up, move || up.lower());
    queue.submit(Task::new(Kind::EventReset, "aclrtResetEvent", lower))
}
