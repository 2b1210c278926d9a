//! The modelled clock: how long operations take on a real device, by profiles of its parts.

mod abroad;
mod ask;
mod collective;
mod cost;
mod course;
mod group;
mod host;
mod links;
mod meeting;
mod merge;
mod mode;
mod profile;
mod steps;
mod uses;
mod work;

pub use ask::{collective_time, operation_time};
pub(crate) use collective::{Asked, Collective};
pub use course::modelled_now;
pub(crate) use course::{
    Begun, Call, Point, Span, begin, called, changed, changed_at, end, ended, found, found_at, host_acted, host_acts,
    host_sees, host_sees_at, host_sees_idle, host_waited, host_waited_for, host_waited_until, made, now, passing,
    stamp, touched, waited, worked,
};
pub(crate) use host::{host_did, together};
pub(crate) use links::changes;
pub(crate) use meeting::{alone, met, met_elsewhere};
pub use mode::Clock;
pub(crate) use mode::{follows, is_dry, models};
pub(crate) use work::{Told, modelled, told};
pub use work::{Work, model_kernel};

use uses::MILLION;
