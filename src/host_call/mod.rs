//! Functions of the host that a stream calls in its order.

mod call;
mod within;

pub use call::HostCall;
pub(crate) use within::is_within;
