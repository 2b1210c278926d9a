//! One process a rank, as launchers start them: this binary, run again for one test.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]

mod common;

use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use ascend_npu::{CommunicatorOptions, ErrorKind, Rank, Reduction, Result, World};

/// What starts the line in which a rank tells how it ended.
const TOLD: &str = "ended: ";

/// Whether this process is a rank of the test that calls.
fn is_rank() -> bool {
    std::env::var_os("TEST_IS_RANK").is_some()
}

/// Takes part, and tells how it ended.
fn take_part(body: impl FnOnce(Rank) -> Result<f32>) {
    match World::join(&CommunicatorOptions::default(), body) {
        Ok(value) => println!("\n{TOLD}{value}"),
        Err(error) => println!("\n{TOLD}{:?}: {}", error.kind(), error.to_string().replace('\n', " ")),
    }
}

/// A port that was free a moment ago.
fn port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn start(rank: u32, size: u32, port: u16, variables: &[(&str, &str)]) -> Child {
    let test = thread::current().name().unwrap().to_owned();
    Command::new(std::env::current_exe().unwrap())
        .args([&test, "--exact", "--nocapture", "--test-threads=1"])
        .env("TEST_IS_RANK", "1")
        .env("RANK", rank.to_string())
        .env("LOCAL_RANK", rank.to_string())
        .env("WORLD_SIZE", size.to_string())
        .env("MASTER_ADDR", "127.0.0.1")
        .env("MASTER_PORT", port.to_string())
        .env("ASCEND_MOCK_CONNECT_TIMEOUT", "60")
        // Far longer than the test: nothing here may end by it.
        .env("ASCEND_MOCK_EXEC_TIMEOUT", "600")
        .envs(variables.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// How the ranks of a job ended, in order; empty for one that told nothing.
fn run(size: u32, variables: &[(&str, &str)]) -> Vec<String> {
    let port = port();
    let ranks: Vec<Child> = (0..size).map(|rank| start(rank, size, port, variables)).collect();
    ranks.into_iter().map(|rank| told(&rank.wait_with_output().unwrap())).collect()
}

fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().find_map(|line| line.strip_prefix(TOLD)).unwrap_or_default().to_owned()
}

/// An all-reduce of ones, waited for.
fn reduce(rank: &Rank) -> Result<f32> {
    let mut buffer = rank.communicator.stream().upload_blocking(&[1.0_f32])?;
    rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
    Ok(rank.communicator.stream().download_blocking(&buffer)?[0])
}

#[test]
fn ranks_of_a_launcher_work_together() {
    if is_rank() {
        return take_part(|rank| {
            assert_eq!(rank.device().id(), rank.rank());
            // The root ends first, and waits for the others.
            thread::sleep(Duration::from_millis(u64::from(rank.rank()) * 50));
            Ok(100.0 * reduce(&rank)? + rank.rank() as f32)
        });
    }
    assert_eq!(run(4, &[]), ["400", "401", "402", "403"]);
}

#[test]
fn a_rank_that_fails_ends_the_others_with_its_error() {
    if is_rank() {
        return take_part(|rank| {
            reduce(&rank)?;
            if rank.rank() == 2 {
                rank.device().alloc::<u8>(1 << 50)?;
            }
            // Waits on the device for a rank that never comes.
            reduce(&rank)
        });
    }
    let ends = run(3, &[]);
    assert!(ends[2].starts_with("OutOfMemory: aclrtMalloc on device 2"), "{ends:?}");
    for end in &ends[..2] {
        assert!(end.starts_with("Communication: World::join: rank 2 failed: aclrtMalloc on device 2"), "{ends:?}");
    }
}

#[test]
fn a_rank_that_panics_ends_the_others() {
    if is_rank() {
        return take_part(|rank| {
            reduce(&rank)?;
            assert!(rank.rank() != 1, "as the test wants");
            reduce(&rank)
        });
    }
    let ends = run(2, &[]);
    assert!(ends[0].contains("rank 1 failed: World::join: rank 1 panicked: as the test wants"), "{ends:?}");
    assert!(ends[1].starts_with("Library: World::join: rank 1 panicked"), "{ends:?}");
}

#[test]
fn a_process_that_dies_ends_the_others() {
    if is_rank() {
        return take_part(|rank| {
            reduce(&rank)?;
            if rank.rank().to_string() == std::env::var("TEST_DIES").unwrap() {
                std::process::abort();
            }
            reduce(&rank)
        });
    }
    // Also the one that has the others' lines.
    for (dies, why) in [(1, "its process has ended"), (0, "the line to it has ended")] {
        let ends = run(3, &[("TEST_DIES", &dies.to_string())]);
        for (rank, end) in ends.iter().enumerate() {
            // On the device the death may be seen first.
            let expected = format!("Communication: World::join: rank {dies} failed: {why}");
            assert!(if rank == dies { end.is_empty() } else { *end == expected }, "{ends:?}");
        }
    }
}

#[test]
fn a_rank_without_a_device_ends_the_others_before_they_begin() {
    common::needs!(Settings);
    if is_rank() {
        return take_part(|rank| reduce(&rank));
    }
    let ends = run(3, &[("ASCEND_MOCK_DEVICES", "2")]);
    assert!(ends[2].starts_with("NoDevice: Driver::device: device 2 was asked for"), "{ends:?}");
    for end in &ends[..2] {
        assert!(end.contains("rank 2 failed: Driver::device: device 2 was asked for"), "{ends:?}");
    }
}

#[test]
fn ranks_that_are_missing_are_a_timeout() {
    common::needs!(Settings);
    if is_rank() {
        return take_part(|rank| reduce(&rank));
    }
    let (port, short) = (port(), [("ASCEND_MOCK_CONNECT_TIMEOUT", "1")]);
    let without_root = start(1, 2, port, &short).wait_with_output().unwrap();
    assert!(
        told(&without_root).starts_with("Timeout: World::join: rank 1 found no rank 0 at 127.0.0.1"),
        "{without_root:?}"
    );
    let alone = start(0, 2, port, &short).wait_with_output().unwrap();
    assert!(told(&alone).contains("rank 0 is there; after 1s not all other ranks are"), "{alone:?}");
}

#[test]
fn a_port_in_use_and_two_equal_ranks_are_told() {
    common::needs!(Settings);
    if is_rank() {
        return take_part(|rank| reduce(&rank));
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let in_use = start(0, 1, taken.local_addr().unwrap().port(), &[]).wait_with_output().unwrap();
    assert!(
        told(&in_use).starts_with("ResourceExhausted: World::join: rank 0 cannot listen at 127.0.0.1"),
        "{in_use:?}"
    );
    let port = port();
    let short = [("ASCEND_MOCK_CONNECT_TIMEOUT", "5")];
    let ranks = [1, 1, 0].map(|rank| start(rank, 3, port, &short));
    let ends = ranks.map(|rank| told(&rank.wait_with_output().unwrap()));
    assert!(ends.iter().any(|end| end.contains("there is another rank 1")), "{ends:?}");
}

#[test]
fn without_a_launcher_the_missing_variables_are_named() {
    let error = World::join(&CommunicatorOptions::default(), |rank| reduce(&rank)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Environment);
    for variable in ["RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"] {
        assert!(error.to_string().contains(&format!("{variable} is not set")), "{error}");
    }
}
