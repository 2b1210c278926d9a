//! A batch of sends and receives: its items run beside each other.
//!
//! As on the device, each item has a stream of its own, which starts when the batch's stream comes to it and which that stream
//! waits for. So an item never waits for another, and two ranks that both list their send first do not wait for ever.

use std::sync::{Arc, MutexGuard};

use ascend_npu_sys::{HcclSendRecvItem, HcclSendRecvType, aclrtStream};

use super::check::{self, para};
use super::communicator::Communicator;
use super::group::Slot;
use super::issue::{enter_stream, fails, side, submit_all};
use super::key::{Key, Lane};
use super::limits;
use super::pieces::Pieces;
use super::shape::{Call, Shape};
use super::sync::lock;
use crate::clock;
use crate::exec::{Body, Kind, Queue, Record, Task};
use crate::report::Outcome;

const FUNCTION: &str = "HcclBatchSendRecv";
const KIND: Kind = Kind::BatchSendReceive;

/// An item, ready to be queued.
struct Ready {
    lane: Lane,
    call: Call,
}

/// Checks a batch and queues it.
pub(super) fn issue(communicator: &Communicator, items: &[HcclSendRecvItem], stream: aclrtStream) -> Outcome {
    let mut ready = Vec::with_capacity(items.len());
    let (mut to_self, mut from_self) = (Vec::new(), Vec::new());
    for item in items {
        let item = check_item(communicator, item)?;
        match item.lane {
            Lane::Pair { from, to, .. } if from == to && item.call.recv.pieces == Pieces::None => {
                to_self.push(item.call)
            }
            Lane::Pair { from, to, .. } if from == to => from_self.push(item.call),
            _ => ready.push(item),
        }
    }
    let queue = enter_stream(communicator, FUNCTION, stream)?;
    if fails(communicator, &queue, KIND, FUNCTION)? {
        return Ok(());
    }
    let copies = copies(to_self, from_self)?;
    for call in copies.iter().chain(ready.iter().map(|item| &item.call)) {
        check::buffers(call, communicator.rank)?;
    }
    if communicator.size() > 1 && !ready.is_empty() {
        communicator.scratch.reserve(communicator.name())?;
    }
    let _whole = lock(&communicator.batching);
    for call in copies {
        copy(communicator, &queue, call)?;
    }
    exchange(communicator, &queue, ready)
}

fn check_item(communicator: &Communicator, item: &HcclSendRecvItem) -> Outcome<Ready> {
    let shape = Shape::new(KIND, item.count, item.dataType);
    check::count(&shape)?;
    check::support(&shape, crate::device::soc())?;
    check::rank(FUNCTION, "remoteRank", item.remoteRank, communicator.size())?;
    if item.count > 0 {
        check::not_null(item.buf, FUNCTION, "buf of an item")?;
    }
    let whole = Pieces::Whole(shape.part_bytes().unwrap_or(usize::MAX));
    let (rank, remote) = (communicator.rank, item.remoteRank);
    let (from, to, send, recv) = match item.sendRecvType {
        HcclSendRecvType::HCCL_SEND => (rank, remote, whole, Pieces::None),
        HcclSendRecvType::HCCL_RECV => (remote, rank, Pieces::None, whole),
        HcclSendRecvType(other) => {
            return Err(para(format!("{FUNCTION} got an item of type {other}; allowed are 0 (send) and 1 (receive)")));
        }
    };
    let (send, recv) = (side(item.buf, send), side(item.buf, recv));
    let call = communicator.call(shape, send, recv);
    Ok(Ready { lane: Lane::Pair { batch: true, from, to }, call })
}

/// What a rank sends to itself goes, in order, to what it receives from itself.
fn copies(sent: Vec<Call>, received: Vec<Call>) -> Outcome<Vec<Call>> {
    if sent.len() != received.len() {
        let (sends, receives) = (sent.len(), received.len());
        return Err(para(format!(
            "{FUNCTION} got {sends} sends to the rank itself and {receives} receives; they go in pairs"
        )));
    }
    let pair = |(send, recv): (Call, Call)| {
        if send.shape != recv.shape {
            let text = format!("{FUNCTION} sends {} to the rank itself, and receives {}", send.shape, recv.shape);
            return Err(para(text));
        }
        Ok(Call { recv: recv.recv, ..send })
    };
    sent.into_iter().zip(received).map(pair).collect()
}

