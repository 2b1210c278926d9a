//! Collectives between two events take the times that the vendor's constants give.

use std::ffi::c_void;
use std::process::Command;
use std::ptr::null_mut;

use ascend_npu_sys::{ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE};

use crate::world::{F32, Rank, SUM, acl, fine, ok};
use crate::{MIB, malloc, ranks_on};

/// Milliseconds of an operation between two events of rank 0, once all ranks are there.
fn between_events(servers: usize, bytes: usize, queue: fn(&Rank, *mut c_void, usize)) -> f64 {
    let times = ranks_on(servers, |rank| {
        let buffer = malloc(bytes).unwrap();
        let event = || {
            let mut event = null_mut();
            let flags = ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE;
            ok(call_new!(acl.aclrtCreateEventExWithFlag(&mut event, flags)));
            event
        };
        let [start, end] = [event(), event()];
        // Whatever ranks do before, they begin the second together.
        queue(rank, buffer, bytes);
        ok(call!(acl.aclrtRecordEvent(start, rank.stream)));
        queue(rank, buffer, bytes);
        ok(call!(acl.aclrtRecordEvent(end, rank.stream)));
        ok(rank.sync());
        let mut milliseconds = 0.0;
        ok(call!(acl.aclrtEventElapsedTime(&mut milliseconds, start, end)));
        ok(call!(acl.aclrtFree(buffer)));
        milliseconds
    });
    assert!(times.iter().all(|time| *time == times[0]), "{times:?}");
    f64::from(times[0])
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found / wanted - 1.0).abs() < 0.05, "{found} ms is not within 5 % of {wanted} ms");
}

fn sum(rank: &Rank, buffer: *mut c_void, bytes: usize) {
    fine(rank.all_reduce(buffer, buffer, bytes / 4, F32, SUM));
}

fn gather(rank: &Rank, buffer: *mut c_void, bytes: usize) {
    let part = bytes / rank.size;
    fine(rank.all_gather(buffer.wrapping_byte_add(rank.rank * part), buffer, part / 4, F32));
}

#[test]
fn an_all_reduce_over_one_server_eight_and_128() {
    near(between_events(1, 256 * MIB, sum), 3.67);
    near(between_events(8, 256 * MIB, sum), 3.7);
    near(between_events(128, 256 * MIB, sum), 3.67 + 3.33 + 0.14);
}

#[test]
fn an_all_gather_over_eight_servers() {
    near(between_events(8, 64 * 32 * MIB, gather), 14.7);
}

#[test]
#[ignore = "run by the test below, for one part after the other"]
fn prints_the_time_of_a_sum() {
    println!("time: {}", between_events(1, 64 * MIB, sum));
}

#[test]
fn every_part_has_times_of_its_own() {
    let time = |soc: &str| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["timed::prints_the_time_of_a_sum", "--exact", "--ignored", "--nocapture"]);
        let output = command.env("ASCEND_MOCK_SOC", soc).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        text.lines().find_map(|line| line.strip_prefix("time: ")).unwrap().parse::<f64>().unwrap()
    };
    // Two passes over links of 18.3 GB/s, one to each of seven peers.
    for soc in ["Ascend910B1", "Ascend910B2", "Ascend910B3", "Ascend910B4"] {
        near(time(soc), 2.0 * 8.0 * MIB as f64 / 18.3e6);
    }
    // Within a mesh of four at 10 GB/s, and a quarter of it between the two at 13.6 GB/s.
    near(time("Ascend910A"), 2.0 * 16.0 * MIB as f64 / 10e6 + 16.0 * MIB as f64 / 13.6e6);
    // Between two dies at 204 GB/s, and half of it between four packages, of 137.2 GB/s a die.
    near(time("Ascend910_9391"), 64.0 * MIB as f64 / 204e6 + 1.5 * 32.0 * MIB as f64 / 137.2e6);
}
