//! What the timeline shows.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::format::{HOST, arrows, events, of_phase, operation_at, span, track, tracks};
use crate::program::{BYTES, RANKS, read, run, timeline};

const MODEL: (&str, &str) = ("ASCEND_MOCK_CLOCK", "model");

#[test]
fn every_operation_is_shown_with_its_stream_its_number_and_its_bytes() {
    shows_every_operation(&timeline(&[]));
}

#[test]
fn checks_add_nothing_to_the_bytes_of_an_operation() {
    shows_every_operation(&timeline(&[("ASCEND_MOCK_CHECK", "all")]));
}

fn shows_every_operation(trace: &Value) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for operation in of_phase(trace, "X").into_iter().filter(|event| event["pid"] != HOST) {
        *seen.entry(operation["name"].as_str().unwrap()).or_default() += 1;
        let bytes = operation["args"]["bytes"].as_u64().unwrap();
        match operation["args"]["kind"].as_str().unwrap() {
            "Fill" => assert_eq!(bytes, BYTES as u64),
            "AllReduce" => assert_eq!(bytes, 2 * BYTES as u64),
            "Mark" => assert_eq!(bytes, 0),
            kind => assert!(kind.starts_with("Event") && bytes == 0, "{operation}"),
        }
    }
    let wanted = ["HcclAllReduce", "aclrtMemsetAsync", "aclrtRecordEvent", "aclrtStreamWaitEvent", "begins"];
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), wanted);
    assert_eq!((seen["HcclAllReduce"], seen["aclrtMemsetAsync"]), (5 * RANKS, 5 * RANKS));
    for operations in tracks(trace).iter().filter(|(track, _)| track.0 != HOST).map(|(_, operations)| operations) {
        let numbers: Vec<_> =
            operations.iter().map(|operation| operation["args"]["number"].as_u64().unwrap()).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
    }
}

#[test]
fn arrows_lead_from_records_to_waits_and_join_the_ranks_of_a_collective() {
    let trace = timeline(&[MODEL]);
    let tracks = tracks(&trace);
    let mut sums = 0;
    let mut waits = 0;
    for (from, to) in arrows(&trace) {
        let (first, second) = (operation_at(&tracks, from), operation_at(&tracks, to));
        let names = (first["name"].as_str().unwrap(), second["name"].as_str().unwrap());
        match from["name"].as_str().unwrap() {
            "event" => {
                assert_eq!((names, track(first).0), (("aclrtRecordEvent", "aclrtStreamWaitEvent"), track(second).0));
                waits += 1;
            }
            _ => {
                assert_eq!(names, ("HcclAllReduce", "HcclAllReduce"));
                assert_eq!(span(first), span(second));
                assert_ne!(track(first).0, track(second).0);
                sums += 1;
            }
        }
    }
    assert_eq!((waits, sums), (5 * RANKS, 5 * (RANKS - 1)));
}

#[test]
fn marks_and_ranges_of_the_program_are_shown_on_its_threads() {
    let trace = timeline(&[MODEL]);
    let named = |phase: &str, name: &str| -> Vec<&Value> {
        of_phase(&trace, phase).into_iter().filter(|event| event["pid"] == HOST && event["name"] == name).collect()
    };
    let threads =
        of_phase(&trace, "M").into_iter().filter(|event| event["pid"] == HOST && event["name"] == "thread_name");
    assert_eq!(threads.count(), RANKS);
    assert_eq!(
        (named("i", "begins").len(), named("X", "steps").len(), named("X", "step").len()),
        (RANKS, RANKS, 5 * RANKS)
    );
    for (begin, end) in named("b", "steps").into_iter().zip(named("e", "steps")) {
        assert!(begin["id"].is_u64() && begin["ts"].as_f64() < end["ts"].as_f64());
    }
    for steps in named("X", "steps") {
        // Four calls that queue something in each of five steps, 10 us each.
        assert_eq!(span(steps).1 - span(steps).0, 200_000);
        let inside = named("X", "step").into_iter().filter(|step| step["tid"] == steps["tid"]);
        let inside: Vec<_> = inside.map(|step| (step["dur"].as_f64(), span(step).0 >= span(steps).0)).collect();
        assert_eq!(inside, [(Some(40.0), true); 5]);
    }
}

#[test]
fn the_memory_of_each_device_rises_and_falls() {
    let trace = timeline(&[]);
    for device in 0..RANKS as u64 {
        let counts = of_phase(&trace, "C").into_iter().filter(|count| count["pid"] == device);
        let bytes: Vec<u64> = counts.map(|count| count["args"]["bytes"].as_u64().unwrap()).collect();
        assert!(bytes.windows(2).any(|pair| pair[1] >= pair[0] + BYTES as u64), "{bytes:?}");
        assert!(bytes.windows(2).any(|pair| pair[1] + BYTES as u64 <= pair[0]), "{bytes:?}");
    }
}

#[test]
fn modelled_timelines_are_the_same_in_every_run() {
    let operations = |variables: &[(&str, &str)]| {
        let trace = timeline(variables);
        // Queues are numbered as the threads come.
        let mut all: Vec<String> = of_phase(&trace, "X")
            .into_iter()
            .filter(|event| event["pid"] != HOST)
            .map(|event| format!("{} {} {:?}", event["pid"], event["name"], span(event)))
            .collect();
        all.sort();
        all
    };
    let first = operations(&[MODEL]);
    for (seed, workers) in [("2", "1"), ("3", "5")] {
        assert_eq!(operations(&[MODEL, ("ASCEND_MOCK_SEED", seed), ("ASCEND_MOCK_WORKERS", workers)]), first);
    }
}

#[test]
fn each_process_writes_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    run(&file, &[]);
    let first = std::fs::read(&file).unwrap();
    run(&file, &[]);
    assert_eq!(std::fs::read(&file).unwrap(), first, "what is there stays");
    let others = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let others: Vec<_> = others.filter(|path| *path != file).collect();
    assert_eq!(others.len(), 1, "{others:?}");
    let trace: Value = read(&others[0]);
    let name = format!("run-{}.json", trace["otherData"]["process"]);
    assert_eq!(others[0].file_name().unwrap().to_str().unwrap(), name);
    assert!(!events(&trace).is_empty());
}

#[test]
fn a_file_that_cannot_be_written_is_told_and_ends_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&folder.path().join("missing").join("run.json"), &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the timeline cannot be written to") && said.contains("run.json"), "{said}");
}
