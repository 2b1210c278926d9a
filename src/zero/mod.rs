//! ZeRO: the optimizer's state, shared out over the ranks.
//!
//! Mixed-precision Adam needs 16 bytes a parameter on every device. Stage 1 keeps the 12 bytes of fp32 state (master weights and
//! two moments) only for the rank's own 1/N of the parameters: 4 + 12/N bytes.
//!
//! Read [`layout`] first: it says where every parameter lies, and everything else asks it.

#![forbid(unsafe_code)]

mod bucket;
pub mod layout;
mod memory;
mod stage1;
mod working;

pub use layout::{Dtype, Group, Layout, LayoutOptions, Parameter};
pub use memory::Memory;
pub use stage1::Stage1;
pub use working::Working;
