//! No more waits than needed: counted at the C interface.
//!
//! The counts are those of the process, so the tests of this binary take turns.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::zero::{Dtype, Engine, EngineOptions, Layout, LayoutOptions, Parameter};
use ascend_npu::{Communicator, Rank, Reduction, Result, RootInfo, World};
use ascend_npu_mock::control::{self, Kind};
use common::{device, values};

static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records and waits that `act` makes.
fn events(act: impl FnOnce()) -> (u64, u64) {
    let count = || (control::calls("aclrtRecordEvent"), control::calls("aclrtStreamWaitEvent"));
    let before = count();
    act();
    let after = count();
    (after.0 - before.0, after.1 - before.1)
}

/// Long enough that nothing queued behind it is done while the test queues.
const HELD: Duration = Duration::from_millis(100);

#[test]
fn one_stream_needs_no_events() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let made = events(|| {
        let a = stream.upload_blocking(&values(1000, 1)).unwrap();
        let mut b = device.alloc::<f32>(1000).unwrap();
        for _ in 0..10 {
            stream.copy(&a, &mut b).unwrap();
            stream.fill_zero(&mut b).unwrap();
        }
        drop(a);
        assert!(stream.download_blocking(&b).unwrap().iter().all(|&value| value == 0.0));
    });
    assert_eq!(made, (0, 0));
}

#[test]
fn one_stream_needs_no_events_for_collectives() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(6);
    let comm = Communicator::new(&device, &RootInfo::create(&device).unwrap(), 1, 0).unwrap();
    let mut a = comm.stream().upload_blocking(&values(100, 9)).unwrap();
    let made = events(|| {
        for _ in 0..10 {
            comm.all_reduce_in_place(&mut a, Reduction::Sum).unwrap();
            comm.stream().fill_zero(&mut a).unwrap();
        }
    });
    assert_eq!(made, (0, 0));
}

#[test]
fn a_dependency_costs_one_record_and_one_wait() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let (writer, reader) = (device.stream().unwrap(), device.stream().unwrap());
    let (mut a, mut b) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    let (mut c, mut d) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    let _held = control::delay_operations(Kind::Fill, HELD);
    writer.fill_zero(&mut a).unwrap();
    writer.fill_zero(&mut b).unwrap();
    assert_eq!(events(|| reader.copy(&a, &mut c).unwrap()), (1, 1), "the first");
    assert_eq!(events(|| reader.copy(&b, &mut d).unwrap()), (0, 0), "implied: the record covers both writes");
    assert_eq!(events(|| reader.copy(&a, &mut d).unwrap()), (0, 0), "implied: waited for already");
    assert_eq!(events(|| writer.fill_zero(&mut a).unwrap()), (1, 1), "a write after the reads");
}

#[test]
fn a_wait_of_a_third_stream_is_implied() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let [first, second, third] = [(); 3].map(|()| device.stream().unwrap());
    let [mut a, mut b, mut c] = [(); 3].map(|()| device.alloc::<f32>(100).unwrap());
    let _held = control::delay_operations(Kind::Fill, HELD);
    first.fill_zero(&mut a).unwrap();
    assert_eq!(events(|| second.copy(&a, &mut b).unwrap()), (1, 1));
    assert_eq!(events(|| third.copy(&b, &mut c).unwrap()), (1, 1));
    // The third stream waited for the second, which had waited for the first.
    assert_eq!(events(|| third.copy(&a, &mut c).unwrap()), (0, 0));
}

#[test]
fn parts_of_a_split_buffer_never_wait_for_each_other() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    let mut parts = device.alloc::<f32>(200).unwrap().split(&[100, 100]).unwrap();
    let _held = control::delay_operations(Kind::Fill, HELD);
    first.fill_zero(&mut parts[0]).unwrap();
    assert_eq!(events(|| second.fill_zero(&mut parts[1]).unwrap()), (0, 0));
}

