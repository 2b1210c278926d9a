//! The plan of an operation: from all ranks' calls and memory to parts that can be done in any order, by any worker.
//!
//! A plan knows nothing of streams, of waiting, or of where a rank lives. It is given one region of memory for each buffer, wherever
//! that is mapped here, and it gives back *segments*: stretches of memory that are worked alike. A segment either reduces its inputs,
//! in their order, into its outputs, or copies its one input to them. Segments are cut into parts of about a cache's size.

mod copying;
mod order;
mod reducing;
mod segment;

pub(super) use order::Reducing;
pub(super) use segment::Plan;

#[cfg(test)]
mod tests;
