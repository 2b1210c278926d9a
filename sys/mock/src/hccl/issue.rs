//! Queueing a call.

use std::ffi::c_void;
use std::sync::Arc;

use ascend_npu_sys::{HcclComm, HcclResult, aclError, aclrtStream};

use super::communicator::Communicator;
use super::key::{Key, Lane};
use super::pieces::{self, Pieces, Side};
use super::shape::Shape;
use super::sync::lock;
use super::{check, limits, registry, zero_copy};
use crate::control::{self, NetworkFault};
use crate::exec::{Body, Condition, Kind, Limit, Queue, Sees, Task};
use crate::report::{Failure, Outcome};

/// A call of equal counts as it came.
pub(super) struct Request {
    pub(super) shape: Shape,
    pub(super) send: *const c_void,
    pub(super) recv: *const c_void,
    pub(super) comm: HcclComm,
    pub(super) stream: aclrtStream,
}

/// A call whose communicator is known, so that its counts can be told by rank.
pub(super) struct Asked {
    pub(super) shape: Shape,
    pub(super) lane: Lane,
    pub(super) send: Side,
    pub(super) recv: Side,
    pub(super) stream: aclrtStream,
}

/// A buffer of the caller, with its pieces.
pub(super) fn side(pointer: *const c_void, pieces: Pieces) -> Side {
    Side { address: pointer.expose_provenance(), pieces }
}

/// Checks a call of equal counts and queues it.
pub(super) fn issue(request: Request) -> Outcome {
    let Request { shape, send, recv, comm, stream } = request;
    let function = shape.function();
    if shape.count == 0 && shape.kind != Kind::Barrier {
        return Ok(());
    }
    check::count(&shape)?;
    for (pointer, name) in [send, recv].into_iter().zip(check::needed(shape.kind)) {
        if !name.is_empty() {
            check::not_null(pointer, function, name)?;
        }
    }
    check::not_null(stream, function, "stream")?;
    let communicator = registry::enter(comm, function)?;
    let (rank, size) = (communicator.rank, communicator.size());
    check::support(&shape, crate::device::soc())?;
    let lane = match (shape.kind, shape.root) {
        (Kind::Send, Some(to)) => {
            check::rank(function, "destRank", to, size)?;
            Lane::Pair { batch: false, from: rank, to }
        }
        (Kind::Receive, Some(from)) => {
            check::rank(function, "srcRank", from, size)?;
            Lane::Pair { batch: false, from, to: rank }
        }
        _ => {
            check::root(&shape, size)?;
            Lane::All
        }
    };
    // The other rank of a pair is in its lane.
    let shape = if lane == Lane::All { shape } else { Shape { root: None, ..shape } };
    let (from, to) = pieces::equal(&shape, rank, size).ok_or_else(|| {
        check::para(format!("{function} got count {}: more bytes than can be addressed", shape.count))
    })?;
    if !from.is_empty() && shape.kind == Kind::Scatter {
        check::not_null(send, function, "sendBuf")?;
    }
    issue_in(&communicator, Asked { shape, lane, send: side(send, from), recv: side(recv, to), stream })
}

/// Checks the buffers of a call and queues it.
pub(super) fn issue_in(communicator: &Communicator, asked: Asked) -> Outcome {
    let Asked { shape, lane, send, recv, stream } = asked;
    let function = shape.function();
    let queue = enter_stream(communicator, function, stream)?;
    let (rank, size) = (communicator.rank, communicator.size());
    if matches!(lane, Lane::Pair { from, to, .. } if from == to) {
        return Ok(());
    }
    let kind = shape.kind;
    if fails(communicator, &queue, kind, function)? {
        return Ok(());
    }
    let mut call = communicator.call(shape, send, recv);
    check::buffers(&call, rank)?;
    call.spoils = zero_copy::spoils(communicator, &call);
    if size == 1 {
        let nothing = call.recv.pieces.is_empty() || check::is_in_place(&call, 0);
        if nothing {
            return Ok(());
        }
    } else if kind != Kind::Barrier {
        communicator.scratch.reserve(communicator.name())?;
    }
    let number = communicator.lane(lane);
    let mut sequence = lock(&number);
    let key = Key { epoch: communicator.epoch(), lane, sequence: *sequence };
    let (group, limit) = (&communicator.group, communicator.exec_limit);
    let limit = if kind == Kind::Barrier { None } else { limit };
    let slot = group.deposit(key, rank, call, limit)?;
    // Links come before the queue: a call that fails for want of them leaves nothing in the stream.
    group.link(&slot, rank, lane.link(kind), limits::connect())?;
    let ask = communicator.succeed(&queue, function, vec![slot.calls.clone()]);
    let meet = Task::new(kind, function, group.body(&slot, rank, limit))
        .touching(slot.calls.touches(rank).into_iter().chain(communicator.turns.touch()));
    let meet = meet.asking(communicator.asked(&slot));
    submit_all(&queue, ask, function, [meet]).inspect_err(|_| group.withdraw(&slot, rank))?;
    group.confirm(&slot, rank);
    *sequence += 1;
    Ok(())
}

