//! The modelled clock over processes: ranks agree on when an operation begins and how long it takes.

use std::time::Duration;

use ascend_npu_mock::control::{
    Kind, collective_time, modelled_now, operation_time, record_operations, take_operations,
};

use ascend_npu_sys::aclrtStream;

use crate::job::{Job, exchange, part, say};
use crate::shared::{self, notifies, record, wait, wait_value, words, write_value};
use crate::world::{Buffer, F32, Rank, SUM, acl, fine, new_stream, ok, parts, run_ranks};

const MODEL: (&str, &str) = ("ASCEND_MOCK_CLOCK", "model");
const SOC: &str = "Ascend910B3";
const COUNT: usize = 1 << 18;
/// Rank 1 comes later by so many fills.
const LATE: u32 = 30;

/// Says when two sums of a rank began and ended, and the time of its host after them.
fn sums(rank: &Rank) {
    record_operations(true);
    let buffer = Buffer::new(4 * COUNT);
    for _ in 0..if rank.rank == 1 { LATE } else { 0 } {
        ok(call!(acl.aclrtMemsetAsync(buffer.address, 4 * COUNT, 0, 4 * COUNT, rank.stream)));
    }
    for _ in 0..2 {
        fine(rank.all_reduce(buffer.address, buffer.address, COUNT, F32, SUM));
    }
    ok(rank.sync());
    let now = modelled_now().map(|now| now.as_nanos());
    let ran = take_operations(rank.device).into_iter().filter(|operation| operation.kind == Kind::AllReduce);
    let spans: Vec<_> = ran.map(|operation| operation.modelled.map(|(a, b)| (a.as_nanos(), b.as_nanos()))).collect();
    say(&format!("times {spans:?} {now:?}"));
}

fn run(size: usize, variables: impl Fn(usize) -> Vec<(&'static str, &'static str)>) -> Vec<String> {
    let parts = parts(size);
    let job = parts.iter().enumerate().map(|(place, part)| {
        let mut job = Job::start(std::slice::from_ref(part), &variables(place));
        job.children.remove(0)
    });
    let mut job = Job { children: job.collect() };
    job.pass_root();
    let said: Vec<String> = job
        .children
        .iter()
        .zip(&parts)
        .flat_map(|(child, part)| part.iter().map(|_| child.wait_for("times ")))
        .collect();
    job.finish();
    said
}

#[test]
fn ranks_of_several_processes_begin_and_end_together() {
    // In one of the three jobs two ranks are in one process.
    for size in [2, 3, 4] {
        if part().is_some() {
            if std::env::var("TEST_SIZE").is_ok_and(|wanted| wanted == size.to_string()) {
                run_ranks(size, sums);
            }
            continue;
        }
        let wanted = ["0", "1", "2", "3", "4"][size];
        let said = run(size, |_| vec![MODEL, ("TEST_SIZE", wanted)]);
        assert!(said.len() == size && said.iter().all(|times| *times == said[0]), "{said:?}");
        let numbers: Vec<u64> = said[0].split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let [start, end, second, last, now] = numbers[..] else { panic!("{said:?}") };
        let time = collective_time(SOC, Kind::AllReduce, 4 * COUNT as u64, size as u32).unwrap();
        let fill = operation_time(SOC, Kind::Fill, 4 * COUNT as u64, 4 * COUNT as u64).unwrap();
        assert_eq!((Duration::from_nanos(end - start), second, last - second, now), (time, end, end - start, last));
        assert!(start >= (LATE * fill).as_nanos() as u64, "{said:?}");
    }
}

#[test]
fn a_process_whose_clock_is_real_takes_part() {
    if part().is_some() {
        return drop(run_ranks(2, sums));
    }
    let said = run(2, |place| if place == 0 { vec![MODEL] } else { Vec::new() });
    assert_eq!(said[1], "times [None, None] None");
    let times = collective_time(SOC, Kind::AllReduce, 4 * COUNT as u64, 2).unwrap();
    let numbers: Vec<u64> = said[0].split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    assert_eq!(Duration::from_nanos(numbers[1] - numbers[0]), times);
}

