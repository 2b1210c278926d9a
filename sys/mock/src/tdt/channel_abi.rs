//! The C functions of channels.
#![allow(unsafe_code, non_snake_case)] // They take C pointers, and have C names.

use std::ffi::{CStr, c_char};

use ascend_npu_sys::{aclError, acltdtChannelHandle, acltdtDataset};

use super::channel;
use super::dataset::with;
use super::parameter::null;
use super::queue::{self, Content, Message, Patience};
use crate::out::write;
use crate::report::{Failure, finish};

/// # Safety
/// As the vendor's: `name` is null or a C string.
pub(crate) unsafe extern "C" fn acltdtCreateChannelWithCapacity(
    deviceId: u32,
    name: *const c_char,
    capacity: usize,
) -> *mut acltdtChannelHandle {
    let create = || {
        if name.is_null() {
            return null("name");
        }
        // SAFETY: not null, and a C string that lives during the call.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        channel::create(deviceId, name, capacity)
    };
    match create() {
        Ok(handle) => handle.cast(),
        Err(failure) => {
            finish("acltdtCreateChannelWithCapacity", Err(failure));
            std::ptr::null_mut()
        }
    }
}

pub(crate) unsafe extern "C" fn acltdtDestroyChannel(handle: *mut acltdtChannelHandle) -> aclError {
    finish("acltdtDestroyChannel", channel::destroy(handle))
}

pub(crate) unsafe extern "C" fn acltdtStopChannel(handle: *mut acltdtChannelHandle) -> aclError {
    // A channel with a capacity has nothing to stop, as in the vendor's library: those that wait at it have time limits.
    finish("acltdtStopChannel", channel::of(handle).map(drop))
}

pub(crate) unsafe extern "C" fn acltdtCleanChannel(handle: *mut acltdtChannelHandle) -> aclError {
    let clean = channel::of(handle).and_then(|channel| queue::clear(channel.device, channel.queue));
    finish("acltdtCleanChannel", clean)
}

/// # Safety
/// As the vendor's: the memory of the items is valid.
pub(crate) unsafe extern "C" fn acltdtSendTensor(
    handle: *const acltdtChannelHandle,
    dataset: *const acltdtDataset,
    timeout: i32,
) -> aclError {
    let send = || {
        let channel = channel::of(handle)?;
        let tensors = with(dataset, |dataset| dataset.copies())?;
        let message = Message { content: Content::Tensors(tensors.into()), user: Vec::new() };
        queue::put(channel.device, channel.queue, message, Patience::of(timeout))
    };
    finish("acltdtSendTensor", send())
}

pub(crate) unsafe extern "C" fn acltdtReceiveTensor(
    handle: *const acltdtChannelHandle,
    dataset: *mut acltdtDataset,
    timeout: i32,
) -> aclError {
    let receive = || {
        let channel = channel::of(handle)?;
        with(dataset, |dataset| dataset.check_can_receive())?;
        let is_of_tensors = |message: &Message| match message.content {
            Content::Tensors(_) => Ok(()),
            Content::Bytes(_) => {
                let text = "EH9999: the oldest message of the channel's queue holds no tensors";
                Err(Failure::acl(aclError::FAILURE, text))
            }
        };
        let message = queue::take(channel.device, channel.queue, Patience::of(timeout), is_of_tensors)?;
        match message.content {
            Content::Tensors(tensors) => with(dataset, |dataset| dataset.receive(&tensors)),
            Content::Bytes(_) => Ok(()),
        }
    };
    finish("acltdtReceiveTensor", receive())
}

/// # Safety
/// As the vendor's: `size` is null or valid for a write.
pub(crate) unsafe extern "C" fn acltdtQueryChannelSize(
    handle: *const acltdtChannelHandle,
    size: *mut usize,
) -> aclError {
    let query = || channel::of(handle).and_then(|channel| queue::size(channel.device, channel.queue));
    // SAFETY: the caller gives null or an address valid for a write.
    finish("acltdtQueryChannelSize", unsafe { write(size, query) })
}
