//! Communicators that are dropped with work in the queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ascend_npu::{Communicator, CommunicatorOptions, ErrorKind, RootInfo};
use ascend_npu_mock::control::{self, Kind};

use crate::common::device;
use crate::support::{SOON, ends, on_threads, stuck, turn};

#[test]
fn a_communicator_dropped_in_a_panic_lets_its_work_finish() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let comms = ends(0..2);
    let _late = control::delay_operations(Kind::AllReduce, Duration::from_millis(20));
    on_threads(comms, |comm| {
        let (stream, mut kept) = (comm.device().stream().unwrap(), None);
        let device = comm.device().clone();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let comm = comm;
            kept = Some(stuck(&comm));
            panic!("as the test wants");
        }));
        assert!(outcome.is_err());
        assert_eq!(stream.download_blocking(&kept.unwrap()).unwrap(), [2.0; 10]);
        assert!(device.take_deferred_errors().is_empty());
    });
}

#[test]
fn a_drop_waits_no_longer_than_its_limit() {
    crate::common::needs!(Settings);
    let _turn = turn();
    let root = RootInfo::create(&device(2)).unwrap();
    let limit = Duration::from_millis(50);
    // Longer than the test: what ends the wait is the limit of the drop.
    let options = CommunicatorOptions::default().execution_timeout(Duration::ZERO).drop_limit(limit);
    let [comm, other] = on_threads(vec![0, 1], |rank| {
        let comm = Communicator::with_options(&device(2 + rank), &root, 2, rank, &options).unwrap();
        stuck(&comm);
        comm.stream().synchronize().unwrap();
        comm
    })
    .try_into()
    .unwrap();
    let (device, buffer) = (comm.device().clone(), stuck(&comm));
    let blocks = control::usage(2).device_blocks;
    let started = Instant::now();
    drop(comm);
    assert!(started.elapsed() < SOON);
    let errors = device.take_deferred_errors();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].kind(), ErrorKind::Timeout);
    assert!(errors[0].to_string().contains("was not destroyed"), "{}", errors[0]);
    // Its operation still has its buffer.
    drop(buffer);
    device.alloc::<u8>(1).unwrap();
    assert_eq!(control::usage(2).device_blocks, blocks);
    // The other rank comes after all: the operation ends.
    let late = stuck(&other);
    assert_eq!(other.stream().download_blocking(&late).unwrap(), [2.0; 10]);
}