#[test]
fn work_known_to_be_done_is_not_waited_for() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    let (mut a, mut b) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    first.fill_zero(&mut a).unwrap();
    first.synchronize().unwrap();
    assert_eq!(events(|| second.copy(&a, &mut b).unwrap()), (0, 0));
}

#[test]
fn a_host_result_waits_for_its_own_copy_only() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let source = stream.upload_blocking(&values(100, 2)).unwrap();
    let mut other = device.alloc::<f32>(100).unwrap();
    let pending = stream.copy_to_host(&source, device.pinned(100).unwrap()).unwrap();
    let _held = control::delay_operations(Kind::Fill, HELD);
    // A result was asked for, so its point is recorded before more is queued.
    assert_eq!(events(|| stream.fill_zero(&mut other).unwrap()), (1, 0));
    assert_eq!(pending.wait().unwrap()[..], values(100, 2)[..]);
    assert!(!stream.is_idle().unwrap(), "the fill behind it goes on");
}

#[test]
fn an_operation_is_recorded_once_for_all_who_wait() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let writer = device.stream().unwrap();
    let readers: Vec<_> = (0..5).map(|_| device.stream().unwrap()).collect();
    let (mut a, mut b) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    let mut to: Vec<_> = readers.iter().map(|_| device.alloc::<f32>(100).unwrap()).collect();
    let _held = control::delay_operations(Kind::Fill, HELD);
    writer.fill_zero(&mut a).unwrap();
    let made = events(|| {
        for (reader, to) in readers.iter().zip(&mut to) {
            reader.copy(&a, to).unwrap();
        }
    });
    assert_eq!(made, (1, 5));
    // What comes later on the stream has a record of its own, and the earlier one is still used for what it covers.
    writer.fill_zero(&mut b).unwrap();
    assert_eq!(events(|| readers[0].copy(&b, &mut to[0]).unwrap()), (1, 1));
    let late = device.stream().unwrap();
    let mut end = device.alloc::<f32>(100).unwrap();
    assert_eq!(events(|| late.copy(&a, &mut end).unwrap()), (0, 1));
    assert_eq!(events(|| late.copy(&b, &mut end).unwrap()), (0, 1));
}

#[test]
fn a_write_waits_once_for_each_reading_stream() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let [first, second, writer] = [(); 3].map(|()| device.stream().unwrap());
    let mut source = first.upload_blocking(&values(100, 3)).unwrap();
    let [mut a, mut b] = [(); 2].map(|()| device.alloc::<f32>(100).unwrap());
    let _held = control::delay_operations(Kind::CopyDeviceToDevice, HELD);
    for _ in 0..3 {
        first.copy(&source, &mut a).unwrap();
        second.copy(&source, &mut b).unwrap();
    }
    assert_eq!(events(|| writer.fill_zero(&mut source).unwrap()), (2, 2));
    assert_eq!(events(|| writer.fill_zero(&mut source).unwrap()), (0, 0));
}

#[test]
fn readers_do_not_wait_for_each_other() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
    let source = first.upload_blocking(&values(100, 4)).unwrap();
    let (mut a, mut b) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    let _held = control::delay_operations(Kind::CopyDeviceToDevice, HELD);
    let made = events(|| {
        first.copy(&source, &mut a).unwrap();
        second.copy(&source, &mut b).unwrap();
    });
    assert_eq!(made, (0, 0));
}

#[test]
fn a_write_waits_for_a_reader_of_its_own_stream_by_nothing() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let mut source = stream.upload_blocking(&values(100, 5)).unwrap();
    let mut to = device.alloc::<f32>(100).unwrap();
    let _held = control::delay_operations(Kind::CopyDeviceToDevice, HELD);
    let made = events(|| {
        stream.copy(&source, &mut to).unwrap();
        stream.fill_zero(&mut source).unwrap();
        stream.copy(&source, &mut to).unwrap();
    });
    assert_eq!(made, (0, 0));
}

