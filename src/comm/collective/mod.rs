//! The collectives, by what they do with the data.
//!
//! All are queued on the communicator's stream, ordered by the buffers they read and write. Counts, types and roots are checked
//! before the call. What cannot be checked here is that all ranks ask for the same: they must issue the same collectives, in the
//! same order, with the same lengths.
//!
//! Each file wraps the C functions that its methods name.

mod arguments;
mod barrier;
mod batch;
mod call;
mod exchange;
mod first;
mod gather;
mod pair;
mod parts;
mod reduce;
mod support;
mod unequal;

pub use batch::Batch;
pub(super) use call::Kind;
pub use parts::Parts;
pub use reduce::Reduction;
