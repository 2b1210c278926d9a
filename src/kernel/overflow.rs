//! Whether a result overflowed, as the device tells where results saturate.
//!
//! Wraps `aclrtGetOverflowStatus`, `aclrtResetOverflowStatus`.
#![allow(unsafe_code)] // Calls into the C library.

use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::device::Device;
use crate::error::Result;
use crate::stream::{Awaited, Stream};

/// 64 bytes in all.
const WORDS: usize = 8;

/// The status of a device, in its own memory: kernels read it there, and the host need not wait for it.
#[derive(Debug)]
pub struct OverflowStatus {
    words: DeviceBuffer<u64>,
}

impl OverflowStatus {
    /// Its size.
    pub const BYTES: usize = WORDS * size_of::<u64>();

    /// Allocates a status that tells of nothing yet; the fill is queued on `stream`.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) when the device has none left.
    pub fn new(stream: &Stream) -> Result<Self> {
        let mut words = stream.device().alloc(WORDS)?;
        stream.fill_zero(&mut words)?;
        Ok(Self { words })
    }

    /// Queues the read of what all streams of the device have done so far, since the last [`reset`](Self::reset).
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtGetOverflowStatus")]
    pub fn read(&mut self, stream: &Stream) -> Result<()> {
        check_device(stream, self.words.device(), "OverflowStatus::read")?;
        let get = stream.device().core.driver.acl.aclrtGetOverflowStatus;
        let words = self.words.as_mut_slice();
        let (address, bytes) = (words.as_slice().address(), words.bytes());
        let queued = stream.submit("aclrtGetOverflowStatus", &[words.write()], Awaited::No, |stream| {
            // SAFETY: the address is that of `bytes` bytes of device memory, which its mark keeps alive; the stream is alive.
            unsafe { get(address.as_ptr().cast(), bytes, stream) }.into()
        });
        queued.map(drop)
    }

    /// Queues that the device forget the overflows so far, those of its other streams too.
    ///
    /// # Errors
    /// Whatever the library reports.
    #[doc(alias = "aclrtResetOverflowStatus")]
    pub fn reset(stream: &Stream) -> Result<()> {
        let reset = stream.device().core.driver.acl.aclrtResetOverflowStatus;
        let queued = stream.submit("aclrtResetOverflowStatus", &[], Awaited::No, |stream| {
            // SAFETY: the stream is alive.
            unsafe { reset(stream) }.into()
        });
        queued.map(drop)
    }

    pub(crate) fn words(&self) -> DeviceSlice<'_, u64> {
        self.words.as_slice()
    }
}

fn check_device(stream: &Stream, device: &Device, operation: &'static str) -> Result<()> {
    if stream.device().core.id == device.core.id {
        return Ok(());
    }
    let found = format!("the status is of device {}, the stream of device {}", device.core.id, stream.device().core.id);
    Err(crate::error::Error::invalid(operation, found))
}
