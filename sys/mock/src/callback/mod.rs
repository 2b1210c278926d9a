//! Host functions in stream order.

pub(crate) mod abi;
mod call;
mod subscription;

pub(crate) use subscription::forget;
