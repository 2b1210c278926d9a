//! Collectives: communicators, and worlds of ranks.

mod collective;
mod communicator;
mod root;
mod world;

pub use collective::{Batch, Parts, Reduction};
pub use communicator::Communicator;
pub use root::RootInfo;
pub use world::{Rank, World};
