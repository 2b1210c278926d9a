//! One call of a collective: what it is, and how it is queued.

use std::fmt;

use ascend_npu_sys::{HcclDataType, HcclResult, aclrtStream};

use crate::buffer::uses::Use;
use crate::comm::Communicator;
use crate::comm::memory;
use crate::comm::record::Phase;
use crate::dtype;
use crate::error::{Code, Error, ErrorKind, Result};
use crate::stream::{Awaited, Mark};

/// HCCL counts elements in 35 bits.
const COUNT_LIMIT: usize = (1 << 35) - 1;

/// What HCCL takes for one operation: links between ranks are built at the first use of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::comm) enum Kind {
    AllReduce,
    AllGather,
    AllGatherV,
    ReduceScatter,
    ReduceScatterV,
    Broadcast,
    Reduce,
    Scatter,
    AllToAll,
    AllToAllV,
    AllToAllVC,
    Send,
    Receive,
    Batch,
    Barrier,
}

impl Kind {
    const ALL: [Self; 15] = [
        Self::AllReduce,
        Self::AllGather,
        Self::AllGatherV,
        Self::ReduceScatter,
        Self::ReduceScatterV,
        Self::Broadcast,
        Self::Reduce,
        Self::Scatter,
        Self::AllToAll,
        Self::AllToAllV,
        Self::AllToAllVC,
        Self::Send,
        Self::Receive,
        Self::Batch,
        Self::Barrier,
    ];

    /// The kind of a number.
    pub(in crate::comm) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == number)
    }

    /// The C function.
    pub(in crate::comm) fn function(self) -> &'static str {
        match self {
            Self::AllReduce => "HcclAllReduce",
            Self::AllGather => "HcclAllGather",
            Self::AllGatherV => "HcclAllGatherV",
            Self::ReduceScatter => "HcclReduceScatter",
            Self::ReduceScatterV => "HcclReduceScatterV",
            Self::Broadcast => "HcclBroadcast",
            Self::Reduce => "HcclReduce",
            Self::Scatter => "HcclScatter",
            Self::AllToAll => "HcclAlltoAll",
            Self::AllToAllV => "HcclAlltoAllV",
            Self::AllToAllVC => "HcclAlltoAllVC",
            Self::Send => "HcclSend",
            Self::Receive => "HcclRecv",
            Self::Batch => "HcclBatchSendRecv",
            Self::Barrier => "HcclBarrier",
        }
    }
}

/// A call whose arguments are checked.
#[derive(Clone, Copy)]
pub(super) struct Call<'u> {
    pub(super) kind: Kind,
    pub(super) element: HcclDataType,
    /// As the C function counts.
    pub(super) count: usize,
    /// The root, or the other rank of a pair.
    pub(super) peer: Option<u32>,
    pub(super) uses: &'u [Use<'u>],
}

impl fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Barrier => f.write_str("a barrier")?,
            Kind::Batch => write!(f, "{} transfers", self.count)?,
            _ => write!(f, "{} x {}", self.count, dtype::name(self.element))?,
        }
        match (self.kind, self.peer) {
            (_, None) => Ok(()),
            (Kind::Send, Some(peer)) => write!(f, " to rank {peer}"),
            (Kind::Receive, Some(peer)) => write!(f, " from rank {peer}"),
            (_, Some(root)) => write!(f, ", root {root}"),
        }
    }
}

impl Communicator {
    /// Queues a call, of which `enqueue` is the C function.
    pub(super) fn queue(&self, call: &Call<'_>, enqueue: impl FnOnce(u64, aclrtStream) -> HcclResult) -> Result<()> {
        self.check_count(call.kind, call.count)?;
        // HCCL returns at once for no elements, and asks no peer.
        if call.count == 0 {
            return self.device().core.driver.check_process();
        }
        self.issue(call, |stream| enqueue(call.count as u64, stream)).map(drop)
    }

    /// Queues a call even if it has no elements of this rank.
    pub(super) fn issue(&self, call: &Call<'_>, enqueue: impl FnOnce(aclrtStream) -> HcclResult) -> Result<Mark> {
        let (record, function) = (&self.member.record, call.kind.function());
        record.begin(call.kind, call.element, call.count as u64, call.peer);
        let queued = self.come_to(call).and_then(|()| {
            record.advance(Phase::Calling, self.stream.core().submitted());
            self.stream.submit(function, call.uses, Awaited::OnDevice, |stream| enqueue(stream).into())
        });
        match queued {
            Ok(mark) => {
                record.advance(Phase::Queued, mark.sequence);
                Ok(mark)
            }
            Err(error) => {
                record.advance(Phase::Failed, self.stream.core().submitted());
                Err(self.explain(call, error))
            }
        }
    }

    #[cold]
    fn explain(&self, call: &Call<'_>, error: Error) -> Error {
        let asked = || format!("rank {} of {} asked for {call}", self.rank(), self.size());
        match (error.code(), error.kind()) {
            (Some(Code::Hccl(_)), ErrorKind::OutOfMemory) => {
                let memory = memory::describe(self.device().core.id, self.member.buffer);
                error.with_found(format!("{}; {memory}", asked()))
            }
            (Some(Code::Hccl(_)), _) => error.with_found(asked()),
            _ => error,
        }
    }

    #[inline]
    pub(super) fn check_count(&self, kind: Kind, count: usize) -> Result<()> {
        if count <= COUNT_LIMIT { Ok(()) } else { Err(self.above_limit(kind, count)) }
    }

    #[cold]
    fn above_limit(&self, kind: Kind, count: usize) -> Error {
        let found = format!("{count} elements were given, HCCL counts to {COUNT_LIMIT}");
        Error::invalid(kind.function(), found).on_device(self.device().core.id).with_hint("use several calls")
    }
}
