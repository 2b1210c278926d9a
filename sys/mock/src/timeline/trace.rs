//! The trace event format: one JSON object with a list of events, each with its phase, its time in microseconds, its process,
//! which is a device here, and its thread, which is a stream.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::collect::{Collected, Memory, Ran};
use super::host;

/// Microseconds, as the format has them.
pub(super) fn microseconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e3
}

/// All that was collected, as one trace.
pub(super) fn trace(collected: &Collected, is_modelled: bool) -> Value {
    let mut timed: Vec<(u64, Value)> = Vec::new();
    let mut streams: BTreeMap<(i32, u64), i32> = BTreeMap::new();
    for ran in &collected.operations {
        streams.insert((ran.device, ran.queue), ran.stream);
        timed.push((ran.span.start, operation(ran)));
    }
    for (number, ran) in collected.operations.iter().enumerate() {
        timed.extend(flow(number, ran));
    }
    timed.extend(host::events(&collected.told));
    timed.extend(collected.memory.iter().map(|memory| (memory.time, counter(*memory))));
    // Of equal times the order stays: an operation comes before the arrows that begin or end in it.
    timed.sort_by_key(|(time, _)| *time);
    let devices = streams.keys().map(|(device, _)| *device).chain(collected.memory.iter().map(|memory| memory.device));
    let names: BTreeMap<i32, Value> = devices.map(|device| (device, name_of_device(device))).collect();
    let tracks = streams.iter().flat_map(|(&(device, queue), &stream)| names_of_stream(device, queue, stream));
    let events: Vec<Value> = names
        .into_values()
        .chain(tracks)
        .chain(host::names(&collected.told))
        .chain(timed.into_iter().map(|(_, event)| event))
        .collect();
    json!({
        "displayTimeUnit": "ns",
        "otherData": {
            "process": std::process::id(),
            "soc": crate::device::soc().name,
            "clock": if is_modelled { "model" } else { "real" },
            "left_out": collected.left_out,
        },
        "traceEvents": events,
    })
}

fn name_of_device(device: i32) -> Value {
    metadata("process_name", device, 0, json!({ "name": format!("device {device}") }))
}

fn names_of_stream(device: i32, queue: u64, stream: i32) -> [Value; 2] {
    [
        metadata("thread_name", device, queue, json!({ "name": format!("stream {stream}") })),
        metadata("thread_sort_index", device, queue, json!({ "sort_index": stream })),
    ]
}

pub(super) fn metadata(name: &str, device: i32, queue: u64, arguments: Value) -> Value {
    json!({ "ph": "M", "name": name, "pid": device, "tid": queue, "ts": 0, "args": arguments })
}

fn operation(ran: &Ran) -> Value {
    let kind = format!("{:?}", ran.kind);
    json!({
        "ph": "X",
        "name": ran.name,
        "cat": kind,
        "pid": ran.device,
        "tid": ran.queue,
        "ts": microseconds(ran.span.start),
        "dur": microseconds(ran.span.end.saturating_sub(ran.span.start)),
        "args": { "kind": kind, "number": ran.number, "bytes": ran.span.bytes },
    })
}

/// The arrow from what an operation waited for, or from the first stream of a collective.
fn flow(number: usize, ran: &Ran) -> Vec<(u64, Value)> {
    let Some(after) = ran.span.after else { return Vec::new() };
    let name = if after.is_collective { "collective" } else { "event" };
    let end = |phase: &str, device: i32, queue: u64, time: u64| {
        let mut event = json!({
            "ph": phase,
            "name": name,
            "cat": "order",
            "id": number + 1,
            "pid": device,
            "tid": queue,
            "ts": microseconds(time),
        });
        // It ends in the operation that its time is in, not at the next one.
        if let (Some(event), "f") = (event.as_object_mut(), phase) {
            event.insert("bp".to_owned(), json!("e"));
        }
        (time, event)
    };
    let reached = ran.span.start.max(after.time).min(ran.span.end);
    vec![end("s", after.device, after.queue, after.start.min(reached)), end("f", ran.device, ran.queue, reached)]
}

fn counter(Memory { device, time, bytes }: Memory) -> Value {
    json!({
        "ph": "C",
        "name": "device memory",
        "pid": device,
        "tid": 0,
        "ts": microseconds(time),
        "args": { "bytes": bytes },
    })
}
