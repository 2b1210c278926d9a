//! The streams of all contexts.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE, aclError, aclrtStream};
use once_cell::sync::Lazy;

use super::handle::Registry;
use crate::context::{self, Context};
use crate::device::{Device, soc};
use crate::exec::{Queue, scheduler};
use crate::report::{Failure, Outcome};

static STREAMS: Lazy<Registry<Stream>> = Lazy::new(Registry::default);

struct Stream {
    queue: Arc<Queue>,
    context: u64,
    device: Arc<Device>,
}

/// The queue of a stream, which must be of this thread's context; null is the context's default stream.
pub(crate) fn of_current(stream: aclrtStream) -> Outcome<Arc<Queue>> {
    let context = context::current()?;
    if stream.is_null() {
        return Ok(context.default_stream.clone());
    }
    let found = STREAMS.get(stream).ok_or_else(unknown)?;
    if found.context != context.id {
        let text = format!(
            "EE1001: the stream is of another context (of device {}) than this thread's (of device {})",
            found.device.id, context.device.id
        );
        return Err(Failure::acl(aclError::RT_STREAM_CONTEXT, text));
    }
    Ok(found.queue.clone())
}

/// The queue of a stream of any context, as the synchronising calls take it.
pub(super) fn of_any(stream: aclrtStream) -> Outcome<Arc<Queue>> {
    if stream.is_null() { of_current(stream) } else { Ok(STREAMS.get(stream).ok_or_else(unknown)?.queue.clone()) }
}

pub(super) fn create() -> Outcome<aclrtStream> {
    let context = context::current()?;
    let limit = soc().stream_limit;
    if context.device.streams.fetch_add(1, Ordering::AcqRel) >= limit {
        context.device.streams.fetch_sub(1, Ordering::AcqRel);
        let text = format!("EE1023: device {} has no stream left of its {limit}", context.device.id);
        return Err(Failure::acl(aclError::RT_NO_STREAM_RESOURCE, text));
    }
    let queue = Arc::new(Queue::new(context.id, context.device.id));
    Ok(STREAMS.insert(Stream { queue, context: context.id, device: context.device.clone() }))
}

pub(super) fn destroy(stream: aclrtStream, force: bool) -> Outcome {
    if stream.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the default stream cannot be destroyed"));
    }
    // Checked as any use is: it must be of this thread's context.
    of_current(stream)?;
    if let Some(stream) = STREAMS.remove(stream) {
        stream.end(force);
    }
    Ok(())
}

pub(super) fn set_failure_mode(stream: aclrtStream, mode: u64) -> Outcome {
    let group = of_current(stream)?.group;
    let stops = scheduler().stop_on_failure(group, false);
    if mode == u64::from(ACL_STOP_ON_FAILURE) {
        scheduler().stop_on_failure(group, true);
        return Ok(());
    }
    if mode != u64::from(ACL_CONTINUE_ON_FAILURE) {
        let text = format!("EE1001: failure mode {mode} was asked for; 0 is continue, 1 is stop");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    if stops {
        let text = "EE1001: a context that stops on failure cannot go back";
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    }
    Ok(())
}

/// Waits for all streams of a context.
pub(super) fn synchronize_context(context: &Context) -> Outcome {
    let mut first = context.default_stream.synchronize(None);
    for stream in STREAMS.all(|stream| stream.context == context.id) {
        first = first.and(stream.queue.synchronize(None));
    }
    first
}

/// Destroys the streams of a context that ends.
pub(crate) fn end_context(context: u64) {
    for stream in STREAMS.drain(|stream| stream.context == context) {
        stream.end(false);
    }
}

impl Stream {
    fn end(&self, force: bool) {
        self.queue.destroy(force);
        self.device.streams.fetch_sub(1, Ordering::AcqRel);
    }
}

fn unknown() -> Failure {
    Failure::acl(aclError::RT_STREAM_CONTEXT, "EE1001: there is no such stream")
}
