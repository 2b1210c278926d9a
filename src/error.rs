//! One error for the whole crate: what was asked, what was found, what to do.

use std::fmt;

use ascend_npu_sys::{HcclResult, acl_code_name, aclError, hccl_code_name};

/// The result of every fallible call of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong, where, and what to do about it.
///
/// Calls that only queue work report what is known when they queue. A fault of the device itself appears at a later call that
/// waits, or at the next call on that device.
pub struct Error(Box<Detail>);

struct Detail {
    kind: ErrorKind,
    operation: &'static str,
    found: String,
    device: Option<i32>,
    stream: Option<u64>,
    code: Option<Code>,
    native: Option<String>,
    hint: Option<String>,
}

/// The kind of an [`Error`]: what a program can react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An argument cannot be used. Nothing was queued.
    InvalidArgument,
    /// No NPU, no toolkit, and no software device to stand in.
    NoBackend,
    /// A device id that does not exist here.
    NoDevice,
    /// Device or pinned memory is exhausted.
    OutOfMemory,
    /// Streams, events or another limited resource are exhausted.
    ResourceExhausted,
    /// A wait ended before the work did. The work goes on.
    Timeout,
    /// Queued work failed on the device. The device takes no more work until it is reset.
    DeviceFault,
    /// The device or its driver does not answer.
    DeviceLost,
    /// This device, or this version of the toolkit, cannot do it.
    NotSupported,
    /// A peer of a communicator is missing, late, or asked for something else.
    Communication,
    /// A file or the environment cannot be used.
    Environment,
    /// Anything else the library reports.
    Library,
}

/// A return code of the vendor's libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// From the ACL runtime.
    Acl(aclError),
    /// From HCCL.
    Hccl(HcclResult),
}

impl Code {
    /// The number.
    pub fn value(self) -> i64 {
        match self {
            Self::Acl(code) => i64::from(code.0),
            Self::Hccl(code) => i64::from(code.0),
        }
    }

    fn name(self) -> Option<&'static str> {
        match self {
            Self::Acl(code) => acl_code_name(code),
            Self::Hccl(code) => hccl_code_name(code),
        }
    }

    fn kind(self) -> ErrorKind {
        match self {
            Self::Acl(code) => acl_kind(code.0),
            Self::Hccl(code) => hccl_kind(code),
        }
    }
}

fn acl_kind(code: i32) -> ErrorKind {
    match code {
        107001 => ErrorKind::NoDevice,
        200000 | 207001 | 207018 => ErrorKind::OutOfMemory,
        200001 | 200006 | 207000 => ErrorKind::NotSupported,
        207004 => ErrorKind::NoBackend,
        207005 | 207007..=207012 => ErrorKind::ResourceExhausted,
        107019 | 107020 | 207020 | 507046 | 507047 => ErrorKind::Timeout,
        507000 | 507001 | 507010 | 507033 | 507899 | 507901 => ErrorKind::DeviceLost,
        507011..=507018 | 507034..=507036 | 507042..=507045 | 507048..=507057 => ErrorKind::DeviceFault,
        100000..=199999 => ErrorKind::InvalidArgument,
        _ => ErrorKind::Library,
    }
}

fn hccl_kind(code: HcclResult) -> ErrorKind {
    match code {
        HcclResult::HCCL_E_PARA | HcclResult::HCCL_E_PTR => ErrorKind::InvalidArgument,
        HcclResult::HCCL_E_MEMORY | HcclResult::HCCL_E_OOM => ErrorKind::OutOfMemory,
        HcclResult::HCCL_E_NOT_SUPPORT => ErrorKind::NotSupported,
        HcclResult::HCCL_E_RUNTIME | HcclResult::HCCL_E_DRV => ErrorKind::DeviceLost,
        HcclResult::HCCL_E_INTERNAL => ErrorKind::Library,
        _ => ErrorKind::Communication,
    }
}

impl Error {
    /// An error found before any call was made.
    pub(crate) fn new(kind: ErrorKind, operation: &'static str, found: impl Into<String>) -> Self {
        let detail = Detail {
            kind,
            operation,
            found: found.into(),
            device: None,
            stream: None,
            code: None,
            native: None,
            hint: None,
        };
        Self(Box::new(detail))
    }

    pub(crate) fn invalid(operation: &'static str, found: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidArgument, operation, found)
    }

    /// The error of a call that returned `code`.
    pub(crate) fn from_code(operation: &'static str, code: Code, native: Option<String>) -> Self {
        let mut error = Self::new(code.kind(), operation, "");
        error.0.code = Some(code);
        error.0.native = native;
        error
    }

    pub(crate) fn with_found(mut self, found: impl Into<String>) -> Self {
        self.0.found = found.into();
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    pub(crate) fn on_device(mut self, device: i32) -> Self {
        self.0.device = Some(device);
        self
    }

    pub(crate) fn on_stream(mut self, stream: u64) -> Self {
        self.0.stream = Some(stream);
        self
    }

    /// What a program can react to.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The operation that failed: a function of this crate, or the C function it called.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// The device concerned, where one is.
    pub fn device(&self) -> Option<i32> {
        self.0.device
    }

    /// The return code of the vendor's library, where one was called.
    pub fn code(&self) -> Option<Code> {
        self.0.code
    }

    /// The library's own text, taken on the thread and at the time of the failure.
    pub fn native(&self) -> Option<&str> {
        self.0.native.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = &*self.0;
        f.write_str(detail.operation)?;
        if let Some(device) = detail.device {
            write!(f, " on device {device}")?;
        }
        if let Some(stream) = detail.stream {
            write!(f, ", stream {stream}")?;
        }
        if let Some(code) = detail.code {
            write!(f, ": returned {}", code.value())?;
            match code.name() {
                Some(name) => write!(f, " ({name})")?,
                None => f.write_str(" (a code this crate does not know)")?,
            }
        }
        if !detail.found.is_empty() {
            write!(f, ": {}", detail.found)?;
        }
        if let Some(hint) = &detail.hint {
            write!(f, "; {hint}")?;
        }
        if let Some(native) = &detail.native {
            write!(f, "\n  the library says: {}", native.trim())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {}
