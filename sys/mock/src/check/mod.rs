//! Checks: what a program does wrong, and a real device would not tell.

mod abroad;
mod clock;
mod collectives;
mod conflict;
mod deadlock;
mod far;
mod finding;
mod leaks;
mod memory;
mod operation;
mod order;
mod outside;
mod pinned;
mod shadow;
mod site;
mod switch;
mod told;
mod touch;
mod turns;

pub(crate) use abroad::{BOARD_BYTES, BOARD_FREE, BOARD_HEAD, reached_abroad};
pub(crate) use clock::Clock;
pub(crate) use collectives::{Ask, asking, mismatched, overlapped};
pub(crate) use deadlock::{holds, look as look_for_deadlocks, note_thread};
pub(crate) use far::{Known, TABLE_WORDS};
pub use finding::{Finding, FindingKind, Operation, findings, take_findings, take_findings_of};
pub(crate) use leaks::{Thing, calling, device_is_reset, gone, made};
pub(crate) use memory::{looking_for, misused};
pub(crate) use operation::{Begun, Origin, begin, queued};
pub(crate) use order::{
    ended, forgotten, found, host_acted, host_begins, host_waited, host_waited_for, met, raised, reached, waited,
};
pub(crate) use outside::{found_in, host_found_in, learned, moved_to, told_in};
pub(crate) use pinned::dropped;
pub(crate) use site::Site;
pub use switch::Checks;
pub(crate) use switch::{follows, looks_for_deadlocks, watches_pinned};
pub(crate) use told::{put_text, take_text};
pub(crate) use touch::{given, taken, touched, touched_by_host, trusted};
pub(crate) use turns::Turns;