/// Two processes, of which the second waits for the first, which comes late: `brings` and `waits` are what these do, on a stream. The
/// wait ends as long after what it waits for as it takes itself.
fn waits_for_the_other<T>(
    rounds: usize,
    kinds: [Kind; 2],
    make: impl Fn(usize) -> T,
    brings: impl Fn(&T, aclrtStream),
    waits: impl Fn(&T, aclrtStream),
) {
    let Some(ranks) = part() else {
        let mut job = Job::start(&[vec![0], vec![1]], &[MODEL]);
        job.hand_around(rounds + 2);
        return job.finish();
    };
    let rank = ranks[0];
    ok(call!(acl.aclrtSetDevice(rank as i32)));
    record_operations(true);
    let stream = new_stream();
    let (shared, buffer) = (make(rank), Buffer::new(4 * COUNT));
    if rank == 0 {
        for _ in 0..LATE {
            ok(call!(acl.aclrtMemsetAsync(buffer.address, 4 * COUNT, 0, 4 * COUNT, stream)));
        }
        brings(&shared, stream);
    }
    exchange("queued");
    if rank == 1 {
        waits(&shared, stream);
    }
    ok(call!(acl.aclrtSynchronizeStream(stream)));
    let ran = take_operations(rank as i32).into_iter().rfind(|operation| operation.kind == kinds[rank]);
    let (_, end) = ran.and_then(|operation| operation.modelled).unwrap();
    let ends: Vec<u64> = exchange(&end.as_nanos().to_string()).iter().map(|end| end.parse().unwrap()).collect();
    let fill = operation_time(SOC, Kind::Fill, 4 * COUNT as u64, 4 * COUNT as u64).unwrap();
    assert!(ends[0] >= (LATE * fill).as_nanos() as u64, "{ends:?}");
    let wait = operation_time(SOC, kinds[1], 0, 0).unwrap();
    assert_eq!(Duration::from_nanos(ends[1] - ends[0]), wait, "{ends:?}");
    if rank == 1 {
        assert_eq!(modelled_now().map(|now| now.as_nanos()), Some(u128::from(ends[1])));
    }
}

#[test]
fn a_notify_of_another_process_comes_at_its_time() {
    waits_for_the_other(
        2,
        [Kind::NotifyRecord, Kind::NotifyWait],
        |rank| notifies(rank, true),
        |notifies, stream| record(notifies[1], stream),
        |notifies, stream| wait(notifies[1], stream),
    );
}

#[test]
fn a_value_of_another_process_comes_at_its_time() {
    waits_for_the_other(
        1,
        [Kind::ValueWrite, Kind::ValueWait],
        words,
        |words, stream| write_value(words[1], stream),
        |words, stream| wait_value(words[1], stream),
    );
}

#[test]
fn an_event_of_another_process_comes_at_its_time() {
    waits_for_the_other(
        1,
        [Kind::EventRecord, Kind::EventWait],
        |rank| shared::events(rank, |_| {}),
        |events, stream| ok(call!(acl.aclrtRecordEvent(events[0], stream))),
        |events, stream| ok(call!(acl.aclrtStreamWaitEvent(stream, events[0]))),
    );
}

#[test]
fn a_host_thread_that_waits_for_an_event_of_another_process_goes_on_at_its_time() {
    let Some(ranks) = part() else {
        let mut job = Job::start(&[vec![0], vec![1]], &[MODEL]);
        job.hand_around(2);
        return job.finish();
    };
    let rank = ranks[0];
    ok(call!(acl.aclrtSetDevice(rank as i32)));
    let (stream, buffer) = (new_stream(), Buffer::new(4 * COUNT));
    let events = shared::events(rank, |own| {
        if rank == 0 {
            for _ in 0..LATE {
                ok(call!(acl.aclrtMemsetAsync(buffer.address, 4 * COUNT, 0, 4 * COUNT, stream)));
            }
            ok(call!(acl.aclrtRecordEvent(own, stream)));
        }
    });
    ok(call!(acl.aclrtSynchronizeEvent(events[0])));
    let times = exchange(&modelled_now().unwrap().as_nanos().to_string());
    assert_eq!(times[0], times[1]);
    let fill = operation_time(SOC, Kind::Fill, 4 * COUNT as u64, 4 * COUNT as u64).unwrap();
    assert!(times[0].parse::<u128>().unwrap() >= (LATE * fill).as_nanos(), "{times:?}");
}
