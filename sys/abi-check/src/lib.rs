//! Proof of the declarations of `ascend-npu-sys` against a vendor's headers.
//!
//! Both sets of declarations go into one C++ file: ours inside a namespace, the vendor's outside. Static assertions then
//! compare the type of every function and type alias, the size of every struct and the offset and type of its fields, the
//! value of every enumerator and constant. What a set of headers lacks must be exactly what its expectations say.

mod assertions;
mod check;
mod expect;
mod ours;
mod vendor;

pub use check::{Report, check};
pub use expect::Expectations;
pub use ours::Ours;
pub use vendor::Vendor;

/// Anything that keeps the check from being made, or from passing.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
