//! Communicators whose ranks live in several processes.
//!
//! Each process keeps the whole of what the ranks share, as it does when all are its own, and the processes tell each other what
//! their ranks do: calls, withdrawals, ends, in one *log* each. So every process knows what every rank asks for, decides alike, and
//! can name the rank that is at fault. What must be decided once for all is in a *slot* of the control block for each operation:
//! how many streams have come, which parts of the work are taken, which are done.
//!
//! The stream that comes last opens the work; its process starts, and the others help with what is long, as many threads as the
//! machine has cores. All memory of all ranks is mapped in every process, so each byte is moved once. A thread of each process,
//! which is no worker, is rung when something has changed, and lets the streams of its process go on.

mod bridge;
mod control;
mod course;
mod knowledge;
mod layout;
mod log;
mod message;
mod peers;
mod pending;
mod place;
mod progress;
mod running;
mod slot;
mod waits;
mod wire;

pub(super) use bridge::{Bridge, own};
pub(super) use control::Process;
pub(crate) use waits::{said_by_peers, uncalled};
