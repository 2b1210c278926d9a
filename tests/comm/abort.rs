//! Ending a communicator while its ranks wait.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ascend_npu::{
    AbortHandle, Communicator, CommunicatorOptions, Device, DeviceBuffer, ErrorKind, OperationState, Progress,
    Reduction, Result, World,
};
use ascend_npu_mock::control;

use crate::common::device;

/// Long before any limit of the software device: 10 s for calls, 120 s for operations.
const SOON: Duration = Duration::from_secs(5);

/// Both ends of a communicator of two devices, its first all-reduce behind it.
fn pair(first: u32) -> [Communicator; 2] {
    let devices: Vec<Device> = (first..first + 2).map(device).collect();
    let ends = Communicator::all(&devices).unwrap();
    let ends = thread::scope(|scope| {
        let threads: Vec<_> = ends
            .into_iter()
            .map(|comm| {
                scope.spawn(move || {
                    let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 10]).unwrap();
                    comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
                    assert_eq!(comm.stream().download_blocking(&buffer).unwrap(), [2.0; 10]);
                    comm
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    ends.try_into().unwrap()
}

/// Queues an all-reduce that the other rank never comes to.
fn stuck(comm: &Communicator) -> DeviceBuffer<f32> {
    let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 10]).unwrap();
    comm.all_reduce_in_place(&mut buffer, Reduction::Sum).unwrap();
    buffer
}

fn aborts_soon(handle: AbortHandle) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        handle.abort("the test wants it").unwrap();
    })
}

#[track_caller]
fn assert_aborted<T: std::fmt::Debug>(outcome: Result<T>) {
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted, "{error}");
    assert!(error.to_string().contains("was aborted: the test wants it"), "{error}");
}

#[test]
fn whoever_waits_for_an_aborted_operation_is_told() {
    let [comm, _other] = pair(0);
    let buffer = stuck(&comm);
    let device = comm.device().clone();
    let (dependent, before) = (device.stream().unwrap(), device.stream().unwrap());
    let mut copy = device.alloc::<f32>(10).unwrap();
    let unrelated = before.upload_blocking(&[3.0_f32; 10]).unwrap();
    dependent.copy(&buffer, &mut copy).unwrap();
    let pending = dependent.copy_to_host(&copy, device.pinned(10).unwrap()).unwrap();
    let aborter = aborts_soon(comm.abort_handle());
    // Of all of them only this one waits; then the others are asked.
    assert_aborted(pending.wait());
    aborter.join().unwrap();
    assert_aborted(comm.stream().synchronize());
    assert_aborted(dependent.synchronize());
    assert_aborted(dependent.is_idle());
    assert_aborted(comm.check());
    assert_aborted(comm.barrier());
    // What would have been written is not taken for written, on any stream.
    assert_aborted(before.download_blocking(&buffer));
    assert_aborted(device.stream().unwrap().download_blocking(&copy));
    // What does not depend on it goes on, and memory can be had.
    assert_eq!(before.download_blocking(&unrelated).unwrap(), [3.0; 10]);
    drop((buffer, copy));
    let fresh = before.upload_blocking(&[4.0_f32; 10]).unwrap();
    assert_eq!(before.download_blocking(&fresh).unwrap(), [4.0; 10]);
}

#[test]
fn an_aborted_communicator_is_dropped_without_a_wait_a_second_destroy_or_an_error() {
    crate::common::needs!(Calls);
    let [comm, other] = pair(2);
    let device = comm.device().clone();
    let _buffer = stuck(&comm);
    let handle = comm.abort_handle();
    assert!(!handle.is_aborted());
    handle.abort("the test wants it").unwrap();
    handle.abort("again").unwrap();
    assert!(handle.is_aborted());
    assert_aborted(other.check());
    let (destroyed, started) = (control::calls("HcclCommDestroy"), Instant::now());
    drop(comm);
    assert!(started.elapsed() < SOON);
    // The handle outlives it.
    handle.abort("once more").unwrap();
    // Nothing was queued on the other end: it is destroyed as ever.
    drop(other);
    assert!(control::calls("HcclCommDestroy") > destroyed);
    assert!(device.take_deferred_errors().is_empty());
}

#[test]
fn a_rank_that_waits_for_the_first_use_of_an_operation_is_told() {
    let [comm, _other] = pair(4);
    let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 10]).unwrap();
    let aborter = aborts_soon(comm.abort_handle());
    let started = Instant::now();
    assert_aborted(comm.broadcast(&mut buffer, 0));
    assert!(started.elapsed() < SOON);
    aborter.join().unwrap();
}

#[test]
fn a_rank_that_waits_for_one_that_has_left_is_told_at_once() {
    let [comm, other] = pair(6);
    drop(other);
    let mut buffer = comm.stream().upload_blocking(&[1.0_f32; 10]).unwrap();
    let (error, started) = (comm.broadcast(&mut buffer, 0).unwrap_err(), Instant::now());
    assert!(started.elapsed() < SOON);
    assert_eq!(error.kind(), ErrorKind::Communication);
    assert!(error.to_string().contains("came to the first HcclBroadcast, but ranks [1] have left"), "{error}");
}

