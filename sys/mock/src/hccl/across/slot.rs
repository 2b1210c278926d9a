//! One operation in the control block: who has come, and which parts of the work are taken and done.
//!
//! Several operations of a lane use a slot one after the other; its *turn* says which it serves now. The *gate* goes from gathering
//! to open, when the last rank has come, and from there to done or, from either, to failed. It goes back to gathering for the next
//! operation when all ranks have left. Claims carry the turn, so that a process that comes late never takes a part of the next
//! operation.

use std::cmp::Ordering as Order;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, SeqCst};

use super::layout::{DEPTH, Layout};
use crate::hccl::key::Key;
use crate::process::Words;

const TURN: usize = 0;
const GATE: usize = 1;
const LEFT: usize = 2;
const PLAN: usize = 3;
/// Balanced by all who come and go, so that it is never reset.
const ACTIVE: usize = 4;
/// The latest modelled time at which a rank came, and the longest that one of them takes the work for.
const START: usize = 5;
const TIME: usize = 6;
const NEXT: usize = 8;
const DONE: usize = 16;
const BUSY: usize = 24;

const GENERATION_BITS: u32 = 32;
/// The turn while a slot goes from one epoch to another.
const BETWEEN: u64 = u64::MAX;
/// Bits of a claim word that count parts.
const PART_BITS: u32 = 24;
const PARTS: u64 = (1 << PART_BITS) - 1;
/// The most parts that can be claimed one by one.
pub(super) const MOST_CLAIMS: u64 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Gathering,
    Open,
    Done,
    Failed,
}

/// A slot, serving one operation.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    words: &'a Words,
    at: usize,
    processes: usize,
    turn: u64,
}

impl<'a> Slot<'a> {
    pub(super) fn new(words: &'a Words, layout: Layout, key: Key) -> Self {
        let at = layout.slot(layout.lane(key.lane), key.sequence);
        Self { words, at, processes: layout.processes, turn: turn_of(key.epoch, key.sequence / DEPTH) }
    }

