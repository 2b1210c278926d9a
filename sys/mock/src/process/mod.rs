//! What crosses the border of a process: memory without a name, waits in it, and the lives of other processes.

mod futex;
mod identity;
pub(crate) mod interfaces;
mod segment;
mod words;

pub(crate) use identity::{Identity, Life};
pub(crate) use segment::{HUGE_PAGE, Mapping, Segment};
pub(crate) use words::Words;
