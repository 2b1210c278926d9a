//! Profiling: accepted, checked, and kept in a log that a timeline can be made of.

pub(crate) mod abi;
mod marks;
pub(crate) mod marks_abi;
mod session;

pub use marks::{Mark, MarkKind, take_marks};
