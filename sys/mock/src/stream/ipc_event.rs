//! Events that processes share.
#![allow(unsafe_code, non_snake_case)] // Holds C functions.

use std::ffi::{CStr, c_char};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu_sys::{ACL_EVENT_IPC, aclError, aclrtEvent, aclrtIpcEventHandle};

use super::event::{adopt, find, unsupported};
use crate::check;
use crate::clock;
use crate::device::soc;
use crate::exec::{Arrival, Body, Condition, Elsewhere, Limit, Record, Sees};
use crate::out::write;
use crate::report::Outcome;
use crate::report::{Failure, finish};
use crate::shared::{QUEUED, Words};

/// The last record that has passed.
const PASSED: usize = 1;

/// How often a host thread looks.
const PERIOD: Duration = Duration::from_micros(200);

/// What processes see of an event: how many records were queued, and which was the last to pass.
#[derive(Clone)]
pub(super) struct Shared(Words);

impl Shared {
    pub(super) fn new() -> Outcome<Self> {
        if soc().arch == 1001 {
            return Err(unsupported(format!("{} has no events for other processes", soc().name)));
        }
        Ok(Self(Words::new()?))
    }

    /// A new record; queued by the caller at once, on this queue.
    pub(super) fn record(&self, record: Arc<Record>, queue: u64) -> Body {
        let number = self.0.at(QUEUED).fetch_add(1, Ordering::AcqRel) + 1;
        let shared = self.clone();
        let change = move || {
            record.note_reached(check::reached(queue));
            record.pass();
            check::told_in(queue, shared.0.table());
            shared.0.tell_time_of(number, record.stamp().filter(|_| clock::models()).unwrap_or(0));
            shared.0.at(PASSED).fetch_max(number, Ordering::AcqRel);
        };
        Body::Tell(Arrival::record(&self.0, number), Box::new(change))
    }

    /// A wait for the newest record.
    pub(super) fn wait(&self, limit: Option<Limit>) -> Body {
        let (number, shared) = (self.0.at(QUEUED).load(Ordering::Acquire), self.clone());
        let holds = Box::new(move || shared.0.at(PASSED).load(Ordering::Acquire) >= number);
        Body::until(Condition { key: None, holds, limit, sees: Sees::Passed(self.0.clone(), number) })
    }

    /// The host has seen that the newest record has passed.
    pub(super) fn note_host(&self) {
        check::host_found_in(self.0.table());
        clock::host_waited_until(self.time());
    }

    /// When the newest record has passed, by the modelled clock.
    fn time(&self) -> u64 {
        self.0.time_of(self.0.at(QUEUED).load(Ordering::Acquire))
    }

    /// Whether the newest record has passed; `None` before any.
    pub(super) fn has_passed(&self) -> Option<bool> {
        let number = self.0.at(QUEUED).load(Ordering::Acquire);
        let passed = || self.0.at(PASSED).load(Ordering::Acquire) >= number && clock::host_sees_at(self.time());
        (number != 0).then(passed)
    }

    /// Blocks until the newest record has passed; whether it has within the timeout. A wait in a circle fails.
    pub(super) fn wait_on_host(&self, timeout: Option<Duration>) -> Outcome<bool> {
        let number = self.0.at(QUEUED).load(Ordering::Acquire);
        let has_passed = || self.0.at(PASSED).load(Ordering::Acquire) >= number;
        if has_passed() {
            return Ok(true);
        }
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let waits = deadline.is_none().then(|| Elsewhere::record(&self.0, number)).flatten();
        while !has_passed() {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(false);
            }
            if let Some(why) = waits.as_ref().and_then(Elsewhere::verdict) {
                return Err(Failure::acl(aclError::RT_TASK_TIMEOUT, why));
            }
            thread::sleep(PERIOD);
        }
        Ok(true)
    }
}

pub(crate) unsafe extern "C" fn aclrtIpcGetEventHandle(
    event: aclrtEvent,
    handle: *mut aclrtIpcEventHandle,
) -> aclError {
    let look = || {
        let event = find(event)?;
        let Some(shared) = &event.shared else {
            let text = format!("EE1001: only an event made with flag {ACL_EVENT_IPC:#x} alone is for other processes");
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        };
        let mut reserved: [c_char; 64] = [0; 64];
        for (to, from) in reserved.iter_mut().take(63).zip(shared.0.name().bytes()) {
            *to = c_char::from_ne_bytes([from]);
        }
        Ok(aclrtIpcEventHandle { reserved })
    };
    // SAFETY: the caller gives a pointer to a handle, or null, which `write` refuses.
    finish("aclrtIpcGetEventHandle", unsafe { write(handle, look) })
}

pub(crate) unsafe extern "C" fn aclrtIpcOpenEventHandle(
    handle: aclrtIpcEventHandle,
    event: *mut aclrtEvent,
) -> aclError {
    let open = || {
        let bytes = handle.reserved.map(|byte| byte.to_ne_bytes()[0]);
        let name = CStr::from_bytes_until_nul(&bytes).ok().and_then(|name| name.to_str().ok()).unwrap_or_default();
        adopt(Shared(Words::open(name)?))
    };
    // SAFETY: the caller gives a pointer to an event, or null, which `write` refuses.
    finish("aclrtIpcOpenEventHandle", unsafe { write(event, open) })
}
