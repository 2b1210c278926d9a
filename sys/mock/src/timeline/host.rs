//! Marks and ranges of the program: a track for each host thread.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::collect::{Shape, Told};
use super::trace::{metadata, microseconds};

/// The process that host threads are shown in: the format has one list of numbers for these and the devices.
const HOST: i32 = 1 << 20;

/// The names of the tracks.
pub(super) fn names(told: &[Told]) -> Vec<Value> {
    let threads: BTreeSet<u32> = told.iter().map(|told| told.thread).collect();
    let host = (!threads.is_empty()).then(|| metadata("process_name", HOST, 0, json!({ "name": "host" })));
    let thread =
        |thread| metadata("thread_name", HOST, u64::from(thread), json!({ "name": format!("thread {thread}") }));
    host.into_iter().chain(threads.into_iter().map(thread)).collect()
}

/// What is shown, with its times. Of ranges that begin together the outer one comes first.
pub(super) fn events(told: &[Told]) -> Vec<(u64, Value)> {
    // An outer range ends later, and of those that end together it is the last that was told.
    let mut sorted: Vec<&Told> = told.iter().rev().collect();
    sorted.sort_by_key(|told| (told.start, Reverse(told.end)));
    sorted.into_iter().flat_map(event).collect()
}

fn event(told: &Told) -> Vec<(u64, Value)> {
    let Told { thread, text, start, end, shape } = told;
    let event = |phase: &str, time: u64, key: &str, value: Value| {
        let mut event = json!({
            "ph": phase,
            "name": text,
            "cat": "mark",
            "pid": HOST,
            "tid": thread,
            "ts": microseconds(time),
        });
        if let Some(event) = event.as_object_mut() {
            event.insert(key.to_owned(), value);
        }
        (time, event)
    };
    match shape {
        // Of a thread, not of all of them.
        Shape::Instant => vec![event("i", *start, "s", json!("t"))],
        Shape::Nested => vec![event("X", *start, "dur", json!(microseconds(end.saturating_sub(*start))))],
        Shape::Free(number) => {
            vec![event("b", *start, "id", json!(number)), event("e", *end, "id", json!(number))]
        }
    }
}