#[test]
fn what_a_result_waited_for_is_known_to_be_done() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let (mut a, mut b) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    let mut c = device.alloc::<f32>(100).unwrap();
    stream.fill_zero(&mut a).unwrap();
    let pending = stream.copy_to_host(&a, device.pinned(100).unwrap()).unwrap();
    let _held = control::delay_operations(Kind::Fill, HELD);
    stream.fill_zero(&mut b).unwrap();
    pending.wait().unwrap();
    assert_eq!(events(|| other.fill_zero(&mut a).unwrap()), (0, 0));
    assert_eq!(events(|| other.copy(&b, &mut c).unwrap()), (1, 1), "the fill behind it is not done");
}

#[test]
fn a_busy_stream_is_asked_once_for_all_that_it_holds() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let questions = || control::calls("aclrtStreamQuery") + control::calls("aclrtQueryEventStatus");
    let buffers: Vec<_> = (0..20).map(|_| device.alloc::<f32>(100).unwrap()).collect();
    let _held = control::delay_operations(Kind::Fill, HELD);
    for mut buffer in buffers {
        stream.fill_zero(&mut buffer).unwrap();
    }
    let before = questions();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(questions() - before, 1);
}

#[test]
fn a_reader_of_one_collective_does_not_wait_for_the_next() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let root = RootInfo::create(&device).unwrap();
    let comm = Communicator::new(&device, &root, 1, 0).unwrap();
    let [mut a, mut b] = [6, 7].map(|salt| stream.upload_blocking(&values(100, salt)).unwrap());
    let mut to = device.alloc::<f32>(100).unwrap();
    comm.all_reduce_in_place(&mut a, Reduction::Sum).unwrap();
    comm.stream().synchronize().unwrap();
    let _late = control::delay_operations(Kind::AllReduce, HELD);
    assert_eq!(events(|| comm.all_reduce_in_place(&mut a, Reduction::Sum).unwrap()), (0, 0));
    assert_eq!(events(|| comm.all_reduce_in_place(&mut b, Reduction::Sum).unwrap()), (1, 0), "the first is recorded");
    assert_eq!(events(|| stream.copy(&a, &mut to).unwrap()), (0, 1), "and that is what is waited for");
}

#[test]
fn a_result_is_recorded_before_its_stream_waits_for_another() {
    common::needs!(Calls);
    let _turn = turn();
    let device = device(0);
    let (slow, stream) = (device.stream().unwrap(), device.stream().unwrap());
    let source = stream.upload_blocking(&values(100, 8)).unwrap();
    let mut a = device.alloc::<f32>(100).unwrap();
    let host = device.pinned(100).unwrap();
    let _held = control::delay_operations(Kind::Fill, HELD);
    slow.fill_zero(&mut a).unwrap();
    let pending = stream.copy_to_host(&source, host).unwrap();
    // Its own record, and that of what is waited for.
    assert_eq!(events(|| stream.wait_for(&slow).unwrap()), (2, 1));
    assert_eq!(events(|| drop(pending.wait().unwrap())), (0, 0));
}

const BUCKETS: u64 = 5;

fn engine(rank: Rank) -> Result<Engine<f32>> {
    let options = LayoutOptions { bucket: 512, alignment: 16, ..LayoutOptions::default() };
    let parameters = (0..BUCKETS).map(|number| Parameter::new(format!("w{number}"), [500], Dtype::F32));
    let layout = Layout::new(parameters, rank.size(), options)?;
    Engine::new(rank, layout, EngineOptions { check: false, ..EngineOptions::default() })
}

