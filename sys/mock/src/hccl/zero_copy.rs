//! Memory that operations may use without a copy to the communicator's buffer: reserved addresses that the library is told of, and
//! what is active in them.
//!
//! The library keeps both for the whole process, whichever communicator was told, until the last of these is destroyed. What its
//! operations compute is the same with and without; but an all-reduce and a reduce-scatter without a copy use the send buffer for
//! what they have between, so that nothing is to be expected in it afterwards.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{HcclResult, aclrtDrvMemHandle};

use super::check::{self, Generation, para};
use super::communicator::Communicator;
use super::pieces::Side;
use super::shape::Call;
use super::sync::lock;
use crate::exec::Kind;
use crate::memory::vmm;
use crate::report::{Failure, Outcome};

/// Ranges by their start, with their length.
type Ranges = BTreeMap<u64, u64>;

#[derive(Default)]
struct Known {
    /// Communicators that were told of a range.
    communicators: usize,
    /// Reserved addresses of each device.
    reserved: BTreeMap<i32, Ranges>,
    active: Ranges,
}

static KNOWN: Mutex<Known> = Mutex::new(Known { communicators: 0, reserved: BTreeMap::new(), active: BTreeMap::new() });

/// Tells a communicator of reserved addresses. The first time its ranks connect, so all must come.
pub(super) fn set_range(function: &str, communicator: &Communicator, base: u64, bytes: u64) -> Outcome {
    let soc = crate::device::soc();
    if check::generation(soc) != Generation::C {
        let text =
            format!("EI0003: {function}: {} copies through the communicator's buffer always; A3 need not", soc.name);
        return Err(Failure::hccl(HcclResult::HCCL_E_NOT_SUPPORT, text));
    }
    if communicator.size() == 1 {
        communicator.zero_copy.store(true, Ordering::Release);
        return Ok(());
    }
    if !communicator.zero_copy.swap(true, Ordering::AcqRel) {
        lock(&KNOWN).communicators += 1;
        communicator.gather(function, [0; 2])?;
    }
    if bytes == 0 {
        return Err(para(format!("{function} got size 0")));
    }
    let mut known = lock(&KNOWN);
    let ranges = known.reserved.entry(communicator.device).or_default();
    if let Some((other, length)) = overlapping(ranges, base, bytes) {
        return Err(para(format!("{function} got {bytes} B at {base:#x}; {length} B at {other:#x} are set already")));
    }
    ranges.insert(base, bytes);
    Ok(())
}

/// Takes reserved addresses back. Nothing may be active there.
pub(super) fn unset_range(function: &str, communicator: &Communicator, base: u64) -> Outcome {
    if !is_told(function, communicator)? {
        return Ok(());
    }
    let mut known = lock(&KNOWN);
    let Known { reserved, active, .. } = &mut *known;
    let ranges = reserved.entry(communicator.device).or_default();
    let Some(bytes) = ranges.get(&base).copied() else {
        return Err(para(format!("{function} got {base:#x}, which is the start of no range that is set")));
    };
    if let Some((other, length)) = overlapping(active, base, bytes) {
        let text = format!("{function} got {base:#x}; {length} B at {other:#x} in it are active still");
        return Err(para(text));
    }
    ranges.remove(&base);
    Ok(())
}

/// Makes memory active that is mapped at set addresses.
pub(super) fn activate(
    function: &str,
    communicator: &Communicator,
    base: u64,
    bytes: u64,
    handle: aclrtDrvMemHandle,
) -> Outcome {
    if !is_told(function, communicator)? {
        return Ok(());
    }
    let mut known = lock(&KNOWN);
    let ranges = known.reserved.entry(communicator.device).or_default();
    let inside = |(start, length): (&u64, &u64)| {
        base - start < *length && base.checked_add(bytes).is_some_and(|end| end <= start + length)
    };
    if bytes == 0 || !ranges.range(..=base).next_back().is_some_and(inside) {
        return Err(para(format!("{function} got {bytes} B at {base:#x}, which lie in no range that is set")));
    }
    if let Some((other, length)) = overlapping(&known.active, base, bytes) {
        return Err(para(format!(
            "{function} got {bytes} B at {base:#x}; {length} B at {other:#x} are active already"
        )));
    }
    // The library exports the memory for the other ranks.
    vmm::offer(handle).map_err(|failure| {
        let text = format!("EI0007: {function}: the memory cannot be exported for the other ranks: {}", failure.text);
        Failure::hccl(HcclResult::HCCL_E_RUNTIME, text)
    })?;
    known.active.insert(base, bytes);
    Ok(())
}

/// Makes memory inactive, by the address at which it was made active.
pub(super) fn deactivate(function: &str, communicator: &Communicator, base: u64) -> Outcome {
    if !is_told(function, communicator)? || lock(&KNOWN).active.remove(&base).is_some() {
        return Ok(());
    }
    Err(para(format!("{function} got {base:#x}, which is the start of nothing that is active")))
}

/// Whether an operation leaves anything in the send buffer.
pub(super) fn spoils(communicator: &Communicator, call: &Call) -> bool {
    let reduces = matches!(call.shape.kind, Kind::AllReduce | Kind::ReduceScatter);
    if !reduces || communicator.size() == 1 || check::is_in_place(call, communicator.rank) {
        return false;
    }
    // Only the algorithms of the AI CPU, which are the default of A3, work without a copy.
    if std::env::var("HCCL_OP_EXPANSION_MODE").is_ok_and(|mode| mode != "AI_CPU") {
        return false;
    }
    let known = lock(&KNOWN);
    !known.active.is_empty() && [&call.send, &call.recv].into_iter().all(|side| is_active(&known.active, side))
}

/// Whether all of a buffer is active.
fn is_active(active: &Ranges, side: &Side) -> bool {
    let mut next = side.address as u64;
    let end = next.saturating_add(side.pieces.extent().unwrap_or(usize::MAX) as u64);
    while next < end {
        match active.range(..=next).next_back() {
            Some((start, length)) if next - start < *length => next = start + length,
            _ => return false,
        }
    }
    true
}

/// Forgets all once the last communicator that was told is destroyed.
pub(super) fn end(communicator: &Communicator) {
    if communicator.size() == 1 || !communicator.zero_copy.load(Ordering::Acquire) {
        return;
    }
    let mut known = lock(&KNOWN);
    known.communicators = known.communicators.saturating_sub(1);
    if known.communicators == 0 {
        *known = Known::default();
    }
}

/// Whether there is anything to do: a communicator of one rank takes all. One that was never told is refused.
fn is_told(function: &str, communicator: &Communicator) -> Outcome<bool> {
    if communicator.zero_copy.load(Ordering::Acquire) {
        return Ok(communicator.size() > 1);
    }
    let name = communicator.name();
    Err(para(format!("{function}: communicator {name} knows of no range; call HcclCommSetMemoryRange first")))
}

fn overlapping(ranges: &Ranges, base: u64, bytes: u64) -> Option<(u64, u64)> {
    let end = base.saturating_add(bytes);
    let (start, length) = ranges.range(..end).next_back()?;
    (start.saturating_add(*length) > base).then_some((*start, *length))
}
