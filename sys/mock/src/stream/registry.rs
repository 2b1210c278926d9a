//! The streams of all contexts, default streams included.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ascend_npu_sys::{ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE, aclError, aclrtStream, aclrtStreamState};
use once_cell::sync::Lazy;

use super::handle::Registry;
use super::state;
use super::traits::Traits;
use crate::callback;
use crate::check::{self, Thing};
use crate::context::{self, Context};
use crate::device::{Device, soc};
use crate::exec::{Queue, scheduler};
use crate::report::{Failure, Outcome};

static STREAMS: Lazy<Registry<Stream>> = Lazy::new(Registry::default);

pub(crate) struct Stream {
    pub(crate) queue: Arc<Queue>,
    context: u64,
    pub(crate) device: Arc<Device>,
    is_default: bool,
    traits: Mutex<Traits>,
}

/// The queue of a stream, which must be of this thread's context; null is the context's default stream.
pub(crate) fn of_current(stream: aclrtStream) -> Outcome<Arc<Queue>> {
    let context = context::current()?;
    if stream.is_null() {
        return Ok(context.default_stream.clone());
    }
    Ok(of_context(&context, stream)?.queue.clone())
}

/// A stream of this thread's context; null is the context's default stream.
pub(crate) fn find(stream: aclrtStream) -> Outcome<Arc<Stream>> {
    let context = context::current()?;
    of_context(&context, if stream.is_null() { context.default_handle() } else { stream })
}

fn of_context(context: &Context, stream: aclrtStream) -> Outcome<Arc<Stream>> {
    let found = STREAMS.get(stream).ok_or_else(unknown)?;
    if found.context != context.id {
        let text = format!(
            "EE1001: the stream is of another context (of device {}) than this thread's (of device {})",
            found.device.id, context.device.id
        );
        return Err(Failure::acl(aclError::RT_STREAM_CONTEXT, text));
    }
    Ok(found)
}

/// A stream of any context, as the synchronising calls take it.
pub(crate) fn of_any(stream: aclrtStream) -> Outcome<Arc<Stream>> {
    if stream.is_null() { find(stream) } else { STREAMS.get(stream).ok_or_else(unknown) }
}

/// Creates a stream in this thread's context.
pub(super) fn create(priority: u32, flags: u32) -> Outcome<aclrtStream> {
    let context = context::current()?;
    let traits = Traits::new(priority, flags)?;
    let limit = soc().stream_limit;
    if context.device.streams.fetch_add(1, Ordering::AcqRel) >= limit {
        context.device.streams.fetch_sub(1, Ordering::AcqRel);
        let text = format!("EE1023: device {} has no stream left of its {limit}", context.device.id);
        return Err(Failure::acl(aclError::RT_NO_STREAM_RESOURCE, text));
    }
    let queue = Arc::new(Queue::new(context.id, context.device.id));
    Ok(adopt(queue, context.id, &context.device, Some(traits)))
}

/// Registers the default stream of a new context.
pub(crate) fn adopt_default(queue: &Arc<Queue>, device: &Arc<Device>) -> aclrtStream {
    adopt(queue.clone(), queue.group, device, None)
}

fn adopt(queue: Arc<Queue>, context: u64, device: &Arc<Device>, traits: Option<Traits>) -> aclrtStream {
    let is_default = traits.is_none();
    let saturates = device.saturates.load(Ordering::Acquire);
    let traits = Mutex::new(Traits { saturates, ..traits.unwrap_or_default() });
    let queue_id = queue.id;
    let handle = STREAMS.insert(Stream { queue, context, device: device.clone(), is_default, traits });
    if !is_default {
        check::made(Thing::Stream, queue_id, device.id, 0);
    }
    state::tell(handle, aclrtStreamState::ACL_RT_STREAM_STATE_CREATE_POST);
    handle
}

pub(super) fn destroy(stream: aclrtStream, force: bool) -> Outcome {
    if stream.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1001: the default stream cannot be destroyed"));
    }
    if find(stream)?.is_default {
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, "EE1001: the default stream cannot be destroyed"));
    }
    crate::graph::check_stream(find(stream)?.queue.id)?;
    state::tell(stream, aclrtStreamState::ACL_RT_STREAM_STATE_DESTROY_PRE);
    if let Some(stream) = STREAMS.remove(stream) {
        stream.end(force);
    }
    Ok(())
}

