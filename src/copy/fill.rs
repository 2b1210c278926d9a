//! Fills: every element of a part becomes one value.
//!
//! The library fills with a byte. Other patterns are copied: the first piece from pinned memory, and then the part onto itself,
//! doubled until it is full. So a fill with any value takes the memory's own bandwidth and a handful of queued copies.
//!
//! Wraps `aclrtMemsetAsync`, `aclrtMemcpyAsync`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;

use ascend_npu_sys::{aclError, aclrtMemcpyKind};
use bytemuck::Pod;

use crate::buffer::DeviceSliceMut;
use crate::error::Result;
use crate::pending::Retire;
use crate::stream::{Awaited, Mark, Returned, Stream};

/// Bytes of the pattern that come from the host. Longer parts are doubled from there.
const PATTERN_BYTES: usize = 16 << 10;

impl Stream {
    /// Queues a fill with zero bytes.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the buffer is of another device.
    #[doc(alias = "aclrtMemsetAsync")]
    pub fn fill_zero<'a, T: Pod>(&self, destination: impl Into<DeviceSliceMut<'a, T>>) -> Result<()> {
        self.fill_with_byte("fill_zero", destination.into(), 0)
    }

    /// Queues a fill: every byte becomes `byte`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the buffer is of another device.
    #[doc(alias = "aclrtMemsetAsync")]
    pub fn fill_bytes<'a, T: Pod>(&self, destination: impl Into<DeviceSliceMut<'a, T>>, byte: u8) -> Result<()> {
        self.fill_with_byte("fill_bytes", destination.into(), byte)
    }

    /// Queues a fill: every element becomes `value`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) when the buffer is of another device;
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) when the host cannot pin the pattern.
    #[doc(alias = "aclrtMemsetD32Async")]
    pub fn fill<'a, T: Pod>(&self, destination: impl Into<DeviceSliceMut<'a, T>>, value: T) -> Result<()> {
        let destination = destination.into();
        let bytes = bytemuck::bytes_of(&value);
        let first = bytes.first().copied().unwrap_or(0);
        if bytes.iter().all(|&byte| byte == first) {
            return self.fill_with_byte("fill", destination, first);
        }
        self.same_device("fill", destination.device())?;
        if destination.is_empty() {
            return self.device().core.driver.check_process();
        }
        let pattern = (PATTERN_BYTES / size_of::<T>()).clamp(1, destination.len());
        let mut staging = self.device().pinned(pattern)?;
        staging.fill(value);
        let (start, total) = (destination.address().as_ptr().cast::<u8>(), destination.bytes());
        let (from, first) = (staging.address().as_ptr().cast::<c_void>(), size_of_val(&*staging));
        let copy = self.device().core.driver.acl.aclrtMemcpyAsync;
        let queued = self.submit("fill", &[destination.write()], Awaited::No, |stream| {
            // SAFETY: the pattern fits the part, which its mark keeps alive, as the staging memory's mark does for that.
            let mut code =
                unsafe { copy(start.cast(), total, from, first, aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE, stream) };
            let mut filled = first;
            while filled < total && code == aclError::SUCCESS {
                let (to, bytes) = (start.wrapping_add(filled), filled.min(total - filled));
                // SAFETY: source and destination lie one behind the other inside the part, which its mark keeps alive.
                code = unsafe {
                    copy(
                        to.cast(),
                        total - filled,
                        start.cast_const().cast(),
                        bytes,
                        aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE,
                        stream,
                    )
                };
                filled += bytes;
            }
            Returned::Acl(code)
        });
        // A call that failed may still have queued its work: the staging memory is kept as if it had.
        staging.retire(Mark { stream: self.id(), sequence: self.core().submitted() });
        queued.map(drop)
    }

    fn fill_with_byte<T: Pod>(
        &self,
        operation: &'static str,
        destination: DeviceSliceMut<'_, T>,
        byte: u8,
    ) -> Result<()> {
        self.same_device(operation, destination.device())?;
        if destination.is_empty() {
            return self.device().core.driver.check_process();
        }
        let (address, bytes) = (destination.address().as_ptr().cast::<c_void>(), destination.bytes());
        let fill = self.device().core.driver.acl.aclrtMemsetAsync;
        self.submit(operation, &[destination.write()], Awaited::No, |stream| {
            // SAFETY: the view lies inside a live buffer of `bytes` bytes, which its mark keeps alive until the fill is done.
            unsafe { fill(address, bytes, i32::from(byte), bytes, stream) }.into()
        })
        .map(drop)
    }
}
