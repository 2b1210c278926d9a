//! What a call may ask for: the argument checks, in the library's order.

mod arguments;
mod buffers;
mod support;

pub(super) use arguments::{count, needed, not_null, null, para, rank, root};
pub(super) use buffers::{buffers, is_in_place};
pub(super) use support::{Generation, generation, support};
