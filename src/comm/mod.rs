//! Collectives: communicators, and worlds of ranks.

mod abort;
mod collective;
mod communicator;
mod ending;
mod from_table;
mod group;
mod launch;
mod limit;
mod make;
mod memory;
mod options;
mod part;
mod progress;
mod rank_table;
mod record;
mod root;
mod watchdog;
mod world;

pub use abort::AbortHandle;
pub use collective::{Batch, Parts, Reduction};
pub use communicator::Communicator;
pub use launch::Launch;
pub use options::{CommunicatorOptions, Determinism};
pub use progress::{LastOperation, OperationState, Progress, RankProgress};
pub use root::RootInfo;
pub use watchdog::{OnStall, Watchdog};
pub use world::{Rank, World};
