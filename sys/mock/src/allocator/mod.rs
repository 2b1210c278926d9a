//! Allocators of the program, which libraries above the runtime are to use for work on a stream.
//!
//! The runtime itself keeps them and gives them out again; it never calls them.

pub(crate) mod abi;
mod description;
