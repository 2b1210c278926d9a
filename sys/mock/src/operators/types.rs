//! The C types of operators.
#![allow(non_camel_case_types, reason = "named as those of C")]

macro_rules! opaque {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("`", stringify!($name), "`: known by address only.")]
            #[repr(C)]
            pub struct $name {
                _hidden: [u8; 0],
            }
        )*
    };
}

opaque! { aclTensor aclScalar aclIntArray aclOpExecutor aclTensorDesc aclopAttr }

/// What functions of operators return: 0 for success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct aclnnStatus(pub i32);

impl aclnnStatus {
    /// A pointer that must not be is null.
    pub(crate) const PARAM_NULLPTR: i32 = 161_001;
    /// A tensor or scalar is not what the operator takes.
    pub(crate) const PARAM_INVALID: i32 = 161_002;
    /// The runtime refused what the operator asked of it.
    pub(crate) const RUNTIME_ERROR: i32 = 361_001;
}

/// What functions of the runtime below ACL, and of the profiler, return: 0 for success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Status(pub i32);
