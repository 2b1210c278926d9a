//! Queues between the host and the device, and channels of tensors over them.
//!
//! A queue holds messages in order. Routes between queues forward: what is put into the one comes out of the others. As on a
//! host with a real device, messages are copied in and out, and the functions of shared buffers are not supported.

mod channel;
pub(crate) mod channel_abi;
mod dataset;
mod item;
pub(crate) mod item_abi;
mod parameter;
mod queue;
pub(crate) mod queue_abi;
mod route;
pub(crate) mod route_abi;
