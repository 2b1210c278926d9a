//! Functions of the program that hear of failed tasks.
#![allow(unsafe_code)] // Calls functions of the program.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use ascend_npu_sys::{aclrtExceptionInfo, aclrtExceptionInfoCallback};

use crate::exec::{Fault, listen};

pub(super) type Function = unsafe extern "C" fn(*mut aclrtExceptionInfo);

/// A failed task as programs see it: those that look into it find the numbers where the vendor's library has them.
#[repr(C)]
pub(super) struct Information {
    pub(super) task: u32,
    pub(super) stream: u32,
    pub(super) thread: u32,
    pub(super) device: u32,
    pub(super) code: u32,
    /// What the vendor tells of the kernel. Nothing here.
    more: [u32; 256],
    pub(super) name: String,
}

#[derive(Default)]
struct Functions {
    /// The one of aclrtSetExceptionInfoCallback.
    single: Option<Function>,
    registered: Vec<Function>,
}

static FUNCTIONS: Mutex<Functions> = Mutex::new(Functions { single: None, registered: Vec::new() });
/// Addresses of what callbacks are being told now: nothing else is followed.
static TOLD: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

fn change(act: impl FnOnce(&mut Functions)) {
    let mut functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    act(&mut functions);
    let any = functions.single.is_some() || !functions.registered.is_empty();
    listen(if any { Some(Arc::new(tell)) } else { None });
}

/// Sets the process's one function, or takes it away.
pub(super) fn set(function: aclrtExceptionInfoCallback) {
    change(|functions| functions.single = function);
}

pub(super) fn add(function: Function) {
    change(|functions| {
        if !functions.registered.iter().any(|&other| std::ptr::fn_addr_eq(other, function)) {
            functions.registered.push(function);
        }
    });
}

pub(super) fn remove(function: Function) {
    change(|functions| functions.registered.retain(|&other| !std::ptr::fn_addr_eq(other, function)));
}

fn tell(fault: &Fault) {
    let functions: Vec<Function> = {
        let functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        functions.single.into_iter().chain(functions.registered.iter().copied()).collect()
    };
    let mut information = Information {
        task: u32::try_from(fault.task).unwrap_or(u32::MAX),
        stream: fault.stream.unsigned_abs(),
        thread: fault.thread,
        device: fault.device.unsigned_abs(),
        code: fault.code.unsigned_abs(),
        more: [0; 256],
        name: fault.name.clone(),
    };
    let pointer = std::ptr::from_mut(&mut information);
    let told = || TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    told().insert(pointer.addr());
    for function in functions {
        // SAFETY: the program vouches for its function; the information lives through the call.
        unsafe { function(pointer.cast()) };
    }
    told().remove(&pointer.addr());
}

/// Looks at what a callback was told; `None` for any other pointer.
pub(super) fn look<R>(information: *const aclrtExceptionInfo, look: impl FnOnce(&Information) -> R) -> Option<R> {
    if !TOLD.lock().unwrap_or_else(PoisonError::into_inner).contains(&information.addr()) {
        return None;
    }
    // SAFETY: a callback is being told this address now, and lives until its call ends.
    Some(look(unsafe { &*information.cast::<Information>() }))
}
