//! What the ranks of one communicator in this process share.
//!
//! HCCL blocks the host at the first use of each operation until all ranks have come to it, and cannot be made to return. So
//! ranks that are all of this process meet here first, where one that fails or leaves ends the wait of all others; only when
//! everybody has come do they go into the library, which then has nobody to wait for. Ranks of other processes are waited for
//! by the library alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::record::Record;
use crate::device::{Device, DeviceCore};
use crate::driver::lock;
use crate::error::{Error, ErrorKind, Result};
use crate::stream::StreamCore;

/// Where ranks meet before they go into the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Station {
    /// The communicator is made.
    Start,
    /// The first use of an operation, by its C function.
    First(&'static str),
    /// The first transfer from one rank to another; batches have links of their own.
    Pair { batch: bool, from: u32, to: u32 },
}

impl std::fmt::Display for Station {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => f.write_str("the communicator"),
            Self::First(function) => write!(f, "the first {function}"),
            Self::Pair { batch: false, from, to } => write!(f, "the first transfer from rank {from} to rank {to}"),
            Self::Pair { batch: true, from, to } => {
                write!(f, "the first batch with a transfer from rank {from} to {to}")
            }
        }
    }
}

/// One rank's end, as the others and the watchdog see it.
pub(crate) struct Member {
    pub(super) rank: u32,
    pub(super) device: Weak<DeviceCore>,
    pub(super) device_id: i32,
    pub(super) stream: Arc<StreamCore>,
    pub(super) record: Record,
    /// Bytes of device memory that its first operation takes.
    pub(super) buffer: u64,
}

/// The ranks of one communicator in this process.
pub(crate) struct Group {
    /// Unlike that of any other of this process.
    pub(super) id: u64,
    pub(super) size: u32,
    /// What people call it; known when it is made.
    pub(super) name: OnceLock<String>,
    /// All ranks, where they are known to be of this process before they meet.
    expected: OnceLock<Vec<u32>>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    members: Vec<Weak<Member>>,
    /// Ranks of this process that have joined, and those that have left.
    joined: BTreeSet<u32>,
    left: BTreeSet<u32>,
    stations: BTreeMap<Station, BTreeSet<u32>>,
    aborted: Option<Arc<str>>,
    /// Communicators of some of its ranks, with those and their number.
    parts: Vec<(Vec<u32>, u64, Weak<Group>)>,
}

/// The live groups, by what their ranks meet by.
static GROUPS: Mutex<Vec<(Key, Weak<Group>)>> = Mutex::new(Vec::new());

/// What the ranks of a communicator have in common before it is made.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Key {
    /// The bytes of a root information.
    Root(Vec<u8>),
    /// The path of a rank table.
    Table(PathBuf),
    /// Nothing: whoever makes them has the group.
    None,
}

impl Group {
    /// A group that no other rank can find.
    pub(super) fn alone(size: u32) -> Arc<Self> {
        let group = Arc::new(Self::new(size));
        let mut groups = lock(&GROUPS);
        groups.retain(|(_, group)| group.strong_count() > 0);
        groups.push((Key::None, Arc::downgrade(&group)));
        group
    }

    /// The group of all ranks of this process that meet by the same thing.
    pub(super) fn find(key: Key, size: u32, rank: u32) -> Arc<Self> {
        let mut groups = lock(&GROUPS);
        groups.retain(|(_, group)| group.strong_count() > 0);
        let known = groups.iter().filter(|(other, _)| *other == key).find_map(|(_, group)| group.upgrade());
        // A rank that comes again is of another communicator.
        if let Some(group) = known.filter(|group| group.size == size && !lock(&group.state).joined.contains(&rank)) {
            return group;
        }
        let group = Arc::new(Self::new(size));
        groups.push((key, Arc::downgrade(&group)));
        group
    }

