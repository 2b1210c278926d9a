//! Copies from and to ordinary host memory, which block.
//!
//! A blocking copy of the library waits for no stream, and reads what queued work has not written yet. These are queued like any
//! other copy, by way of pinned memory, and then wait.

use bytemuck::Pod;

use crate::buffer::{DeviceBuffer, DeviceSlice};
use crate::error::Result;
use crate::stream::Stream;

impl Stream {
    /// Copies `data` to a new device buffer and blocks until it has arrived.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), or the first fault of the stream's work.
    pub fn upload_blocking<T: Pod>(&self, data: &[T]) -> Result<DeviceBuffer<T>> {
        let mut buffer = self.device().alloc(data.len())?;
        self.copy_to_device(self.device().pinned_from(data)?, &mut buffer)?.wait()?;
        Ok(buffer)
    }

    /// Copies device memory to the host and blocks until it has arrived.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), or the first fault of the work that comes first.
    pub fn download_blocking<'a, T: Pod>(&self, source: impl Into<DeviceSlice<'a, T>>) -> Result<Vec<T>> {
        let source = source.into();
        let staging = self.device().pinned(source.len())?;
        Ok(self.copy_to_host(source, staging)?.wait()?.to_vec())
    }
}