/// One step, while none of its operations ends: what it queues depends on nothing but the program.
#[test]
fn the_bucketed_step_has_exactly_the_waits_that_its_order_needs() {
    common::needs!(Calls);
    let _turn = turn();
    let ranks = 2;
    let (first, made) = (Barrier::new(ranks as usize), Mutex::new(Vec::new()));
    // A rank measures while the other does nothing: first the one, then the other.
    let alone = |number: u32, rank: u32, act: &mut dyn FnMut()| {
        for turn in 0..number {
            first.wait();
            if turn == rank {
                made.lock().unwrap().push(events(&mut *act));
            }
            first.wait();
        }
    };
    World::run(ranks, |rank| -> Result<()> {
        let number = rank.rank();
        let mut engine = engine(rank)?;
        // The first use of a collective blocks until all ranks have come to it.
        engine.send_gradients(&[1.0; 2500], 1.0)?;
        engine.step(0.1)?;
        engine.compute().synchronize()?;
        engine.communicator().stream().synchronize()?;
        first.wait();
        let late = control::delay_operations(Kind::CopyHostToDevice, HELD);
        for _ in 0..2 {
            alone(ranks, number, &mut || {
                engine.send_gradients(&[1.0; 2500], 1.0).unwrap();
                drop(engine.step(0.1).unwrap());
            });
        }
        alone(ranks, number, &mut || {
            let mut to = engine.device().alloc::<f32>(512).unwrap();
            for bucket in 0..BUCKETS as usize {
                let parameters = engine.parameters(bucket).unwrap();
                let len = parameters.len();
                engine.compute().copy(parameters, to.slice_mut(0..len).unwrap()).unwrap();
            }
        });
        first.wait();
        drop(late);
        Ok(())
    })
    .unwrap();
    let made = made.into_inner().unwrap();
    let (steps, reads) = made.split_at(4);
    // reduce(k) waits for the gradients, adam(k) for reduce(k), gather(k) for adam(k). Every one of these, and the control block, is
    // recorded once, but for the last gather: nothing has been queued behind it.
    for (place, step) in steps.iter().enumerate() {
        let last_gather_before = u64::from(place >= 2);
        assert_eq!(*step, (4 * BUCKETS + last_gather_before, 3 * BUCKETS), "step {place}: {made:?}");
    }
    // What reads parameters waits for their gather, of which the last is recorded now.
    for read in reads {
        assert_eq!(*read, (1, BUCKETS), "{made:?}");
    }
}

#[test]
fn a_step_never_waits_on_the_host() {
    common::needs!(Calls);
    let _turn = turn();
    let barrier = Barrier::new(2);
    let blocking = || {
        [
            "aclrtSynchronizeStream",
            "aclrtSynchronizeStreamWithTimeout",
            "aclrtSynchronizeEvent",
            "aclrtSynchronizeDevice",
        ]
        .map(control::calls)
    };
    World::run(2, |rank| -> Result<()> {
        let mut engine = engine(rank)?;
        engine.send_gradients(&[1.0; 2500], 1.0)?;
        engine.step(0.1)?;
        barrier.wait();
        let before = blocking();
        barrier.wait();
        let late = control::delay_operations(Kind::CopyHostToDevice, HELD);
        for _ in 0..3 {
            engine.send_gradients(&[1.0; 2500], 1.0)?;
            engine.step(0.1)?;
        }
        barrier.wait();
        assert_eq!(blocking(), before);
        drop(late);
        barrier.wait();
        Ok(())
    })
    .unwrap();
}

#[test]
fn adam_of_a_bucket_runs_while_another_is_gathered() {
    common::needs!(Calls);
    let _turn = turn();
    control::record_operations(true);
    let late = control::delay_operations(Kind::AllGather, Duration::from_millis(30));
    World::run(2, |rank| -> Result<()> {
        let mut engine = engine(rank)?;
        engine.send_gradients(&[1.0; 2500], 1.0)?;
        engine.step(0.1).map(drop)
    })
    .unwrap();
    drop(late);
    control::record_operations(false);
    let log = control::take_operations(1);
    let of = |kind| log.iter().filter(|operation| operation.kind == kind).collect::<Vec<_>>();
    let (adam, gathers) = (of(Kind::Kernel), of(Kind::AllGather));
    assert_eq!((adam.len(), gathers.len()), (5, 5));
    // All kernels are done before the first gather is: none waited for a gather.
    assert!(adam.iter().all(|kernel| kernel.ended < gathers[0].ended));
    for (kernel, gather) in adam.iter().zip(&gathers) {
        assert!(kernel.ended < gather.started, "a bucket is gathered after it was stepped");
    }
}
