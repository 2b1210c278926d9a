//! Device memory that processes share.
//!
//! One process exports a buffer and sends the key; another imports it. What this crate knows of a buffer's uses ends at the
//! process: it neither orders the work of two processes nor keeps memory alive for another. So exporting is safe, and importing
//! is not: whoever imports vouches for both.
//!
//! Wraps `aclrtIpcMemGetExportKey`, `aclrtIpcMemSetImportPid`, `aclrtIpcMemImportByKey`, `aclrtIpcMemClose`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_char;
use std::ptr::NonNull;

use ascend_npu_sys::{
    ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION,
    ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS,
};
use bytemuck::Pod;

use super::allocation::{Address, Allocation};
use super::device::{DeviceBuffer, bytes_of};
use super::uses::Tracker;
use super::view::DeviceSliceMut;
use crate::device::{Device, DeviceCore};
use crate::driver::Driver;
use crate::error::{Error, ErrorKind, Result};
use crate::notify::{Importers, IpcKey, KEY_BYTES};

/// A buffer that other processes may import by its key, until it is dropped.
///
/// Drop it only when they have dropped theirs: what they then still do with the memory is undefined.
#[derive(Debug)]
pub struct ExportedBuffer<T: Pod> {
    /// Given up after the key is closed.
    buffer: DeviceBuffer<T>,
    key: IpcKey,
}

impl<T: Pod> DeviceBuffer<T> {
    /// Lets other processes import the buffer.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for an empty buffer, and for a part of one that was split;
    /// [`ErrorKind::NotSupported`] where the toolkit shares no memory.
    #[doc(alias = "aclrtIpcMemGetExportKey")]
    pub fn export(self, importers: Importers<'_>) -> Result<ExportedBuffer<T>> {
        let device = self.device().clone();
        let core = &device.core;
        let acl = &core.driver.acl;
        if self.is_empty() || !self.is_whole() {
            let found = if self.is_empty() { "an empty buffer was given" } else { "a part of a buffer was given" };
            return Err(Error::invalid("DeviceBuffer::export", found)
                .on_device(core.id)
                .with_hint("export whole allocations"));
        }
        let context = core.enter()?;
        let export = core.driver.require("aclrtIpcMemGetExportKey", acl.aclrtIpcMemGetExportKey)?;
        let admit = core.driver.require("aclrtIpcMemSetImportPid", acl.aclrtIpcMemSetImportPid)?;
        let flags = match importers {
            Importers::Any => ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION,
            Importers::Processes(_) => ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT,
        };
        let mut key: [c_char; KEY_BYTES] = [0; KEY_BYTES];
        let (address, bytes) = (self.as_slice().address().as_ptr().cast(), self.bytes());
        // SAFETY: the address is of a live allocation of at least as many bytes; the out-pointer is to a live array.
        let code = unsafe { export(address, bytes, key.as_mut_ptr(), KEY_BYTES, u64::from(flags)) };
        core.check("aclrtIpcMemGetExportKey", code).map_err(|error| error.with_arguments(format!("{bytes} bytes")))?;
        let key = IpcKey::of_bytes("aclrtIpcMemGetExportKey", &key)?;
        drop(context);
        // From here on the key is closed at the drop.
        let exported = ExportedBuffer { buffer: self, key };
        if let Importers::Processes(processes) = importers {
            let _context = core.enter()?;
            let mut processes = processes.to_vec();
            // SAFETY: the key is a live C text; the array is live and of as many numbers as are given.
            let code = unsafe { admit(exported.key.as_c_str().as_ptr(), processes.as_mut_ptr(), processes.len()) };
            core.check("aclrtIpcMemSetImportPid", code)?;
        }
        Ok(exported)
    }
}

impl<T: Pod> ExportedBuffer<T> {
    /// What another process imports it by.
    pub fn key(&self) -> &IpcKey {
        &self.key
    }

    /// The buffer, to be read by operations of this process.
    pub fn buffer(&self) -> &DeviceBuffer<T> {
        &self.buffer
    }

    /// The whole buffer, to be written by an operation of this process.
    pub fn as_mut_slice(&mut self) -> DeviceSliceMut<'_, T> {
        self.buffer.as_mut_slice()
    }
}

impl<T: Pod> Drop for ExportedBuffer<T> {
    fn drop(&mut self) {
        let core = &self.buffer.device().core;
        core.defer(core.enter().and_then(|_context| close(core, &self.key)));
    }
}

impl Device {
    /// Imports `len` elements that another process exported. Blocks no longer than an allocation.
    ///
    /// # Safety
    /// - The key is of a buffer of at least `len` elements of `T` in another process, which keeps it exported until this one is dropped
    ///   and its work done.
    /// - The work of all processes on that memory is ordered by them, by notifies or on the host: while one writes, no other reads or
    ///   writes.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when there is no such memory, or this process may not import it.
    #[doc(alias = "aclrtIpcMemImportByKey")]
    pub unsafe fn import<T: Pod>(&self, key: &IpcKey, len: usize) -> Result<DeviceBuffer<T>> {
        bytes_of::<T>("Device::import", len)?;
        let core = &self.core;
        let _context = core.enter()?;
        let import = core.driver.require("aclrtIpcMemImportByKey", core.driver.acl.aclrtIpcMemImportByKey)?;
        let mut address = std::ptr::null_mut();
        let flags = u64::from(ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS);
        // SAFETY: the key is a live C text; the out-pointer is a live local. The caller vouches for what it names.
        let code = unsafe { import(&mut address, key.as_c_str().as_ptr(), flags) };
        core.check("aclrtIpcMemImportByKey", code).map_err(|error| error.with_arguments(key.to_string()))?;
        let address = NonNull::new(address).ok_or_else(|| {
            Error::new(ErrorKind::Library, "aclrtIpcMemImportByKey", "succeeded but gave a null address")
        })?;
        let allocation = Allocation::imported(self, Address(address), key.clone());
        Ok(DeviceBuffer::new(allocation, len, Tracker::default()))
    }
}

impl Driver {
    /// The number of this process, by which others let it import what they export. In a container it differs from the one that the
    /// operating system tells there.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] where the toolkit shares no memory.
    #[doc(alias = "aclrtDeviceGetBareTgid")]
    pub fn process_id(&self) -> Result<i32> {
        self.core.check_process()?;
        let get = self.core.require("aclrtDeviceGetBareTgid", self.core.acl.aclrtDeviceGetBareTgid)?;
        let mut id = 0;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { get(&mut id) };
        self.core.check("aclrtDeviceGetBareTgid", code)?;
        Ok(id)
    }
}

/// Ends the sharing of memory in this process. The device's context must be current.
pub(super) fn close(device: &DeviceCore, key: &IpcKey) -> Result<()> {
    let close = device.driver.require("aclrtIpcMemClose", device.driver.acl.aclrtIpcMemClose)?;
    // SAFETY: the key is a live C text; its one holder in this process gives it up here, and all work on the memory has passed.
    let code = unsafe { close(key.as_c_str().as_ptr()) };
    device.check("aclrtIpcMemClose", code)
}
