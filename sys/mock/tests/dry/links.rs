//! Links that several operations use at once.

use std::ffi::c_void;
use std::process::Command;
use std::ptr::null_mut;
use std::time::Duration;

use ascend_npu_mock::control::{Kind, Work, collective_time, queue_work};
use ascend_npu_sys::{HcclComm, HcclCommConfig, aclrtMemcpyKind, aclrtStream};

use crate::world::{F32, Rank, SUM, acl, fine, hccl, new_stream, ok};
use crate::{MIB, SOC, malloc, ran, ranks};

/// A communicator of some ranks, if this is one of them. Each has a number of its own.
fn part(rank: &Rank, ranks: &[u32], id: u64) -> Option<HcclComm> {
    let own = ranks.iter().position(|&other| other as usize == rank.rank)?;
    let (mut parent, mut config, mut comm) = (rank.comm, HcclCommConfig::new(), null_mut());
    let (count, ranks) = (ranks.len() as u32, ranks.as_ptr().cast_mut());
    let own = own as u32;
    fine(call_new!(hccl.HcclCreateSubCommConfig(&mut parent, count, ranks, id, own, &mut config, &mut comm)));
    Some(comm)
}

fn reduce(buffer: *mut c_void, bytes: usize, comm: HcclComm, stream: aclrtStream) {
    fine(call!(hccl.HcclAllReduce(buffer, buffer, bytes as u64 / 4, F32, SUM, comm, stream)));
}

/// Sums of all ranks on two communicators and two streams, the links of the second of which are built before.
fn two_at_once(rank: &Rank, first: usize, second: usize) -> Vec<(Duration, Duration)> {
    let (comm, other) = (part(rank, &[0, 1, 2, 3, 4, 5, 6, 7], 1).unwrap(), new_stream());
    let ([one, two], small) = ([first, second].map(|bytes| malloc(bytes).unwrap()), malloc(1024).unwrap());
    reduce(small, 1024, rank.comm, rank.stream);
    reduce(small, 1024, comm, rank.stream);
    // All ranks are here when the two begin.
    ran(rank, Kind::AllReduce);
    reduce(one, first, rank.comm, rank.stream);
    reduce(two, second, comm, other);
    ok(call!(acl.aclrtSynchronizeStream(other)));
    let mut spans = ran(rank, Kind::AllReduce);
    spans.sort();
    fine(call!(hccl.HcclCommDestroy(comm)));
    spans
}

fn alone(bytes: usize) -> f64 {
    collective_time(SOC, Kind::AllReduce, bytes as u64, 8).unwrap().as_secs_f64()
}

#[track_caller]
fn near(found: Duration, wanted: f64) {
    assert!((found.as_secs_f64() / wanted - 1.0).abs() < 0.01, "{found:?} is not near {wanted} s");
}

#[test]
fn of_two_collectives_over_the_same_links_the_second_gets_what_the_first_leaves() {
    let spans = ranks(|rank| two_at_once(rank, 256 * MIB, 256 * MIB));
    let [first, second] = spans[0][..] else { panic!("{spans:?}") };
    near(first.1 - first.0, alone(256 * MIB));
    // Together they take as long as one after the other.
    near(second.1 - first.0, 2.0 * alone(256 * MIB));
    assert!(second.0 < first.1 && spans.iter().all(|other| *other == spans[0]), "{spans:?}");
}

#[test]
fn a_collective_goes_on_at_full_rate_once_the_other_has_ended() {
    let spans = ranks(|rank| two_at_once(rank, 64 * MIB, 256 * MIB));
    let [first, second] = spans[0][..] else { panic!("{spans:?}") };
    near(first.1 - first.0, alone(64 * MIB));
    near(second.1 - first.0, alone(64 * MIB) + alone(256 * MIB));
}

#[test]
fn links_of_other_devices_are_of_no_concern() {
    let spans = ranks(|rank| {
        // The pairs of a mesh have a link each.
        let near = part(rank, &[[0, 1], [2, 3], [4, 5], [6, 7]][rank.rank / 2], 10 + rank.rank as u64 / 2).unwrap();
        let far = part(rank, &[[0, 4], [1, 5], [2, 6], [3, 7]][rank.rank % 4], 20 + rank.rank as u64 % 4).unwrap();
        let ([one, two], other) = ([(); 2].map(|()| malloc(256 * MIB).unwrap()), new_stream());
        reduce(one, 256 * MIB, near, rank.stream);
        reduce(two, 256 * MIB, far, other);
        ok(call!(acl.aclrtSynchronizeStream(other)));
        let spans = ran(rank, Kind::AllReduce);
        fine(call!(hccl.HcclCommDestroy(near)));
        fine(call!(hccl.HcclCommDestroy(far)));
        spans
    });
    let wanted = collective_time(SOC, Kind::AllReduce, 256 * MIB as u64, 2).unwrap();
    let overlap = spans.iter().flatten().all(|(start, end)| *end - *start == wanted);
    assert!(overlap && spans[0][1].0 < spans[0][0].1, "{spans:?}");
}

