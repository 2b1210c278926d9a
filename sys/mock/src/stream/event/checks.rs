//! What an event does not do.

use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{ACL_EVENT_DEVICE_USE_ONLY, aclError};

use super::object::Event;
use crate::context;
use crate::report::{Failure, Outcome};

pub(in crate::stream) fn unsupported(text: String) -> Failure {
    Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, format!("EE1006: {text}"))
}

impl Event {
    /// Refuses what an event for other processes, or one of a flag, does not do.
    pub(super) fn refuse(&self, what: &str, flags: u32) -> Outcome {
        if self.flag & flags == 0 {
            return Ok(());
        }
        Err(unsupported(format!("{what} is not supported for an event of flag {:#x}", self.flag)))
    }
}

pub(super) fn event_is_for_the_host(event: &Event) -> Outcome {
    if !event.has(ACL_EVENT_DEVICE_USE_ONLY) {
        return Ok(());
    }
    let text = "EE1006: an event of ACL_EVENT_DEVICE_USE_ONLY is used by the device only";
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}

/// One event is recorded, and waited for, in one way.
pub(super) fn keep_flag(of: &Mutex<Option<u32>>, flag: u32, what: &str) -> Outcome {
    let mut first = of.lock().unwrap_or_else(PoisonError::into_inner);
    match *first {
        Some(first) if first != flag => {
            let text = format!("EE1018: the {what} flag of the event is {first}; it must stay, and {flag} was given");
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
        _ => {
            *first = Some(flag);
            Ok(())
        }
    }
}

pub(super) fn check_device(event: &Event) -> Outcome {
    let current = context::current()?;
    if event.device.id == current.device.id || event.shared.is_some() {
        return Ok(());
    }
    let text =
        format!("EE1001: the event is of device {}, this thread's context of {}", event.device.id, current.device.id);
    Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
}
