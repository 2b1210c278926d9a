//! Functions that components have called at start and end.
#![allow(unsafe_code)] // Calls functions of the program.

use std::ffi::{CString, c_void};
use std::sync::{Mutex, PoisonError};

use ascend_npu_sys::{aclError, aclRegisterCallbackType};

use crate::report::{Failure, Outcome};

/// A function with its component and argument.
#[derive(Clone, Copy)]
struct Entry<F> {
    component: aclRegisterCallbackType,
    function: F,
    argument: *mut c_void,
}

// SAFETY: the program gives the argument to whichever thread starts and ends the runtime.
unsafe impl<F: Send> Send for Entry<F> {}

pub(super) type AtStart = unsafe extern "C" fn(*const std::ffi::c_char, usize, *mut c_void) -> aclError;
pub(super) type AtEnd = unsafe extern "C" fn(*mut c_void) -> aclError;

/// The functions of one kind, in the order that they came.
pub(super) struct Callbacks<F>(Mutex<Vec<Entry<F>>>);

pub(super) static AT_START: Callbacks<AtStart> = Callbacks(Mutex::new(Vec::new()));
pub(super) static AT_END: Callbacks<AtEnd> = Callbacks(Mutex::new(Vec::new()));

impl<F: Copy + Send> Callbacks<F> {
    /// Registers a function: one a component, except the last, which takes many.
    pub(super) fn add(
        &self,
        component: aclRegisterCallbackType,
        function: Option<F>,
        argument: *mut c_void,
    ) -> Outcome {
        let function = function.ok_or_else(null)?;
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let single = component != aclRegisterCallbackType::ACL_REG_TYPE_OTHER;
        if single && entries.iter().any(|entry| entry.component == component) {
            let text = format!("EE1018: component {} has its function already", component.0);
            return Err(Failure::acl(aclError::INTERNAL_ERROR, text));
        }
        entries.push(Entry { component, function, argument });
        Ok(())
    }

    /// Takes a function back.
    pub(super) fn remove(
        &self,
        component: aclRegisterCallbackType,
        function: Option<F>,
        same: impl Fn(F, F) -> bool,
    ) -> Outcome {
        let function = function.ok_or_else(null)?;
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = entries.iter().position(|entry| entry.component == component && same(entry.function, function));
        let Some(place) = place else {
            let text = format!("EE1018: component {} did not register this function", component.0);
            return Err(Failure::acl(aclError::INTERNAL_ERROR, text));
        };
        entries.remove(place);
        Ok(())
    }

    /// Calls the functions of the given components, component by component, until one fails.
    fn call(&self, components: &[aclRegisterCallbackType], call: impl Fn(F, *mut c_void) -> aclError) -> Outcome {
        for &component in components {
            // Copied first: a function may register another.
            let entries: Vec<Entry<F>> = {
                let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                entries.iter().filter(|entry| entry.component == component).copied().collect()
            };
            for entry in entries {
                let code = call(entry.function, entry.argument);
                if code != aclError::SUCCESS {
                    return Err(Failure::acl(
                        code,
                        format!("EE9999: the function of component {} failed", component.0),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Calls what is registered for the start; some components are only started with a configuration.
pub(super) fn start(configuration: &str) -> Outcome {
    let mut components = vec![aclRegisterCallbackType::ACL_REG_TYPE_ACL_MODEL];
    if !configuration.is_empty() {
        components.push(aclRegisterCallbackType::ACL_REG_TYPE_ACL_OP_EXECUTOR);
    }
    components.push(aclRegisterCallbackType::ACL_REG_TYPE_ACL_DVPP);
    components.push(aclRegisterCallbackType::ACL_REG_TYPE_OTHER);
    AT_START.call(&components, |function, argument| at_start(function, configuration, argument))
}

/// Calls one function as the start does.
pub(super) fn at_start(function: AtStart, configuration: &str, argument: *mut c_void) -> aclError {
    let text = CString::new(configuration).unwrap_or_default();
    // SAFETY: the program vouches for the function with this argument; the text lives through the call.
    unsafe { function(text.as_ptr(), text.as_bytes().len(), argument) }
}

/// Calls what is registered for the end.
pub(super) fn end() -> Outcome {
    let components = [
        aclRegisterCallbackType::ACL_REG_TYPE_ACL_OP_COMPILER,
        aclRegisterCallbackType::ACL_REG_TYPE_ACL_MODEL,
        aclRegisterCallbackType::ACL_REG_TYPE_ACL_DVPP,
        aclRegisterCallbackType::ACL_REG_TYPE_OTHER,
    ];
    AT_END.call(&components, |function, argument| {
        // SAFETY: the program vouches for the function with this argument.
        unsafe { function(argument) }
    })
}

fn null() -> Failure {
    Failure::acl(aclError::INVALID_PARAM, "EE1001: the function is null")
}
