//! The times of events.

use ascend_npu_sys::{ACL_EVENT_EXTERNAL, ACL_EVENT_IPC, ACL_EVENT_TIME_LINE, aclError, aclrtEvent};

use super::object::{Event, Family, find};
use crate::report::{Failure, Outcome};

impl Event {
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
}

/// Milliseconds between two records.
pub(in crate::stream) fn elapsed(start: aclrtEvent, end: aclrtEvent) -> Outcome<f32> {
    let (start, end) = (find(start)?.stamp()?, find(end)?.stamp()?);
    // A reversed pair gives a negative time, as the runtime's source does.
    Ok(((end as f64 - start as f64) / 1e6) as f32)
}

/// When the newest record passed, in microseconds of the device's clock.
pub(in crate::stream) fn timestamp(event: aclrtEvent) -> Outcome<u64> {
    Ok(find(event)?.stamp()? / 1000)
}
