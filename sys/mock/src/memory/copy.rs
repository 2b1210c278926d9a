//! Copies.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtMemcpyKind, aclrtStream};

use super::check::{Range, Side};
use super::raw::{self, Address};
use crate::check;
use crate::clock::{self, Asked};
use crate::exec::{Body, Kind, Task, Touch};
use crate::report::{Failure, Outcome};

/// A longer copy on a stream is shared among the workers, this much at a time.
const PART: usize = 4 << 20;

/// The arguments of `aclrtMemcpy`.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) to: Address,
    pub(super) to_limit: usize,
    pub(super) from: Address,
    pub(super) bytes: usize,
    pub(super) kind: aclrtMemcpyKind,
}

/// A copy whose ends are known.
#[derive(Clone, Copy)]
pub(super) struct Copy {
    pub(super) to: Range,
    pub(super) to_side: Side,
    pub(super) from: Range,
    pub(super) from_side: Side,
}

/// Copies now, on this thread, without regard to any stream.
pub(super) fn copy(request: &Request) -> Outcome {
    if request.is_empty()? {
        return Ok(());
    }
    crate::context::current()?;
    crate::graph::check_immediate()?;
    request.plan()?.run_by_host("aclrtMemcpy")
}

/// Queues a copy; with pageable memory at an end, waits for the stream and copies now.
pub(super) fn copy_async(request: &Request, stream: aclrtStream, name: &'static str) -> Outcome {
    if request.is_empty()? {
        return Ok(());
    }
    let queue = crate::stream::of_current(stream)?;
    if request.to == request.from {
        return Ok(());
    }
    let copy = request.plan()?;
    let kind = copy.stream_kind()?;
    if copy.is_pageable() {
        crate::graph::check_turned_immediate(queue.id)?;
        queue.synchronize(None)?;
        return copy.run_by_host(name);
    }
    let task = Task::new(kind, name, copy.body()).touching(copy.touches());
    queue.submit(match copy.transfer() {
        Some(transfer) => task.asking(transfer),
        None => task,
    })
}

