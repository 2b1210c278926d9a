//! One process's end of a communicator of several: what it tells the others about its ranks, and what they tell.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::RawFd;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu_sys::{HcclResult, aclError};

use super::control::{Control, Process};
use super::layout::Layout;
use super::log::Log;
use super::message::Message;
use super::peers::Peer;
use super::pending::Pending;
use super::progress;
use super::slot::Slot;
use super::wire::Wire;
use crate::check::Clock;
use crate::hccl::group::Group;
use crate::hccl::key::{Key, Lane};
use crate::hccl::shape::Call;
use crate::hccl::sub::Found;
use crate::hccl::sync::lock;
use crate::memory::shared::descriptor;
use crate::process::Identity;
use crate::report::{Failure, Outcome};

/// How long a thread sleeps that waits for what nobody rings for.
pub(super) const PAUSE: Duration = Duration::from_micros(200);
/// How often a host thread that waits for other processes looks whether they live.
const LOOK: Duration = Duration::from_millis(20);

/// One process's end of a communicator of several.
pub(in crate::hccl) struct Bridge {
    pub(super) control: Control,
    /// This process's place among the processes.
    pub(super) own: usize,
    /// Threads that work on one operation at once, over all processes.
    pub(super) cores: u64,
    /// The other processes; none at this one's place.
    pub(super) peers: Vec<Option<Arc<Peer>>>,
    pub(super) group: Weak<Group>,
    writing: Mutex<()>,
    reading: Mutex<()>,
    pub(super) pending: Mutex<BTreeMap<Key, Arc<Pending>>>,
    /// Streams that have come to an operation whose slot still serves an earlier one.
    pub(super) early: Mutex<Vec<Arc<Pending>>>,
    /// Failed operations, and how many ranks of this process have not come to them.
    pub(super) failures: Mutex<BTreeMap<Key, (Failure, u64)>>,
    /// What the ranks knew that have come to operations, for the checks.
    pub(super) known: Mutex<BTreeMap<Key, Clock>>,
}

/// This process, as others reach it. `None` where it has no memory to share.
pub(in crate::hccl) fn own() -> Option<Process> {
    Some(Process { identity: Identity::own(), memory: descriptor()? })
}

