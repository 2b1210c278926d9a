//! The executor: queues of tasks, and the workers that run them.

mod meeting;
mod record;
mod scheduler;
mod task;
mod worker;

pub(crate) use meeting::{Meeting, Work};
pub(crate) use record::Record;
pub(crate) use scheduler::{Queue, scheduler};
pub use task::Kind;
pub(crate) use task::{Body, Task};
