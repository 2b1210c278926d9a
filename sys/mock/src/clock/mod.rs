//! The modelled clock: how long operations take on a real device, by profiles of its parts.

mod ask;
mod collective;
mod cost;
mod group;
mod profile;
mod steps;

pub use ask::{collective_time, operation_time};
