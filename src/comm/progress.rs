//! What every rank did last: for people who look for the one that the others wait for.

use std::fmt;

use super::collective::Kind;
use super::group::{Group, Member};
use super::record::{Noted, Phase};
use crate::dtype;

/// What the ranks of this process that are in communicators did last, at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// One entry for each rank of each communicator, in the order that the communicators were made.
    pub ranks: Vec<RankProgress>,
}

/// What one rank did last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankProgress {
    /// The communicator's name.
    pub communicator: String,
    /// Number of its ranks, those of other processes too.
    pub size: u32,
    /// The rank.
    pub rank: u32,
    /// The rank's device.
    pub device: u32,
    /// Its last operation; `None` before the first.
    pub last: Option<LastOperation>,
    /// Which communicator it is, in this process.
    pub(super) group: u64,
}

/// A rank's last operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastOperation {
    /// Counts the rank's operations on the communicator from 1: ranks that are in step have the same.
    pub number: u64,
    /// The C function.
    pub function: &'static str,
    /// Elements as the function counts them; of a batch its transfers.
    pub count: u64,
    /// The usual name of their type.
    pub element: &'static str,
    /// The root, or the other rank of a transfer.
    pub peer: Option<u32>,
    /// How far it has come.
    pub state: OperationState,
}

/// How far an operation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationState {
    /// Its thread waits for the first use of the operation by other ranks of this process.
    Meeting,
    /// Its thread is inside the library.
    Calling,
    /// It is queued and not done: it, or something before it on its stream.
    Queued,
    /// It is done.
    Done,
    /// It was refused, failed or was stopped.
    Failed,
}

impl Progress {
    /// What the ranks of this process did last. Blocks no rank.
    pub fn now() -> Self {
        let of_group = |group: std::sync::Arc<Group>| {
            let ranks = group.members().into_iter().map(|member| of_member(&group, &member)).collect::<Vec<_>>();
            ranks.into_iter()
        };
        Self { ranks: Group::all().into_iter().flat_map(of_group).collect() }
    }
}

fn of_member(group: &Group, member: &Member) -> RankProgress {
    RankProgress {
        communicator: group.name().to_owned(),
        size: group.size,
        rank: member.rank,
        device: member.device_id.unsigned_abs(),
        last: member.record.read().map(|noted| LastOperation {
            number: noted.number,
            function: noted.kind.function(),
            count: noted.count,
            element: if noted.kind == Kind::Barrier { "" } else { dtype::name(noted.element) },
            peer: noted.peer,
            state: state(member, noted),
        }),
        group: group.id,
    }
}

fn state(member: &Member, noted: Noted) -> OperationState {
    match noted.phase {
        Phase::Meeting => OperationState::Meeting,
        Phase::Calling => OperationState::Calling,
        Phase::Failed => OperationState::Failed,
        Phase::Queued if member.stream.is_done(noted.sequence) => OperationState::Done,
        Phase::Queued => {
            let Some(device) = member.device.upgrade() else { return OperationState::Failed };
            let asked = device.enter().and_then(|_context| member.stream.poll(&device, noted.sequence));
            match asked {
                Ok(true) => OperationState::Done,
                Ok(false) => OperationState::Queued,
                Err(_) => OperationState::Failed,
            }
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ranks.is_empty() {
            return f.write_str("no rank of this process is in a communicator");
        }
        let mut rest = self.ranks.as_slice();
        let mut separator = "";
        while let Some(first) = rest.first() {
            let (here, others) = rest.split_at(rest.iter().take_while(|other| other.group == first.group).count());
            rest = others;
            write!(f, "{separator}communicator {} of {} ranks", first.communicator, first.size)?;
            separator = "\n";
            for rank in here {
                write!(f, "\n  {rank}")?;
            }
            let elsewhere: Vec<u32> =
                (0..first.size).filter(|rank| here.iter().all(|other| other.rank != *rank)).collect();
            if !elsewhere.is_empty() {
                write!(f, "\n  ranks {elsewhere:?}: ended, or of other processes")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for RankProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} on device {}: ", self.rank, self.device)?;
        let Some(last) = &self.last else { return f.write_str("nothing yet") };
        write!(f, "{} (number {}", last.function, last.number)?;
        if !last.element.is_empty() {
            write!(f, ", {} x {}", last.count, last.element)?;
        }
        if let Some(peer) = last.peer {
            write!(f, ", with rank {peer}")?;
        }
        f.write_str(match last.state {
            OperationState::Meeting => ") waits for the other ranks' first use",
            OperationState::Calling => ") is inside the library",
            OperationState::Queued => ") is queued and not done",
            OperationState::Done => ") is done",
            OperationState::Failed => ") failed",
        })
    }
}
