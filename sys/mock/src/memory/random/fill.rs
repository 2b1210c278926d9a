//! Filling memory with random numbers.

use std::sync::Arc;

use ascend_npu_sys::{aclError, aclrtStream};

use super::check::{Checked, Given};
use super::draw::{Element, Parameters, Spread};
use crate::check::touched_by_host;
use crate::clock;
use crate::exec::{Body, Kind, Task};
use crate::memory::bytes;
use crate::memory::check::{Range, Side};
use crate::memory::raw::{self, Address};
use crate::report::{Failure, Outcome};

/// Elements that are drawn before they are written.
const AT_ONCE: u64 = 1 << 14;
/// Bytes of the counter, and of both parameters.
const BLOCK: usize = 16;

/// Where a request reads and writes.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub(super) result: Address,
    pub(super) counter: Address,
    /// Where the parameters stand while the request waits, if the program wants to choose.
    pub(super) parameters: Option<Address>,
}

/// Queues the filling.
pub(super) fn fill_async(request: Checked, places: Places, stream: aclrtStream) -> Outcome {
    let queue = crate::stream::of_current(stream)?;
    let mut touches = vec![device_range(places.counter, BLOCK, "counter of random numbers")?.read()];
    if !request.count.is_address {
        let bytes = bytes_of(&request, request.count.bits)?;
        touches.push(device_range(places.result, bytes, "target of random numbers")?.write());
    }
    if let Some(block) = places.parameters {
        let range = device_range(block, BLOCK, "parameters of random numbers")?;
        let slots: Vec<u8> = request.parameters.iter().flat_map(|slot| slot.bits.to_le_bytes()).collect();
        raw::store(&range.take(Side::Device, "parameters of random numbers")?, &slots);
        touched_by_host("aclrtRandomNumAsync", range.device().unwrap_or_default(), [range.write()]);
        touches.push(range.read());
    }
    let run = move || if clock::is_dry() { Ok(()) } else { fill(&request, places).map_err(fault) };
    let task = Task::new(Kind::Fill, "aclrtRandomNumAsync", Body::Again(Arc::new(run)));
    queue.submit(task.touching(touches))
}

/// A range that must be device memory; of an empty one nothing is asked.
fn device_range(address: Address, bytes: usize, what: &str) -> Outcome<Range> {
    let range = Range { address, bytes };
    if bytes > 0 && range.side(what)? != Side::Device {
        let text = format!("EE1001: {what}: it must be device memory");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    }
    Ok(range)
}

fn bytes_of(request: &Checked, count: u64) -> Outcome<usize> {
    let bytes = match request.spread {
        Spread::Mask => Some(count.div_ceil(8)),
        _ => count.checked_mul(request.element.width() as u64),
    };
    bytes.and_then(|bytes| usize::try_from(bytes).ok()).ok_or_else(|| {
        let text = format!("EE1001: {count} random numbers are more than memory has");
        Failure::acl(aclError::RT_PARAM_INVALID, text)
    })
}

fn fill(request: &Checked, places: Places) -> Outcome {
    let seed = value(request.seed, size_of::<u64>())?;
    let count = value(request.count, size_of::<u64>())?;
    let mut slots = request.parameters;
    if let Some(block) = places.parameters {
        let bytes = bytes::of_device(block, BLOCK, "parameters of random numbers")?;
        slots.iter_mut().zip(bytes.chunks(size_of::<u64>())).for_each(|(slot, bytes)| slot.bits = number(bytes));
    }
    let [first, second] = slots;
    let width = request.element.width();
    let parameters = [value(first, width)?, value(second, width)?];
    let counter = bytes::of_device(places.counter, BLOCK, "counter of random numbers")?;
    let (low, high) = counter.split_at_checked(size_of::<u64>()).unwrap_or_default();
    let start = u128::from(number(low)) | u128::from(number(high)) << 64;
    let bytes = bytes_of(request, count)?;
    if bytes == 0 {
        return Ok(());
    }
    let draw = Draw { spread: request.spread, element: request.element, parameters, start, seed };
    let (what, range) = ("target of random numbers", Range { address: places.result, bytes });
    let target = range.take(Side::Device, what)?;
    let items = if request.spread == Spread::Mask { bytes as u64 } else { count };
    let item = if request.spread == Spread::Mask { 1 } else { width };
    for first in (0..items).step_by(AT_ONCE as usize) {
        let drawn = draw.items(first, AT_ONCE.min(items - first));
        let part = range.part(first as usize * item, drawn.len());
        raw::store(&part.take(Side::Device, what)?, &drawn);
    }
    if target.is_live() {
        return Ok(());
    }
    Err(Failure::acl(aclError::RT_SYS_DMA_ERROR, "the target of random numbers was freed while it was in use"))
}

/// What is drawn, and from where.
struct Draw {
    spread: Spread,
    element: Element,
    parameters: Parameters,
    start: u128,
    seed: u64,
}

impl Draw {
    fn items(&self, first: u64, count: u64) -> Vec<u8> {
        let mut drawn = Vec::new();
        for place in first..first + count {
            let counter = self.start.wrapping_add(u128::from(place));
            if self.spread == Spread::Mask {
                drawn.push(self.element.mask(self.parameters, counter, self.seed));
            } else {
                let bits = self.element.draw(self.spread, self.parameters, counter, self.seed);
                drawn.extend(bits.to_le_bytes().into_iter().take(self.element.width()));
            }
        }
        drawn
    }
}

/// The number itself, wherever it stands.
fn value(given: Given, width: usize) -> Outcome<u64> {
    if !given.is_address {
        return Ok(given.bits);
    }
    let address = Address::of_device(given.bits);
    Ok(number(&bytes::of_device(address, width, "parameter of random numbers")?))
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn fault(failure: Failure) -> Failure {
    Failure::acl(aclError::RT_SYS_DMA_ERROR, format!("a queued drawing of random numbers failed: {}", failure.text))
}
