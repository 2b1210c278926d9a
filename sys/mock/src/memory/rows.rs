//! Copies of rows: `aclrtMemcpy2d`.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtMemcpyKind, aclrtStream};

use super::check::Range;
use super::copy::{self, Copy};
use super::raw::Address;
use crate::exec::{Body, Kind, Task};
use crate::report::{Failure, Outcome};

/// Neither more rows nor wider ones are taken.
const HEIGHT_LIMIT: usize = 5 << 20;
const WIDTH_LIMIT: usize = 5_000_000;

/// The arguments of `aclrtMemcpy2d`.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) to: Address,
    pub(super) to_pitch: usize,
    pub(super) from: Address,
    pub(super) from_pitch: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) kind: aclrtMemcpyKind,
}

/// A copy of rows: of all that lies between the first byte and the last, the rows.
#[derive(Clone, Copy)]
struct Rows {
    whole: Copy,
    request: Request,
}

/// Copies now. Only between host and device.
pub(super) fn copy(request: &Request) -> Outcome {
    let Some(rows) = request.plan()? else { return Ok(()) };
    crate::graph::check_immediate()?;
    if rows.whole.kind().is_none_or(|kind| kind == Kind::CopyDeviceToDevice) {
        let text = "EE1017: rows are copied at once only from host to device and from device to host";
        // The kind is refused as not supported, the addresses as wrong.
        let asked = request.kind == aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        let code = if asked { aclError::RT_FEATURE_NOT_SUPPORT } else { aclError::RT_PARAM_INVALID };
        return Err(Failure::acl(code, text));
    }
    rows.run_by_host("aclrtMemcpy2d")
}

/// Queues a copy; with pageable memory at an end, waits for the stream and copies now.
pub(super) fn copy_async(request: &Request, stream: aclrtStream) -> Outcome {
    let queue = crate::stream::of_current(stream)?;
    let Some(rows) = request.plan()? else { return Ok(()) };
    let Some(kind) = rows.whole.kind() else {
        let text = "EE1017: a stream copies rows from host to device, from device to host and on the device only";
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    };
    if rows.whole.is_pageable() {
        crate::graph::check_turned_immediate(queue.id)?;
        queue.synchronize(None)?;
        return rows.run_by_host("aclrtMemcpy2dAsync");
    }
    let run = move || rows.run().map_err(|failure| rows.whole.fault(failure));
    let task = Task::new(kind, "aclrtMemcpy2dAsync", Body::Again(Arc::new(run)));
    queue.submit(task.touching(rows.each().flat_map(|row| row.touches())))
}

impl Request {
    /// The checks; `None` when there is nothing to copy.
    fn plan(&self) -> Outcome<Option<Rows>> {
        let &Self { to, to_pitch, from, from_pitch, width, height, kind } = self;
        if width == 0 || height == 0 {
            return Ok(None);
        }
        let refuse = |code: aclError, text: String| Err(Failure::acl(code, format!("EE1001: {text}")));
        if to.is_null() || from.is_null() {
            let end = if to.is_null() { "destination" } else { "source" };
            return refuse(aclError::INVALID_PARAM, format!("the {end} is null"));
        }
        if width > to_pitch || width > from_pitch {
            let text = format!("rows of {width} B do not fit pitches of {to_pitch} B and {from_pitch} B");
            return refuse(aclError::INVALID_PARAM, text);
        }
        if !(1..=4).contains(&kind.0) {
            return refuse(aclError::INVALID_PARAM, format!("{} is no kind of copy of rows", kind.0));
        }
        if width > WIDTH_LIMIT || height > HEIGHT_LIMIT {
            let text = format!("{height} rows of {width} B: {HEIGHT_LIMIT} rows of {WIDTH_LIMIT} B are the most");
            return refuse(aclError::RT_PARAM_INVALID, text);
        }
        crate::context::current()?;
        let extent = |pitch: usize| pitch.checked_mul(height - 1).and_then(|bytes| bytes.checked_add(width));
        let (Some(to_bytes), Some(from_bytes)) = (extent(to_pitch), extent(from_pitch)) else {
            return refuse(aclError::RT_PARAM_INVALID, format!("{height} rows do not fit an address"));
        };
        // Each end is checked over its own length.
        let plan = |bytes| copy::Request { to, to_limit: bytes, from, bytes, kind }.plan();
        let bytes = to_bytes.min(from_bytes);
        let mut whole = plan(bytes)?;
        whole.to = Range { address: to, bytes: to_bytes };
        whole.from = Range { address: from, bytes: from_bytes };
        whole.to.side("destination of a copy of rows")?;
        whole.from.side("source of a copy of rows")?;
        Ok(Some(Rows { whole, request: *self }))
    }
}

impl Rows {
    fn run(&self) -> Outcome {
        self.each().try_for_each(|row| row.run(0, self.request.width))
    }

    /// Copies now, on the calling thread.
    fn run_by_host(&self, name: &str) -> Outcome {
        self.each().try_for_each(|row| row.run_by_host(name))
    }

    /// The rows, each a copy.
    fn each(self) -> impl Iterator<Item = Copy> {
        let Request { to_pitch, from_pitch, width, height, .. } = self.request;
        (0..height).map(move |row| {
            let to = self.whole.to.part(row * to_pitch, width);
            let from = self.whole.from.part(row * from_pitch, width);
            Copy { to, from, ..self.whole }
        })
    }
}
