//! One rank's end of a communicator.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ascend_npu_sys::HcclResult;

use super::calls::Calls;
use super::gathering::{Comer, Words};
use super::group::{Group, Slot};
use super::key::Lane;
use super::pieces::Side;
use super::scratch::Scratch;
use super::shape::{Call, Shape};
use super::sync::lock;
use super::windows::{DEFAULT_GIB, Windows};
use crate::check::{self, Ask, Turns};
use crate::clock::Asked;
use crate::exec::Queue;
use crate::report::{Failure, Outcome};

/// What the maker of a communicator may ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// MiB of one half of the buffers.
    pub(super) buffer_mib: Option<u64>,
    pub(super) deterministic: Option<u8>,
    pub(super) name: Option<String>,
    /// Seconds that a stream waits; 0 is for ever.
    pub(super) exec_timeout: Option<u64>,
    pub(super) buffer_name: Option<String>,
    /// GiB of the heap of symmetric windows.
    pub(super) window_gib: Option<u64>,
}

/// One rank's end of a communicator.
pub(super) struct Communicator {
    pub(super) group: Arc<Group>,
    pub(super) rank: u32,
    pub(super) device: i32,
    /// Whether it is a part of another one.
    pub(super) is_sub: bool,
    pub(super) scratch: Scratch,
    /// The symmetric windows.
    pub(super) windows: Windows,
    /// Whether it was told of memory for operations without a copy.
    pub(super) zero_copy: AtomicBool,
    /// How long its streams wait.
    pub(super) exec_limit: Option<Duration>,
    /// The numbers of the next operations.
    lanes: Mutex<HashMap<Lane, Arc<Mutex<u64>>>>,
    /// Held for the whole of a batch, which draws numbers of several lanes.
    pub(super) batching: Mutex<()>,
    epoch: AtomicU64,
    suspended: AtomicBool,
    last: Mutex<Option<Last>>,
    pub(super) turns: Turns,
    /// Queues on which the items of batches run beside each other, by the stream of the batch.
    aside: Mutex<HashMap<u64, Vec<Arc<Queue>>>>,
    /// Threads inside a call.
    inside: AtomicUsize,
}

/// The newest operation.
struct Last {
    queue: u64,
    /// The number of its stream.
    stream: i32,
    function: &'static str,
    calls: Vec<Arc<Calls>>,
}

impl Last {
    /// What of it is not done, of those that a rank takes part in: a call that was refused is none.
    fn left(&self, rank: u32) -> Vec<&Calls> {
        self.calls.iter().map(|calls| &**calls).filter(|calls| !calls.is_done() && calls.of(rank).is_some()).collect()
    }
}

/// What a rank asked for by some operations.
fn asks(of: &[&Calls], rank: u32) -> impl Iterator<Item = Ask> {
    of.iter().flat_map(|calls| calls.asks()).filter(move |ask| ask.rank == rank)
}

