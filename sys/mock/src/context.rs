//! Contexts, and the current one of each thread.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ascend_npu_sys::{aclError, aclrtContext, aclrtStream};
use once_cell::sync::Lazy;
use rustc_hash::FxHashMap as HashMap;

use crate::device::{self, Device};
use crate::exec::{Queue, scheduler};
use crate::options::Options;
use crate::report::{Failure, Outcome};
use crate::{check, overflow, start, stream};

/// A context: streams and events of a device that belong together.
pub(crate) struct Context {
    pub(crate) id: u64,
    pub(crate) device: Arc<Device>,
    /// Where NULL stands for a stream.
    pub(crate) default_stream: Arc<Queue>,
    primary: bool,
    default_handle: usize,
    pub(crate) options: Mutex<Options>,
}

static CONTEXTS: Lazy<Mutex<HashMap<u64, Arc<Context>>>> = Lazy::new(Mutex::default);
static NEXT: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static CURRENT: Cell<Option<u64>> = const { Cell::new(None) };
}

fn contexts() -> MutexGuard<'static, HashMap<u64, Arc<Context>>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The current context of this thread.
///
/// A thread without one gets that of the default device, when the configuration of aclInit names one.
pub(crate) fn current() -> Outcome<Arc<Context>> {
    let look = || CURRENT.get().and_then(|id| contexts().get(&id).cloned());
    if let Some(found) = look() {
        check::note_thread(found.device.id);
        return Ok(found);
    }
    if let Some(device) = start::default_device() {
        set_device(device)?;
    }
    look().ok_or_else(|| {
        let text = "EE1001: this thread has no context: call aclrtSetDevice or aclrtSetCurrentContext in it first";
        Failure::acl(aclError::RT_CONTEXT_NULL, text)
    })
}

/// aclrtSetDevice.
pub(crate) fn set_device(id: i32) -> Outcome {
    let device = device::device(id)?;
    let mut state = device.lock();
    let primary = state.primary.get_or_insert_with(|| Context::new(&device, true)).id;
    state.uses += 1;
    drop(state);
    overflow::adopt(&device);
    check::note_thread(id);
    CURRENT.set(Some(primary));
    Ok(())
}

/// aclrtResetDevice.
pub(crate) fn reset_device(id: i32) -> Outcome {
    let device = device::device(id)?;
    let mut state = device.lock();
    if state.uses == 0 {
        let text = format!("EE1001: device {id} is not set, so it cannot be reset");
        return Err(Failure::acl(aclError::RT_CONTEXT_RELEASE_ERROR, text));
    }
    state.uses -= 1;
    let ended = if state.uses == 0 { state.primary.take() } else { None };
    drop(state);
    if let Some(context) = ended {
        check::device_is_reset(id);
        context.end();
    }
    Ok(())
}

/// aclrtResetDeviceForce: whatever the count is.
pub(crate) fn reset_device_force(id: i32) -> Outcome {
    let device = device::device(id)?;
    let ended = {
        let mut state = device.lock();
        state.uses = 0;
        state.primary.take()
    };
    let Some(context) = ended else {
        let text = format!("EE1018: device {id} is not set, or is reset already");
        return Err(Failure::acl(aclError::RT_CONTEXT_RELEASE_ERROR, text));
    };
    check::device_is_reset(id);
    context.end();
    Ok(())
}

/// aclrtCreateContext: the new context becomes the thread's.
pub(crate) fn create(id: i32) -> Outcome<aclrtContext> {
    let context = Context::new(&device::device(id)?, false);
    CURRENT.set(Some(context.id));
    Ok(handle(context.id))
}

/// aclrtDestroyContext.
pub(crate) fn destroy(context: aclrtContext) -> Outcome {
    let context = find(context)?;
    if context.primary {
        let text = "EE1001: this context belongs to the device: aclrtResetDevice ends it";
        return Err(Failure::acl(aclError::RT_CONTEXT_NULL, text));
    }
    if CURRENT.get() == Some(context.id) {
        CURRENT.set(None);
    }
    context.end();
    Ok(())
}

/// aclrtSetCurrentContext.
pub(crate) fn set_current(context: aclrtContext) -> Outcome {
    let context = find(context)?;
    CURRENT.set(Some(context.id));
    Ok(())
}

/// The handle that stands for a context.
pub(crate) fn handle(id: u64) -> aclrtContext {
    // Handles are numbers, never addresses: a wrong one cannot be followed.
    std::ptr::without_provenance_mut(usize::try_from(id).unwrap_or(0))
}

fn find(context: aclrtContext) -> Outcome<Arc<Context>> {
    let found = contexts().get(&(context.addr() as u64)).cloned();
    found.ok_or_else(|| Failure::acl(aclError::RT_CONTEXT_NULL, "EE1001: there is no such context"))
}

impl Context {
    fn new(device: &Arc<Device>, primary: bool) -> Arc<Self> {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let default_stream = Arc::new(Queue::new(id, device.id));
        let default_handle = stream::adopt_default(&default_stream, device).addr();
        let options = Mutex::default();
        let context = Arc::new(Self { id, device: device.clone(), default_stream, primary, default_handle, options });
        contexts().insert(id, context.clone());
        context
    }

    /// The handle of the default stream.
    pub(crate) fn default_handle(&self) -> aclrtStream {
        std::ptr::without_provenance_mut(self.default_handle)
    }

    fn end(&self) {
        stream::end_context(self.id);
        contexts().remove(&self.id);
        scheduler().forget_group(self.id);
    }
}
