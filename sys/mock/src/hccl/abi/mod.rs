//! The C functions.

mod asking;
mod equal;
mod making;
mod memory;
mod pairs;
mod pointers;
mod unequal;

pub(crate) use asking::*;
pub(crate) use equal::*;
pub(crate) use making::*;
pub(crate) use memory::*;
pub(crate) use pairs::*;
pub(crate) use unequal::*;
