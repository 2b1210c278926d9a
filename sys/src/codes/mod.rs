//! Return codes: name, kind and advice.
//!
//! Codes are integers, never Rust enums: a newer library may return one that is not listed here, and it passes through.

mod acl;
mod hccl;
mod kind;

pub use acl::acl_code_name;
pub use hccl::hccl_code_name;
pub use kind::{Code, CodeKind};
