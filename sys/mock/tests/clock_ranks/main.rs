//! The modelled clock over ranks: a collective begins when the last has come, and takes the same time on all.
#![allow(unsafe_code)] // The C functions take pointers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test fails by a panic.
#![allow(dead_code, reason = "the module is shared with the tests of the collectives")]

#[macro_use]
#[path = "../hccl/world.rs"]
mod world;

use std::time::Duration;

use ascend_npu_mock::control::{
    Clock, Kind, collective_time, modelled_now, operation_time, record_operations, take_operations,
};

use world::{Buffer, F32, Rank, SUM, acl, fine, ok, with_settings};

const SOC: &str = "Ascend910B3";
const BYTES: usize = 1 << 20;

/// Ranks on whole servers: all tests of this binary take as many devices as those have.
fn ranks<R: Send>(servers: usize, work: impl Fn(&Rank) -> R + Sync) -> Vec<R> {
    with_settings(|settings| {
        settings.clock = Clock::Model;
        settings.soc = SOC.to_owned();
        settings.exec_timeout = Some(Duration::from_secs(60));
    });
    record_operations(true);
    world::world(8 * servers, work)
}

/// When the operations of a kind of a rank began and ended.
fn ran(rank: &Rank, kind: Kind) -> Vec<(Duration, Duration)> {
    ok(rank.sync());
    let operations = take_operations(rank.device).into_iter().filter(|operation| operation.kind == kind);
    operations.map(|operation| operation.modelled.unwrap()).collect()
}

#[test]
fn a_sum_begins_with_the_last_rank_and_takes_its_time_on_all() {
    let spans = ranks(1, |rank| {
        let (send, recv) = (Buffer::of(&[1_f32; BYTES / 4]), Buffer::new(BYTES));
        // Each rank comes later than the one before.
        let address = recv.address;
        for _ in 0..=rank.rank * 5 {
            ok(call!(acl.aclrtMemsetAsync(address, BYTES, 0, BYTES, rank.stream)));
        }
        let called = modelled_now().unwrap();
        fine(rank.all_reduce(send.address, recv.address, BYTES / 4, F32, SUM));
        ok(rank.sync());
        assert_eq!(recv.read::<f32>(), [8.0; BYTES / 4]);
        (called, ran(rank, Kind::AllReduce)[0])
    });
    let (last, (start, end)) = spans[7];
    assert!(spans.iter().all(|(_, span)| *span == (start, end)), "{spans:?}");
    assert!(start > last && start < last + Duration::from_micros(20), "{spans:?}");
    assert_eq!(end - start, collective_time(SOC, Kind::AllReduce, BYTES as u64, 8).unwrap());
}

#[test]
fn a_gather_over_two_servers_takes_the_time_of_both_links() {
    let spans = ranks(2, |rank| {
        let (send, recv) = (Buffer::of(&[1_f32; 1024]), Buffer::new(16 * 4096));
        fine(rank.all_gather(send.address, recv.address, 1024, F32));
        ran(rank, Kind::AllGather)[0]
    });
    let wanted = collective_time(SOC, Kind::AllGather, 16 * 4096, 16).unwrap();
    assert!(spans.iter().all(|(start, end)| *end - *start == wanted), "{spans:?} {wanted:?}");
    assert!(wanted > collective_time(SOC, Kind::AllGather, 16 * 4096, 8).unwrap());
}

#[test]
fn what_follows_a_collective_follows_it_on_every_rank() {
    let ends = ranks(1, |rank| {
        let buffer = Buffer::of(&[1_f32; 1024]);
        if rank.rank == 3 {
            for _ in 0..50 {
                ok(call!(acl.aclrtMemsetAsync(buffer.address, 4096, 0, 4096, rank.stream)));
            }
        }
        fine(rank.all_reduce(buffer.address, buffer.address, 1024, F32, SUM));
        ok(call!(acl.aclrtMemsetAsync(buffer.address, 4096, 0, 4096, rank.stream)));
        ok(rank.sync());
        (modelled_now().unwrap(), ran(rank, Kind::Fill).pop().unwrap())
    });
    let last = operation_time(SOC, Kind::Fill, 4096, 4096).unwrap();
    for (now, (start, end)) in &ends {
        assert_eq!(*end - *start, last);
        assert_eq!(now, end);
    }
    // The others wait for what the slow rank has done.
    assert!(ends.iter().all(|(now, _)| *now >= Duration::from_micros(500)), "{ends:?}");
}
