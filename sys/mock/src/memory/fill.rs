//! Fills: with one byte, or with words of four.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtStream};

use super::check::{Range, Side};
use super::raw::{self, Address};
use crate::check;
use crate::clock;
use crate::exec::{Body, Kind, Task};
use crate::report::{Failure, Outcome};

/// A longer fill on a stream is shared among the workers, this much at a time.
const PART: usize = 4 << 20;
/// A word, of which a part of a fill is a multiple.
const WORD: usize = size_of::<u32>();
const WHAT: &str = "target of a fill";

/// The arguments of `aclrtMemset`.
pub(super) struct Request {
    pub(super) to: Address,
    pub(super) limit: usize,
    pub(super) value: i32,
    pub(super) bytes: usize,
}

/// A fill whose target is known.
#[derive(Clone, Copy)]
struct Fill {
    to: Range,
    side: Side,
    value: Value,
}

#[derive(Clone, Copy)]
enum Value {
    Byte(u8),
    Word(u32),
}

/// The arguments of `aclrtMemsetD32`.
pub(super) struct WordRequest {
    pub(super) to: Address,
    pub(super) limit: usize,
    pub(super) value: u32,
    pub(super) words: usize,
}

/// Fills now, on this thread, without regard to any stream.
pub(super) fn fill(request: &Request) -> Outcome {
    if request.is_empty()? {
        return Ok(());
    }
    crate::context::current()?;
    crate::graph::check_immediate()?;
    request.plan()?.run_by_host("aclrtMemset")
}

/// Queues a fill.
pub(super) fn fill_async(request: &Request, stream: aclrtStream) -> Outcome {
    if request.is_empty()? {
        return Ok(());
    }
    let queue = crate::stream::of_current(stream)?;
    let fill = request.plan()?;
    queue.submit(Task::new(Kind::Fill, "aclrtMemsetAsync", fill.body()).touching([fill.to.write()]))
}

/// Fills with words now, on this thread, without regard to any stream.
pub(super) fn fill_words(request: &WordRequest) -> Outcome {
    let Some(fill) = request.plan()? else { return Ok(()) };
    crate::context::current()?;
    crate::graph::check_immediate()?;
    fill.run_by_host("aclrtMemsetD32")
}

/// Queues a fill with words.
pub(super) fn fill_words_async(request: &WordRequest, stream: aclrtStream) -> Outcome {
    let Some(fill) = request.plan()? else { return Ok(()) };
    let queue = crate::stream::of_current(stream)?;
    queue.submit(Task::new(Kind::Fill, "aclrtMemsetD32Async", fill.body()).touching([fill.to.write()]))
}

impl WordRequest {
    /// The checks; `None` when there is nothing to do.
    fn plan(&self) -> Outcome<Option<Fill>> {
        if self.words == 0 {
            return Ok(None);
        }
        let refuse = |text: String| Err(Failure::acl(aclError::INVALID_PARAM, format!("EE1001: {text}")));
        if self.to.is_null() {
            return refuse("the target is null".to_owned());
        }
        if !self.to.value().is_multiple_of(WORD as u64) {
            return refuse(format!("the target {:#x} does not start on a multiple of {WORD} B", self.to.value()));
        }
        let Some(bytes) = self.words.checked_mul(WORD).filter(|&bytes| bytes <= self.limit) else {
            return refuse(format!(
                "{} words of {WORD} B are to be filled where the target takes {} B",
                self.words, self.limit
            ));
        };
        let to = Range { address: self.to, bytes };
        let side = to.side(WHAT)?;
        if side == Side::Pageable {
            return refuse(format!("only memory that ACL gave can be filled, and {:#x} is not", self.to.value()));
        }
        Ok(Some(Fill { to, side, value: Value::Word(self.value) }))
    }
}

impl Request {
    /// The checks that need no memory; whether there is nothing to do.
    fn is_empty(&self) -> Outcome<bool> {
        if self.bytes == 0 {
            return Ok(true);
        }
        if self.to.is_null() {
            return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the target is null"));
        }
        if self.bytes > self.limit {
            let text = format!("EE1001: {} B are to be filled where the target takes {} B", self.bytes, self.limit);
            return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
        }
        Ok(false)
    }

    fn plan(&self) -> Outcome<Fill> {
        let to = Range { address: self.to, bytes: self.bytes };
        let side = to.side(WHAT)?;
        if side == Side::Pageable {
            // Only memory that ACL gave can be filled. Taking this as device memory fails, with the text that says why.
            to.take(Side::Device, WHAT)?;
        }
        // As `memset`: the value is one byte, the rest of the integer is ignored.
        let [value, ..] = self.value.to_le_bytes();
        Ok(Fill { to, side, value: Value::Byte(value) })
    }
}

impl Fill {
    fn body(self) -> Body {
        let bytes = self.to.bytes;
        let parts = u32::try_from(bytes.div_ceil(PART)).unwrap_or(1);
        if parts == 1 || clock::is_dry() {
            return Body::Again(Arc::new(move || self.run(0, bytes).map_err(|failure| self.fault(failure))));
        }
        let run = move |part: u32| {
            let offset = part as usize * PART;
            self.run(offset, PART.min(bytes - offset)).map_err(|failure| self.fault(failure))
        };
        Body::Parallel { parts, run: Arc::new(run) }
    }

    /// Fills now, on the calling thread.
    fn run_by_host(&self, name: &str) -> Outcome {
        check::touched_by_host(name, self.to.device().unwrap_or_default(), [self.to.write()]);
        clock::host_did(Some(Kind::Fill), &[self.to.write()]);
        self.run(0, self.to.bytes)
    }

    fn run(&self, offset: usize, bytes: usize) -> Outcome {
        let to = self.to.part(offset, bytes).take(self.side, WHAT)?;
        match self.value {
            _ if clock::is_dry() && self.side == Side::Device => {}
            Value::Byte(value) => raw::fill(&to, value),
            Value::Word(value) => raw::fill_words(&to, value),
        }
        if to.is_live() {
            return Ok(());
        }
        let text = format!("the target at {:#x} was freed while it was in use", self.to.address.value());
        Err(Failure::acl(aclError::RT_PARAM_INVALID, text))
    }

    /// The same failure, once the call has long returned: the copy engine met a bad address.
    fn fault(&self, failure: Failure) -> Failure {
        let text = format!("a queued fill of {} B failed: {}", self.to.bytes, failure.text);
        Failure::acl(aclError::RT_SYS_DMA_ERROR, text)
    }
}
