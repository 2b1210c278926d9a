//! From what the library answers to what a caller gets.
#![allow(unsafe_code)] // Asks the C library for its text.

use std::ffi::{CStr, c_char};

use ascend_npu_sys::{CodeKind, Hccl, HcclResult, LoadError, aclError};

use super::backend::Backend;
use super::core::DriverCore;
use crate::error::{Code, Error, ErrorKind, Result};
use crate::host_call;

impl DriverCore {
    pub(crate) fn backend(&self) -> Backend {
        self.toolkit.backend()
    }

    /// Whether this is a forked child of the process that opened the driver: then the library must not be entered, and no lock
    /// be taken, for the thread that holds it may not be in the child. One load and a comparison.
    #[inline]
    pub(crate) fn is_forked(&self) -> bool {
        self.process.check().is_err()
    }

    /// Refuses in a forked child, and inside a host call. Every call that can fail begins with it, mostly by way of
    /// `DeviceCore::enter`.
    #[inline]
    pub(crate) fn check_process(&self) -> Result<()> {
        if self.is_forked() {
            return Err(Error::forked());
        }
        if host_call::is_within() { Err(Error::in_host_call()) } else { Ok(()) }
    }

    /// The table of HCCL, or why there is none.
    #[inline]
    pub(crate) fn hccl(&self) -> Result<&Hccl> {
        self.toolkit.hccl().map_err(no_hccl)
    }

    /// A function that a toolkit may be too old for.
    ///
    /// # Errors
    /// [`ErrorKind::NotSupported`] with the [`MissingSymbol`](ascend_npu_sys::MissingSymbol).
    #[inline]
    pub(crate) fn require<F>(&self, name: &'static str, function: Option<F>) -> Result<F> {
        function.ok_or_else(|| self.toolkit.missing(name))
    }

    /// Turns a return code into a result, with the library's text of this thread. A code that is only a remark on work that is
    /// done, as on an overflow, is no failure.
    #[inline]
    pub(crate) fn check(&self, operation: &'static str, code: aclError) -> Result<()> {
        if code == aclError::SUCCESS { Ok(()) } else { self.unless_remark(operation, code) }
    }

    #[cold]
    fn unless_remark(&self, operation: &'static str, code: aclError) -> Result<()> {
        if code.kind() == CodeKind::Remark { Ok(()) } else { Err(self.failure(operation, Code::Acl(code))) }
    }

    /// As [`check`](Self::check), for HCCL.
    #[inline]
    pub(crate) fn check_hccl(&self, operation: &'static str, code: HcclResult) -> Result<()> {
        if code == HcclResult::HCCL_SUCCESS { Ok(()) } else { Err(self.failure(operation, Code::Hccl(code))) }
    }

    /// Drops the library's text of a call of this thread whose failure is of no account.
    pub(crate) fn forget_text(&self) {
        // SAFETY: the call has no preconditions.
        unsafe { (self.acl.aclGetRecentErrMsg)() };
    }

    #[cold]
    fn failure(&self, operation: &'static str, code: Code) -> Error {
        // SAFETY: the call has no preconditions.
        let native = unsafe { (self.acl.aclGetRecentErrMsg)() };
        Error::from_code(operation, code, copy_text(native))
    }
}

#[cold]
fn no_hccl(reason: &LoadError) -> Error {
    Error::new(ErrorKind::NotSupported, "collectives", reason.to_string())
        .with_hint("install the HCCL package of the toolkit")
}

/// Copies a text of the library before its next call can overwrite it.
pub(super) fn copy_text(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the library's texts are NUL-terminated, and valid until the next call of this thread.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
