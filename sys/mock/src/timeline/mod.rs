//! The timeline of a run: what ran on each stream and when, for the viewers of Chrome and Perfetto.

mod collect;
mod file;
mod host;
mod trace;

pub(crate) use collect::{Ran, Shape, Told, is_on, memory, operation, told};
pub(crate) use file::finish;
pub use file::write_timeline;
