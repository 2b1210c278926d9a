//! One operation on a stream.

use std::borrow::Cow;
use std::sync::Arc;

use super::condition::Condition;
use super::meeting::Meeting;
use super::record::Record;
use super::seat::{Arrival, Seated};
use super::ticket::Ticket;
use crate::check;
use crate::clock::{self, Asked};
use crate::report::Outcome;

/// What an operation is, for rules, logs and checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum Kind {
    CopyHostToDevice,
    CopyDeviceToHost,
    CopyDeviceToDevice,
    Fill,
    ReduceOnDevice,
    Cache,
    MemoryPool,
    Graph,
    Kernel,
    HostFunction,
    Callback,
    EventRecord,
    EventWait,
    EventReset,
    NotifyRecord,
    NotifyWait,
    ValueWrite,
    ValueWait,
    Mark,
    Overflow,
    AllReduce,
    AllGather,
    ReduceScatter,
    Broadcast,
    Reduce,
    Scatter,
    AllToAll,
    AllToAllV,
    AllToAllVC,
    AllGatherV,
    ReduceScatterV,
    Send,
    Receive,
    BatchSendReceive,
    Barrier,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: &[Self] = &[
        Self::CopyHostToDevice,
        Self::CopyDeviceToHost,
        Self::CopyDeviceToDevice,
        Self::Fill,
        Self::ReduceOnDevice,
        Self::Cache,
        Self::MemoryPool,
        Self::Graph,
        Self::Kernel,
        Self::HostFunction,
        Self::Callback,
        Self::EventRecord,
        Self::EventWait,
        Self::EventReset,
        Self::NotifyRecord,
        Self::NotifyWait,
        Self::ValueWrite,
        Self::ValueWait,
        Self::Mark,
        Self::Overflow,
        Self::AllReduce,
        Self::AllGather,
        Self::ReduceScatter,
        Self::Broadcast,
        Self::Reduce,
        Self::Scatter,
        Self::AllToAll,
        Self::AllToAllV,
        Self::AllToAllVC,
        Self::AllGatherV,
        Self::ReduceScatterV,
        Self::Send,
        Self::Receive,
        Self::BatchSendReceive,
        Self::Barrier,
    ];

    /// Whether ranks of a communicator do it together.
    pub(crate) fn is_of_communicator(self) -> bool {
        use Kind::*;
        matches!(
            self,
            AllReduce
                | AllGather
                | ReduceScatter
                | Broadcast
                | Reduce
                | Scatter
                | AllToAll
                | AllToAllV
                | AllToAllVC
                | AllGatherV
                | ReduceScatterV
                | Send
                | Receive
                | BatchSendReceive
                | Barrier
        )
    }
}

/// One operation on a stream.
pub(crate) struct Task {
    pub(crate) kind: Kind,
    /// For logs and faults: the kernel's name, or the C function's.
    pub(crate) name: Cow<'static, str>,
    /// The memory that it touches, as far as that is known when it is queued and anybody wants to know it: kernels tell while they
    /// run.
    pub(crate) touches: Vec<Touch>,
    /// Of a collective, and of a copy between devices: what its time follows from.
    pub(crate) collective: Option<Box<Asked>>,
    pub(crate) body: Body,
}

/// Bytes that an operation reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) start: u64,
    pub(crate) bytes: u64,
    pub(crate) writes: bool,
}

impl Task {
    pub(crate) fn new(kind: Kind, name: impl Into<Cow<'static, str>>, body: Body) -> Self {
        Self { kind, name: name.into(), touches: Vec::new(), collective: None, body }
    }

    /// As a collective.
    pub(crate) fn asking(self, collective: Asked) -> Self {
        Self { collective: Some(Box::new(collective)), ..self }
    }

    /// Whether it is a question that this crate asks by itself, and no operation of a device.
    pub(super) fn is_free(&self) -> bool {
        self.kind == Kind::EventWait && matches!(self.body, Body::Run(_))
    }

    /// With the memory that it touches.
    pub(crate) fn touching(self, touches: impl IntoIterator<Item = Touch>) -> Self {
        if !Touch::are_followed() {
            return self;
        }
        Self { touches: touches.into_iter().collect(), ..self }
    }
}

impl Body {
    pub(crate) fn until(condition: Condition) -> Self {
        Self::Until(Box::new(condition))
    }
}

impl Touch {
    /// Whether anybody wants to know what operations touch, when they are queued.
    pub(crate) fn are_followed() -> bool {
        check::looks_for_deadlocks() || Self::are_told()
    }

    /// Whether anybody wants to know what operations touch and wait for, when they run.
    pub(crate) fn are_told() -> bool {
        check::follows() || clock::follows()
    }

    pub(crate) fn read(start: u64, bytes: u64) -> Self {
        Self { start, bytes, writes: false }
    }

    pub(crate) fn write(start: u64, bytes: u64) -> Self {
        Self { start, bytes, writes: true }
    }
}

/// What runs when the operation's turn comes.
pub(crate) enum Body {
    /// Runs on one worker.
    Run(Box<dyn FnOnce() -> Outcome + Send>),
    /// As `Run`, and may run many times: what a captured graph holds.
    Again(Arc<dyn Fn() -> Outcome + Send + Sync>),
    /// Parts 0 to `parts`, shared among the workers. Done when all parts are.
    Parallel { parts: u32, run: Arc<dyn Fn(u32) -> Outcome + Send + Sync> },
    /// Runs on a thread of its own, so that a host function that blocks holds no worker.
    Host(Arc<dyn Fn() + Send + Sync>),
    /// Starts what ends elsewhere: the stream goes on when the ticket is closed or dropped.
    Hand(Seated, Box<dyn FnOnce(Ticket) + Send>),
    /// Changes something that conditions look at, in no time, and wakes those of its key.
    Change { key: usize, change: Box<dyn FnOnce() + Send> },
    /// Changes words that other processes look at, in no time: it comes to where they wait for it.
    Tell(Arrival, Box<dyn FnOnce() + Send>),
    /// Waits until a condition holds.
    Until(Box<Condition>),
    /// Marks an event.
    Record(Arc<Record>),
    /// Waits for an event.
    Wait(Arc<Record>),
    /// Waits for the other streams of a meeting, then takes part in its work.
    Meet(Arc<Meeting>),
}