    fn new(size: u32) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            size,
            name: OnceLock::new(),
            expected: OnceLock::new(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Notes that all ranks are of this process.
    pub(super) fn expect_all(&self) {
        let _ = self.expected.set((0..self.size).collect());
    }

    /// All ranks, where they are known to be of this process before they meet.
    pub(super) fn expected(&self) -> Option<&[u32]> {
        self.expected.get().map(Vec::as_slice)
    }

    /// All live groups.
    pub(super) fn all() -> Vec<Arc<Self>> {
        lock(&GROUPS).iter().filter_map(|(_, group)| group.upgrade()).collect()
    }

    /// Takes a rank in.
    pub(super) fn join(&self, rank: u32, device: &Device, stream: &Arc<StreamCore>, buffer: u64) -> Arc<Member> {
        let member = Arc::new(Member {
            rank,
            device: Arc::downgrade(&device.core),
            device_id: device.core.id,
            stream: stream.clone(),
            record: Record::default(),
            buffer,
        });
        let mut state = lock(&self.state);
        state.joined.insert(rank);
        state.members.push(Arc::downgrade(&member));
        member
    }

    /// Notes a rank that will come no more.
    pub(super) fn leave(&self, rank: u32) {
        lock(&self.state).left.insert(rank);
        self.changed.notify_all();
    }

    /// Whether all ranks are of this process. Certain once the communicator is made.
    pub(super) fn is_whole(&self) -> bool {
        lock(&self.state).joined.len() == self.size as usize
    }

    /// The ranks of this process, in order.
    pub(super) fn members(&self) -> Vec<Arc<Member>> {
        let mut members: Vec<_> = lock(&self.state).members.iter().filter_map(Weak::upgrade).collect();
        members.sort_by_key(|member| member.rank);
        members
    }

    pub(super) fn name(&self) -> &str {
        self.name.get().map_or("that is being made", String::as_str)
    }

    /// The group of a part of these ranks, by its number.
    pub(super) fn part(&self, ranks: &[u32], id: u64) -> Arc<Self> {
        let mut state = lock(&self.state);
        state.parts.retain(|(.., part)| part.strong_count() > 0);
        let known = state.parts.iter().find(|(of, number, _)| of == ranks && *number == id);
        if let Some(part) = known.and_then(|(.., part)| part.upgrade()) {
            return part;
        }
        let part = Self::alone(u32::try_from(ranks.len()).unwrap_or(u32::MAX));
        // A rank that comes to it after the end of all waits for nobody: the others may have been told and gone.
        lock(&part.state).aborted.clone_from(&state.aborted);
        state.parts.push((ranks.to_vec(), id, Arc::downgrade(&part)));
        part
    }

    /// Notes that a rank has come to a station.
    pub(super) fn come(&self, rank: u32, station: Station) {
        lock(&self.state).stations.entry(station).or_default().insert(rank);
        self.changed.notify_all();
    }

    /// Blocks until `ranks` have come to a station, at most `limit`.
    pub(super) fn meet(&self, rank: u32, station: Station, ranks: &[u32], limit: Duration) -> Result<()> {
        let fail = |kind, found: String| Error::new(kind, "communicator", found);
        self.come(rank, station);
        let mut state = lock(&self.state);
        let started = Instant::now();
        loop {
            let come = state.stations.get(&station);
            let missing: Vec<u32> =
                ranks.iter().copied().filter(|rank| come.is_none_or(|come| !come.contains(rank))).collect();
            if missing.is_empty() {
                return Ok(());
            }
            if let Some(reason) = &state.aborted {
                return Err(fail(ErrorKind::Aborted, reason.to_string()));
            }
            if missing.iter().any(|rank| state.left.contains(rank)) {
                let found = format!("rank {rank} came to {station}, but ranks {missing:?} have left without it");
                return Err(fail(ErrorKind::Communication, found));
            }
            let left = limit.saturating_sub(started.elapsed());
            if left.is_zero() {
                let found = format!("rank {rank} came to {station}; after {limit:?} ranks {missing:?} have not");
                return Err(fail(ErrorKind::Timeout, found)
                    .with_hint("look at what those ranks do; HCCL_CONNECT_TIMEOUT sets the limit"));
            }
            (state, _) = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Why the communicator was aborted.
    pub(super) fn aborted(&self) -> Option<Arc<str>> {
        lock(&self.state).aborted.clone()
    }

    /// Ends what the ranks of this process wait for, here and in its parts. A second time does nothing.
    pub(super) fn abort(&self, reason: &Arc<str>) -> Result<()> {
        let parts: Vec<_> = {
            let mut state = lock(&self.state);
            if state.aborted.is_some() {
                return Ok(());
            }
            state.aborted = Some(reason.clone());
            state.parts.iter().filter_map(|(.., part)| part.upgrade()).collect()
        };
        self.changed.notify_all();
        let mut outcome = Ok(());
        for member in self.members() {
            outcome = outcome.and(member.stream.abort(reason));
        }
        parts.iter().fold(outcome, |outcome, part| outcome.and(part.abort(reason)))
    }
}
