//! Limits of cores. A stream without a limit of its own has its device's, a device without one has all its cores.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use ascend_npu_sys::{aclError, aclrtDevResLimitType, aclrtStream};

use crate::context;
use crate::device::{self, Device, soc};
use crate::report::{Failure, Outcome};
use crate::stream::{Stream, find};

thread_local! {
    /// The stream whose limits this thread uses.
    static USED: RefCell<Option<Weak<Stream>>> = const { RefCell::new(None) };
}

/// The place of a type of core among limits.
fn place(of: aclrtDevResLimitType) -> Outcome<usize> {
    match of {
        aclrtDevResLimitType::ACL_RT_DEV_RES_CUBE_CORE => Ok(0),
        aclrtDevResLimitType::ACL_RT_DEV_RES_VECTOR_CORE => Ok(1),
        other => {
            let text = format!("EE1003: core type {} is neither cube (0) nor vector (1)", other.0);
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}

/// All cores of a type.
fn all(place: usize) -> u32 {
    let soc = soc();
    // AI cores that run vector kernels themselves are both.
    let cores = if place == 0 || soc.vector_cores == 0 { soc.ai_cores } else { soc.vector_cores };
    u32::try_from(cores).unwrap_or(0)
}

fn checked(place: usize, value: u32) -> Outcome<u32> {
    let all = all(place);
    if value <= all {
        return Ok(value);
    }
    let text = format!("EE1003: a limit of {value} cores was asked for; {} has {all} of the type", soc().name);
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

fn of_device(device: &Device, place: usize) -> u32 {
    device.lock().core_limits.get(place).copied().flatten().unwrap_or_else(|| all(place))
}

pub(super) fn device_limit(id: i32, of: aclrtDevResLimitType) -> Outcome<u32> {
    let place = place(of)?;
    Ok(of_device(&*device::device(id)?, place))
}

pub(super) fn set_device_limit(id: i32, of: aclrtDevResLimitType, value: u32) -> Outcome {
    let place = place(of)?;
    let device = device::device(id)?;
    let value = checked(place, value)?;
    if let Some(limit) = device.lock().core_limits.get_mut(place) {
        *limit = Some(value);
    }
    Ok(())
}

pub(super) fn reset_device_limit(id: i32) -> Outcome {
    device::device(id)?.lock().core_limits = [None; 2];
    Ok(())
}

fn of_stream(stream: &Stream, place: usize) -> Option<u32> {
    stream.traits().core_limits.get(place).copied().flatten()
}

pub(super) fn stream_limit(stream: aclrtStream, of: aclrtDevResLimitType) -> Outcome<u32> {
    let place = place(of)?;
    let stream = find(stream)?;
    Ok(of_stream(&stream, place).unwrap_or_else(|| of_device(&stream.device, place)))
}

pub(super) fn set_stream_limit(stream: aclrtStream, of: aclrtDevResLimitType, value: u32) -> Outcome {
    let place = place(of)?;
    let stream = find(stream)?;
    let value = checked(place, value)?;
    if let Some(limit) = stream.traits().core_limits.get_mut(place) {
        *limit = Some(value);
    }
    Ok(())
}

pub(super) fn reset_stream_limit(stream: aclrtStream) -> Outcome {
    find(stream)?.traits().core_limits = [None; 2];
    Ok(())
}

/// This thread uses the limits of a stream from now on.
pub(super) fn use_in_thread(stream: aclrtStream) -> Outcome {
    let stream = find(stream)?;
    let _ = USED.try_with(|used| used.replace(Some(Arc::downgrade(&stream))));
    Ok(())
}

/// It no longer does.
pub(super) fn unuse_in_thread(stream: aclrtStream) -> Outcome {
    find(stream)?;
    let _ = USED.try_with(|used| used.replace(None));
    Ok(())
}

/// The limit in this thread: of the stream it uses, else of its device.
pub(super) fn thread_limit(of: aclrtDevResLimitType) -> Outcome<u32> {
    let place = place(of)?;
    let used = USED.try_with(|used| used.borrow().as_ref().and_then(Weak::upgrade)).ok().flatten();
    if let Some(limit) = used.and_then(|stream| of_stream(&stream, place)) {
        return Ok(limit);
    }
    Ok(of_device(&context::current()?.device, place))
}
