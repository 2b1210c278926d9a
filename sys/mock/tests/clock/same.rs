//! The same times in every run.

use std::process::Command;
use std::time::Duration;

use ascend_npu_mock::control::{Kind, delay_operations};

use crate::support::*;

/// Prints the times of a program with streams that meet and part.
#[test]
#[ignore = "run by the test below, in a process of its own"]
fn prints_its_times() {
    let device = device();
    let held = std::env::var("HELD").is_ok().then(|| delay_operations(Kind::Fill, Duration::from_millis(3)));
    let streams: Vec<_> = (0..6).map(|_| stream()).collect();
    let (bytes, events) = (memory(64 * MIB), [event(), event(), event()]);
    for round in 0..12_usize {
        for (place, &stream) in streams.iter().enumerate() {
            fill(unsafe { bytes.add(place * 8 * MIB) }, (1 + (place * 7 + round * 3) % 8) * MIB, stream);
        }
        let (from, to) = (streams[round % 6], streams[(round * 5 + 1) % 6]);
        record(events[round % 3], from);
        wait(to, events[round % 3]);
        if round % 4 == 3 {
            check(synchronize(to));
        }
    }
    let fills = ran(device, Kind::Fill);
    drop(held);
    assert_eq!(fills.len(), 72);
    eprintln!("times: {fills:?} {:?}", now());
}

#[test]
fn times_do_not_depend_on_seeds_workers_delays_or_schedules() {
    let run = |variables: &[(&str, &str)]| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["same::prints_its_times", "--exact", "--ignored", "--nocapture"]);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stderr).unwrap();
        text.lines().find(|line| line.starts_with("times: ")).unwrap().to_owned()
    };
    let first = run(&[]);
    for seed in ["2", "3", "4", "5"] {
        assert_eq!(run(&[("ASCEND_MOCK_SEED", seed)]), first);
    }
    for workers in ["1", "2", "7"] {
        assert_eq!(run(&[("ASCEND_MOCK_WORKERS", workers)]), first);
    }
    assert_eq!(run(&[("HELD", "1")]), first);
    assert_eq!(run(&[("ASCEND_MOCK_SCHEDULE", "late")]), first);
    assert_eq!(run(&[("ASCEND_MOCK_SCHEDULE", "late"), ("ASCEND_MOCK_WORKERS", "1")]), first);
}
