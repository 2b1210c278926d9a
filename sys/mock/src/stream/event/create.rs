//! Making events, and destroying them.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use ascend_npu_sys::{
    ACL_EVENT_CAPTURE_STREAM_PROGRESS, ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL, ACL_EVENT_IPC, ACL_EVENT_SYNC,
    ACL_EVENT_TIME_LINE, aclError, aclrtEvent,
};

use super::object::{EVENTS, Event, Family, find, unknown};
use crate::check::{self, Thing};
use crate::context;
use crate::device::Device;
use crate::report::{Failure, Outcome};
use crate::stream::ipc_event::Shared;

pub(in crate::stream) fn create(family: Family, flag: u32) -> Outcome<aclrtEvent> {
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
pub(in crate::stream) fn adopt(shared: Shared) -> Outcome<aclrtEvent> {
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
    let device = event.device.id;
    let handle = EVENTS.insert(event);
    check::made(Thing::Event, handle.addr() as u64, device, 0);
    handle
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
pub(in crate::stream) fn destroy(event: aclrtEvent) -> Outcome {
    find(event)?;
    let handle = event.addr() as u64;
    let event = EVENTS.remove(event).ok_or_else(unknown)?;
    check::gone(Thing::Event, handle);
    event.device.events.fetch_sub(1, Ordering::AcqRel);
    Ok(())
}
