//! Waits of streams.

use std::sync::Arc;

use ascend_npu_sys::{ACL_EVENT_EXTERNAL, ACL_EVENT_SYNC, ACL_EVENT_WAIT_EXTERNAL, aclError, aclrtEvent, aclrtStream};

use super::checks::{check_device, event_is_for_the_host, keep_flag, unsupported};
use super::object::{Event, Family, Waiting, find};
use crate::exec::{Body, Condition, Kind, Limit, Queue, Record, Sees, Task, Touch};
use crate::report::{Failure, Outcome};
use crate::stream::registry::of_current;
use crate::timeout;

/// Queues a wait, at most for `seconds`; 0 is the limit of the process.
pub(in crate::stream) fn stream_wait(stream: aclrtStream, event: aclrtEvent, seconds: u32, flag: u32) -> Outcome {
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
        return queue.submit(Task::new(Kind::EventWait, "aclrtStreamWaitEvent", shared.wait(limit)));
    }
    if event.family != Family::Legacy && !event.has(ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL) {
        return Err(unsupported("a stream can wait only for an event made with ACL_EVENT_SYNC".to_owned()));
    }
    match (event.family, event.newest()) {
        (_, Some((record, _))) if crate::graph::check_event(&record).is_err() => {
            // It was recorded in a capture, which this stream takes part in from here on.
            queue.submit(Task::new(Kind::EventWait, "aclrtStreamWaitEvent", Body::Wait(record)))
        }
        (Family::Flag, _) => wait_for_flag(event, queue, limit),
        (Family::Legacy, None) => {
            let text = "EE1018: the event was never recorded: record it before a stream waits for it";
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
        // The checks and the clock want to see the wait also where it is over already.
        (_, Some((record, _))) if !record.has_passed() || Touch::are_told() => {
            wait_for_record(event, queue, record, limit)
        }
        // Never recorded, or passed already: there is nothing to wait for.
        _ => Ok(()),
    }
}

fn wait_for_record(event: &Event, queue: &Queue, record: Arc<Record>, limit: Option<Limit>) -> Outcome {
    if event.family == Family::Reusable && limit.is_none() {
        return queue.submit(Task::new(Kind::EventWait, "aclrtStreamWaitEvent", Body::Wait(record)));
    }
    let (key, waiting) = (Arc::as_ptr(&record).addr(), Waiting::new(&event.waits));
    let sees = Sees::Record(record.clone());
    let holds = move || {
        let _ = &waiting;
        record.has_passed()
    };
    let condition = Condition { key: Some(key), holds: Box::new(holds), limit, sees };
    queue.submit(Task::new(Kind::EventWait, "aclrtStreamWaitEvent", Body::until(condition)))
}

fn wait_for_flag(event: &Event, queue: &Queue, limit: Option<Limit>) -> Outcome {
    let (up, waiting) = (event.up.clone(), Waiting::new(&event.waits));
    let key = up.key();
    let holds = move || {
        let _ = &waiting;
        up.is_up()
    };
    let condition = Condition { key: Some(key), holds: Box::new(holds), limit, sees: Sees::Changes(key) };
    queue.submit(Task::new(Kind::EventWait, "aclrtStreamWaitEvent", Body::until(condition)))
}
