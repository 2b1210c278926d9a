//! ZeRO: the state of training, shared out over the ranks.
//!
//! Mixed-precision Adam needs 16 bytes a parameter on every device. What a rank keeps only 1/N of is the stage:
//!
//! | | optimizer's states | gradients | parameters | bytes a parameter |
//! |---|---|---|---|---|
//! | [`Stage::One`] | shard | full | full | 4 + 12/N |
//! | [`Stage::Two`] | shard | shard | full | 2 + 14/N |
//! | [`Stage::Three`] | shard | shard | shard | 16/N |
//!
//! and, in stages 2 and 3, what is on its way: see [`Slots`]. Read [`layout`] first: it says where every parameter lies, and everything
//! else asks it. What a rank allocates, in every stage, is in [`allocations`]; [`mod@plan`] counts it, and [`Engine`] trains with it.

#![forbid(unsafe_code)]

mod books;
mod engine;
pub mod layout;
mod memory;
pub mod plan;
mod slots;

pub use books::{Accumulation, Allocation, Kind, Setup, Stage, allocations};
pub use engine::{Backward, Blame, Engine, EngineOptions, Forward, Outcome, PendingStep, StepReport, View, Working};
pub use layout::{Dtype, Group, Layout, LayoutOptions, Parameter};
pub use memory::Memory;
pub use plan::{Model, Plan, PlanOptions, plan};
pub use slots::{Slot, Slots};
