//! The process as the libraries see it: shared by everything in it, and of no use in a forked child.
#![allow(unsafe_code)] // Calls aclInit and aclFinalize, and asks the C library to tell of forks.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crate::table::Acl;
use crate::types::aclError;

/// How often this process is the child of a fork, counted from the first [`Process::current`].
static FORKS: AtomicU64 = AtomicU64::new(0);

/// A mark of the process it was made in.
///
/// The libraries keep threads and device files that a forked child does not have: whatever was set up before the fork must
/// not be used, nor torn down, in the child. Checking costs one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process(u64);

/// The call was made in a forked child of the process that set the library up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this process was forked after ACL was set up: the child cannot use it; start processes before, or by spawn")]
pub struct Forked;

impl Process {
    /// A mark of this process.
    pub fn current() -> Self {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            // SAFETY: the handler is a function of this program, which is never unloaded while the process lives; it only
            // adds to an atomic, which a forked child may do. Failure (no memory) leaves forks unnoticed.
            unsafe { pthread_atfork(None, None, Some(count_fork)) };
        });
        Self(FORKS.load(Ordering::Relaxed))
    }

    /// Whether this is still the process of the mark.
    ///
    /// # Errors
    /// [`Forked`] in a child.
    #[inline]
    pub fn check(self) -> Result<(), Forked> {
        if FORKS.load(Ordering::Relaxed) == self.0 { Ok(()) } else { Err(Forked) }
    }
}

extern "C" fn count_fork() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

type Handler = Option<extern "C" fn()>;

unsafe extern "C" {
    fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> core::ffi::c_int;
}

/// Who set ACL up in this process, for each library by the address of its aclInit.
static SHARED: Mutex<BTreeMap<usize, Shared>> = Mutex::new(BTreeMap::new());

struct Shared {
    users: usize,
    /// Whether aclInit was ours, so that aclFinalize is too.
    owned: bool,
    process: Process,
}

/// A share of an initialised ACL.
///
/// All shares of a process have one aclInit between them. The last one finalises ACL, but only if the first one initialised
/// it: when another part of the program had done that, ACL is left to it.
#[derive(Debug)]
pub struct Initialized {
    acl: Acl,
    key: usize,
    process: Process,
}

impl Initialized {
    /// Takes a share, initialising ACL if nobody has yet. `config` is a JSON file; only the first share's counts.
    ///
    /// # Safety
    /// `acl` must be of a library that stays loaded. Nothing made with it may be in use when the last share is dropped.
    ///
    /// # Errors
    /// What aclInit returned.
    pub unsafe fn acquire(acl: &Acl, config: Option<&CStr>) -> Result<Self, aclError> {
        let key = acl.aclInit as usize;
        let process = Process::current();
        let mut shared = lock();
        // A parent's share does not count here.
        shared.retain(|_, entry| entry.process == process);
        if let Some(entry) = shared.get_mut(&key) {
            entry.users += 1;
        } else {
            // SAFETY: the caller's library is loaded; the path is NULL or ends with NUL, and lives over the call.
            let code = unsafe { (acl.aclInit)(config.map_or(ptr::null(), CStr::as_ptr)) };
            let owned = match code {
                aclError::SUCCESS => true,
                aclError::REPEAT_INITIALIZE => false,
                code => return Err(code),
            };
            shared.insert(key, Shared { users: 1, owned, process });
        }
        drop(shared);
        Ok(Self { acl: *acl, key, process })
    }

    /// Whether dropping the last share finalises ACL: whether it was initialised by the first one.
    pub fn is_owner(&self) -> bool {
        lock().get(&self.key).is_some_and(|entry| entry.owned)
    }
}

impl Initialized {
    /// Gives the share back, as dropping it does, and tells what aclFinalize returned if that was called.
    ///
    /// # Errors
    /// What aclFinalize returned.
    pub fn release(self) -> Result<(), aclError> {
        core::mem::ManuallyDrop::new(self).give_back()
    }

    /// Called once, at the end.
    fn give_back(&self) -> Result<(), aclError> {
        // In a forked child the library must not be entered, not even to end it.
        if self.process.check().is_err() {
            return Ok(());
        }
        let mut shared = lock();
        let Some(entry) = shared.get_mut(&self.key) else { return Ok(()) };
        entry.users -= 1;
        if entry.users > 0 {
            return Ok(());
        }
        let owned = entry.owned;
        shared.remove(&self.key);
        if !owned {
            return Ok(());
        }
        // SAFETY: `acquire` initialised ACL, no share is left, and its caller vouched that nothing else is in use. Under the
        // lock, so that a share taken meanwhile initialises ACL afresh.
        match unsafe { (self.acl.aclFinalize)() } {
            aclError::SUCCESS => Ok(()),
            code => Err(code),
        }
    }
}

impl Drop for Initialized {
    fn drop(&mut self) {
        // Whoever wants to know calls `release`.
        let _ = self.give_back();
    }
}

fn lock() -> MutexGuard<'static, BTreeMap<usize, Shared>> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}
