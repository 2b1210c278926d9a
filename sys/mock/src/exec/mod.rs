//! The executor: queues of tasks, and the workers that run them.

mod abort;
mod condition;
mod fault;
mod helper;
mod meeting;
mod record;
mod scheduler;
mod task;
mod ticket;
mod worker;

pub(crate) use condition::{Condition, Limit};
pub(crate) use fault::{Fault, last_queued, listen, thread};
pub(crate) use helper::{Shared, help};
pub(crate) use meeting::{Meeting, Work};
pub(crate) use record::Record;
pub(crate) use scheduler::{Queue, scheduler};
pub use task::Kind;
pub(crate) use task::{Body, Task, Touch};
pub(crate) use ticket::Ticket;
