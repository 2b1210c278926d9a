//! Communicators that cannot be made.

use std::process::{Command, Stdio};
use std::time::Instant;

use ascend_npu::{Communicator, CommunicatorOptions, ErrorKind, Reduction, Result, RootInfo, World};
use ascend_npu_mock::control;

use crate::common::device;
use crate::support::{SOON, ends, turn};

#[test]
fn a_rank_that_cannot_join_fails_its_world_and_leaves_no_handle() {
    crate::common::needs!(Settings);
    let _turn = turn();
    // A communicator of this name is there already, on device 5 only.
    let options = CommunicatorOptions::default().name("taken");
    let root = RootInfo::create(&device(5)).unwrap();
    let taken = Communicator::with_options(&device(5), &root, 1, 0, &options).unwrap();
    let started = Instant::now();
    let error = World::run_with(8, &options, |_| -> Result<()> { panic!("no rank can begin") }).unwrap_err();
    assert_eq!(error.device(), Some(5), "{error}");
    assert!(error.to_string().contains("rank 5 of 8 could not join") && error.to_string().contains("taken"), "{error}");
    assert!(started.elapsed() < SOON);
    drop(taken);
    // Nothing is left of it: the name is free on all devices.
    World::run_with(8, &options, |rank| -> Result<()> { rank.communicator.barrier_within(SOON) }).unwrap();
}

#[test]
fn a_port_in_use_is_told_with_address_ports_and_variables() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let taken = control::take_ports(60_000..=60_031);
    let error = RootInfo::create(&device(0)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ResourceExhausted);
    let text = error.to_string();
    for part in ["127.0.0.1", "60000", "60031", "HCCL_IF_BASE_PORT", "HCCL_HOST_SOCKET_PORT_RANGE"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    drop(taken);
    RootInfo::create(&device(0)).unwrap();
}

#[test]
fn a_rank_that_nobody_joins_gives_up_after_the_connect_timeout() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let root = RootInfo::create(&device(0)).unwrap();
    let started = Instant::now();
    let error = Communicator::new(&device(0), &root, 2, 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.to_string().contains("rank 0 of 2 could not join"), "{error}");
    assert!(started.elapsed() < SOON);
}

#[test]
fn a_rank_that_does_not_come_to_a_first_use_is_named_after_the_connect_timeout() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let [comm, _other] = ends(0..2).try_into().unwrap();
    let mut buffer = comm.device().alloc::<f32>(4).unwrap();
    let error = comm.broadcast(&mut buffer, 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(
        error.to_string().contains("rank 0 came to the first HcclBroadcast; after 1s ranks [1] have not"),
        "{error}"
    );
}

#[test]
fn options_that_cannot_be_are_refused_before_any_call() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let root = RootInfo::create(&device(0)).unwrap();
    let refused = |options: CommunicatorOptions| {
        let error = Communicator::with_options(&device(0), &root, 1, 0, &options).unwrap_err();
        assert_eq!((error.kind(), error.code()), (ErrorKind::InvalidArgument, None), "{error}");
        error.to_string()
    };
    let options = CommunicatorOptions::default;
    assert!(refused(options().buffer_mib(0)).contains("0 MiB"));
    assert!(refused(options().name("")).contains("a name of 0 bytes"));
    assert!(refused(options().name("n".repeat(128))).contains("a name of 128 bytes"));
    assert!(refused(options().name("a\0b")).contains("zero byte"));
    assert!(refused(options().execution_timeout(std::time::Duration::from_secs(1 << 40))).contains("31 bits"));
    // The root information was not used up.
    let longest = options().name("n".repeat(127)).determinism(ascend_npu::Determinism::Strict);
    let comm = Communicator::with_options(&device(0), &root, 1, 0, &longest).unwrap();
    assert_eq!(comm.name(), "n".repeat(127));
}

/// A job of two ranks on a host where another has the usual ports; its address is printed.
#[test]
#[ignore = "a part of the test below, in a process of its own"]
fn child_makes_a_world_beside_another_job() {
    let _turn = turn();
    let _taken = control::take_ports(60_000..=60_031);
    let names = World::run(2, |rank| -> Result<String> {
        let mut buffer = rank.device().stream()?.upload_blocking(&[1.0_f32; 8])?;
        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
        assert_eq!(rank.communicator.stream().download_blocking(&buffer)?, [2.0; 8]);
        Ok(rank.communicator.name().to_owned())
    });
    println!("made {}", names.unwrap()[0]);
}

#[test]
fn two_jobs_of_a_host_have_ports_of_their_own_by_the_variable() {
    crate::common::needs!(Settings);
    let start = |base: Option<u16>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "making::child_makes_a_world_beside_another_job", "--ignored", "--nocapture"]);
        command.env_remove("HCCL_IF_BASE_PORT").envs(base.map(|base| ("HCCL_IF_BASE_PORT", base.to_string())));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // Both run at once.
    let jobs = [50_000, 50_100].map(|base| (base, start(Some(base))));
    for (base, job) in jobs {
        let output = job.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("_{base}_")), "{base}: {text} {}", String::from_utf8_lossy(&output.stderr));
    }
    let output = start(None).wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("HCCL_IF_BASE_PORT"), "{text}");
}
