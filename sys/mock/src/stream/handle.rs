//! Handles that C programs hold: numbers that are looked up, never addresses that are followed.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap as HashMap;

/// Handles of all kinds are drawn from one count, so that a handle of one kind is never valid as another.
static NEXT: AtomicUsize = AtomicUsize::new(0x1000);

/// The live objects of one kind.
pub(crate) struct Registry<T> {
    live: Mutex<HashMap<usize, Arc<T>>>,
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Self { live: Mutex::default() }
    }
}

impl<T> Registry<T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<usize, Arc<T>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an object in; its new handle.
    pub(crate) fn insert(&self, object: T) -> *mut c_void {
        // Multiples of 16 look like addresses to programs that check.
        let handle = NEXT.fetch_add(16, Ordering::Relaxed);
        self.lock().insert(handle, Arc::new(object));
        std::ptr::without_provenance_mut(handle)
    }

    pub(crate) fn get(&self, handle: *mut c_void) -> Option<Arc<T>> {
        self.lock().get(&handle.addr()).cloned()
    }

    pub(crate) fn remove(&self, handle: *mut c_void) -> Option<Arc<T>> {
        self.lock().remove(&handle.addr())
    }

    /// All objects for which `wanted` holds.
    pub(crate) fn all(&self, wanted: impl Fn(&T) -> bool) -> Vec<Arc<T>> {
        self.lock().values().filter(|object| wanted(object)).cloned().collect()
    }

    /// All objects for which `wanted` holds, with their handles.
    pub(crate) fn entries(&self, wanted: impl Fn(&T) -> bool) -> Vec<(*mut c_void, Arc<T>)> {
        let live = self.lock();
        let wanted = live.iter().filter(|(_, object)| wanted(object));
        wanted.map(|(&handle, object)| (std::ptr::without_provenance_mut(handle), object.clone())).collect()
    }

    /// Takes out all objects for which `wanted` holds.
    pub(crate) fn drain(&self, wanted: impl Fn(&T) -> bool) -> Vec<Arc<T>> {
        let mut live = self.lock();
        let handles: Vec<usize> = live.iter().filter(|(_, object)| wanted(object)).map(|(&handle, _)| handle).collect();
        handles.iter().filter_map(|handle| live.remove(handle)).collect()
    }
}
