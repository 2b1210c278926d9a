//! Notifies: bits of a device that streams of any device set and wait for.

mod pool;

pub(crate) use pool::{NotifyPool, RawNotify};
