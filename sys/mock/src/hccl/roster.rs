//! The ranks of a communicator: how far each has come, and what has gone wrong.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use ascend_npu_sys::HcclResult;
use once_cell::sync::OnceCell;

use super::sync::lock;
use crate::report::{Failure, Outcome};

/// Who takes part, and how far each has come.
pub(super) struct Roster {
    pub(super) name: String,
    pub(super) size: u32,
    ranks: Vec<Rank>,
    /// The devices of all ranks, once they are known.
    all: OnceCell<Arc<[i32]>>,
    /// Whether ranks were found to disagree on an operation.
    pub(super) disagreed: AtomicBool,
    /// 0 where reductions may vary from run to run, 1 where they must not, 2 where every element has the same order.
    pub(super) deterministic: AtomicU8,
    /// Why the communicator is of no use any more, in which epoch.
    broken: Mutex<Option<(u64, Failure)>>,
    /// A rank whose link has failed for good.
    cut: Mutex<Option<u32>>,
    /// Operations that overlapped on two streams.
    overlaps: Mutex<Vec<String>>,
}

#[derive(Default)]
struct Rank {
    /// Whether it has destroyed its end.
    ended: AtomicBool,
    /// Collective operations that it has queued.
    queued: AtomicU64,
    /// Its device, where it is of this process.
    device: OnceCell<i32>,
}

impl Roster {
    pub(super) fn new(name: String, size: u32) -> Self {
        Self {
            name,
            size,
            ranks: (0..size).map(|_| Rank::default()).collect(),
            all: OnceCell::new(),
            disagreed: AtomicBool::new(false),
            deterministic: AtomicU8::new(0),
            broken: Mutex::default(),
            cut: Mutex::default(),
            overlaps: Mutex::default(),
        }
    }

    /// Notes that a rank has destroyed its end.
    pub(super) fn end(&self, rank: u32) {
        if let Some(rank) = self.ranks.get(rank as usize) {
            rank.ended.store(true, Ordering::Release);
        }
    }

    /// Notes the device of a rank of this process.
    pub(super) fn note_device(&self, rank: u32, device: i32) {
        if let Some(rank) = self.ranks.get(rank as usize) {
            let _ = rank.device.set(device);
        }
    }

    /// The device of a rank, where it is known.
    pub(super) fn device(&self, rank: u32) -> Option<i32> {
        self.ranks.get(rank as usize)?.device.get().copied()
    }

    /// The devices of some ranks, in their order; none unless all are known.
    pub(super) fn devices(&self, of: &[u32]) -> Arc<[i32]> {
        let devices = || of.iter().map(|&rank| self.device(rank)).collect::<Option<Arc<[i32]>>>().ok_or(());
        if of.len() == self.ranks.len() && of.is_sorted() {
            return self.all.get_or_try_init(devices).cloned().unwrap_or_default();
        }
        devices().unwrap_or_default()
    }

    /// Which of these ranks have destroyed their end.
    pub(super) fn ended(&self, of: &[u32]) -> Vec<u32> {
        let ended =
            |rank: &&u32| self.ranks.get(**rank as usize).is_some_and(|rank| rank.ended.load(Ordering::Acquire));
        of.iter().filter(ended).copied().collect()
    }

    /// Notes how many collective operations a rank has queued.
    pub(super) fn queued(&self, rank: u32, number: u64) {
        if let Some(rank) = self.ranks.get(rank as usize) {
            rank.queued.store(number, Ordering::Release);
        }
    }

    /// Where each of these ranks stands.
    pub(super) fn standing(&self, ranks: &[u32]) -> String {
        let ended = self.ended(ranks);
        let line = |rank: &u32| {
            let queued = self.ranks.get(*rank as usize).map_or(0, |rank| rank.queued.load(Ordering::Acquire));
            let end = if ended.contains(rank) { ", and its end of the communicator is destroyed" } else { "" };
            format!("rank {rank} has queued {queued} operations{end}")
        };
        ranks.iter().map(line).collect::<Vec<_>>().join("; ")
    }

    /// Notes that an operation was given up: from now on no new one can succeed.
    pub(super) fn give_up(&self, epoch: u64, failure: &Failure) {
        lock(&self.broken).get_or_insert_with(|| (epoch, failure.clone()));
    }

    /// Refuses a new operation of a communicator that is of no use any more. A resumption makes it good again.
    pub(super) fn check(&self, epoch: u64) -> Outcome {
        self.check_link(|text| Failure::hccl(HcclResult::HCCL_E_REMOTE, text))?;
        match &*lock(&self.broken) {
            Some((broken, failure)) if *broken >= epoch => {
                let text = format!(
                    "communicator {} is of no use any more, for an earlier operation failed: {}",
                    self.name, failure.text
                );
                Err(Failure::hccl(HcclResult::HCCL_E_INTERNAL, text))
            }
            _ => Ok(()),
        }
    }

    /// Fails when a link has failed for good.
    pub(super) fn check_link(&self, failure: impl FnOnce(String) -> Failure) -> Outcome {
        match *lock(&self.cut) {
            Some(rank) => Err(failure(format!(
                "EI0013: error CQE: the link of rank {rank} in communicator {} failed, and all retries were in vain",
                self.name
            ))),
            None => Ok(()),
        }
    }

    /// Cuts the link of a rank for good.
    pub(super) fn cut(&self, rank: u32) {
        *lock(&self.cut) = Some(rank);
    }

    /// What HcclGetCommAsyncError tells.
    pub(super) fn async_error(&self) -> HcclResult {
        if lock(&self.cut).is_some() {
            HcclResult::HCCL_E_REMOTE
        } else if self.disagreed.load(Ordering::Acquire) {
            HcclResult::HCCL_E_INTERNAL
        } else {
            HcclResult::HCCL_SUCCESS
        }
    }

    /// Notes that operations overlapped.
    pub(super) fn overlap(&self, text: String) {
        lock(&self.overlaps).push(text);
    }

    /// The overlaps so far, as an addition to a fault's text.
    pub(super) fn overlaps(&self) -> String {
        lock(&self.overlaps).first().map(|text| format!("; {text}")).unwrap_or_default()
    }
}