#[test]
fn of_two_stuck_communicators_of_a_device_one_goes_on_when_the_other_is_aborted() {
    let ([one, one_peer], [two, two_peer]) = (pair(0), pair(0));
    let (lost, kept) = (stuck(&one), stuck(&two));
    one.abort_handle().abort("the test wants it").unwrap();
    assert_aborted(one.stream().download_blocking(&lost));
    assert!(!two.stream().is_idle().unwrap());
    // The other's peer comes now.
    let _peer = stuck(&two_peer);
    assert_eq!(two.stream().download_blocking(&kept).unwrap(), [2.0; 10]);
    two.abort_handle().abort("no harm").unwrap();
    drop((one, two, one_peer, two_peer));
}

#[test]
fn a_world_of_which_one_rank_fails_ends_at_once_with_its_error() {
    for failing in 0..3 {
        for early in [false, true] {
            let started = Instant::now();
            let error = World::run(3, |rank| -> Result<()> {
                let mut buffer = rank.communicator.stream().upload_blocking(&[1.0_f32; 10])?;
                if !early {
                    rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
                }
                if rank.rank() == failing {
                    // With work of its own in the queue that the others never come to.
                    if !early {
                        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
                        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
                    }
                    return rank.device().alloc::<u8>(1 << 50).map(drop);
                }
                rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
                rank.communicator.stream().download_blocking(&buffer)?;
                rank.communicator.all_gather_in_place(rank.device().alloc::<f32>(3)?.as_mut_slice())
            });
            let error = error.unwrap_err();
            assert_eq!(
                (error.kind(), error.device()),
                (ErrorKind::OutOfMemory, Some(failing.cast_signed())),
                "{error}"
            );
            assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
        }
    }
}

#[test]
fn a_world_of_which_one_rank_panics_with_queued_work_ends_at_once() {
    let started = Instant::now();
    let error = World::run(2, |rank| -> Result<()> {
        let mut buffer = rank.communicator.stream().upload_blocking(&[1.0_f32; 10])?;
        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
        if rank.rank() == 1 {
            rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
            rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
            panic!("as the test wants");
        }
        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)?;
        rank.communicator.stream().synchronize()?;
        rank.communicator.broadcast(&mut buffer, 0)
    });
    assert_eq!(error.unwrap_err().to_string(), "World::run: rank 1 panicked: as the test wants");
    assert!(started.elapsed() < SOON);
}

#[test]
fn the_progress_of_every_rank_can_be_asked_for() {
    let [comm, other] = pair(6);
    let of = |comm: &Communicator| {
        let mut ranks = Progress::now().ranks;
        ranks.retain(|rank| rank.communicator == comm.name());
        ranks
    };
    let done = of(&comm);
    assert_eq!(done.len(), 2);
    for (rank, progress) in (0..).zip(&done) {
        let last = progress.last.as_ref().unwrap();
        assert_eq!((progress.rank, progress.device, progress.size), (rank, 6 + rank, 2));
        assert_eq!((last.number, last.function, last.count, last.element), (1, "HcclAllReduce", 10, "fp32"));
        assert_eq!(last.state, OperationState::Done);
    }
    let mut buffer = stuck(&comm);
    let states = |ranks: Vec<ascend_npu::RankProgress>| -> Vec<_> {
        ranks.into_iter().map(|rank| rank.last.unwrap()).map(|last| (last.number, last.state)).collect()
    };
    assert_eq!(states(of(&comm)), [(2, OperationState::Queued), (1, OperationState::Done)]);
    // Text names the rank that is behind.
    let text = Progress::now().to_string();
    assert!(text.contains("rank 0 on device 6: HcclAllReduce (number 2, 10 x fp32) is queued and not done"), "{text}");
    assert!(text.contains("rank 1 on device 7: HcclAllReduce (number 1, 10 x fp32) is done"), "{text}");
    let _peer = stuck(&other);
    comm.stream().synchronize().unwrap();
    assert_eq!(states(of(&comm))[0], (2, OperationState::Done));
    // A thread at the first use of an operation.
    let (said, heard) = mpsc::channel();
    let name = comm.name().to_owned();
    let handle = comm.abort_handle();
    let watcher = thread::spawn(move || {
        let meets = || {
            Progress::now().ranks.iter().any(|rank| {
                rank.communicator == name
                    && rank
                        .last
                        .as_ref()
                        .is_some_and(|last| last.state == OperationState::Meeting && last.peer == Some(1))
            })
        };
        while !meets() {
            thread::sleep(Duration::from_millis(1));
        }
        said.send(()).unwrap();
        handle.abort("the test wants it").unwrap();
    });
    assert_aborted(comm.broadcast(&mut buffer, 1));
    heard.recv().unwrap();
    watcher.join().unwrap();
    assert_eq!(states(of(&comm))[0].1, OperationState::Failed);
}

#[test]
fn whoever_makes_a_part_of_an_aborted_communicator_waits_for_nobody() {
    let [first, second] = pair(1);
    first.abort_handle().abort("it is over").unwrap();
    // The first rank does not come to it.
    let error = second.sub_communicator(&[0, 1], &CommunicatorOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted, "{error}");
    assert!(error.to_string().contains("it is over"), "{error}");
}
