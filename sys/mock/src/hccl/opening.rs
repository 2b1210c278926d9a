//! What happens once all streams have come: the checks of that moment, and the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ascend_npu_sys::aclError;

use super::calls::Calls;
use super::determinism;
use super::pieces::Side;
use super::plan::Plan;
use super::raw::{self, Region};
use super::shape::Call;
use crate::clock;
use crate::exec::{Body, Work};
use crate::memory::Hold;
use crate::report::{Failure, Outcome};

/// Below this many bytes over all ranks the work is not divided: handing out parts would cost more.
const SMALL: usize = 128 << 10;

/// Opens the work: compares what the ranks asked for, looks at their memory again, and plans.
pub(super) fn open(calls: &Arc<Calls>) -> Outcome<Work> {
    prepare(calls).map_err(|failure| calls.end(Some(failure.clone())).unwrap_or(failure))
}

fn prepare(calls: &Arc<Calls>) -> Outcome<Work> {
    if clock::is_dry() {
        return dry(calls);
    }
    let mut holds = Vec::new();
    let plan = plan(calls, |rank, call| {
        let held = hold(calls, rank, call)?;
        holds.extend(held.holds);
        Ok((held.send, held.recv))
    })?;
    Ok(work(calls, plan, holds))
}

/// All that there is to do in a dry run: the checks.
fn dry(calls: &Arc<Calls>) -> Outcome<Work> {
    check(calls)?;
    for (rank, call) in calls.members.iter().zip(&calls.all()) {
        hold(calls, *rank, call)?;
    }
    let calls = calls.clone();
    Ok(Body::Run(Box::new(move || calls.end(None).map_or(Ok(()), Err))))
}

/// Plans the work of calls that fit together. `memory` gives the memory of a rank's buffers.
pub(super) fn plan(calls: &Calls, mut memory: impl FnMut(u32, &Call) -> Outcome<(Region, Region)>) -> Outcome<Plan> {
    check(calls)?;
    let ranks = calls.all();
    let (mut send, mut recv) = (Vec::with_capacity(ranks.len()), Vec::with_capacity(ranks.len()));
    for (rank, call) in calls.members.iter().zip(&ranks) {
        let (from, to) = memory(*rank, call)?;
        send.push(from);
        recv.push(to);
    }
    Ok(Plan::new(&ranks, &send, &recv, determinism::order(calls)))
}

/// The checks that need no memory.
fn check(calls: &Calls) -> Outcome {
    if let Some(failure) = calls.failure() {
        return Err(failure);
    }
    calls.roster.check_link(|text| Failure::acl(aclError::RT_FFTS_PLUS_TIMEOUT, text))?;
    if let Some(text) = calls.disagreement() {
        // The code of a task that the device refused to execute: neither its memory nor its time was at fault.
        return Err(Failure::acl(aclError::RT_MODEL_EXECUTE, text + &calls.roster.overlaps()));
    }
    let (key, name) = (calls.key, &calls.roster.name);
    let ended = calls.roster.ended(&calls.members);
    if !ended.is_empty() {
        let text = format!(
            "EI0012: ranks {ended:?} destroyed their end of communicator {name} before {key} ran: its buffers are gone"
        );
        return Err(Failure::acl(aclError::RT_SYS_DMA_ERROR, text));
    }
    Ok(())
}

/// The buffers of a rank of this process, and what keeps them in place.
pub(super) struct Held {
    pub(super) send: Region,
    pub(super) recv: Region,
    pub(super) holds: Vec<Hold>,
}

/// Looks at the buffers of a rank of this process again, and keeps them in place.
pub(super) fn hold(calls: &Calls, rank: u32, call: &Call) -> Outcome<Held> {
    let function = call.shape.function();
    let mut holds = Vec::new();
    let mut region = |side: &Side| {
        let bytes = side.pieces.extent().unwrap_or(usize::MAX);
        if bytes == 0 {
            return Ok(Region::EMPTY);
        }
        let what = format!("a buffer of {function} on rank {rank}");
        let look = || Region::hold(side.address, bytes, call.device, &what);
        let held = crate::check::looking_for(function, call.device, call.site.as_ref(), look);
        let (region, hold) = held.map_err(|failure| {
            let text =
                format!("EI0012: rank {rank} of communicator {}, {}: {}", calls.roster.name, calls.key, failure.text);
            Failure::acl(aclError::RT_SYS_DMA_ERROR, text)
        })?;
        holds.push(hold);
        Ok(region)
    };
    let (send, recv) = (region(&call.send)?, region(&call.recv)?);
    Ok(Held { send, recv, holds })
}

/// Spoils the send buffers of ranks of this process, if the operation is of that kind; it has just ended well.
pub(super) fn spoil(calls: &Calls) {
    for (rank, call) in calls.spoiling() {
        if let Ok(held) = hold(calls, rank, &call) {
            raw::spoil(held.send);
        }
    }
}

/// The fault of an operation whose memory was freed while it ran.
pub(super) fn lost(calls: &Calls) -> Failure {
    let (key, name) = (calls.key, &calls.roster.name);
    let text = format!("EI0012: a buffer of {key} of communicator {name} was freed while the operation ran");
    Failure::acl(aclError::RT_SYS_DMA_ERROR, text)
}

/// Whether dividing the work would cost more than it gains.
pub(super) fn is_small(plan: &Plan) -> bool {
    plan.bytes() <= SMALL || plan.parts() <= 1
}

/// The plan as work. The memory stays in place until the last part is done; its being freed meanwhile fails the operation.
fn work(calls: &Arc<Calls>, plan: Plan, holds: Vec<Hold>) -> Work {
    let calls = calls.clone();
    let finish = move || {
        let lost = if holds.iter().all(Hold::is_live) { None } else { Some(lost(&calls)) };
        spoil(&calls);
        calls.end(lost).map_or(Ok(()), Err)
    };
    let parts = plan.parts();
    if is_small(&plan) {
        return Body::Run(Box::new(move || {
            (0..parts).for_each(|part| plan.run(part));
            finish()
        }));
    }
    let left = AtomicUsize::new(parts);
    let run = Arc::new(move |part: u32| {
        plan.run(part as usize);
        // Release and acquire: whoever ends the last part has all parts before it.
        if left.fetch_sub(1, Ordering::AcqRel) == 1 { finish() } else { Ok(()) }
    });
    // The largest count in chunks, times the most ranks of a server, is far below the limit.
    Body::Parallel { parts: u32::try_from(parts).unwrap_or(u32::MAX), run }
}
