//! ZeRO: the optimizer's state, shared out over the ranks.
//!
//! Mixed-precision Adam needs 16 bytes a parameter on every device. Stage 1 keeps the 12 bytes of fp32 state (master weights and
//! two moments) only for the rank's own 1/N of the parameters: 4 + 12/N bytes.

#![forbid(unsafe_code)]

mod bucket;
mod layout;
mod memory;
mod stage1;
mod working;

pub use layout::{Bucket, Layout, LayoutOptions, Tensor};
pub use memory::Memory;
pub use stage1::Stage1;
pub use working::Working;
