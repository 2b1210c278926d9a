//! Device faults and failing calls: nothing that never arrived is handed out, nothing is lost or freed too early.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{Device, DeviceBuffer, Error, ErrorKind, Reduction, Result, Stream, World};
use ascend_npu_mock::control::{self, Kind, Settings};
use ascend_npu_sys::aclError;
use common::{device, values};

/// Rules are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    let mut settings = Settings::default();
    settings.connect_timeout = Duration::from_secs(1);
    // Set by the first test; the others find it so.
    let _ = control::configure(settings);
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Queues a kernel that faults, on weights that are then undefined.
fn queue_faulty_kernel(device: &Device, stream: &Stream) -> DeviceBuffer<f32> {
    let adam = Adam::load(device).unwrap();
    let [mut w, mut m, mut v] = [1, 2, 3].map(|salt| stream.upload_blocking(&values(100, salt)).unwrap());
    let gradient = stream.upload_blocking(&values(100, 4)).unwrap();
    let control = stream.upload_blocking(&[ControlBlock::new(&AdamW::default(), 1, 1.0)]).unwrap();
    let _fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_VECTOR_CORE_EXCEPTION);
    let shard = Shard {
        gradient: gradient.as_slice(),
        master: w.as_mut_slice(),
        moment1: m.as_mut_slice(),
        moment2: v.as_mut_slice(),
        copy: NoCopy,
    };
    adam.step(stream, &AdamW::default(), 0.1, control.as_slice(), shard).unwrap();
    w
}

#[track_caller]
fn assert_is_the_fault(error: &Error) {
    assert_eq!(error.kind(), ErrorKind::DeviceFault, "{error}");
    assert_eq!(error.code().unwrap().value(), 507_035, "{error}");
    assert!(error.native().unwrap().contains("adam_f32_none"), "{error}");
}

#[test]
fn after_a_fault_no_result_is_handed_out() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let host = device.pinned_from(&[-7.0; 100]).unwrap();
    let mut other = device.alloc::<f32>(10).unwrap();
    let late = control::delay_operations(Kind::Kernel, Duration::from_millis(100));
    let w = queue_faulty_kernel(&device, &stream);
    let pending = stream.copy_to_host(&w, host).unwrap();
    // Something behind it, so that the copy's end is recorded.
    stream.fill_zero(&mut other).unwrap();
    drop(late);
    stream.synchronize().unwrap_err();
    assert_is_the_fault(&pending.is_ready().unwrap_err());
    assert_is_the_fault(&pending.wait().unwrap_err());
    assert_is_the_fault(&stream.synchronize().unwrap_err());
    assert_is_the_fault(&device.alloc::<f32>(1).and_then(|_| stream.is_idle()).unwrap_err());
}

/// After a fault, events of work that was dropped may count as passed: the stream has the last word.
#[test]
fn an_event_that_passed_is_not_taken_for_work_that_was_done() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(7);
    let stream = device.stream().unwrap();
    let source = stream.upload_blocking(&values(10, 1)).unwrap();
    let mut other = device.alloc::<f32>(10).unwrap();
    let queue = |other: &mut DeviceBuffer<f32>| {
        let pending = stream.copy_to_host(&source, device.pinned(10).unwrap()).unwrap();
        // Something behind it, so that the copy's end is recorded.
        stream.fill_zero(other).unwrap();
        device.synchronize().unwrap();
        control::fail_call("aclrtStreamQuery", 0, 507_899);
        pending
    };
    let pending = queue(&mut other);
    assert_eq!(pending.is_ready().unwrap_err().operation(), "aclrtStreamQuery");
    drop(pending.wait().unwrap());
    let pending = queue(&mut other);
    assert_eq!(pending.wait().map(drop).unwrap_err().operation(), "aclrtStreamQuery");
    control::forget_failures();
}

#[test]
fn a_device_works_again_when_all_of_it_was_dropped_after_a_fault() {
    common::needs!(Faults);
    let _turn = turn();
    {
        let device = device(1);
        let stream = device.stream().unwrap();
        let _weights = queue_faulty_kernel(&device, &stream);
        stream.synchronize().unwrap_err();
    }
    let device = device(1);
    let stream = device.stream().unwrap();
    let data = values(100, 5);
    assert_eq!(stream.download_blocking(&stream.upload_blocking(&data).unwrap()).unwrap(), data);
}

