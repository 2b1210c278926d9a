//! Numeric overflow: what it gives, and whether it came.

pub(crate) mod abi;
