//! Allocation and release in the order of a stream.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use ascend_npu_sys::{aclError, aclrtMemPool, aclrtStream};

use super::block::{Parts, State};
use super::create::{Pool, UNIT, get, of_block};
use crate::exec::{Body, Kind, Queue, Record, Task, Touch};
use crate::memory::allocate;
use crate::memory::block::Place;
use crate::memory::ledger;
use crate::memory::raw::{Address, Region};
use crate::report::{Failure, Outcome};

pub(super) fn exhausted<T>(text: String) -> Outcome<T> {
    Err(Failure::acl(aclError::RT_INTERNAL_ERROR, format!("EL0004: {text}")))
}

/// Allocates from a pool, for what is queued on a stream from now on.
pub(super) fn malloc(size: usize, pool: aclrtMemPool, stream: aclrtStream) -> Outcome<u64> {
    let queue = crate::stream::of_current(stream)?;
    let Some(pool) = get(pool)? else {
        return Err(Failure::acl(aclError::RT_INTERNAL_ERROR, "EE1017: there is no such memory pool"));
    };
    let requested = size as u64;
    let Some(bytes) = requested.checked_next_multiple_of(UNIT) else {
        let text = format!("EE1001: {size} B are asked of a memory pool");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    };
    let mut parts = pool.lock();
    let base = match reusable(&parts, &pool, &queue, bytes) {
        Some((base, None)) => base,
        Some((base, Some(record))) => {
            queue.submit(Task::new(Kind::EventWait, "aclrtMemPoolMallocAsync", Body::Wait(record)))?;
            base
        }
        None if parts.reserved + bytes > pool.limit => {
            let (used, limit) = (parts.used, pool.limit);
            return exhausted(format!(
                "{size} B are asked of a memory pool of {limit} B, of which {used} B are in use"
            ));
        }
        None => parts.grow(pool.device, bytes, || allocate::back(bytes, Region::for_device))?,
    };
    parts.give(base, requested, pool.device);
    drop(parts);
    // It takes its place on the stream, as the device's own bookkeeping does.
    queue.submit(Task::new(Kind::MemoryPool, "aclrtMemPoolMallocAsync", Body::Again(Arc::new(|| Ok(())))))?;
    Ok(base)
}

/// The smallest free block that is large enough and may be used on a queue, and what the queue must wait for first.
fn reusable(parts: &Parts, pool: &Pool, queue: &Queue, bytes: u64) -> Option<(u64, Option<Arc<Record>>)> {
    let [follow, opportunistic, internal] = pool.reuse.each_ref().map(|reuse| reuse.load(Ordering::Relaxed) != 0);
    let fits = parts.parts.iter().filter(|(_, part)| part.bytes >= bytes).filter_map(|(&base, part)| {
        let State::Freed { queue: by, record } = &part.state else { return None };
        let wait = if *by == queue.id || ((follow || opportunistic) && record.has_passed()) {
            None
        } else if internal {
            Some(record.clone())
        } else {
            return None;
        };
        Some((part.bytes, wait.is_some(), base, wait))
    });
    fits.min_by_key(|(bytes, waits, base, _)| (*bytes, *waits, *base)).map(|(_, _, base, wait)| (base, wait))
}

/// Releases memory in its turn on a stream: a block of a pool, or an allocation of the device.
pub(super) fn free(address: Address, stream: aclrtStream) -> Outcome {
    if address.is_null() {
        return Err(Failure::acl(aclError::INVALID_PARAM, "EE1004: the address is null"));
    }
    let refuse = |text: String| Err(Failure::acl(aclError::RT_PARAM_INVALID, format!("EE1011: {text}")));
    if stream.is_null() {
        return refuse("memory is released on the default stream: it can be on another".to_owned());
    }
    let queue = crate::stream::of_current(stream)?;
    let base = address.value();
    let Some(pool) = of_block(base) else { return free_allocation(address, &queue) };
    let record = Arc::new(Record::default());
    let (bytes, turn) = {
        let mut parts = pool.lock();
        let Some(part) = parts.parts.get_mut(&base).filter(|part| matches!(part.state, State::Used)) else {
            return refuse(format!("{base:#x} was released to its memory pool before"));
        };
        part.state = State::Freed { queue: queue.id, record: record.clone() };
        let (bytes, turn) = (part.bytes, part.turn);
        parts.used -= bytes;
        (bytes, turn)
    };
    let retire = move || {
        pool.lock().retire(base, turn);
        Ok(())
    };
    let retire = Task::new(Kind::MemoryPool, "aclrtMemPoolFreeAsync", Body::Again(Arc::new(retire)));
    queue.submit(retire.touching([Touch::write(base, bytes)]))?;
    queue.submit(Task::new(Kind::EventRecord, "aclrtMemPoolFreeAsync", Body::Record(record)))
}

fn free_allocation(address: Address, queue: &Queue) -> Outcome {
    let base = address.value();
    let found = ledger::read().at(base).filter(|entry| entry.place == Place::Device).cloned();
    let Some(entry) = found.filter(|entry| entry.block.base == base) else {
        let text = format!("EE1011: {base:#x} is neither of a memory pool nor the start of an allocation");
        return Err(Failure::acl(aclError::RT_PARAM_INVALID, text));
    };
    crate::memory::owner::check_given_by_malloc(address)?;
    let bytes = entry.block.bytes;
    let free = move || {
        // It may have been freed by another call meanwhile.
        let mut ledger = ledger::write();
        if ledger.at(base).is_some_and(|known| Arc::ptr_eq(&known.region, &entry.region)) {
            let forgotten = ledger.remove(base);
            drop(ledger);
            entry.region.free();
            drop(forgotten);
        }
        Ok(())
    };
    let free = Task::new(Kind::MemoryPool, "aclrtMemPoolFreeAsync", Body::Again(Arc::new(free)));
    queue.submit(free.touching([Touch::write(base, bytes)]))
}
