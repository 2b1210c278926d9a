//! Notifies that a program holds: for order between processes. Within a process buffers give the order.
//!
//! Wraps `aclrtCreateNotify`, `aclrtRecordNotify`, `aclrtWaitAndResetNotify`, `aclrtNotifyGetExportKey`,
//! `aclrtNotifySetImportPid`, `aclrtNotifyImportByKey`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_char;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ascend_npu_sys::{
    ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT, ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION,
    ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS,
};

use super::key::{Importers, IpcKey, KEY_BYTES};
use super::pool::{RawNotify, create};
use crate::buffer::retire::Retired;
use crate::buffer::uses::note_latest;
use crate::device::Device;
use crate::driver::lock;
use crate::error::{Error, Result};
use crate::stream::{Awaited, Mark, Returned, Stream};

/// One bit of a device. A stream of any device, or of another process, sets it; a stream of its own device waits for it, and that
/// takes it down again. So each setting is for one wait, and two settings before a wait are one.
///
/// It orders work, and nothing else: a wait whose setting never comes ends at its limit.
pub struct Notify {
    raw: RawNotify,
    device: Device,
    is_imported: bool,
    /// The last use on each stream: it must outlive them.
    uses: Mutex<Vec<Mark>>,
}

impl Device {
    /// A notify of this device, down at first.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceExhausted`](crate::ErrorKind::ResourceExhausted) when the device has none left;
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit has no notifies.
    #[doc(alias = "aclrtCreateNotify")]
    pub fn notify(&self) -> Result<Notify> {
        let _context = self.core.enter()?;
        self.core.reap()?;
        Ok(Notify { raw: create(&self.core)?, device: self.clone(), is_imported: false, uses: Mutex::default() })
    }

    /// A notify that another process exported, to be set by streams of this device.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when there is no such notify, or this process may not import it.
    #[doc(alias = "aclrtNotifyImportByKey")]
    pub fn import_notify(&self, key: &IpcKey) -> Result<Notify> {
        let _context = self.core.enter()?;
        let driver = &self.core.driver;
        let import = driver.require("aclrtNotifyImportByKey", driver.acl.aclrtNotifyImportByKey)?;
        let mut raw = std::ptr::null_mut();
        let flags = u64::from(ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS);
        // SAFETY: the key is a live C text; the out-pointer is a live local.
        let code = unsafe { import(&mut raw, key.as_c_str().as_ptr(), flags) };
        self.core.check("aclrtNotifyImportByKey", code).map_err(|error| error.with_arguments(key.to_string()))?;
        Ok(Notify { raw: RawNotify(raw), device: self.clone(), is_imported: true, uses: Mutex::default() })
    }
}

impl Notify {
    /// Lets other processes import it; gives the key for that. It must live until they are done with it.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) on devices that are split among virtual machines.
    #[doc(alias = "aclrtNotifyGetExportKey")]
    pub fn export(&self, importers: Importers<'_>) -> Result<IpcKey> {
        let core = &self.device.core;
        let _context = core.enter()?;
        let acl = &core.driver.acl;
        let export = core.driver.require("aclrtNotifyGetExportKey", acl.aclrtNotifyGetExportKey)?;
        let admit = core.driver.require("aclrtNotifySetImportPid", acl.aclrtNotifySetImportPid)?;
        let flags = match importers {
            Importers::Any => ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION,
            Importers::Processes(_) => ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT,
        };
        let mut key: [c_char; KEY_BYTES] = [0; KEY_BYTES];
        // SAFETY: the notify is alive; the out-pointer is to a live array of as many bytes as are given.
        let code = unsafe { export(self.raw.0, key.as_mut_ptr(), KEY_BYTES, u64::from(flags)) };
        core.check("aclrtNotifyGetExportKey", code)?;
        if let Importers::Processes(processes) = importers {
            let mut processes = processes.to_vec();
            // SAFETY: the notify is alive; the array is live and of as many numbers as are given.
            let code = unsafe { admit(self.raw.0, processes.as_mut_ptr(), processes.len()) };
            core.check("aclrtNotifySetImportPid", code)?;
        }
        IpcKey::of_bytes("aclrtNotifyGetExportKey", &key)
    }

    /// The device that set it up; of an imported one, that which it was imported for.
    pub fn device(&self) -> &Device {
        &self.device
    }

    fn note(&self, stream: &Stream) {
        // A call that failed may still have queued its work: the notify is kept as if it had.
        let mark = Mark { stream: stream.id(), sequence: stream.core().submitted() };
        note_latest(&mut lock(&self.uses), mark, |mark| self.device.core.driver.has_passed(mark));
    }
}

impl Stream {
    /// Queues the setting of a notify, after the work queued before.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) when it is of a device that this one is not connected to.
    #[doc(alias = "aclrtRecordNotify")]
    pub fn set(&self, notify: &Notify) -> Result<()> {
        let device = &self.device().core;
        device.driver.check_process()?;
        let record = device.driver.require("aclrtRecordNotify", device.driver.acl.aclrtRecordNotify)?;
        device.enable_access(&notify.device.core)?;
        let queued = self.submit("aclrtRecordNotify", &[], Awaited::No, |stream| {
            // SAFETY: stream and notify are alive, the notify until its mark has passed.
            Returned::Acl(unsafe { record(notify.raw.0, stream) })
        });
        notify.note(self);
        queued.map(drop)
    }

    /// Queues a wait: later work of the stream starts when the notify is set, which takes it down. After `limit`, rounded up to
    /// seconds, the wait fails as a fault of the device; `None` is no limit.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a notify of another device, and for an imported one, which
    /// is only for setting.
    #[doc(alias = "aclrtWaitAndResetNotify")]
    pub fn wait_and_reset(&self, notify: &Notify, limit: Option<Duration>) -> Result<()> {
        let device = &self.device().core;
        device.driver.check_process()?;
        if notify.device.core.id != device.id {
            let found = format!("a notify of device {} was given", notify.device.core.id);
            return Err(Error::invalid("wait_and_reset", found)
                .on_device(device.id)
                .on_stream(self.id())
                .with_hint("a stream waits for notifies of its own device"));
        }
        if notify.is_imported {
            let found = "an imported notify was given";
            return Err(Error::invalid("wait_and_reset", found)
                .on_device(device.id)
                .with_hint("it is for setting: the process that made it waits"));
        }
        let wait = device.driver.require("aclrtWaitAndResetNotify", device.driver.acl.aclrtWaitAndResetNotify)?;
        // To the library 0 is no limit.
        let seconds = limit.map_or(0, |limit| {
            let whole = limit.as_secs().saturating_add(u64::from(limit.subsec_nanos() > 0));
            u32::try_from(whole).unwrap_or(u32::MAX).max(1)
        });
        let queued = self.submit("aclrtWaitAndResetNotify", &[], Awaited::No, |stream| {
            // SAFETY: stream and notify are alive, the notify until its mark has passed.
            Returned::Acl(unsafe { wait(notify.raw.0, stream, seconds) })
        });
        notify.note(self);
        queued.map(drop)
    }
}

impl Drop for Notify {
    fn drop(&mut self) {
        let uses = std::mem::take(self.uses.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.device.core.retire(Retired::Notify(self.raw), uses);
    }
}

impl std::fmt::Debug for Notify {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Notify")
            .field("device", &self.device)
            .field("imported", &self.is_imported)
            .finish_non_exhaustive()
    }
}
