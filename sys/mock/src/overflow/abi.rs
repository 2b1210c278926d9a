//! The C functions of overflow.
//!
//! A stream keeps the mode that its device had when it was created. The status tells of results that were saturated on streams
//! that check for it; infinities tell of themselves.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{aclError, aclrtFloatOverflowMode, aclrtStream};

use super::mode::{only_saturates, process_saturates, set};
use crate::context;
use crate::device::soc;
use crate::exec::{Body, Kind, Task, Touch};
use crate::out::write;
use crate::report::{Failure, Outcome, finish};
use crate::stream::find;
use crate::{memory, word};

/// Bytes of the status. It is a row of 64-bit words, so its address is aligned to them.
const STATUS_BYTES: usize = 64;

pub(crate) unsafe extern "C" fn aclrtSetDeviceSatMode(mode: aclrtFloatOverflowMode) -> aclError {
    let act = || {
        let saturates = mode == aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION;
        if !saturates && mode != aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN {
            let text = format!("EE1001: overflow mode {} is neither saturation (0) nor infinity (1)", mode.0);
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        if !saturates && only_saturates() {
            let text = format!("EE1001: overflow mode {} is not one of {}", mode.0, soc().name);
            return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
        }
        set(context::current().ok().map(|context| context.device.clone()).as_deref(), saturates);
        Ok(())
    };
    finish("aclrtSetDeviceSatMode", act())
}

/// Tells of the process: it needs no device.
pub(crate) unsafe extern "C" fn aclrtGetDeviceSatMode(mode: *mut aclrtFloatOverflowMode) -> aclError {
    let get = || {
        Ok(if process_saturates() {
            aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION
        } else {
            aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN
        })
    };
    // SAFETY: the caller gives a pointer to a mode, or null, which `write` refuses.
    finish("aclrtGetDeviceSatMode", unsafe { write(mode, get) })
}

/// A SoC that only saturates checks always: the switch changes nothing there.
pub(crate) unsafe extern "C" fn aclrtSetStreamOverflowSwitch(stream: aclrtStream, flag: u32) -> aclError {
    let set = || {
        if flag > 1 {
            let text = format!("EE1001: overflow detection is switched by 0 or 1, not by {flag}");
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        if !only_saturates() {
            let stream = find(stream)?;
            crate::graph::check_stream(stream.queue.id)?;
            stream.traits().checks_overflow = flag == 1;
        }
        Ok(())
    };
    finish("aclrtSetStreamOverflowSwitch", set())
}

pub(crate) unsafe extern "C" fn aclrtGetStreamOverflowSwitch(stream: aclrtStream, flag: *mut u32) -> aclError {
    // SAFETY: the caller gives a pointer to an integer, or null, which `write` refuses.
    finish("aclrtGetStreamOverflowSwitch", unsafe {
        write(flag, || Ok(u32::from(find(stream)?.traits().checks_overflow || only_saturates())))
    })
}

pub(crate) unsafe extern "C" fn aclrtGetOverflowStatus(
    status: *mut c_void,
    size: usize,
    stream: aclrtStream,
) -> aclError {
    finish("aclrtGetOverflowStatus", status_to(status, size, stream))
}

fn status_to(status: *mut c_void, size: usize, stream: aclrtStream) -> Outcome {
    if status.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the address for the status is null"));
    }
    if size != STATUS_BYTES {
        let text = format!("EE1001: the overflow status has {STATUS_BYTES} bytes; {size} were asked for");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    let stream = find(stream)?;
    crate::graph::check_stream(stream.queue.id)?;
    memory::check_device_range(status, size, Some(stream.queue.device), "the overflow status")?;
    let address = status.addr() as u64;
    let overflow = stream.device.overflow.clone();
    let body = Body::Run(Box::new(move || {
        // The first word tells; the others are reserved.
        let first = u64::from(overflow.load(Ordering::Acquire));
        let value = |place| if place == 0 { first } else { 0 };
        (0..STATUS_BYTES as u64 / 8)
            .try_for_each(|place| word::store(address + 8 * place, value(place), "the overflow status"))
    }));
    let task = Task::new(Kind::Overflow, "aclrtGetOverflowStatus", body);
    stream.queue.submit(task.touching([Touch::write(address, STATUS_BYTES as u64)]))
}

pub(crate) unsafe extern "C" fn aclrtResetOverflowStatus(stream: aclrtStream) -> aclError {
    let reset = || {
        let stream = find(stream)?;
        crate::graph::check_stream(stream.queue.id)?;
        let overflow = stream.device.overflow.clone();
        let body = Body::Run(Box::new(move || {
            overflow.store(0, Ordering::Release);
            Ok(())
        }));
        stream.queue.submit(Task::new(Kind::Overflow, "aclrtResetOverflowStatus", body))
    };
    finish("aclrtResetOverflowStatus", reset())
}
