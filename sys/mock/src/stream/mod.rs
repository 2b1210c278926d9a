//! Streams, events and host callbacks at the C interface.

pub(crate) mod abi;
mod event;
pub(crate) mod event_abi;
mod handle;
mod registry;

pub(crate) use handle::Registry;
pub(crate) use registry::{end_context, of_current};