/// What a rule does to a rank that asks for an operation: its link fails, or it takes no part. Whether that is all of the call.
pub(super) fn fails(communicator: &Communicator, queue: &Queue, kind: Kind, function: &'static str) -> Outcome<bool> {
    match control::network_fault(communicator.name(), communicator.rank) {
        None => return Ok(false),
        Some(NetworkFault::Cut) => {
            communicator.group.roster.cut(communicator.rank);
            return communicator
                .group
                .roster
                .check_link(|text| Failure::hccl(HcclResult::HCCL_E_REMOTE, text))
                .map(|()| false);
        }
        Some(NetworkFault::Dead) => {}
    }
    // Nobody changes what this is the address of.
    static NEVER: u8 = 0;
    let text = format!(
        "EI0002: {function}: rank {} of communicator {} is dead by a rule of the software device",
        communicator.rank,
        communicator.name()
    );
    let late = Failure::acl(aclError::RT_FFTS_PLUS_TIMEOUT, text);
    let condition = Condition {
        key: Some(std::ptr::from_ref(&NEVER).addr()),
        holds: Box::new(|| false),
        limit: communicator.exec_limit.map(|time| Limit { time, late }),
        sees: Sees::Nothing,
    };
    queue.submit(Task::new(kind, function, Body::until(condition))).map_err(|failure| runtime(function, &failure))?;
    Ok(true)
}

/// The queue of a call's stream, if the calling thread and the communicator are in the state for a call.
pub(super) fn enter_stream(communicator: &Communicator, function: &str, stream: aclrtStream) -> Outcome<Arc<Queue>> {
    let device = current_device(function)?;
    if device != communicator.device {
        let text = format!(
            "{function} of communicator {}, rank {}: the thread is on device {device}, the rank on device {}",
            communicator.name(),
            communicator.rank,
            communicator.device
        );
        return Err(check::para(text));
    }
    communicator.check_suspended(function)?;
    let queue = crate::stream::of_current(stream).map_err(|failure| runtime(function, &failure))?;
    crate::graph::check_runs_now(queue.id, function)
        .map_err(|failure| Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, failure.text))?;
    Ok(queue)
}

/// Queues the question about the operation before, if there is one, and then the tasks.
pub(super) fn submit_all(
    queue: &Queue,
    ask: Option<impl FnOnce() + Send + 'static>,
    function: &'static str,
    tasks: impl IntoIterator<Item = Task>,
) -> Outcome {
    let ask = ask.map(|ask| {
        let body = Body::Run(Box::new(move || {
            ask();
            Ok(())
        }));
        Task::new(Kind::EventWait, function, body)
    });
    // A refusal of the stream is a runtime failure to HCCL.
    let submit = |task| queue.submit(task).map_err(|failure| runtime(function, &failure));
    ask.into_iter().chain(tasks).try_for_each(submit)
}

/// The device of the calling thread.
pub(super) fn current_device(function: &str) -> Outcome<i32> {
    crate::context::current().map(|context| context.device.id).map_err(|failure| runtime(function, &failure))
}

/// A failure of the runtime below, as HCCL gives it.
fn runtime(function: &str, failure: &Failure) -> Failure {
    let text = format!("{function}: a call of the runtime failed with {}: {}", failure.code, failure.text);
    Failure::hccl(HcclResult::HCCL_E_RUNTIME, text)
}
