//! Queueing a collective call.

use ascend_npu_sys::{HcclComm, HcclResult, aclrtStream};

use super::check;
use super::communicator::Communicator;
use super::registry;
use super::shape::{Call, Shape};
use super::sync::lock;
use crate::exec::{Body, Task};
use crate::report::{Failure, Outcome};

/// A call as it came, its pointers as addresses.
pub(super) struct Request {
    pub(super) shape: Shape,
    pub(super) send: *const std::ffi::c_void,
    pub(super) recv: *const std::ffi::c_void,
    pub(super) comm: HcclComm,
    pub(super) stream: aclrtStream,
}

/// Checks a call and queues it.
pub(super) fn issue(request: &Request) -> Outcome {
    let shape = request.shape;
    let function = shape.function();
    if shape.count == 0 {
        return Ok(());
    }
    check::count(shape)?;
    let names = if shape.kind == crate::exec::Kind::Broadcast { ["buf", "buf"] } else { ["sendBuf", "recvBuf"] };
    check::not_null(request.send, function, names[0])?;
    check::not_null(request.recv, function, names[1])?;
    check::not_null(request.stream, function, "stream")?;
    let communicator = registry::enter(request.comm, function)?;
    let size = communicator.group.roster.size;
    let soc = crate::device::soc();
    check::support(shape, soc.arch, &soc.name)?;
    check::root(shape, size)?;
    let device = current_device(function)?;
    if device != communicator.device {
        let text = format!(
            "EI0003: {function} of communicator {}, rank {}: the thread is on device {device}, the rank on device {}",
            communicator.group.roster.name, communicator.rank, communicator.device
        );
        return Err(Failure::hccl(HcclResult::HCCL_E_PARA, text));
    }
    let queue = crate::stream::of_current(request.stream).map_err(|failure| runtime(function, &failure))?;
    let call = Call { shape, send: request.send.expose_provenance(), recv: request.recv.expose_provenance(), device };
    check::buffers(&call, communicator.rank, size)?;
    if size == 1 {
        if call.send == call.recv {
            return Ok(());
        }
    } else {
        communicator.reserve_scratch()?;
    }
    queue_call(&communicator, call, |task| queue.submit(task)).map_err(|failure| {
        // A refusal of the stream is a runtime failure to HCCL; its own failures pass.
        if failure.code >= 100_000 { runtime(function, &failure) } else { failure }
    })
}

fn queue_call(communicator: &Communicator, call: Call, submit: impl FnOnce(Task) -> Outcome) -> Outcome {
    let mut sequence = lock(&communicator.sequence);
    let (group, rank) = (&communicator.group, communicator.rank);
    let slot = group.deposit(*sequence, rank, call);
    let task =
        Task { kind: call.shape.kind, name: call.shape.function().to_owned(), body: Body::Meet(slot.meeting.clone()) };
    let limit = crate::control::settings().connect_timeout;
    // Links come before the queue: a call that fails for want of them leaves nothing in the stream.
    group.link(&slot, rank, call.shape.kind, limit)?;
    submit(task).inspect_err(|_| group.withdraw(&slot, rank))?;
    group.confirm(&slot, rank);
    *sequence += 1;
    Ok(())
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