/// Queues a copy of which both ends must be pinned or on the device.
pub(super) fn copy_async_pinned(request: &Request, stream: aclrtStream, name: &'static str) -> Outcome {
    if !request.is_empty()? && request.to != request.from {
        crate::context::current()?;
        let copy = request.plan()?;
        if copy.is_pageable() {
            let text = "EE1001: a host address of the copy is pageable: take it from aclrtMallocHost, or register it";
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
    }
    copy_async(request, stream, name)
}

impl Request {
    /// The checks that need no memory; whether there is nothing to do.
    fn is_empty(&self) -> Outcome<bool> {
        if self.bytes == 0 {
            return Ok(true);
        }
        if self.to.is_null() || self.from.is_null() {
            let end = if self.to.is_null() { "destination" } else { "source" };
            return Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1001: the {end} is null")));
        }
        if self.kind.0 > aclrtMemcpyKind::ACL_MEMCPY_DEFAULT.0 {
            return Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {} is no kind of copy", self.kind.0)));
        }
        if self.bytes > self.to_limit {
            let text =
                format!("EE1001: {} B are to be copied where the destination takes {} B", self.bytes, self.to_limit);
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        Ok(false)
    }

    /// Where both ends lie. The kind is a hint, the addresses decide; but an end that the kind says is on the device, and that no
    /// allocation knows, is a stale or a foreign address.
    pub(super) fn plan(&self) -> Outcome<Copy> {
        let (to, from) =
            (Range { address: self.to, bytes: self.bytes }, Range { address: self.from, bytes: self.bytes });
        let to_device = matches!(
            self.kind,
            aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE | aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE
        );
        let from_device = matches!(
            self.kind,
            aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST | aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE
        );
        let to_side = end(to, to_device, "destination of a copy")?;
        let from_side = end(from, from_device, "source of a copy")?;
        check_peers(to, from)?;
        Ok(Copy { to, to_side, from, from_side })
    }
}

/// Between devices, the current one must be allowed to touch the memory of the others.
pub(super) fn check_peers(to: Range, from: Range) -> Outcome {
    let (Some(to), Some(from)) = (to.device(), from.device()) else { return Ok(()) };
    if to == from {
        return Ok(());
    }
    let current = crate::context::current()?.device.id;
    match [to, from].into_iter().find(|&other| other != current && !crate::device::peer_enabled(current, other)) {
        None => Ok(()),
        Some(peer) => {
            let text = format!(
                "EE1001: a copy from device {from} to device {to}: device {current} may not touch the memory of device {peer}; call aclrtDeviceEnablePeerAccess({peer}, 0) on device {current}"
            );
            Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
        }
    }
}

fn end(range: Range, on_device: bool, what: &str) -> Outcome<Side> {
    let side = range.side(what)?;
    if on_device && side == Side::Pageable {
        // Taking it as device memory fails, with the text that says what it misses.
        range.take(Side::Device, what)?;
    }
    Ok(side)
}

impl Copy {
    /// Whether an end is memory that the device cannot reach by itself.
    pub(super) fn is_pageable(&self) -> bool {
        self.to_side == Side::Pageable || self.from_side == Side::Pageable
    }

    /// What it is on a stream.
    ///
    /// # Errors
    /// 207000 from host to host.
    pub(super) fn stream_kind(&self) -> Outcome<Kind> {
        self.kind().ok_or_else(|| {
            let bytes = self.to.bytes;
            let text = format!("EE1001: host to host, {bytes} B: a stream does not copy between host addresses");
            Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text)
        })
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        match (self.from_side == Side::Device, self.to_side == Side::Device) {
            (false, false) => None,
            (false, true) => Some(Kind::CopyHostToDevice),
            (true, false) => Some(Kind::CopyDeviceToHost),
            (true, true) => Some(Kind::CopyDeviceToDevice),
        }
    }

    /// The work of the task. What it touches is looked up again when it runs: it may be gone by then.
    fn body(self) -> Body {
        let bytes = self.to.bytes;
        let parts = u32::try_from(bytes.div_ceil(PART)).unwrap_or(1);
        if parts == 1 || clock::is_dry() || self.to.overlaps(self.from) {
            return Body::Again(Arc::new(move || self.run(0, bytes).map_err(|failure| self.fault(failure))));
        }
        let run = move |part: u32| {
            let offset = part as usize * PART;
            self.run(offset, PART.min(bytes - offset)).map_err(|failure| self.fault(failure))
        };
        Body::Parallel { parts, run: Arc::new(run) }
    }

    /// What the time of a copy between devices follows from.
    fn transfer(&self) -> Option<Asked> {
        let (from, to) = (self.from.device()?, self.to.device()?);
        (from != to && self.kind() == Some(Kind::CopyDeviceToDevice))
            .then(|| Asked::transfer(self.to.bytes as u64, from, to))
    }

    /// What it touches.
    pub(super) fn touches(&self) -> [Touch; 2] {
        [self.from.read(), self.to.write()]
    }

    /// Copies now, on the calling thread.
    pub(super) fn run_by_host(&self, name: &str) -> Outcome {
        let device = self.to.device().or_else(|| self.from.device()).unwrap_or_default();
        check::touched_by_host(name, device, self.touches());
        clock::host_did(self.kind(), &self.touches());
        self.run(0, self.to.bytes)
    }

    pub(super) fn run(&self, offset: usize, bytes: usize) -> Outcome {
        let from = self.from.part(offset, bytes).take(self.from_side, "source of a copy")?;
        let to = self.to.part(offset, bytes).take(self.to_side, "destination of a copy")?;
        // In a dry run what would come from a device, or go there, stays as it was.
        if !(clock::is_dry() && (self.from_side == Side::Device || self.to_side == Side::Device)) {
            raw::copy(&to, &from);
        }
        for (span, range, what) in [(&from, self.from, "source"), (&to, self.to, "destination")] {
            if !span.is_live() {
                let text = format!("the {what} at {:#x} was freed while it was in use", range.address.value());
                return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
            }
        }
        Ok(())
    }

    /// The same failure, once the call has long returned: the copy engine met a bad address.
    pub(super) fn fault(&self, failure: Failure) -> Failure {
        let text = format!("a queued copy of {} B failed: {}", self.to.bytes, failure.text);
        Failure::acl(aclError::RT_SYS_DMA_ERROR, text)
    }
}