/// What the current context does after a fault: true for stopping.
pub(super) fn failure_mode(stream: aclrtStream) -> Outcome<bool> {
    Ok(scheduler().stop_on_failure(of_current(stream)?.group, false))
}

pub(super) fn set_failure_mode(stream: aclrtStream, mode: u64) -> Outcome {
    if stream.is_null() && soc().arch == 1001 {
        let text = format!("EE1001: on {} the failure mode of the default stream cannot be set", soc().name);
        return Err(Failure::acl(aclError::RT_FEATURE_NOT_SUPPORT, text));
    }
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

/// How many more streams the current device can have.
pub(super) fn available() -> Outcome<u32> {
    let used = context::current()?.device.streams.load(Ordering::Acquire);
    Ok(u32::try_from(soc().stream_limit.saturating_sub(used)).unwrap_or(u32::MAX))
}

/// Waits for all streams of a context, at most for `timeout` in all.
pub(super) fn synchronize_context(context: &Context, timeout: Option<Duration>) -> Outcome {
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let (mut first, mut done) = (Ok(()), Vec::new());
    for stream in in_order(STREAMS.all(|stream| stream.context == context.id)) {
        if !stream.traits().is_waited_for() {
            continue;
        }
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        first = first.and(stream.queue.wait(left, || done.push(stream.clone())));
    }
    // A host function of one stream that runs meanwhile knows nothing of the others.
    done.iter().for_each(|stream| stream.queue.note_waited());
    first
}

/// Drops the work of all streams of a device; whether what ran has ended in time.
pub(crate) fn abort_device(device: i32, timeout: Option<Duration>) -> bool {
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let told =
        Failure::acl(aclError::RT_DEVICE_TASK_ABORT, "EE9999: the work of the device was aborted during the wait");
    let streams = in_order(STREAMS.all(|stream| stream.device.id == device));
    streams.iter().fold(true, |all, stream| {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        stream.queue.abort(left, &told) && all
    })
}

/// Whether a stream of a device has work.
pub(crate) fn is_busy(device: i32) -> bool {
    STREAMS.all(|stream| stream.device.id == device).iter().any(|stream| stream.queue.is_done() == Ok(false))
}

/// Streams in the order in which they were made, which is the same in each run.
fn in_order(mut streams: Vec<Arc<Stream>>) -> Vec<Arc<Stream>> {
    streams.sort_unstable_by_key(|stream| stream.queue.id);
    streams
}

/// Destroys the streams of a context that ends.
pub(crate) fn end_context(context: u64) {
    let mut entries = STREAMS.entries(|stream| stream.context == context);
    entries.sort_unstable_by_key(|(_, stream)| stream.queue.id);
    for (handle, _) in entries {
        state::tell(handle, aclrtStreamState::ACL_RT_STREAM_STATE_DESTROY_PRE);
        if let Some(stream) = STREAMS.remove(handle) {
            stream.end(false);
        }
    }
}

impl Stream {
    pub(crate) fn traits(&self) -> MutexGuard<'_, Traits> {
        self.traits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for its work. Streams that others start are not waited for.
    pub(super) fn synchronize(&self, timeout: Option<Duration>) -> Outcome {
        let waits = self.traits().is_waited_for();
        if waits { self.queue.synchronize(timeout) } else { Ok(()) }
    }

    pub(super) fn is_done(&self) -> Outcome<bool> {
        let waits = self.traits().is_waited_for();
        Ok(!waits || self.queue.is_done()?)
    }

    fn end(&self, force: bool) {
        check::gone(Thing::Stream, self.queue.id);
        self.queue.destroy(force);
        callback::forget(self.queue.id);
        if !self.is_default {
            self.device.streams.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

fn unknown() -> Failure {
    Failure::acl(aclError::RT_STREAM_CONTEXT, "EE1001: there is no such stream")
}
