//! The rules of the trace event format.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::program::timeline;

/// The process of host threads.
pub const HOST: u64 = 1 << 20;

/// Device and stream.
pub type Track = (u64, u64);

pub fn events(trace: &Value) -> &[Value] {
    trace["traceEvents"].as_array().unwrap()
}

pub fn of_phase<'a>(trace: &'a Value, phase: &str) -> Vec<&'a Value> {
    events(trace).iter().filter(|event| event["ph"] == phase).collect()
}

pub fn track(event: &Value) -> Track {
    (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap())
}

fn nanoseconds(time: &Value) -> u64 {
    (time.as_f64().unwrap() * 1e3).round() as u64
}

/// When an operation starts and ends.
pub fn span(event: &Value) -> (u64, u64) {
    let start = nanoseconds(&event["ts"]);
    (start, start + nanoseconds(&event["dur"]))
}

/// The operations of each track, in the order of their times.
pub fn tracks(trace: &Value) -> BTreeMap<Track, Vec<&Value>> {
    let mut tracks: BTreeMap<Track, Vec<&Value>> = BTreeMap::new();
    for event in of_phase(trace, "X") {
        tracks.entry(track(event)).or_default().push(event);
    }
    tracks.values_mut().for_each(|events| events.sort_by_key(|event| span(event)));
    tracks
}

/// The arrows: where they start and where they end.
pub fn arrows(trace: &Value) -> Vec<(&Value, &Value)> {
    let mut ends: BTreeMap<u64, (Vec<&Value>, Vec<&Value>)> = BTreeMap::new();
    for event in of_phase(trace, "s") {
        ends.entry(event["id"].as_u64().unwrap()).or_default().0.push(event);
    }
    for event in of_phase(trace, "f") {
        ends.entry(event["id"].as_u64().unwrap()).or_default().1.push(event);
    }
    let both = ends.into_values().map(|(from, to)| match (&from[..], &to[..]) {
        (&[from], &[to]) => (from, to),
        _ => unreachable!("an arrow has one start and one end: {from:?} {to:?}"),
    });
    both.collect()
}

/// The operation of its track that an end of an arrow lies in.
pub fn operation_at<'a>(tracks: &BTreeMap<Track, Vec<&'a Value>>, end: &Value) -> &'a Value {
    let time = nanoseconds(&end["ts"]);
    let inside = |event: &&&Value| (span(event).0..=span(event).1).contains(&time);
    tracks[&track(end)].iter().rfind(inside).unwrap()
}

fn check(trace: &Value) {
    for event in events(trace) {
        assert!(event["ph"].is_string() && event["name"].is_string(), "{event}");
        assert!(event["ts"].is_number() && event["pid"].is_u64() && event["tid"].is_u64(), "{event}");
        assert!(["M", "X", "s", "f", "C", "i", "b", "e"].contains(&event["ph"].as_str().unwrap()), "{event}");
    }
    let tracks = tracks(trace);
    for event in of_phase(trace, "i") {
        assert_eq!(event["s"], "t", "{event}");
    }
    for events in tracks.iter().filter(|(track, _)| track.0 == HOST).map(|(_, events)| events) {
        for (place, event) in events.iter().enumerate() {
            let (start, end) = span(event);
            let cut = |other: &&&Value| (start + 1..end).contains(&span(other).0) && span(other).1 > end;
            let found = events[place + 1..].iter().find(cut);
            assert_eq!(found, None, "ranges of a thread lie in each other or apart: {event}");
        }
    }
    let tracks: BTreeMap<Track, Vec<&Value>> = tracks.into_iter().filter(|(track, _)| track.0 != HOST).collect();
    for operations in tracks.values() {
        for pair in operations.windows(2) {
            assert!(span(pair[0]).1 <= span(pair[1]).0, "operations of a track overlap: {} {}", pair[0], pair[1]);
        }
    }
    for (from, to) in arrows(trace) {
        assert_eq!((from["name"].as_str(), from["cat"].as_str()), (to["name"].as_str(), to["cat"].as_str()));
        assert_eq!(to["bp"], "e");
        assert!(from["ts"].as_f64() <= to["ts"].as_f64(), "{from} {to}");
        operation_at(&tracks, from);
        operation_at(&tracks, to);
    }
    let names = |name: &str| -> Vec<Track> {
        let named = of_phase(trace, "M").into_iter().filter(|event| event["name"] == name).map(track);
        named.filter(|track| track.0 != HOST).collect()
    };
    let devices: BTreeSet<u64> = tracks.keys().map(|(device, _)| *device).collect();
    assert_eq!(names("thread_name"), tracks.keys().copied().collect::<Vec<_>>());
    assert_eq!(names("process_name").into_iter().map(|(device, _)| device).collect::<BTreeSet<_>>(), devices);
    let times: Vec<_> = events(trace).iter().map(|event| nanoseconds(&event["ts"])).collect();
    assert!(times.is_sorted(), "viewers read faster what is in order");
}

#[test]
fn a_timeline_of_real_times_keeps_the_rules() {
    let trace = timeline(&[]);
    assert_eq!(trace["otherData"]["clock"], "real");
    check(&trace);
}

#[test]
fn a_timeline_of_modelled_times_keeps_the_rules() {
    for seed in ["1", "2", "3"] {
        let trace = timeline(&[("ASCEND_MOCK_CLOCK", "model"), ("ASCEND_MOCK_SEED", seed)]);
        assert_eq!(trace["otherData"]["clock"], "model");
        check(&trace);
    }
}
