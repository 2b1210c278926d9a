//! What crosses the border of a process: memory without a name, waits in it, the lives of other processes, forks, and its own end.

mod at_end;
mod fork;
mod futex;
mod holders;
mod identity;
pub(crate) mod interfaces;
mod segment;
mod words;

pub(crate) use at_end::at_end;
pub(crate) use fork::{is_forked, refuse_forked, watch_forks};
pub(crate) use holders::{HOLDER_WORDS, Held, Holder, Holders};
pub(crate) use identity::{Identity, Life};
pub(crate) use segment::{HUGE_PAGE, Mapping, Segment};
pub(crate) use words::Words;
