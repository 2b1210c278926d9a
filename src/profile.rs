//! Names in the profiler's timeline: ranges of host time, and marks on streams.
//!
//! They cost next to nothing while no profiler runs, and fail never: a program must not end because nobody looks at it. Start it
//! under `msprof` with `--msproftx=on` to see them.
//!
//! Wraps `aclprofCreateStamp`, `aclprofSetStampTraceMessage`, `aclprofRangeStart`, `aclprofRangeStop`, `aclprofDestroyStamp`,
//! `aclprofMark`, `aclprofMarkEx`.
#![allow(unsafe_code)] // Calls into the C library.

use std::ffi::{CString, c_void};
use std::ptr::NonNull;
use std::sync::Arc;

use ascend_npu_sys::aclError;

use crate::driver::{Driver, DriverCore};
use crate::error::Result;
use crate::stream::{Awaited, Returned, Stream};

/// The most bytes of a name: the library takes 128, with the one that ends it.
const LONGEST: usize = 127;

/// A named range of host time, which ends when it is dropped. Ranges may overlap, and end on any thread.
#[must_use = "the range ends when it is dropped"]
pub struct ProfileRange {
    /// The stamp and the range's number, where a profiler runs.
    open: Option<(Stamp, u32)>,
    driver: Arc<DriverCore>,
}

struct Stamp(NonNull<c_void>);

// SAFETY: a stamp is a note that its one owner gives to the library, on whichever thread.
unsafe impl Send for Stamp {}
// SAFETY: a shared stamp gives access to nothing.
unsafe impl Sync for Stamp {}

impl Driver {
    /// Begins a range of host time. Names longer than 127 bytes are cut.
    #[doc(alias = "aclprofRangeStart")]
    #[doc(alias = "mstxRangeStart")]
    pub fn range(&self, name: &str) -> ProfileRange {
        let core = &self.core;
        let open = stamp(core, name).and_then(|stamp| {
            let mut range = 0;
            // SAFETY: the stamp is alive; the out-pointer is a live local.
            let code = unsafe { (core.acl.aclprofRangeStart)(stamp.0.as_ptr(), &mut range) };
            if code == aclError::SUCCESS {
                return Some((stamp, range));
            }
            core.forget_text();
            destroy(core, stamp);
            None
        });
        ProfileRange { open, driver: core.clone() }
    }

    /// Marks a point of host time.
    #[doc(alias = "aclprofMark")]
    #[doc(alias = "mstxMarkA")]
    pub fn mark(&self, name: &str) {
        if let Some(stamp) = stamp(&self.core, name) {
            // SAFETY: the stamp is alive.
            if unsafe { (self.core.acl.aclprofMark)(stamp.0.as_ptr()) } != aclError::SUCCESS {
                self.core.forget_text();
            }
            destroy(&self.core, stamp);
        }
    }
}

impl Stream {
    /// Queues a mark: the profiler tells when the stream came to it. Where the toolkit has no such marks, nothing is queued.
    ///
    /// # Errors
    /// Those of any queueing call, such as the first fault of the device.
    #[doc(alias = "aclprofMarkEx")]
    pub fn mark(&self, name: &str) -> Result<()> {
        let driver = &self.device().core.driver;
        driver.check_process()?;
        let Some(mark) = driver.acl.aclprofMarkEx else { return Ok(()) };
        let name = cut(name);
        self.submit("aclprofMarkEx", &[], Awaited::No, |stream| {
            // SAFETY: the name is a live C text of the length given, copied by the call.
            Returned::Acl(unsafe { mark(name.as_ptr(), name.as_bytes().len(), stream) })
        })
        .map(drop)
    }
}

impl Drop for ProfileRange {
    fn drop(&mut self) {
        if self.driver.check_process().is_err() {
            return;
        }
        if let Some((stamp, range)) = self.open.take() {
            // SAFETY: the range was started and is ended once.
            if unsafe { (self.driver.acl.aclprofRangeStop)(range) } != aclError::SUCCESS {
                self.driver.forget_text();
            }
            destroy(&self.driver, stamp);
        }
    }
}

impl std::fmt::Debug for ProfileRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProfileRange").field("recorded", &self.open.is_some()).finish_non_exhaustive()
    }
}

/// A stamp with a name; none where no profiler runs.
fn stamp(core: &DriverCore, name: &str) -> Option<Stamp> {
    core.check_process().ok()?;
    // SAFETY: the call has no preconditions.
    let stamp = Stamp(NonNull::new(unsafe { (core.acl.aclprofCreateStamp)() })?);
    let name = cut(name);
    let length = u32::try_from(name.as_bytes().len()).unwrap_or(0);
    // SAFETY: the stamp is alive; the name is a live C text of the length given, copied by the call.
    if unsafe { (core.acl.aclprofSetStampTraceMessage)(stamp.0.as_ptr(), name.as_ptr(), length) } != aclError::SUCCESS {
        core.forget_text();
        destroy(core, stamp);
        return None;
    }
    Some(stamp)
}

fn destroy(core: &DriverCore, stamp: Stamp) {
    // SAFETY: the stamp came from the library, and its one owner gives it up here.
    unsafe { (core.acl.aclprofDestroyStamp)(stamp.0.as_ptr()) };
}

/// A name as the library takes it: not empty, not too long, of whole characters, and without a byte that ends it early.
fn cut(name: &str) -> CString {
    let mut end = name.len().min(LONGEST);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    let name = name.get(..end).filter(|name| !name.is_empty()).unwrap_or("-");
    CString::new(name.replace('\0', " ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_between_characters() {
        assert_eq!(cut("step").as_bytes(), b"step");
        assert_eq!(cut("").as_bytes(), b"-");
        assert_eq!(cut("a\0b").as_bytes(), b"a b");
        let long = "ä".repeat(100);
        assert_eq!(cut(&long).as_bytes(), "ä".repeat(63).as_bytes());
    }
}
