//! Making streams.
//!
//! Wraps `aclrtCreateStreamWithConfig`, `aclrtSetStreamFailureMode`, `aclrtDeviceGetStreamPriorityRange`,
//! `aclrtStreamGetPriority`, `aclrtSetStreamResLimit`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use ascend_npu_sys::{ACL_STOP_ON_FAILURE, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_FAST_SYNC, aclError, aclrtStream};

use super::core::StreamCore;
use super::handle::Stream;
use crate::device::{CoreKind, Device};
use crate::error::{Error, Result};

impl Device {
    /// Creates a stream of the highest priority. Its context stops at the first device fault, so that later work never runs on
    /// garbage.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceExhausted`](crate::ErrorKind::ResourceExhausted) when the device has no stream left.
    #[doc(alias = "aclrtCreateStreamWithConfig")]
    pub fn stream(&self) -> Result<Stream> {
        self.create_stream(0)
    }

    /// Creates a stream of a priority: where work of several streams is ready, the device takes that of the lowest number first.
    /// What runs is never interrupted.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for a number outside
    /// [`stream_priorities`](Self::stream_priorities); [`ErrorKind::ResourceExhausted`](crate::ErrorKind::ResourceExhausted) when the
    /// device has no stream left.
    #[doc(alias = "aclrtCreateStreamWithConfig")]
    pub fn stream_with_priority(&self, priority: u32) -> Result<Stream> {
        let range = self.stream_priorities()?;
        if !range.contains(&priority) {
            let found = format!("priority {priority} was asked for, of {} to {}", range.start(), range.end());
            return Err(Error::invalid("Device::stream_with_priority", found)
                .on_device(self.core.id)
                .with_hint("0 is the highest priority"));
        }
        self.create_stream(priority)
    }

    /// The priorities that streams can have, the highest first: the lower the number, the higher the priority.
    ///
    /// # Errors
    /// Whatever the library reports. Toolkits that do not tell have one priority.
    #[doc(alias = "aclrtDeviceGetStreamPriorityRange")]
    pub fn stream_priorities(&self) -> Result<RangeInclusive<u32>> {
        let _context = self.core.enter()?;
        let Some(get) = self.core.driver.acl.aclrtDeviceGetStreamPriorityRange else { return Ok(0..=0) };
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: both out-pointers are live locals.
        let code = unsafe { get(&mut least, &mut greatest) };
        self.core.check("aclrtDeviceGetStreamPriorityRange", code)?;
        Ok(u32::try_from(greatest).unwrap_or(0)..=u32::try_from(least).unwrap_or(0))
    }

    /// The library's number of a stream, by which it tells of faults.
    fn stream_number(&self, raw: aclrtStream) -> Option<i32> {
        let get = self.core.driver.acl.aclrtStreamGetId?;
        let mut number = -1;
        // SAFETY: the stream was just created; the out-pointer is a live local.
        let code = unsafe { get(raw, &mut number) };
        if code != aclError::SUCCESS {
            // It only serves to name operations: its text must not turn up in the next error.
            self.core.driver.forget_text();
        }
        (code == aclError::SUCCESS).then_some(number)
    }

    fn create_stream(&self, priority: u32) -> Result<Stream> {
        let _context = self.core.enter()?;
        self.core.reap()?;
        let acl = &self.core.driver.acl;
        let mut raw = std::ptr::null_mut();
        let flags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC;
        // SAFETY: the out-pointer is a live local.
        let code = unsafe { (acl.aclrtCreateStreamWithConfig)(&mut raw, priority, flags) };
        self.core.check("aclrtCreateStreamWithConfig", code)?;
        self.core.streams_made.fetch_add(1, Ordering::AcqRel);
        self.core.streams.fetch_add(1, Ordering::Relaxed);
        let core = Arc::new(StreamCore::new(raw, self.stream_number(raw), &self.core));
        self.core.driver.streams.write().unwrap_or_else(PoisonError::into_inner).insert(core.id, core.clone());
        let stream = Stream::new(core, self.clone());
        // SAFETY: the stream was just created in the current context.
        let code = unsafe { (acl.aclrtSetStreamFailureMode)(raw, u64::from(ACL_STOP_ON_FAILURE)) };
        self.core.check("aclrtSetStreamFailureMode", code)?;
        Ok(stream)
    }
}

impl Stream {
    /// The stream's priority: the lower the number, the higher it is.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit does not tell.
    #[doc(alias = "aclrtStreamGetPriority")]
    pub fn priority(&self) -> Result<u32> {
        let device = &self.device().core;
        let _context = device.enter()?;
        let get = device.driver.require("aclrtStreamGetPriority", device.driver.acl.aclrtStreamGetPriority)?;
        let mut priority = 0;
        // SAFETY: the stream is alive and of the device whose context is current; the out-pointer is a live local.
        let code = unsafe { get(self.core().raw(), &mut priority) };
        device.check("aclrtStreamGetPriority", code).map_err(|error| error.on_stream(self.id()))?;
        Ok(priority)
    }

    /// Sets the number of cores that operators queued on the stream are planned for; see
    /// [`Device::set_core_limit`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) for 0 cores or more than there are.
    #[doc(alias = "aclrtSetStreamResLimit")]
    pub fn set_core_limit(&self, kind: CoreKind, cores: u32) -> Result<()> {
        let device = &self.device().core;
        let _context = device.enter()?;
        let set = device.driver.require("aclrtSetStreamResLimit", device.driver.acl.aclrtSetStreamResLimit)?;
        // SAFETY: the stream is alive and of the device whose context is current.
        let code = unsafe { set(self.core().raw(), kind.raw(), cores) };
        device.check("aclrtSetStreamResLimit", code).map_err(|error| {
            error.on_stream(self.id()).with_found_too(format!("{cores} {kind:?} cores were asked for"))
        })
    }

    /// Number of cores that operators queued on the stream are planned for.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`](crate::ErrorKind::NotSupported) where the toolkit or the SoC has no such limit.
    #[doc(alias = "aclrtGetStreamResLimit")]
    pub fn core_limit(&self, kind: CoreKind) -> Result<u32> {
        let device = &self.device().core;
        let _context = device.enter()?;
        let get = device.driver.require("aclrtGetStreamResLimit", device.driver.acl.aclrtGetStreamResLimit)?;
        let mut cores = 0;
        // SAFETY: the stream is alive and of the device whose context is current; the out-pointer is a live local.
        let code = unsafe { get(self.core().raw(), kind.raw(), &mut cores) };
        device.check("aclrtGetStreamResLimit", code).map_err(|error| error.on_stream(self.id()))?;
        Ok(cores)
    }
}
