//! No more waits than needed: counted at the C interface.
//!
//! The counts are those of the process, so the tests of this binary take turns.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::zero::{Layout, LayoutOptions, Stage1};
use ascend_npu::{Result, World};
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
fn a_dependency_costs_one_record_and_one_wait() {
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
fn adam_of_a_bucket_runs_while_another_is_gathered() {
    let _turn = turn();
    let options = LayoutOptions { bucket: 512, alignment: 16 };
    control::record_operations(true);
    let late = control::delay_operations(Kind::AllGather, Duration::from_millis(30));
    World::run(2, |rank| -> Result<()> {
        let layout = Layout::new([("w".to_owned(), vec![2500])], 2, options)?;
        let mut engine = Stage1::<f32>::new(rank, layout, AdamW::default())?;
        engine.send_gradients(&[1.0; 2500], 1.0)?;
        engine.step(0.1, 1.0)
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