impl Bridge {
    /// Makes the communicator, in the process of its root; `ranks` are the processes of the ranks.
    pub(in crate::hccl) fn create(ranks: &[Process], group: Weak<Group>) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self::new(Control::create(NEXT.fetch_add(1, Relaxed), ranks)?, group)
    }

    /// Opens the communicator that another process made.
    pub(in crate::hccl) fn open(id: u64, maker: Identity, descriptor: RawFd, group: Weak<Group>) -> io::Result<Self> {
        Self::new(Control::open(id, maker, descriptor)?, group)
    }

    fn new(control: Control, group: Weak<Group>) -> io::Result<Self> {
        let own = Identity::own();
        let place = control.processes.iter().position(|process| process.identity == own);
        let place =
            place.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "this process has no rank in it"))?;
        let peer = |process: &Process| if process.identity == own { Ok(None) } else { Peer::of(*process).map(Some) };
        let peers = control.processes.iter().map(peer).collect::<io::Result<_>>()?;
        let bridge = Self {
            control,
            own: place,
            cores: thread::available_parallelism().map_or(1, usize::from) as u64,
            peers,
            group,
            writing: Mutex::default(),
            reading: Mutex::default(),
            pending: Mutex::default(),
            early: Mutex::default(),
            failures: Mutex::default(),
            known: Mutex::default(),
        };
        bridge.tell_whether_it_follows();
        Ok(bridge)
    }

    /// From now on what the others tell is read.
    pub(in crate::hccl) fn follow_from_now(self: &Arc<Self>) {
        progress::add(self);
    }

    /// The communicator's number in the process that made it.
    pub(in crate::hccl) fn number(&self) -> u64 {
        self.control.words.word(Layout::ID).load(Acquire)
    }

    /// The descriptor of the control block, in the process that made it.
    pub(in crate::hccl) fn descriptor(&self) -> RawFd {
        self.control.descriptor()
    }

    /// Number of ranks.
    pub(in crate::hccl) fn size(&self) -> u32 {
        u32::try_from(self.control.layout.ranks).unwrap_or(u32::MAX)
    }

    /// The process of a rank.
    pub(in crate::hccl) fn process(&self, rank: u32) -> Option<Process> {
        self.control.processes.get(self.place(rank)?).copied()
    }

    pub(super) fn place(&self, rank: u32) -> Option<usize> {
        self.control.ranks.get(rank as usize).copied()
    }

    /// Whether a rank lives in this process.
    pub(in crate::hccl) fn is_here(&self, rank: u32) -> bool {
        self.place(rank) == Some(self.own)
    }

    /// Whether ranks of several processes take part in operations of a lane.
    pub(in crate::hccl) fn shares(&self, lane: Lane) -> bool {
        match lane {
            Lane::All => true,
            Lane::Pair { from, to, .. } => self.place(from) != self.place(to),
            Lane::Own { .. } => false,
        }
    }

    /// Waits until all ranks have opened the communicator.
    pub(in crate::hccl) fn attach(self: &Arc<Self>, name: &str, limit: Duration) -> Outcome {
        let words = &self.control.words;
        words.ring(Layout::ATTACHED);
        let ranks: Vec<u32> = (0..self.size()).collect();
        let deadline = Instant::now() + limit;
        loop {
            let attached = words.word(Layout::ATTACHED).load(Acquire);
            if attached >= u64::from(self.size()) {
                return Ok(());
            }
            if let Some(text) = self.gone(&ranks) {
                let text = format!("EI0015: communicator {name} lost a rank while its ranks were connecting: {text}");
                return Err(Failure::hccl(HcclResult::HCCL_E_TCP_TRANSFER, text));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let size = self.size();
                let text = format!(
                    "EI0015: communicator {name} waited {limit:?} for its {size} ranks to open it; {attached} have"
                );
                return Err(Failure::hccl(HcclResult::HCCL_E_TIMEOUT, text));
            }
            words.wait(Layout::ATTACHED, attached, Some(left.min(LOOK)));
        }
    }

    /// Which of these ranks are in processes that have ended.
    pub(in crate::hccl) fn gone(&self, ranks: &[u32]) -> Option<String> {
        let line = |rank: &u32| {
            let peer = self.peers.get(self.place(*rank)?)?.as_ref()?;
            peer.is_gone().then(|| format!("the process of rank {rank} ({}) has ended", peer.identity.pid))
        };
        let lines: Vec<String> = ranks.iter().filter_map(line).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }

    pub(super) fn is_gone(&self, process: usize) -> bool {
        self.peers.get(process).and_then(Option::as_ref).is_some_and(|peer| peer.is_gone())
    }

    fn log(&self, process: usize) -> Log<'_> {
        Log { words: &self.control.words, layout: self.control.layout, process }
    }

    pub(super) fn slot(&self, key: Key) -> Slot<'_> {
        Slot::new(&self.control.words, self.control.layout, key)
    }

    /// A call as it crosses.
    pub(in crate::hccl) fn pack(&self, rank: u32, call: &Call) -> Outcome<Wire> {
        Wire::of(call).ok_or_else(|| {
            let function = call.shape.function();
            let text =
                format!("EI0007: a buffer of {function} on rank {rank} is in memory that other processes cannot reach, or in too many mappings");
            Failure::hccl(HcclResult::HCCL_E_MEMORY, text)
        })
    }

    /// Tells the other processes that a rank of this one calls an operation; `loudly` when they may wait for it.
    pub(in crate::hccl) fn deposit(&self, key: Key, rank: u32, call: Wire, loudly: bool) {
        self.tell(&Message::Deposit { key, rank, call });
        if loudly {
            self.ring_others();
        }
    }

    pub(in crate::hccl) fn withdraw(&self, key: Key, rank: u32) {
        self.tell(&Message::Withdraw { key, rank });
    }

    pub(in crate::hccl) fn confirm(&self, key: Key, rank: u32) {
        self.tell(&Message::Confirm { key, rank });
    }

    pub(in crate::hccl) fn end(&self, rank: u32) {
        self.tell(&Message::End { rank });
    }

    /// Tells the ranks of a new communicator where it is.
    pub(in crate::hccl) fn tell_sub(&self, id: u64, times: u64, sub: &Self) {
        let descriptor = sub.descriptor().unsigned_abs();
        self.tell(&Message::Sub { id, times, number: sub.number(), descriptor });
        self.ring_others();
    }

    /// Tells what a rank says in a gathering.
    pub(in crate::hccl) fn tell_words(&self, rank: u32, number: u64, words: [u64; 2]) {
        self.tell(&Message::Said { rank, number, words });
        self.ring_others();
    }

    pub(super) fn tell(&self, message: &Message) {
        let words = message.encode();
        let _alone = lock(&self.writing);
        // The others read without waiting for anything, so there is room soon.
        while !self.log(self.own).append(&words, |process| !self.is_gone(process)) {
            self.ring_others();
            thread::sleep(PAUSE);
        }
    }

    pub(super) fn ring_others(&self) {
        for peer in self.peers.iter().flatten() {
            peer.memory.mailbox().ring();
        }
    }

    /// Reads what the other processes have told.
    pub(in crate::hccl) fn read(&self) {
        let Some(group) = self.group.upgrade() else { return };
        let _alone = lock(&self.reading);
        for process in (0..self.control.layout.processes).filter(|process| *process != self.own) {
            while let Some(words) = self.log(process).next(self.own) {
                if let Some(message) = Message::decode(&words, self.size()) {
                    self.take(&group, process, message);
                }
            }
        }
    }

    /// Takes a message in, if it is about a rank of the process that it comes from and an operation of this one's.
    fn take(&self, group: &Group, process: usize, message: Message) {
        let theirs = |rank: u32| self.place(rank) == Some(process);
        match message {
            Message::Deposit { key, rank, call } if theirs(rank) && self.concerns(key.lane) => {
                let peer = self.peers.get(process).and_then(Option::as_ref);
                match peer.and_then(|peer| call.here(&peer.memory)) {
                    Some(call) => group.put(key, rank, call),
                    None => {
                        let text = format!("EI0012: rank {rank} names memory that its process does not share");
                        self.note(key, Failure::acl(aclError::RT_SYS_DMA_ERROR, text));
                    }
                }
            }
            Message::Withdraw { key, rank } if theirs(rank) => group.take_back(key, rank),
            Message::Knows { key, clock } if self.concerns(key.lane) => self.note_known(key, &Clock::of_words(&clock)),
            Message::Confirm { key, rank } if theirs(rank) => group.note_queued(key, rank),
            Message::End { rank } if theirs(rank) => group.roster.end(rank),
            Message::Fail { key, failure } if self.concerns(key.lane) => {
                if failure.code == aclError::RT_FFTS_PLUS_TIMEOUT.0 {
                    group.roster.give_up(key.epoch, &failure);
                }
                self.note(key, failure);
            }
            Message::Said { rank, number, words } if theirs(rank) => group.gatherings.said(rank, number, words),
            Message::Sub { id, times, number, descriptor } => {
                let peer = self.peers.get(process).and_then(Option::as_ref);
                if let (Some(peer), Ok(descriptor)) = (peer, RawFd::try_from(descriptor)) {
                    group.subs.found(id, times, Found { maker: peer.identity, number, descriptor });
                }
            }
            _ => {}
        }
    }

    /// Whether a lane is of this communicator, and a rank of this process is in it.
    fn concerns(&self, lane: Lane) -> bool {
        match lane {
            Lane::All => true,
            Lane::Pair { from, to, .. } => {
                let known = from < self.size() && to < self.size();
                known && self.shares(lane) && (self.is_here(from) || self.is_here(to))
            }
            Lane::Own { .. } => false,
        }
    }

    /// Notes why an operation has failed, for the ranks of this process.
    pub(super) fn note(&self, key: Key, failure: Failure) {
        let members = key.lane.members(self.size());
        let here = members.into_iter().filter(|rank| self.is_here(*rank)).count() as u64;
        lock(&self.failures).entry(key).or_insert((failure, here));
    }
}
