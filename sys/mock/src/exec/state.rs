//! What the executor knows: the lines, what is ready, and what waits.

use std::borrow::Cow;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::Arc;

use rustc_hash::FxHashMap as HashMap;

use super::alarm::Alarm;
use super::begin::Step;
use super::bell::Waiters;
use super::blocked::Blocked;
use super::condition::Waiting;
use super::helper::Shared;
use super::meeting::Gathering;
use super::queue::Numbers;
use super::seat::Seated;
use super::sharing::Sharing;
use super::task::{Kind, Task};
use super::turn::{Parked, Turns};
use super::worker::Job;
use crate::check::{Origin, Site};
use crate::clock::Call;
use crate::report::{Failure, Outcome};

/// What every operation changes stands first and close together: the cores that queue and run operations pass these lines of the
/// cache to each other each time.
#[derive(Default)]
#[repr(C, align(64))]
pub(super) struct State {
    pub(super) ready: Vec<u64>,
    /// Counts starts and ends of operations: the order that the log tells.
    pub(super) clock: u64,
    pub(super) random: u64,
    /// Workers that wait for something to do.
    pub(super) workers: Waiters,
    /// Host threads that wait.
    pub(super) hosts: Waiters,
    /// Those of them that are to look again whenever operations end. The others wait for a line.
    pub(super) general: usize,
    /// A line has come to where a host thread waits for it.
    pub(super) reached: bool,
    /// Which of the lines that could begin something may.
    pub(super) turns: Turns,
    pub(super) lines: HashMap<u64, Line>,
    pub(super) groups: HashMap<u64, Group>,
    /// By device.
    pub(super) numbers: HashMap<i32, Numbers>,
    pub(super) jobs: Vec<Arc<Job>>,
    /// Work that other processes take part in.
    pub(super) shared: Vec<Arc<dyn Shared>>,
    /// Steps whose time has come.
    pub(super) due: Vec<(u64, Step)>,
    /// Lines whose head waits for a record, by the record's address.
    pub(super) waiting: HashMap<usize, Vec<u64>>,
    /// Lines whose head waits for a condition.
    pub(super) conditions: Waiting,
    /// Lines whose head ends elsewhere, and its place on the line.
    pub(super) handed: HashMap<u64, (u64, Seated)>,
    /// Collectives some of whose streams have come, by address.
    pub(super) meetings: HashMap<usize, Gathering>,
    pub(super) alarms: BinaryHeap<Alarm>,
    /// Steps that wait for the times of others.
    pub(super) sharing: Sharing,
    /// Host threads that wait, by the number of the wait; noted where deadlocks are looked for.
    pub(super) blocked: BTreeMap<u64, Blocked>,
    /// Counts those waits.
    pub(super) waits: u64,
    /// The threads of host functions that run, by their lines; noted as those.
    pub(super) functions: HashMap<u64, u32>,
}

/// As in [`State`], what every operation changes stands first.
#[repr(C, align(64))]
pub(super) struct Line {
    pub(super) tasks: VecDeque<Queued>,
    pub(super) submitted: u64,
    pub(super) completed: u64,
    /// The least number of completed operations that a host thread waits for; the greatest number when none does.
    pub(super) awaited: u64,
    pub(super) busy: bool,
    /// What it begins to hand to somebody outside ends at once: its work is being dropped.
    pub(super) is_dropped: bool,
    /// Questions in vain whether its work is done.
    pub(super) asked: u32,
    pub(super) current: Option<Current>,
    /// The number of completed operations that the program, or another line, waits for.
    pub(super) demand: u64,
    /// What its head waits for.
    pub(super) parked: Option<Parked>,
    pub(super) failure: Option<Failure>,
    pub(super) group: u64,
    pub(super) device: i32,
    pub(super) number: i32,
    /// Times that its work was dropped by a call: who waits for the stream meanwhile is told.
    pub(super) aborts: u64,
    /// What they are told.
    pub(super) aborted: Option<Failure>,
}

pub(super) struct Queued {
    pub(super) task: Task,
    /// The thread that queued it.
    pub(super) thread: u32,
    /// What the checks know of where it came from.
    pub(super) origin: Option<Box<Origin>>,
    /// The modelled time of its call.
    pub(super) call: Call,
}

pub(super) struct Current {
    pub(super) kind: Kind,
    pub(super) name: Cow<'static, str>,
    pub(super) started: u64,
    pub(super) thread: u32,
    /// Whether the callbacks of failed tasks know of it already.
    pub(super) told: bool,
    /// Where it was queued, where a check wants that.
    pub(super) site: Option<Arc<Site>>,
}

/// The lines of one context: what a device error stops together.
#[derive(Default)]
pub(super) struct Group {
    pub(super) stop_on_failure: bool,
    pub(super) failure: Option<Failure>,
}

impl State {
    pub(super) fn group_failure(&self, group: u64) -> Outcome {
        match self.groups.get(&group).and_then(|group| group.failure.clone()) {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Forgets the fault that stopped a context.
    pub(super) fn forgive(&mut self, group: u64) {
        if let Some(group) = self.groups.get_mut(&group) {
            group.failure = None;
        }
    }

    /// Whether something is to be done by the clock.
    pub(super) fn has_timers(&self) -> bool {
        !(self.alarms.is_empty()
            && self.meetings.is_empty()
            && self.sharing.is_empty()
            && self.conditions.is_empty()
            && self.turns.held.is_empty())
    }

    /// How many workers could begin something.
    pub(super) fn to_do(&self) -> usize {
        self.due.len()
            + self.jobs.len()
            + self.shared.len()
            + self.ready.len()
            + usize::from(!self.turns.held.is_empty())
    }

    /// Begins the sequence of a seed.
    pub(super) fn seed(&mut self, seed: u64) {
        // splitmix64: seeds beside each other give sequences that have nothing in common, and none gives zero.
        let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.random = (mixed ^ (mixed >> 31)).max(1);
    }

    /// Draws a number below `limit`.
    pub(super) fn draw(&mut self, limit: usize) -> usize {
        // xorshift64: any sequence does, as long as the seed gives it again.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    pub(super) fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }
}

impl Line {
    /// Counts operations as completed; whether a host thread waits for that.
    pub(super) fn complete(&mut self, operations: u64) -> bool {
        self.completed += operations;
        self.asked = 0;
        let reached = self.completed >= self.awaited;
        if reached {
            self.awaited = u64::MAX;
        }
        reached
    }

    /// Whether somebody waits for what it is to do next.
    pub(super) fn is_wanted(&self) -> bool {
        self.completed < self.demand
    }

    pub(super) fn is_idle(&self) -> bool {
        self.completed == self.submitted
    }

    pub(super) fn new(group: u64, device: i32, number: i32) -> Self {
        Self {
            tasks: VecDeque::new(),
            current: None,
            busy: false,
            submitted: 0,
            completed: 0,
            failure: None,
            group,
            device,
            number,
            aborts: 0,
            aborted: None,
            awaited: u64::MAX,
            demand: 0,
            parked: None,
            asked: 0,
            is_dropped: false,
        }
    }
}
