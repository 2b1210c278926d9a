//! Copies of rows: parts of one length at equal distances, as a block of columns of a matrix.
//!
//! Wraps `aclrtMemcpy2dAsync`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::c_void;

use ascend_npu_sys::aclrtMemcpyKind;
use bytemuck::Pod;

use crate::buffer::uses::Use;
use crate::buffer::{DeviceSlice, DeviceSliceMut, PinnedBuffer};
use crate::error::{Error, ErrorKind, Result};
use crate::pending::Pending;
use crate::soc::Architecture;
use crate::stream::{Awaited, Mark, Stream};

/// Which rows a copy takes, in elements. The first row begins at the first element of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Number of rows.
    pub count: usize,
    /// Elements of a row.
    pub width: usize,
    /// From the start of a row of the source to that of the next; at least the width.
    pub source_pitch: usize,
    /// The same of the destination.
    pub destination_pitch: usize,
}

impl Rows {
    fn check(&self, operation: &'static str, source: usize, destination: usize) -> Result<()> {
        for (name, pitch, len) in
            [("source", self.source_pitch, source), ("destination", self.destination_pitch, destination)]
        {
            if pitch < self.width {
                let found = format!("rows of {} elements at a pitch of {pitch} in the {name} overlap", self.width);
                return Err(Error::invalid(operation, found).with_hint("a pitch is at least the width"));
            }
            let needed = match self.count {
                0 => Some(0),
                count => (count - 1).checked_mul(pitch).and_then(|start| start.checked_add(self.width)),
            };
            if needed.is_none_or(|needed| needed > len) {
                let found = format!(
                    "{} rows of {} elements at a pitch of {pitch} do not lie in the {name}, which has {len} elements",
                    self.count, self.width
                );
                return Err(Error::invalid(operation, found).with_hint("give a longer part, or fewer rows"));
            }
        }
        Ok(())
    }
}

impl Stream {
    /// Queues a copy of rows to the device. The source comes back from the [`Pending`].
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when the rows do not lie inside, or the buffer is of another device.
    #[doc(alias = "aclrtMemcpy2dAsync")]
    pub fn copy_rows_to_device<'a, T: Pod>(
        &self,
        source: PinnedBuffer<T>,
        destination: impl Into<DeviceSliceMut<'a, T>>,
        rows: Rows,
    ) -> Result<Pending<PinnedBuffer<T>>> {
        let destination = destination.into();
        rows.check("copy_rows_to_device", source.len(), destination.len())?;
        self.same_device("copy_rows_to_device", destination.device())?;
        let (to, from) = (destination.address().as_ptr().cast(), source.address().as_ptr().cast());
        let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
        let queued = self.queue_rows::<T>("copy_rows_to_device", &[destination.write()], (to, from), rows, kind);
        self.pending(source, queued)
    }

    /// Queues a copy of rows to the host. The destination comes back from the [`Pending`]; what lies between its rows keeps its
    /// values.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when the rows do not lie inside, or the buffer is of another device.
    #[doc(alias = "aclrtMemcpy2dAsync")]
    pub fn copy_rows_to_host<'a, T: Pod>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: PinnedBuffer<T>,
        rows: Rows,
    ) -> Result<Pending<PinnedBuffer<T>>> {
        let source = source.into();
        rows.check("copy_rows_to_host", source.len(), destination.len())?;
        self.same_device("copy_rows_to_host", source.device())?;
        let (to, from) = (destination.address().as_ptr().cast(), source.address().as_ptr().cast());
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
        let queued = self.queue_rows::<T>("copy_rows_to_host", &[source.read()], (to, from), rows, kind);
        self.pending(destination, queued)
    }

    /// Queues a copy of rows between two buffers of the device. What lies between the rows of the destination keeps its values.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] when the rows do not lie inside, or a buffer is of another device;
    /// [`ErrorKind::NotSupported`] on the 910A, which copies rows only from and to the host.
    #[doc(alias = "aclrtMemcpy2dAsync")]
    pub fn copy_rows<'a, 'b, T: Pod>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        destination: impl Into<DeviceSliceMut<'b, T>>,
        rows: Rows,
    ) -> Result<()> {
        let (source, destination) = (source.into(), destination.into());
        rows.check("copy_rows", source.len(), destination.len())?;
        self.same_device("copy_rows", source.device())?;
        self.same_device("copy_rows", destination.device())?;
        if self.device().architecture() == Architecture::A1001 {
            let found = "the 910A copies rows only from and to the host";
            return Err(Error::new(ErrorKind::NotSupported, "copy_rows", found)
                .on_device(self.device().core.id)
                .with_hint("copy row by row"));
        }
        let (to, from) = (destination.address().as_ptr().cast(), source.address().as_ptr().cast());
        let (kind, uses) = (aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE, [source.read(), destination.write()]);
        self.queue_rows::<T>("copy_rows", &uses, (to, from), rows, kind).map(drop)
    }

    fn queue_rows<T: Pod>(
        &self,
        operation: &'static str,
        uses: &[Use<'_>],
        (to, from): (*mut c_void, *const c_void),
        rows: Rows,
        kind: aclrtMemcpyKind,
    ) -> Result<Mark> {
        let copy = self.device().core.driver.acl.aclrtMemcpy2dAsync;
        // The rows lie inside buffers that exist, so their bytes fit an address.
        let bytes = |elements: usize| elements * size_of::<T>();
        let awaited = if kind == aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE { Awaited::No } else { Awaited::Yes };
        let (to_pitch, from_pitch) = (bytes(rows.destination_pitch), bytes(rows.source_pitch));
        if rows.count == 0 || bytes(rows.width) == 0 {
            self.device().core.driver.check_process()?;
            return Ok(Mark { stream: self.id(), sequence: 0 });
        }
        self.submit(operation, uses, awaited, |stream| {
            // SAFETY: the rows lie inside both ends. Device memory is kept alive by its mark, pinned memory by the `Pending` that
            // owns it, until the copy is done.
            unsafe { copy(to, to_pitch, from, from_pitch, bytes(rows.width), rows.count, kind, stream) }.into()
        })
    }
}
