//! What makes calls of different ranks one operation: HCCL has no tags, so it is their order.

use crate::exec::Kind;

/// Calls that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Lane {
    /// The collective operations of all ranks.
    All,
    /// What one rank sends to another; a batch counts apart from single calls.
    Pair { batch: bool, from: u32, to: u32 },
    /// What a rank sends to itself.
    Own { rank: u32 },
}

/// One operation: the `sequence`-th of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Counts the resumptions: after one, all lanes start anew.
    pub(super) epoch: u64,
    pub(super) lane: Lane,
    pub(super) sequence: u64,
}

/// Links between ranks, which the first call that needs them builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Link {
    Kind(Kind),
    Pair(Lane),
}

impl Lane {
    /// The ranks that take part, the sender of a pair first.
    pub(super) fn members(self, size: u32) -> Vec<u32> {
        match self {
            Self::All => (0..size).collect(),
            Self::Pair { from, to, .. } => vec![from, to],
            Self::Own { rank } => vec![rank],
        }
    }

    /// The links that an operation of this lane needs.
    pub(super) fn link(self, kind: Kind) -> Link {
        match (self, kind) {
            // A barrier is an all-reduce of a few elements.
            (Self::All, Kind::Barrier) => Link::Kind(Kind::AllReduce),
            (Self::All, kind) => Link::Kind(kind),
            (pair, _) => Link::Pair(pair),
        }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.lane {
            Lane::All => write!(f, "operation {}", self.sequence),
            Lane::Pair { batch, from, to } => {
                let what = if batch { "batched transfer" } else { "transfer" };
                write!(f, "{what} {} from rank {from} to rank {to}", self.sequence)
            }
            Lane::Own { rank } => write!(f, "copy {} of rank {rank}", self.sequence),
        }
    }
}
