//! Graphs: operations that are captured from streams instead of being queued, and run together later.
//!
//! A capture begins on one stream. What is submitted there becomes a node of the graph. Another stream joins when it waits for an
//! event that was recorded in the capture, and must be joined back to the first, by an event, before the capture ends. An event
//! that was recorded in a capture has no time and cannot be waited for by the host.
//!
//! A graph can be built as well: streams are bound to it, and what is submitted to them becomes nodes. There it can jump to
//! labels.
//!
//! Running a graph submits the nodes again: those of the first stream to the stream that runs the graph, those of each other to
//! a queue of its own, with fresh records between them. A fault of a node is one of the graph.

pub(crate) mod abi;
mod bound;
mod build;
mod capture;
mod label;
pub(crate) mod label_abi;
mod mode;
mod model;
mod print;
mod run;

use capture::is_bound;
pub(crate) use capture::{
    add_outside, check_capturing, check_event, check_runs_now, check_stream, intercept, is_capturing,
};
pub(crate) use mode::{check_immediate, check_turned_immediate};
