//! Streams and events at the C interface.

pub(crate) mod abi;
pub(crate) mod attribute_abi;
mod event;
pub(crate) mod event_abi;
mod handle;
pub(crate) mod ipc_event;
mod registry;
mod state;
mod traits;

pub(crate) use abi::limit;
pub(crate) use handle::Registry;
pub(crate) use registry::{Stream, abort_device, adopt_default, end_context, find, is_busy, of_any, of_current};
pub(crate) use traits::{GREATEST_PRIORITY, LEAST_PRIORITY};
