//! The executor: queues of tasks, and the workers that run them.

mod abort;
mod alarm;
mod begin;
mod bell;
mod blocked;
mod condition;
mod end;
mod fault;
mod give_up;
mod helper;
mod meeting;
mod parked;
mod queue;
mod record;
mod scheduler;
mod seat;
mod state;
mod task;
mod ticket;
mod turn;
mod worker;

pub(crate) use blocked::{Absent, Awaited, Blocked, WaitForRanks};
pub(crate) use condition::{Condition, Limit, Sees};
pub(crate) use fault::{Fault, last_queued, listen, thread};
pub(crate) use helper::{Shared, help};
pub(crate) use meeting::{Meeting, Work};
pub(crate) use parked::{Hosts, Need, Node, Place, Scene, What};
pub(crate) use queue::Queue;
pub(crate) use record::Record;
pub(crate) use scheduler::scheduler;
pub(crate) use seat::{Arrival, Seat};
pub use task::Kind;
pub(crate) use task::{Body, Task, Touch};
pub(crate) use ticket::Ticket;
pub(crate) use turn::{Mode, turn};
pub(crate) use worker::running;