    fn word(self, index: usize) -> &'a AtomicU64 {
        self.words.word(self.at + index)
    }

    /// Whether it serves this operation now.
    pub(super) fn is_its_turn(self) -> bool {
        self.word(TURN).load(Acquire) == self.turn
    }

    /// Whether it has gone on to operations after a resumption, so that this one never ends.
    pub(super) fn is_superseded(self) -> bool {
        epoch_order(self.word(TURN).load(Acquire), self.turn) == Order::Greater
    }

    /// Takes the slot from operations before a resumption, which never end.
    pub(super) fn supersede(self) {
        let now = self.word(TURN).load(Acquire);
        let first = turn_of(self.turn >> GENERATION_BITS, 0);
        if epoch_order(now, self.turn) == Order::Less
            && self.word(TURN).compare_exchange(now, BETWEEN, SeqCst, SeqCst).is_ok()
        {
            self.reset(first);
        }
    }

    fn reset(self, turn: u64) {
        self.word(LEFT).store(0, SeqCst);
        self.word(DONE).store(0, SeqCst);
        self.word(PLAN).store(0, SeqCst);
        self.word(START).store(0, SeqCst);
        self.word(TIME).store(0, SeqCst);
        self.word(NEXT).store(claim_of(turn), SeqCst);
        self.word(GATE).store(gate_of(Phase::Gathering), SeqCst);
        self.word(TURN).store(turn, SeqCst);
    }

    /// Agrees with the other processes on the plan, told by a number; whether it is the one that all follow.
    pub(super) fn agree(self, plan: u64) -> bool {
        let plan = plan | 1;
        self.word(PLAN).compare_exchange(0, plan, SeqCst, SeqCst).is_ok() || self.word(PLAN).load(SeqCst) == plan
    }

    pub(super) fn phase(self) -> Phase {
        phase_of(self.word(GATE).load(SeqCst))
    }

    /// Notes the modelled time of a rank that is about to be counted in, and what it takes the work for.
    pub(super) fn note_time(self, start: u64, time: u64) {
        self.word(START).fetch_max(start, SeqCst);
        self.word(TIME).fetch_max(time, SeqCst);
    }

    /// When the work begins by the modelled clock and how long it takes, once all ranks are counted in.
    pub(super) fn time(self) -> (u64, u64) {
        (self.word(START).load(SeqCst), self.word(TIME).load(SeqCst))
    }

    /// Counts a rank in. Open when it was the last of `ranks`.
    pub(super) fn arrive(self, ranks: usize) -> Phase {
        self.change(|gate| match phase_of(gate) {
            Phase::Gathering if gate + 1 >= ranks as u64 => Some(gate_of(Phase::Open)),
            Phase::Gathering => Some(gate + 1),
            _ => None,
        })
    }

    /// Ends the work well; whether it was this call that did.
    pub(super) fn finish(self) -> bool {
        self.word(GATE).compare_exchange(gate_of(Phase::Open), gate_of(Phase::Done), SeqCst, SeqCst).is_ok()
    }

    /// Ends the operation badly, unless it has ended.
    pub(super) fn fail(self) {
        self.change(|gate| matches!(phase_of(gate), Phase::Gathering | Phase::Open).then(|| gate_of(Phase::Failed)));
        if self.phase() == Phase::Failed {
            self.word(NEXT).fetch_or(PARTS, SeqCst);
        }
    }

    fn change(self, to: impl Fn(u64) -> Option<u64>) -> Phase {
        let changed = self.word(GATE).fetch_update(SeqCst, SeqCst, &to);
        phase_of(changed.map_or_else(|gate| gate, |gate| to(gate).unwrap_or(gate)))
    }

    /// Works for a process, if the work is open and fewer than `most` threads are at it. While it does, the process is busy.
    pub(super) fn with<R>(self, process: usize, most: u64, work: impl FnOnce() -> R) -> Option<R> {
        let busy = self.word(BUSY + process);
        busy.fetch_add(1, SeqCst);
        let join = |active: u64| (active < most).then_some(active + 1);
        let joins = self.is_its_turn()
            && self.phase() == Phase::Open
            && self.word(ACTIVE).fetch_update(SeqCst, SeqCst, join).is_ok();
        let result = joins.then(|| {
            let result = work();
            self.word(ACTIVE).fetch_sub(1, SeqCst);
            result
        });
        busy.fetch_sub(1, SeqCst);
        result
    }

    /// Threads at work.
    pub(super) fn active(self) -> u64 {
        self.word(ACTIVE).load(SeqCst)
    }

    /// Threads that may touch memory, of the processes that are counted.
    pub(super) fn busy(self, counted: impl Fn(usize) -> bool) -> u64 {
        let of = |process: usize| self.word(BUSY + process).load(SeqCst);
        (0..self.processes).filter(|process| counted(*process)).map(of).sum()
    }

    /// Claims a part below `claims`.
    pub(super) fn claim(self, claims: u64) -> Option<u64> {
        let next = |word: u64| {
            let part = word & PARTS;
            (word >> PART_BITS == claim_of(self.turn) >> PART_BITS && part < claims && part < PARTS).then_some(word + 1)
        };
        Some(self.word(NEXT).fetch_update(AcqRel, Acquire, next).ok()? & PARTS)
    }

    /// Counts parts as done; how many are now.
    pub(super) fn done(self, parts: u64) -> u64 {
        self.word(DONE).fetch_add(parts, AcqRel) + parts
    }

    /// Counts ranks out. The last opens the slot for the next operation.
    pub(super) fn depart(self, ranks: u64, of: u64) {
        if self.word(LEFT).fetch_add(ranks, AcqRel) + ranks < of {
            return;
        }
        self.reset(self.turn + 1);
    }
}

/// A turn: the epoch, which a resumption counts up and which wraps, and the operations of the epoch that the slot has served.
fn turn_of(epoch: u64, generation: u64) -> u64 {
    (epoch & 0xff) << GENERATION_BITS | generation & ((1 << GENERATION_BITS) - 1)
}

/// The claim word of a turn, with no part taken.
fn claim_of(turn: u64) -> u64 {
    turn << PART_BITS
}

fn epoch_order(left: u64, right: u64) -> Order {
    if left == BETWEEN {
        return Order::Equal;
    }
    let epoch = |turn: u64| (turn >> GENERATION_BITS) as u8;
    epoch(left).wrapping_sub(epoch(right)).cast_signed().cmp(&0)
}

fn gate_of(phase: Phase) -> u64 {
    (phase as u64) << 32
}

fn phase_of(gate: u64) -> Phase {
    match gate >> 32 {
        0 => Phase::Gathering,
        1 => Phase::Open,
        2 => Phase::Done,
        _ => Phase::Failed,
    }
}
