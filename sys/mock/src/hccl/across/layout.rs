//! Where things are in the control block of a communicator: a segment of words that all its processes map.
//!
//! ```text
//! header | ranks | processes | logs, one of each process | slots, some of each lane
//! ```
//! The block is sparse: a lane or a log that is never used costs nothing.

use crate::hccl::key::Lane;

/// The most ranks of a communicator of several processes.
const MAX_RANKS: usize = 1024;
const HEADER: usize = 16;
const PER_RANK: usize = 2;
const PER_PROCESS: usize = 4;
/// Operations of a lane that can be under way at once. More wait for their turn.
pub(super) const DEPTH: u64 = 32;
/// Words of a cache line: what different processes write at once lies on different ones.
const LINE: usize = 8;

/// The indices of all words, told by the number of ranks and of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) ranks: usize,
    pub(super) processes: usize,
}

impl Layout {
    pub(super) const MAGIC_AT: usize = 0;
    pub(super) const MAGIC: u64 = u64::from_le_bytes(*b"asc-comm");
    pub(super) const ID: usize = 1;
    pub(super) const RANKS: usize = 2;
    pub(super) const PROCESSES: usize = 3;
    /// Ranks that have opened the block.
    pub(super) const ATTACHED: usize = 8;

    /// `None` for numbers that no communicator has.
    pub(super) fn new(ranks: u64, processes: u64) -> Option<Self> {
        let ranks = usize::try_from(ranks).ok().filter(|ranks| (1..=MAX_RANKS).contains(ranks))?;
        let processes = usize::try_from(processes).ok().filter(|processes| (1..=ranks).contains(processes))?;
        Some(Self { ranks, processes })
    }

    /// A rank's process, and after it its device.
    pub(super) fn rank(self, rank: usize) -> usize {
        HEADER + rank * PER_RANK
    }

    /// A process's number, and after it its start, the descriptor of its device memory, and whether it follows what its streams know.
    pub(super) fn process(self, process: usize) -> usize {
        self.rank(self.ranks) + process * PER_PROCESS
    }

    /// Words of a log's ring: several of the largest calls, whose counts are a matrix of all ranks, or whose buffers lie in many parts.
    pub(super) fn ring(self) -> usize {
        ((self.ranks * self.ranks + self.ranks * 4 + 64) * 8).next_power_of_two().max(1 << 15)
    }

    /// The words of a process's log: how far it is written, then, a line each, how far each process has read it, then the ring.
    pub(super) fn log(self, process: usize) -> usize {
        let first = self.process(self.processes).next_multiple_of(LINE);
        first + process * (LINE + self.processes * LINE + self.ring())
    }

    pub(super) fn read_by(self, log: usize, process: usize) -> usize {
        self.log(log) + LINE + process * LINE
    }

    pub(super) fn ring_of(self, log: usize) -> usize {
        self.log(log) + LINE + self.processes * LINE
    }

    fn per_slot(self) -> usize {
        (LINE * 3 + self.processes).next_multiple_of(LINE)
    }

    /// The number of a lane that ranks of several processes share.
    pub(super) fn lane(self, lane: Lane) -> usize {
        match lane {
            Lane::All | Lane::Own { .. } => 0,
            Lane::Pair { batch, from, to } => {
                let pair = usize::from(batch) * self.ranks * self.ranks + from as usize * self.ranks + to as usize;
                // What another process names is checked before, so this is for nobody.
                1 + pair.min(self.lanes() - 2)
            }
        }
    }

    /// The slot of an operation of a lane.
    pub(super) fn slot(self, lane: usize, sequence: u64) -> usize {
        let place = usize::try_from(sequence % DEPTH).unwrap_or(0);
        self.log(self.processes) + (lane * DEPTH as usize + place) * self.per_slot()
    }

    /// Lanes: one of all ranks, and two of each pair, for single transfers and for batches.
    pub(super) fn lanes(self) -> usize {
        1 + 2 * self.ranks * self.ranks
    }

    pub(super) fn words(self) -> usize {
        self.slot(self.lanes(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps() {
        let layout = Layout::new(5, 3).into_iter().next();
        let Some(layout) = layout else { return assert!(layout.is_some()) };
        let mut marks = vec![layout.rank(0), layout.rank(4), layout.process(0), layout.process(2)];
        for log in 0..3 {
            marks.push(layout.log(log));
            marks.extend((0..3).map(|process| layout.read_by(log, process)));
            marks.push(layout.ring_of(log));
            marks.push(layout.ring_of(log) + layout.ring() - 1);
        }
        for lane in 0..layout.lanes() {
            marks.extend((0..DEPTH).map(|sequence| layout.slot(lane, sequence)));
        }
        marks.push(layout.words());
        assert!(marks.is_sorted_by(|left, right| left < right), "{marks:?}");
        assert!(Layout::new(0, 1).is_none() && Layout::new(2, 3).is_none());
    }
}
