//! One error for the whole crate: what was asked, what was found, what to do.

use std::fmt;

use ascend_npu_sys::{self as sys, CodeKind, HcclResult, MissingSymbol, aclError};

use crate::fault::FailedOperation;

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
    arguments: Option<String>,
    found: String,
    device: Option<i32>,
    stream: Option<u64>,
    code: Option<Code>,
    native: Option<String>,
    hint: Option<String>,
    missing: Option<MissingSymbol>,
    cause: Option<FailedOperation>,
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
    /// Not yet, or not while another call runs: try again later.
    Busy,
    /// It took longer than its limit. The work may go on.
    Timeout,
    /// Queued work failed on the device. The device takes no more work until it is reset.
    DeviceFault,
    /// The device, its driver or its memory is broken.
    DeviceLost,
    /// This device, or this version of the toolkit, cannot do it.
    NotSupported,
    /// A peer of a communicator, or the way to it, is broken.
    Communication,
    /// The work was stopped on purpose.
    Aborted,
    /// The call was made inside a host call, where no device may be touched.
    InHostCall,
    /// A closure that a stream called panicked.
    Panicked,
    /// The process is a forked child of the one that opened the driver: it cannot use what its parent opened.
    Forked,
    /// The library, a device or a context has not been set up, or is no more.
    NotInitialized,
    /// The user may not use the device.
    Permission,
    /// Not allowed while work is recorded into a graph, or only then.
    Capture,
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

    /// What is known of it: the vendor's name, the kind and what to do. `None` for a code that a newer library made.
    fn known(self) -> Option<&'static sys::Code> {
        match self {
            Self::Acl(code) => code.describe(),
            Self::Hccl(code) => code.describe(),
        }
    }

    fn kind(self) -> ErrorKind {
        match self {
            // To the library a wrong id is one more argument that is wrong.
            Self::Acl(aclError::RT_INVALID_DEVICEID) => ErrorKind::NoDevice,
            Self::Acl(code) => code.kind().into(),
            Self::Hccl(code) => code.kind().into(),
        }
    }
}

impl From<CodeKind> for ErrorKind {
    fn from(kind: CodeKind) -> Self {
        match kind {
            CodeKind::InvalidArgument => Self::InvalidArgument,
            CodeKind::NotInitialized => Self::NotInitialized,
            CodeKind::OutOfMemory => Self::OutOfMemory,
            CodeKind::Exhausted => Self::ResourceExhausted,
            CodeKind::Busy => Self::Busy,
            CodeKind::Timeout => Self::Timeout,
            CodeKind::KernelFault => Self::DeviceFault,
            CodeKind::DeviceLost => Self::DeviceLost,
            CodeKind::Communication => Self::Communication,
            CodeKind::Aborted => Self::Aborted,
            CodeKind::NotSupported => Self::NotSupported,
            CodeKind::Permission => Self::Permission,
            CodeKind::File => Self::Environment,
            CodeKind::Capture => Self::Capture,
            _ => Self::Library,
        }
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
            arguments: None,
            native: None,
            hint: None,
            missing: None,
            cause: None,
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

    /// The error of a call to a function that the loaded library does not have.
    pub(crate) fn missing(symbol: MissingSymbol) -> Self {
        let mut error = Self::new(ErrorKind::NotSupported, symbol.name, symbol.to_string());
        error.0.missing = Some(symbol);
        error
    }

    /// The error of a call in a forked child.
    pub(crate) fn forked() -> Self {
        Self::new(ErrorKind::Forked, "forked process", sys::Forked.to_string())
    }

    /// The error of a call inside a host call.
    pub(crate) fn in_host_call() -> Self {
        Self::new(ErrorKind::InHostCall, "host call", "a closure that a stream calls must not touch a device")
            .with_hint("let another thread do it: a channel tells it when")
    }

    pub(crate) fn with_found(mut self, found: impl Into<String>) -> Self {
        self.0.found = found.into();
        self
    }

    /// Adds to what was found.
    pub(crate) fn with_found_too(mut self, found: impl AsRef<str>) -> Self {
        let (all, found) = (&mut self.0.found, found.as_ref());
        if !all.is_empty() && !found.is_empty() {
            all.push_str("; ");
        }
        all.push_str(found);
        self
    }

    /// The arguments of the call.
    pub(crate) fn with_arguments(mut self, arguments: impl Into<String>) -> Self {
        self.0.arguments = Some(arguments.into());
        self
    }

    /// Makes it the consequence of the first fault of its device. The library's text of that stays with it, if it gave none now.
    pub(crate) fn caused_by(mut self, code: Code, native: Option<&str>, operation: Option<FailedOperation>) -> Self {
        self.0.kind = code.kind();
        self.0.code = Some(code);
        self.0.cause = operation;
        if let Some(native) = native {
            self.0.native = Some(native.to_owned());
        }
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

    /// Whether a wait gave up, so that the work may go on. A task that gave up waiting is a fault instead: then nothing runs.
    pub(crate) fn is_unfinished(&self) -> bool {
        let gave_up = [aclError::RT_STREAM_SYNC_TIMEOUT, aclError::RT_EVENT_SYNC_TIMEOUT, aclError::RT_WAIT_TIMEOUT];
        self.0.code.is_some_and(|code| gave_up.map(Code::Acl).contains(&code))
    }

    /// What was found.
    pub(crate) fn found(&self) -> &str {
        &self.0.found
    }

    /// What a program can react to.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The operation that failed: a function of this crate, or the C function it called.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// The arguments of the call, where they tell more than the operation's name.
    pub fn arguments(&self) -> Option<&str> {
        self.0.arguments.as_deref()
    }

    /// The queued operation that failed on the device, where that is the reason and it is known. The call that returned this
    /// error only met the consequence.
    pub fn cause(&self) -> Option<FailedOperation> {
        self.0.cause
    }

    /// The device concerned, where one is.
    pub fn device(&self) -> Option<i32> {
        self.0.device
    }

    /// The stream concerned, where one is: its [`id`](crate::Stream::id).
    pub fn stream(&self) -> Option<u64> {
        self.0.stream
    }

    /// The return code of the vendor's library, where one was called.
    pub fn code(&self) -> Option<Code> {
        self.0.code
    }

    /// The library's own text, taken on the thread and at the time of the failure.
    pub fn native(&self) -> Option<&str> {
        self.0.native.as_deref()
    }

    /// What to do about it, where that is known.
    pub fn hint(&self) -> Option<&str> {
        let known = || self.0.code.and_then(Code::known).map(|code| code.advice).filter(|advice| !advice.is_empty());
        self.0.hint.as_deref().or_else(known)
    }

    /// The function that the loaded library does not have, where that is the reason.
    pub fn missing_symbol(&self) -> Option<&MissingSymbol> {
        self.0.missing.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = &*self.0;
        f.write_str(detail.operation)?;
        if let Some(arguments) = &detail.arguments {
            write!(f, "({arguments})")?;
        }
        if let Some(device) = detail.device {
            write!(f, " on device {device}")?;
        }
        if let Some(stream) = detail.stream {
            write!(f, ", stream {stream}")?;
        }
        if let Some(code) = detail.code {
            write!(f, ": returned {}", code.value())?;
            match code.known() {
                Some(known) => write!(f, " ({})", known.name)?,
                None => f.write_str(" (a code this crate does not know)")?,
            }
        }
        if !detail.found.is_empty() {
            write!(f, ": {}", detail.found)?;
        }
        if let Some(hint) = self.hint() {
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
