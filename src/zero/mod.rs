//! ZeRO: the optimizer's state, shared out over the ranks.
//!
//! Mixed-precision Adam needs 16 bytes a parameter on every device. Stage 1 keeps the 12 bytes of fp32 state (master weights and
//! two moments) only for the rank's own 1/N of the parameters: 4 + 12/N bytes.
//!
//! Read [`layout`] first: it says where every parameter lies, and everything else asks it. What a rank allocates, in every stage,
//! is in [`allocations`] and [`Slots`]; [`mod@plan`] counts it.

#![forbid(unsafe_code)]

mod books;
mod bucket;
pub mod layout;
mod memory;
pub mod plan;
mod slots;
mod stage1;
mod working;

pub use books::{Accumulation, Allocation, Kind, Setup, Stage, allocations};
pub use layout::{Dtype, Group, Layout, LayoutOptions, Parameter};
pub use memory::Memory;
pub use plan::{Model, Plan, PlanOptions, plan};
pub use slots::{Slot, Slots};
pub use stage1::Stage1;
pub use working::Working;
