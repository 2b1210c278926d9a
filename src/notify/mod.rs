//! Notifies: bits of a device that streams of any device, and of other processes, set and wait for.

mod handle;
mod key;
mod pool;

pub use handle::Notify;
pub(crate) use key::KEY_BYTES;
pub use key::{Importers, IpcKey};
pub(crate) use pool::{NotifyPool, RawNotify, destroy};
