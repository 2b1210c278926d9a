//! Functions that hear of new and of ending streams.
#![allow(unsafe_code)] // Calls functions of the program.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{aclError, aclrtStream, aclrtStreamState, aclrtStreamStateCallback};

use crate::report::{Failure, Outcome};

type Function = unsafe extern "C" fn(aclrtStream, aclrtStreamState, *mut c_void);

#[derive(Clone, Copy)]
struct Listener {
    function: Function,
    argument: *mut c_void,
}

// SAFETY: the program gives the function and its argument to the runtime, whichever thread creates streams.
unsafe impl Send for Listener {}

/// By the name that the program gave.
static LISTENERS: Mutex<BTreeMap<String, Listener>> = Mutex::new(BTreeMap::new());

/// Registers a function under a new name, or, with null, takes the name's away.
pub(super) fn register(name: String, callback: aclrtStreamStateCallback, argument: *mut c_void) -> Outcome {
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(function) = callback else {
        listeners.remove(&name);
        return Ok(());
    };
    if listeners.contains_key(&name) {
        let text = format!("EE1011: a stream callback is registered as `{name}` already");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    listeners.insert(name, Listener { function, argument });
    Ok(())
}

pub(super) fn tell(stream: aclrtStream, state: aclrtStreamState) {
    // Copied first: a function may register another.
    let listeners: Vec<Listener> = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner).values().copied().collect();
    for Listener { function, argument } in listeners {
        // SAFETY: the program vouches for the function with this argument.
        unsafe { function(stream, state, argument) };
    }
}
