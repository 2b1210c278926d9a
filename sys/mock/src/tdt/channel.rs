//! Channels: queues of datasets.

use std::ffi::c_void;
use std::sync::Arc;

use ascend_npu_sys::acltdtChannelHandle;
use once_cell::sync::Lazy;

use super::parameter::{null, unknown};
use super::queue::{self, Attributes, NAME_ROOM};
use crate::report::Outcome;
use crate::stream::Registry;

/// What a channel can be made to hold, as the documents have it; less is refused by its queue.
const MOST: usize = 8192;

#[derive(Clone, Copy)]
pub(super) struct Channel {
    pub(super) device: i32,
    pub(super) queue: u32,
}

static CHANNELS: Lazy<Registry<Channel>> = Lazy::new(Registry::default);

/// A new channel of a device.
pub(super) fn create(device: u32, name: String, capacity: usize) -> Outcome<*mut c_void> {
    let refuse = |text: String| {
        Err(crate::report::Failure::acl(ascend_npu_sys::aclError::INVALID_PARAM, format!("EH0001: {text}")))
    };
    if name.len() >= NAME_ROOM {
        return refuse(format!("the name of a channel has {} B with its end: at most {NAME_ROOM} are", name.len() + 1));
    }
    if capacity > MOST {
        return refuse(format!("a channel for {capacity} datasets is asked for: 2 to {MOST} are"));
    }
    let device = crate::device::device(i32::try_from(device).unwrap_or(-1))?.id;
    let depth = u32::try_from(capacity).unwrap_or(u32::MAX);
    let queue = queue::create(device, &Attributes { name, depth })?;
    Ok(CHANNELS.insert(Channel { device, queue }))
}

pub(super) fn of(handle: *const acltdtChannelHandle) -> Outcome<Arc<Channel>> {
    if handle.is_null() {
        return null("handle");
    }
    match CHANNELS.get(handle.cast_mut().cast()) {
        Some(found) => Ok(found),
        None => unknown("channel"),
    }
}

pub(super) fn destroy(handle: *mut acltdtChannelHandle) -> Outcome {
    let channel = of(handle)?;
    queue::destroy(channel.device, channel.queue)?;
    drop(CHANNELS.remove(handle.cast()));
    Ok(())
}
