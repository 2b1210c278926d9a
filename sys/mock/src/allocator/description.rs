//! Descriptions of allocators, and which stream has which.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{
    aclError, aclrtAllocatorAllocAdviseFunc, aclrtAllocatorAllocFunc, aclrtAllocatorDesc, aclrtAllocatorFreeFunc,
    aclrtAllocatorGetAddrFromBlockFunc, aclrtStream,
};
use once_cell::sync::Lazy;

use crate::report::{Failure, Outcome};
use crate::stream::Registry;

/// What the program says of an allocator. Its object is a number here: it is given back and never followed.
#[derive(Clone, Copy, Default)]
pub(super) struct Description {
    pub(super) object: usize,
    pub(super) allocate: aclrtAllocatorAllocFunc,
    pub(super) free: aclrtAllocatorFreeFunc,
    pub(super) allocate_near: aclrtAllocatorAllocAdviseFunc,
    pub(super) address: aclrtAllocatorGetAddrFromBlockFunc,
}

static DESCRIPTIONS: Lazy<Registry<Mutex<Description>>> = Lazy::new(Registry::default);
/// By stream: the handle of the description, and what it said when it was registered.
static STREAMS: Lazy<Mutex<HashMap<usize, (usize, Description)>>> = Lazy::new(Mutex::default);

fn streams() -> MutexGuard<'static, HashMap<usize, (usize, Description)>> {
    STREAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refuse<T>(text: &str) -> Outcome<T> {
    Err(Failure::acl(aclError::INVALID_PARAM, text))
}

pub(super) fn create() -> aclrtAllocatorDesc {
    DESCRIPTIONS.insert(Mutex::default())
}

pub(super) fn destroy(handle: aclrtAllocatorDesc) -> Outcome {
    with(handle, |_| Ok(()))?;
    drop(DESCRIPTIONS.remove(handle));
    Ok(())
}

/// Does something with a description.
pub(super) fn with<R>(handle: *mut c_void, act: impl FnOnce(&mut Description) -> Outcome<R>) -> Outcome<R> {
    if handle.is_null() {
        return refuse("EE1004: allocatorDesc is null");
    }
    match DESCRIPTIONS.get(handle) {
        Some(found) => act(&mut found.lock().unwrap_or_else(PoisonError::into_inner)),
        None => refuse("EE1001: there is no such description of an allocator"),
    }
}

/// Gives a stream an allocator; a later change of the description does not reach it.
pub(super) fn register(stream: aclrtStream, handle: aclrtAllocatorDesc) -> Outcome {
    check(stream)?;
    let description = with(handle, |description| Ok(*description))?;
    let missing = [
        ("obj", description.object == 0),
        ("allocFunc", description.allocate.is_none()),
        ("freeFunc", description.free.is_none()),
        ("getAddrFromBlockFunc", description.address.is_none()),
    ];
    if let Some((name, _)) = missing.iter().find(|(_, missing)| *missing) {
        return refuse(&format!("EE1004: allocatorDesc->{name} is null: set it before the description is registered"));
    }
    streams().insert(stream.addr(), (handle.addr(), description));
    Ok(())
}

/// The allocator of a stream.
pub(super) fn of(stream: aclrtStream) -> Outcome<(aclrtAllocatorDesc, Description)> {
    check(stream)?;
    match streams().get(&stream.addr()) {
        Some((handle, description)) => Ok((std::ptr::without_provenance_mut(*handle), *description)),
        None => refuse("EE1001: no allocator is registered for the stream"),
    }
}

/// Takes the allocator of a stream away; without one, there is nothing to do.
pub(super) fn unregister(stream: aclrtStream) -> Outcome {
    check(stream)?;
    streams().remove(&stream.addr());
    Ok(())
}

fn check(stream: aclrtStream) -> Outcome {
    if stream.is_null() { refuse("EE1004: the stream is null") } else { Ok(()) }
}
