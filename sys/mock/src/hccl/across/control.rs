//! The control block of a communicator: who its ranks are, and the words that their processes share.

use std::io;
use std::os::fd::RawFd;
use std::sync::atomic::Ordering::{Acquire, Release};

use super::layout::Layout;
use crate::process::{Identity, Segment, Words};

/// A process with ranks of the communicator: how the others reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hccl) struct Process {
    pub(in crate::hccl) identity: Identity,
    /// Its descriptor of its device memory.
    pub(in crate::hccl) memory: RawFd,
}

/// A mapped control block.
pub(super) struct Control {
    pub(super) words: Words,
    pub(super) layout: Layout,
    /// The process of each rank.
    pub(super) ranks: Vec<usize>,
    pub(super) processes: Vec<Process>,
    /// Kept open in the process that made it, so that the others can open it.
    segment: Segment,
}

impl Control {
    /// Makes the block of a communicator. `ranks` are the processes of its ranks.
    pub(super) fn create(id: u64, ranks: &[Process]) -> io::Result<Self> {
        let mut processes: Vec<Process> = Vec::new();
        let mut of_ranks = Vec::with_capacity(ranks.len());
        for process in ranks {
            let place = processes.iter().position(|known| known == process);
            of_ranks.push(place.unwrap_or(processes.len()));
            if place.is_none() {
                processes.push(*process);
            }
        }
        let layout = Layout::new(ranks.len() as u64, processes.len() as u64).ok_or_else(wrong)?;
        let segment = Segment::new(c"ascend-mock-communicator", layout.words() as u64 * 8)?;
        let words = Words::new(&segment, layout.words())?;
        let put = |index: usize, value: u64| words.word(index).store(value, Release);
        for (rank, process) in of_ranks.iter().enumerate() {
            put(layout.rank(rank), *process as u64);
        }
        for (place, process) in processes.iter().enumerate() {
            let at = layout.process(place);
            put(at, u64::from(process.identity.pid));
            put(at + 1, process.identity.start);
            put(at + 2, u64::from(process.memory.unsigned_abs()));
        }
        put(Layout::ID, id);
        put(Layout::RANKS, layout.ranks as u64);
        put(Layout::PROCESSES, layout.processes as u64);
        put(Layout::MAGIC_AT, Layout::MAGIC);
        Ok(Self { words, layout, ranks: of_ranks, processes, segment })
    }

    /// Opens the block that another process made.
    pub(super) fn open(id: u64, maker: Identity, descriptor: RawFd) -> io::Result<Self> {
        let segment = Segment::of_process(maker.pid, descriptor)?;
        let head = Words::new(&segment, Layout::ATTACHED + 1)?;
        let get = |words: &Words, index: usize| words.word(index).load(Acquire);
        if get(&head, Layout::MAGIC_AT) != Layout::MAGIC || get(&head, Layout::ID) != id {
            return Err(wrong());
        }
        let layout = Layout::new(get(&head, Layout::RANKS), get(&head, Layout::PROCESSES)).ok_or_else(wrong)?;
        // Refused if the segment is shorter.
        let words = Words::new(&segment, layout.words())?;
        let number = |index: usize| usize::try_from(get(&words, index)).unwrap_or(usize::MAX);
        let ranks: Vec<usize> = (0..layout.ranks).map(|rank| number(layout.rank(rank))).collect();
        if ranks.iter().any(|process| *process >= layout.processes) {
            return Err(wrong());
        }
        let process = |place: usize| {
            let at = layout.process(place);
            let pid = u32::try_from(get(&words, at)).ok()?;
            let memory = RawFd::try_from(get(&words, at + 2)).ok()?;
            Some(Process { identity: Identity { pid, start: get(&words, at + 1) }, memory })
        };
        let processes: Option<Vec<Process>> = (0..layout.processes).map(process).collect();
        Ok(Self { ranks, processes: processes.ok_or_else(wrong)?, words, layout, segment })
    }

    /// The descriptor that other processes open.
    pub(super) fn descriptor(&self) -> RawFd {
        self.segment.descriptor()
    }
}

fn wrong() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "no control block of this communicator")
}
