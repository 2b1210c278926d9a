//! The events that are, and what each holds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclrtEvent};
use once_cell::sync::Lazy;

use crate::device::{Device, soc};
use crate::exec::Record;
use crate::flag::Flag;
use crate::report::{Failure, Outcome};
use crate::stream::handle::Registry;
use crate::stream::ipc_event::Shared;

pub(super) static EVENTS: Lazy<Registry<Event>> = Lazy::new(Registry::default);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::stream) enum Family {
    Reusable,
    Legacy,
    Flag,
}

pub(in crate::stream) struct Event {
    pub(super) family: Family,
    pub(super) flag: u32,
    pub(super) device: Arc<Device>,
    /// The hardware event: of the flag family from the start, of the others while recorded.
    pub(super) id: Mutex<Option<u32>>,
    /// The newest record, and the context it was queued in.
    pub(super) newest: Mutex<Option<(Arc<Record>, u64)>>,
    /// Of the flag family: whether it is up. Changed in the scheduler only.
    pub(super) up: Arc<Flag>,
    /// Waits that are queued and have not passed.
    pub(super) waits: Arc<AtomicUsize>,
    /// How it was recorded and waited for first: `None`, by default, or externally.
    pub(super) record_flag: Mutex<Option<u32>>,
    pub(super) wait_flag: Mutex<Option<u32>>,
    /// What other processes see of an event for them.
    pub(in crate::stream) shared: Option<Shared>,
}

impl Drop for Event {
    fn drop(&mut self) {
        if let Some(id) = self.id().take() {
            self.device.event_ids.give_back(id);
        }
    }
}

/// A wait that is queued; dropped when it has passed, or is dropped itself.
pub(super) struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    pub(super) fn new(of: &Arc<AtomicUsize>) -> Self {
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
    pub(super) fn id(&self) -> MutexGuard<'_, Option<u32>> {
        self.id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn newest(&self) -> Option<(Arc<Record>, u64)> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn has(&self, flag: u32) -> bool {
        self.flag & flag != 0
    }

    pub(super) fn take_id(&self) -> Outcome {
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
pub(in crate::stream) fn find(event: aclrtEvent) -> Outcome<Arc<Event>> {
    if event.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the event is null"));
    }
    EVENTS.get(event).ok_or_else(unknown)
}

pub(super) fn unknown() -> Failure {
    Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: there is no such event")
}
