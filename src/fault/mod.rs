//! Faults of devices: which operation failed, told by every error that comes of it.
//!
//! A queued operation fails long after the call that queued it, and the library tells of it at whichever call comes next: as a
//! number, with its own names for stream and task. Three things together name the operation. A **trail** in each stream keeps
//! the last operations queued there, with the library's number of their last task. A **report**, from a function that the
//! library calls when a task fails, says which task that was. And the **first** fault of a device is kept: it is the cause, and
//! what any later call is told is only its consequence.

mod first;
mod report;
mod trail;

pub(crate) use first::FirstFault;
pub(crate) use report::{listen, unlisten};
pub use trail::FailedOperation;
pub(crate) use trail::Trail;
