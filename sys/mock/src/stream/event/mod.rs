//! Events of the three families.
//!
//! - *Reusable* (`aclrtCreateEventExWithFlag`): each record is a new point; a wait keeps the point it was queued after, and one
//!   before any record is nothing.
//! - *Legacy* (`aclrtCreateEvent`): as the first, but a wait before any record is refused, and a hardware event is taken at the
//!   first record.
//! - *Flag* (`aclrtCreateEventWithFlag`): with `ACL_EVENT_SYNC` a flag of the hardware, taken at creation. A record raises it, a
//!   wait passes while it is up, and only a reset takes it down: a wait that is queued after a second record without a reset may
//!   pass at once, as on the device.

mod ask;
mod checks;
mod create;
mod object;
mod record;
mod time;
mod wait;

pub(super) use ask::{available, id, is_complete, is_recorded, synchronize, waits_are_over};
pub(super) use checks::unsupported;
pub(super) use create::{adopt, create, destroy};
pub(super) use object::{Family, find};
pub(super) use record::{record, reset};
pub(super) use time::{elapsed, timestamp};
pub(super) use wait::stream_wait;