impl Communicator {
    pub(super) fn new(group: Arc<Group>, rank: u32, device: i32, options: &Options, is_sub: bool) -> Self {
        let half_mib = options.buffer_mib.unwrap_or_else(|| crate::control::settings().buffer_mib);
        let deterministic = options.deterministic.unwrap_or_else(super::determinism::of_process);
        group.roster.deterministic.store(deterministic, Ordering::Release);
        group.roster.note_device(rank, device);
        Self {
            group,
            rank,
            device,
            is_sub,
            scratch: Scratch::new(device, half_mib, options.buffer_name.clone()),
            windows: Windows::new(options.window_gib.unwrap_or(DEFAULT_GIB)),
            zero_copy: AtomicBool::new(false),
            exec_limit: super::limits::exec(options.exec_timeout),
            lanes: Mutex::default(),
            batching: Mutex::default(),
            epoch: AtomicU64::new(0),
            suspended: AtomicBool::new(false),
            last: Mutex::default(),
            turns: Turns::new(),
            aside: Mutex::default(),
            inside: AtomicUsize::new(0),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.group.roster.name
    }

    pub(super) fn size(&self) -> u32 {
        self.group.roster.size
    }

    /// Says words to the other ranks, on the host, and waits for theirs.
    pub(super) fn gather(&self, function: &str, words: Words) -> Outcome<Vec<Words>> {
        let (rank, size, limit) = (self.rank, self.size(), super::limits::connect());
        let comer = Comer { function, communicator: self.name(), rank, size, words, limit };
        self.group.gatherings.come(&comer, self.group.bridge())
    }

    /// The next number of a lane. Its lock is held for the whole of a call, so that numbers and stream order agree.
    pub(super) fn lane(&self, lane: Lane) -> Arc<Mutex<u64>> {
        lock(&self.lanes).entry(lane).or_default().clone()
    }

    pub(super) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// Refuses calls from now on.
    pub(super) fn suspend(&self) {
        self.suspended.store(true, Ordering::Release);
    }

    /// Takes calls again, from a new start: what was queued before and did not run is forgotten.
    pub(super) fn resume(&self) {
        if self.suspended.swap(false, Ordering::AcqRel) {
            lock(&self.lanes).clear();
            *lock(&self.last) = None;
            self.group.roster.queued(self.rank, 0);
            self.epoch.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// What its rank asks for now.
    pub(super) fn call(&self, shape: Shape, send: Side, recv: Side) -> Call {
        Call {
            shape,
            send,
            recv,
            device: self.device,
            buffer_mib: self.scratch.half_mib,
            site: check::asking(),
            mapped: Vec::new(),
            spoils: false,
        }
    }

    pub(super) fn check_suspended(&self, function: &str) -> Outcome {
        if !self.suspended.load(Ordering::Acquire) {
            return Ok(());
        }
        let text = format!(
            "{function}: communicator {} is suspended on rank {}; HcclCommResume takes it up again",
            self.name(),
            self.rank
        );
        Err(Failure::hccl(HcclResult::HCCL_E_SUSPENDING, text))
    }

    /// The queues beside a stream for a batch of so many items.
    pub(super) fn beside(&self, queue: &Queue, items: usize) -> Vec<Arc<Queue>> {
        let mut aside = lock(&self.aside);
        let queues = aside.entry(queue.id).or_default();
        while queues.len() < items {
            queues.push(Arc::new(Queue::new(queue.group, self.device)));
        }
        queues.iter().take(items).cloned().collect()
    }

    /// What the modelled time of this rank's call follows from.
    pub(super) fn asked(&self, slot: &Slot) -> Asked {
        Asked {
            bytes: slot.calls.bytes(self.rank),
            ranks: u32::try_from(slot.calls.members.len()).unwrap_or(u32::MAX),
            devices: self.group.roster.devices(&slot.calls.members),
            deterministic: self.group.roster.deterministic.load(Ordering::Acquire) != 0,
            buffer: self.scratch.half_mib << 20,
        }
    }

    /// Notes the newest operation. If the one before is on another stream and not done, gives the question that the stream has to
    /// ask when it comes to the new one: is it done now? If not, nothing orders the two, and that is reported.
    pub(super) fn succeed(
        &self,
        queue: &Queue,
        function: &'static str,
        calls: Vec<Arc<Calls>>,
    ) -> Option<impl FnOnce() + Send + use<>> {
        let (queue, stream) = (queue.id, queue.number);
        let last = lock(&self.last).replace(Last { queue, stream, function, calls });
        let before = last.filter(|last| last.queue != queue && !last.left(self.rank).is_empty())?;
        let (roster, rank) = (self.group.roster.clone(), self.rank);
        let ask = Ask { rank, function, device: self.device, number: 0, site: check::asking() };
        Some(move || {
            // Looked at once: it may end meanwhile.
            let left = before.left(rank);
            if !left.is_empty() {
                let text = format!(
                    "rank {rank} of communicator {}: {function} on stream {queue} came before {} on stream {} had ended; a communicator \
                     does one operation at a time, so order the streams with an event",
                    roster.name, before.function, before.queue
                );
                crate::control::report(text.clone());
                if let Some(first) = asks(&left, rank).next() {
                    check::overlapped(&text, [(&first, before.stream), (&ask, stream)]);
                }
                roster.overlap(text);
            }
        })
    }

    /// Ends this rank's part: queued operations lose their buffers.
    pub(super) fn end(&self) {
        let last = lock(&self.last).take();
        let left = last.as_ref().map(|last| last.left(self.rank)).unwrap_or_default();
        if let Some(last) = last.as_ref().filter(|_| !left.is_empty()) {
            let (function, name) = (last.function, self.name());
            let text = format!(
                "rank {} of communicator {name} was destroyed before {function} on stream {} had ended; synchronise the stream first",
                self.rank, last.queue
            );
            let destroy = "HcclCommDestroy";
            let ask = Ask { rank: self.rank, function: destroy, device: self.device, number: 0, site: check::asking() };
            check::mismatched(&text, &asks(&left, self.rank).chain([ask]).collect::<Vec<_>>());
            crate::control::report(text);
        }
        self.group.end(self.rank);
        self.scratch.release();
        self.windows.end();
        super::zero_copy::end(self);
        for queue in std::mem::take(&mut *lock(&self.aside)).into_values().flatten() {
            queue.destroy(true);
        }
    }

    pub(super) fn is_entered(&self) -> bool {
        self.inside.load(Ordering::Acquire) > 0
    }
}

/// A thread's stay inside a call: it keeps the communicator from being destroyed.
pub(super) struct Inside(Arc<Communicator>);

impl Inside {
    /// To be called under the registry's lock, as the question [`Communicator::is_entered`].
    pub(super) fn new(communicator: &Arc<Communicator>) -> Self {
        communicator.inside.fetch_add(1, Ordering::AcqRel);
        Self(communicator.clone())
    }
}

impl std::ops::Deref for Inside {
    type Target = Communicator;

    fn deref(&self) -> &Communicator {
        &self.0
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::AcqRel);
    }
}