/// Queues a copy inside the rank: an operation that only it takes part in.
fn copy(communicator: &Communicator, queue: &Queue, call: Call) -> Outcome {
    if call.send.pieces.is_empty() || call.send.address == call.recv.address {
        return Ok(());
    }
    let rank = communicator.rank;
    let lane = Lane::Own { rank };
    let number = communicator.lane(lane);
    let mut sequence = lock(&number);
    let key = Key { epoch: communicator.epoch(), lane, sequence: *sequence };
    let slot = communicator.group.deposit(key, rank, call, communicator.exec_limit)?;
    let ask = communicator.succeed(queue, FUNCTION, vec![slot.calls.clone()]);
    submit_all(queue, ask, FUNCTION, [meet(communicator, &slot)])
        .inspect_err(|_| communicator.group.withdraw(&slot, rank))?;
    communicator.group.confirm(&slot, rank);
    *sequence += 1;
    Ok(())
}

/// Queues what goes to and comes from other ranks.
fn exchange(communicator: &Communicator, queue: &Queue, items: Vec<Ready>) -> Outcome {
    let items: Vec<Ready> = items.into_iter().filter(|item| item.call.shape.count > 0).collect();
    if items.is_empty() {
        return Ok(());
    }
    let (group, rank) = (&communicator.group, communicator.rank);
    let mut slots: Vec<Arc<Slot>> = Vec::with_capacity(items.len());
    let outcome = deposit(communicator, items, &mut slots).and_then(|()| {
        // All items are deposited before the first is waited for.
        let limit = limits::connect();
        slots.iter().try_for_each(|slot| group.link(slot, rank, slot.calls.key.lane.link(KIND), limit))?;
        submit(communicator, queue, &slots)
    });
    if outcome.is_err() {
        for slot in &slots {
            group.withdraw(slot, rank);
        }
        return outcome;
    }
    for slot in slots {
        group.confirm(&slot, rank);
        *lock(&communicator.lane(slot.calls.key.lane)) += 1;
    }
    Ok(())
}

fn deposit(communicator: &Communicator, items: Vec<Ready>, slots: &mut Vec<Arc<Slot>>) -> Outcome {
    for Ready { lane, call } in items {
        // Several items of one pair follow each other.
        let before = slots.iter().filter(|slot| slot.calls.key.lane == lane).count() as u64;
        let number = communicator.lane(lane);
        let next: MutexGuard<'_, u64> = lock(&number);
        let key = Key { epoch: communicator.epoch(), lane, sequence: *next + before };
        drop(next);
        slots.push(communicator.group.deposit(key, communicator.rank, call, communicator.exec_limit)?);
    }
    Ok(())
}

fn submit(communicator: &Communicator, queue: &Queue, slots: &[Arc<Slot>]) -> Outcome {
    let _one_call = clock::together();
    let calls: Vec<_> = slots.iter().map(|slot| slot.calls.clone()).collect();
    let ask = communicator.succeed(queue, FUNCTION, calls.clone());
    let start = Arc::new(Record::default());
    let none = None::<fn()>;
    let begin = task(Kind::EventRecord, Body::Record(start.clone())).touching(communicator.turns.touch());
    submit_all(queue, ask, FUNCTION, [begin])?;
    let mut ends = Vec::with_capacity(slots.len());
    for (slot, beside) in slots.iter().zip(communicator.beside(queue, slots.len())) {
        let end = Arc::new(Record::default());
        let tasks = [
            task(Kind::EventWait, Body::Wait(start.clone())),
            meet(communicator, slot),
            task(Kind::EventRecord, Body::Record(end.clone())),
        ];
        submit_all(&beside, none, FUNCTION, tasks)?;
        ends.push(task(Kind::EventWait, Body::Wait(end)));
    }
    // The streams beside this one are not the program's: their failures are told here.
    let tell = task(
        Kind::EventWait,
        Body::Run(Box::new(move || calls.iter().find_map(|calls| calls.failure()).map_or(Ok(()), Err))),
    );
    submit_all(queue, none, FUNCTION, ends.into_iter().chain([tell]))
}

/// The rank's part of an operation.
fn meet(communicator: &Communicator, slot: &Arc<Slot>) -> Task {
    let body = communicator.group.body(slot, communicator.rank, communicator.exec_limit);
    task(KIND, body).touching(slot.calls.touches(communicator.rank)).asking(communicator.asked(slot))
}

fn task(kind: Kind, body: Body) -> Task {
    Task::new(kind, FUNCTION, body)
}