#[test]
fn a_failing_query_loses_no_stream_and_frees_nothing_early() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(2);
    let (dropped, stream) = (device.stream().unwrap(), device.stream().unwrap());
    let mut buffer = device.alloc::<f32>(10_000).unwrap();
    let before = control::usage(2).device_blocks;
    let late = control::delay_operations(Kind::Fill, Duration::from_millis(300));
    dropped.fill_zero(&mut buffer).unwrap();
    drop(dropped);
    control::fail_call("aclrtStreamQuery", 0, 507_899);
    device.alloc::<f32>(1).unwrap_err();
    drop((buffer, stream));
    // The fill still runs: its memory is there.
    assert_eq!(control::usage(2).device_blocks, before);
    drop(late);
    drop(device);
    assert_eq!((control::usage(2).device_blocks, control::usage(2).streams), (before - 1, 0));
}

#[test]
fn a_result_is_not_held_up_by_what_the_next_operation_waits_for() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(3);
    let (slow, stream) = (device.stream().unwrap(), device.stream().unwrap());
    let data = values(100, 6);
    let source = stream.upload_blocking(&data).unwrap();
    let (mut x, mut y) = (device.alloc::<f32>(100).unwrap(), device.alloc::<f32>(100).unwrap());
    let _late = control::delay_operations(Kind::Fill, Duration::from_millis(300));
    slow.fill_zero(&mut x).unwrap();
    let first = stream.copy_to_host(&source, device.pinned(100).unwrap()).unwrap();
    stream.copy(&x, &mut y).unwrap();
    let second = stream.copy_to_host(&source, device.pinned(100).unwrap()).unwrap();
    stream.wait_for(&slow).unwrap();
    assert_eq!(first.wait().unwrap()[..], data[..]);
    assert!(!slow.is_idle().unwrap(), "the result came while the other stream was still at work");
    assert_eq!(second.wait().unwrap()[..], data[..]);
}

#[test]
fn a_queued_wait_is_work() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(4);
    let (slow, stream) = (device.stream().unwrap(), device.stream().unwrap());
    let mut x = device.alloc::<f32>(100).unwrap();
    let late = control::delay_operations(Kind::Fill, Duration::from_millis(300));
    slow.fill_zero(&mut x).unwrap();
    stream.wait_for(&slow).unwrap();
    assert!(!stream.is_idle().unwrap());
    drop(stream);
    device.alloc::<u8>(1).unwrap();
    assert!(!slow.is_idle().unwrap(), "the allocation waited for nothing");
    drop(late);
}

#[test]
fn the_rank_that_failed_first_is_the_one_that_is_told() {
    common::needs!(Faults);
    let _turn = turn();
    let error = World::run(3, |rank| -> Result<()> {
        let mut buffer = rank.device().alloc::<f32>(8)?;
        if rank.rank() == 2 {
            return rank.device().alloc::<u8>(1 << 50).map(drop);
        }
        // Its peer never comes: this ends with the connect timeout.
        rank.communicator.all_reduce_in_place(&mut buffer, Reduction::Sum)
    });
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.device()), (ErrorKind::OutOfMemory, Some(2)), "{error}");
}

#[test]
fn pinned_memory_cannot_be_aligned_to_more_than_it_is() {
    common::needs!(Faults);
    let _turn = turn();
    #[repr(C, align(256))]
    #[derive(Clone, Copy)]
    struct Wide([u8; 256]);
    // SAFETY: every byte pattern is one, and there is no padding.
    #[allow(unsafe_code)]
    unsafe impl bytemuck::Zeroable for Wide {}
    // SAFETY: as above.
    #[allow(unsafe_code)]
    unsafe impl bytemuck::Pod for Wide {}
    let error = device(5).pinned::<Wide>(1).unwrap_err();
    assert!(error.to_string().contains("elements aligned to 256 bytes were asked for"), "{error}");
}

#[test]
fn short_lived_streams_leave_no_trace_in_long_lived_ones() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(6);
    let stream = device.stream().unwrap();
    let mut x = device.alloc::<f32>(10).unwrap();
    let mut y = device.alloc::<f32>(10).unwrap();
    for round in 0..2000 {
        if round % 10 == 0 {
            stream.synchronize().unwrap();
        }
        let other = device.stream().unwrap();
        other.fill_zero(&mut x).unwrap();
        stream.copy(&x, &mut y).unwrap();
    }
    stream.synchronize().unwrap();
    device.alloc::<u8>(1).unwrap();
    let usage = control::usage(6);
    // The stream that stays keeps its last 256 records; one of each round would be 2000.
    assert!(usage.streams < 20 && usage.events < 300, "{usage:?}");
}