#[test]
fn copies_to_a_peer_and_collectives_share_the_link_between_them() {
    let spans = ranks(|rank| {
        let ([buffer, sent, landing], other) = ([(); 3].map(|()| malloc(256 * MIB).unwrap()), new_stream());
        let peer = rank.device ^ 1;
        ok(call!(acl.aclrtDeviceEnablePeerAccess(peer, 0)));
        reduce(buffer, 1024, rank.comm, rank.stream);
        let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
        ran(rank, Kind::AllReduce);
        // Rank 0 copies to rank 1 while all of them reduce.
        let target = TARGET.exchange(rank.rank, landing.addr());
        if rank.rank == 0 {
            let target = std::ptr::with_exposed_provenance_mut(target);
            ok(call!(acl.aclrtMemcpyAsync(target, 64 * MIB, sent, 64 * MIB, kind, other)));
        }
        reduce(buffer, 256 * MIB, rank.comm, rank.stream);
        ok(call!(acl.aclrtSynchronizeStream(other)));
        (ran(rank, Kind::AllReduce), TARGET.leave())
    });
    let sum = spans[0].0[0];
    // 64 MiB at 18.3 GB/s.
    near(sum.1 - sum.0, alone(256 * MIB) + 64.0 * MIB as f64 / 18.3e9);
}

#[test]
fn an_operation_that_waits_for_one_that_was_called_later_does_not_keep_it_for_ever() {
    let spans = ranks(|rank| {
        let comm = part(rank, &[0, 1, 2, 3, 4, 5, 6, 7], 1).unwrap();
        let (buffer, flag, other) = (malloc(256 * MIB).unwrap(), malloc(64).unwrap(), new_stream());
        reduce(buffer, 1024, rank.comm, rank.stream);
        reduce(buffer, 1024, comm, rank.stream);
        ran(rank, Kind::AllReduce);
        ok(call_new!(acl.aclrtValueWait(flag, 1, 0, other)));
        reduce(buffer, 256 * MIB, rank.comm, other);
        reduce(buffer, 256 * MIB, comm, rank.stream);
        ok(call_new!(acl.aclrtValueWrite(flag, 1, 0, rank.stream)));
        ok(call!(acl.aclrtSynchronizeStream(other)));
        let spans = ran(rank, Kind::AllReduce);
        fine(call!(hccl.HcclCommDestroy(comm)));
        spans
    });
    let [first, second] = spans[0][..] else { panic!("{spans:?}") };
    near(first.1 - first.0, alone(256 * MIB));
    near(second.1 - second.0, alone(256 * MIB));
    assert!(second.0 >= first.1, "{spans:?}");
}

/// Where ranks tell rank 0 an address.
struct Target(std::sync::Barrier, std::sync::atomic::AtomicUsize);

static TARGET: std::sync::LazyLock<Target> =
    std::sync::LazyLock::new(|| Target(std::sync::Barrier::new(8), std::sync::atomic::AtomicUsize::new(0)));

impl Target {
    fn exchange(&self, rank: usize, place: usize) -> usize {
        if rank == 1 {
            self.1.store(
                std::ptr::with_exposed_provenance::<u8>(place).expose_provenance(),
                std::sync::atomic::Ordering::Release,
            );
        }
        self.0.wait();
        self.1.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Memory stays until all are done.
    fn leave(&self) {
        self.0.wait();
    }
}

/// Prints the times of collectives that meet in many ways.
#[test]
#[ignore = "run by the test below, in a process of its own"]
fn prints_the_times_of_a_crowd() {
    let spans = ranks(|rank| {
        let all = part(rank, &[0, 1, 2, 3, 4, 5, 6, 7], 1).unwrap();
        let half = part(rank, &[[0, 1, 2, 3], [4, 5, 6, 7]][rank.rank / 4], 2 + rank.rank as u64 / 4).unwrap();
        let streams = [rank.stream, new_stream(), new_stream()];
        let buffers = streams.map(|_| malloc(128 * MIB).unwrap());
        for round in 0..12_usize {
            for (place, comm) in [rank.comm, all, half].into_iter().enumerate() {
                let flops = (1 + (rank.rank * 5 + place * 3 + round * 7) % 11) as u64 * 100_000_000_000;
                queue_work(streams[place], "layer", Work { flops, ..Work::default() }).unwrap();
                reduce(buffers[place], (1 + (place * 5 + round * 3) % 8) * 16 * MIB, comm, streams[place]);
            }
            if round % 5 == 4 {
                ok(call!(acl.aclrtSynchronizeStream(streams[round % 3])));
            }
        }
        streams.iter().for_each(|&stream| ok(call!(acl.aclrtSynchronizeStream(stream))));
        let mut spans = ran(rank, Kind::AllReduce);
        spans.sort();
        spans
    });
    assert!(spans.iter().all(|spans| spans.len() == 36));
    eprintln!("times: {spans:?}");
}

#[test]
fn shared_links_give_the_same_times_in_every_run_and_schedule() {
    let run = |variables: &[(&str, &str)]| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["links::prints_the_times_of_a_crowd", "--exact", "--ignored", "--nocapture"]);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{variables:?}: {text}");
        text.lines().find(|line| line.starts_with("times: ")).unwrap().to_owned()
    };
    let first = run(&[]);
    for variables in [
        [("ASCEND_MOCK_SEED", "2"), ("ASCEND_MOCK_WORKERS", "2")],
        [("ASCEND_MOCK_SEED", "3"), ("ASCEND_MOCK_WORKERS", "7")],
        [("ASCEND_MOCK_SEED", "4"), ("ASCEND_MOCK_WORKERS", "1")],
        [("ASCEND_MOCK_SEED", "5"), ("ASCEND_MOCK_SCHEDULE", "late")],
        [("ASCEND_MOCK_WORKERS", "1"), ("ASCEND_MOCK_SCHEDULE", "late")],
    ] {
        assert_eq!(run(&variables), first, "{variables:?}");
    }
}
