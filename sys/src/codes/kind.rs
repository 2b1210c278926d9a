//! What a code means for the caller.

/// Kinds of codes, by what a caller can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodeKind {
    /// It worked.
    Success,
    /// It worked, with a remark: not a failure.
    Remark,
    /// The call is wrong: an argument, a handle, or its place in the order of calls. Trying again gives the same.
    InvalidArgument,
    /// ACL, a device or a context has not been set up.
    NotInitialized,
    /// Memory is short. Free some and try again.
    OutOfMemory,
    /// Streams, events, notifies, ports or other limited things are used up.
    Exhausted,
    /// Not yet, or not at the same time as another call. Try again later.
    Busy,
    /// It took longer than its limit. The work may still be running: its memory must not be freed.
    Timeout,
    /// A kernel or copy failed on the device. What came after it on the context is lost.
    KernelFault,
    /// The device, its driver or its memory is broken: reset it, or take the node out.
    DeviceLost,
    /// Another rank, or the way to it, is broken: communicators must be made afresh.
    Communication,
    /// The work was stopped on purpose.
    Aborted,
    /// This device or toolkit cannot do it.
    NotSupported,
    /// The user may not use the device.
    Permission,
    /// A file is missing, unreadable or wrong.
    File,
    /// The call is not allowed during the capture of a graph, or outside of one.
    Capture,
    /// The library failed within; its text tells more.
    Internal,
    /// A code that is not listed: a newer library made it.
    Unknown,
}

/// What is known of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The number.
    pub code: i32,
    /// The vendor's name, without the prefix of its library.
    pub name: &'static str,
    /// What it means for the caller.
    pub kind: CodeKind,
    /// What to look at, or to do.
    pub advice: &'static str,
}

/// Declares codes in groups, `Kind "advice": code NAME, ...;`, as constants of `$type` and as a table.
macro_rules! codes {
    ($type:ident, $($kind:ident $advice:literal: $($code:literal $name:ident),+;)*) => {
        #[allow(missing_docs, reason = "the names are the vendor's and say what they mean")]
        impl $type {
            $($(pub const $name: Self = Self($code);)+)*
        }

        pub(crate) const CODES: &[crate::codes::Code] = &[
            $($(crate::codes::Code {
                code: $code,
                name: stringify!($name),
                kind: crate::codes::CodeKind::$kind,
                advice: $advice,
            },)+)*
        ];
    };
}

pub(crate) use codes;
