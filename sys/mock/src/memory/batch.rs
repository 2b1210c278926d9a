//! Copies in batches: `aclrtMemcpyBatch` and its kin.
//!
//! A batch copies between host and device only, each item in the place that its attribute names. The order of the items is not
//! promised: on a stream they are one operation, whose parts the workers share.

use std::sync::Arc;

use ascend_npu_sys::{
    aclError, aclrtMemLocation, aclrtMemLocationType, aclrtMemcpyBatchAttr, aclrtMemcpyKind, aclrtStream,
};

use super::check::{Range, Side};
use super::copy::{self, Copy};
use super::raw::Address;
use crate::exec::{Body, Task, Touch};
use crate::report::{Failure, Outcome};

/// The most items of a batch that is copied at once.
const LIMIT: usize = 4096;

/// The arguments of a batch, as slices.
pub(super) struct Request<'a> {
    pub(super) to: &'a [Address],
    pub(super) limits: &'a [usize],
    pub(super) from: &'a [Address],
    pub(super) sizes: &'a [usize],
    pub(super) attributes: &'a [aclrtMemcpyBatchAttr],
    /// The first item that each attribute is for.
    pub(super) starts: &'a [usize],
}

/// Copies now. Nothing is copied if an item is refused; `failed` tells which.
pub(super) fn copy(request: &Request<'_>, failed: &mut usize) -> Outcome {
    request.check()?;
    if request.sizes.len() > LIMIT {
        return refuse(format!("{} items are to be copied, {LIMIT} are the most", request.sizes.len()));
    }
    crate::context::current()?;
    crate::graph::check_immediate()?;
    let mut copies = Vec::with_capacity(request.sizes.len());
    for index in 0..request.sizes.len() {
        *failed = index;
        copies.extend(request.item(index)?);
    }
    *failed = usize::MAX;
    copies.iter().try_for_each(|copy| copy.run_by_host("aclrtMemcpyBatch"))
}

/// Queues a batch. The items before the one that is refused are queued; `failed` tells which that is.
pub(super) fn copy_async(request: &Request<'_>, stream: aclrtStream, failed: &mut usize) -> Outcome {
    request.check()?;
    let queue = crate::stream::of_current(stream)?;
    let mut copies: Vec<Copy> = Vec::with_capacity(request.sizes.len());
    let mut outcome = Ok(());
    for index in 0..request.sizes.len() {
        match request.item(index) {
            Ok(Some(copy)) => copies.push(copy),
            Ok(None) => outcome = refuse(format!("item {index} has 0 B")),
            Err(failure) => outcome = Err(failure),
        }
        if outcome.is_err() {
            *failed = index;
            break;
        }
    }
    if copies.iter().any(Copy::is_pageable) {
        crate::graph::check_turned_immediate(queue.id)?;
        queue.synchronize(None)?;
        copies.iter().try_for_each(|copy| copy.run_by_host("aclrtMemcpyBatchAsync"))?;
    } else if let Some(kind) = copies.first().and_then(Copy::kind) {
        let parts = u32::try_from(copies.len()).unwrap_or(u32::MAX);
        let touches: Vec<Touch> = copies.iter().flat_map(Copy::touches).collect();
        let run = move |part: u32| match copies.get(part as usize) {
            Some(copy) => copy.run(0, copy.to.bytes).map_err(|failure| copy.fault(failure)),
            None => Ok(()),
        };
        let body = Body::Parallel { parts, run: Arc::new(run) };
        queue.submit(Task::new(kind, "aclrtMemcpyBatchAsync", body).touching(touches))?;
    }
    outcome
}

impl Request<'_> {
    /// The checks that need no memory.
    fn check(&self) -> Outcome {
        let count = self.sizes.len();
        if let Some((index, (size, limit))) =
            self.sizes.iter().zip(self.limits).enumerate().find(|(_, (size, limit))| size > limit)
        {
            let text = format!("EE1001: item {index}: {size} B are to be copied where the destination takes {limit} B");
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        if self.attributes.iter().any(|attribute| attribute.rsv != [0; 16]) {
            let text = "EE1003: the reserved bytes of an attribute of the batch are not 0";
            return Err(Failure::acl(aclError::INVALID_PARAM, text));
        }
        if self.attributes.is_empty() || self.attributes.len() > count {
            return refuse(format!("{count} items have {} attributes", self.attributes.len()));
        }
        let ascend = self.starts.windows(2).all(|pair| matches!(pair, [first, second] if first < second));
        if self.starts.first() != Some(&0) || !ascend || self.starts.last().is_some_and(|&last| last >= count) {
            return refuse(format!(
                "the attributes begin at the items {:?} of {count}: at 0, and then ascending",
                self.starts
            ));
        }
        Ok(())
    }

    /// The copy of an item; `None` when it is empty.
    fn item(&self, index: usize) -> Outcome<Option<Copy>> {
        let at = |addresses: &[Address]| addresses.get(index).copied().filter(|address| !address.is_null());
        let bytes = self.sizes.get(index).copied().unwrap_or(0);
        let (Some(to), Some(from)) = (at(self.to), at(self.from)) else {
            return refuse(format!("an address of item {index} is null"));
        };
        if bytes == 0 {
            return Ok(None);
        }
        let place = self.starts.iter().rposition(|&start| start <= index).unwrap_or(0);
        let Some(attribute) = self.attributes.get(place) else {
            return refuse(format!("item {index} has no attribute"));
        };
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;
        let copy = copy::Request { to, to_limit: bytes, from, bytes, kind }.plan()?;
        check_place(copy.to, copy.to_side, attribute.dstLoc, "destination", index)?;
        check_place(copy.from, copy.from_side, attribute.srcLoc, "source", index)?;
        if (copy.to_side == Side::Device) == (copy.from_side == Side::Device) {
            return refuse(format!("item {index}: a batch copies from host to device and from device to host only"));
        }
        Ok(Some(copy))
    }
}

/// An end must be where its attribute says.
fn check_place(range: Range, side: Side, said: aclrtMemLocation, what: &str, index: usize) -> Outcome {
    let on_device = said.type_ == aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE;
    let on_host = matches!(said.type_.0, 0 | 4);
    let found = range.device();
    let fits = match side {
        Side::Device => on_device && found == i32::try_from(said.id).ok(),
        Side::Pinned | Side::Pageable => on_host,
    };
    if fits {
        return Ok(());
    }
    let place = found.map_or_else(|| "on the host".to_owned(), |device| format!("on device {device}"));
    refuse(format!(
        "item {index}: the {what} is said to be of type {} and device {}; it is {place}",
        said.type_.0, said.id
    ))
}

fn refuse<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1017: {text}")))
}
