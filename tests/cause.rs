//! After a device fault: which operation failed is told by every error that comes of it, what was done before it is handed out, and
//! what was to be written after it is known to be spoilt.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{Device, DeviceBuffer, Error, ErrorKind, Stream};
use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::aclError;
use common::{device, values};

/// Rules are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A kernel and what it works on.
struct Work {
    adam: Adam,
    control: DeviceBuffer<ControlBlock>,
    gradient: DeviceBuffer<f32>,
    parts: [DeviceBuffer<f32>; 3],
}

impl Work {
    fn new(device: &Device) -> Self {
        let stream = device.stream().unwrap();
        Self {
            adam: Adam::load(device).unwrap(),
            control: stream.upload_blocking(&[ControlBlock::new(&AdamW::default(), 1, 1.0)]).unwrap(),
            gradient: stream.upload_blocking(&values(100, 4)).unwrap(),
            parts: [1, 2, 3].map(|salt| stream.upload_blocking(&values(100, salt)).unwrap()),
        }
    }

    fn queue(&mut self, stream: &Stream) -> ascend_npu::Result<()> {
        let [w, m, v] = &mut self.parts;
        let shard = Shard {
            gradient: self.gradient.as_slice(),
            master: w.as_mut_slice(),
            moment1: m.as_mut_slice(),
            moment2: v.as_mut_slice(),
            copy: NoCopy,
        };
        self.adam.step(stream, &AdamW::default(), 0.1, self.control.as_slice(), shard)
    }
}

#[track_caller]
fn assert_names(error: &Error, stream: u64, number: u64) {
    let cause = error.cause().unwrap_or_else(|| panic!("no cause: {error}"));
    assert_eq!((cause.name, cause.number, cause.stream), ("adam_f32_none", number, stream), "{error}");
    assert_eq!((error.kind(), error.code().unwrap().value()), (ErrorKind::DeviceFault, 507_015), "{error}");
    let text = format!("operation {number} of stream {stream}, `adam_f32_none`, failed on the device");
    assert!(error.to_string().contains(&text), "{error}");
    assert!(error.native().unwrap().contains("adam_f32_none"), "{error}");
}

#[test]
fn every_later_error_names_the_operation_that_failed() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(0);
    let mut work = Work::new(&device);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let whole = other.upload_blocking(&values(100, 7)).unwrap();
    let [mut a, mut b] = [(); 2].map(|()| device.alloc::<f32>(100).unwrap());
    let host = || device.pinned_from(&[-7.0_f32; 100]).unwrap();
    let late = control::delay_operations(Kind::Fill, Duration::from_millis(50));
    let fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_AICORE_EXCEPTION);
    stream.fill_bytes(&mut a, 0).unwrap();
    let before = stream.copy_to_host(&a, host()).unwrap();
    work.queue(&stream).unwrap();
    let mut after = Vec::new();
    for _ in 0..3 {
        after.push(stream.copy_to_host(&work.parts[0], host()).unwrap());
    }
    let into = stream.copy_to_device(host(), &mut b).unwrap();
    drop(late);

    let error = stream.synchronize().unwrap_err();
    assert_eq!(error.operation(), "aclrtSynchronizeStream");
    assert_names(&error, stream.id(), 3);
    for pending in after {
        let error = pending.wait().unwrap_err();
        assert_eq!(error.stream(), Some(stream.id()));
        assert_names(&error, stream.id(), 3);
    }
    assert_names(&into.is_ready().unwrap_err(), stream.id(), 3);
    assert_names(&other.copy(&whole, &mut a).unwrap_err(), stream.id(), 3);
    assert_names(&device.synchronize().unwrap_err(), stream.id(), 3);

    // What was done before it is handed out, though the library answers every call with the fault.
    assert_eq!(before.wait().unwrap()[..], [0.0; 100]);

    // What the fault spoilt is known.
    for spoilt in [&work.parts[0], &work.parts[2], &b] {
        let error = spoilt.check().unwrap_err();
        assert_names(&error, stream.id(), 3);
        assert!(error.to_string().contains("it was to be written by operation"), "{error}");
    }
    whole.check().unwrap();
    work.gradient.check().unwrap();
    drop(fault);
}

#[test]
fn a_later_error_does_not_hide_the_first() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(1);
    let mut work = Work::new(&device);
    let stream = device.stream().unwrap();
    let _fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_AICORE_EXCEPTION);
    work.queue(&stream).unwrap();
    assert_names(&stream.synchronize().unwrap_err(), stream.id(), 1);
    // The library says something else now, and gives another text.
    control::fail_call("aclrtStreamQuery", 0, 507_899);
    assert_names(&stream.is_idle().unwrap_err(), stream.id(), 1);
    control::forget_failures();
    // What is no consequence of it is told as it is.
    let error = device.alloc::<f32>(1 << 50).unwrap_err();
    assert_eq!((error.kind(), error.cause()), (ErrorKind::OutOfMemory, None), "{error}");
}

#[test]
fn a_fault_far_behind_is_named_by_its_number() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(2);
    let mut work = Work::new(&device);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut a = device.alloc::<f32>(100).unwrap();
    let _fault = control::fail_kernel("adam_f32_none", 1, aclError::RT_AICORE_EXCEPTION);
    work.queue(&stream).unwrap();
    // A wait of the stream counts too: it is the second operation.
    other.fill_zero(&mut a).unwrap();
    let _late = control::delay_operations(Kind::Fill, Duration::from_millis(50));
    other.fill_zero(&mut a).unwrap();
    stream.wait_for(&other).unwrap();
    work.queue(&stream).unwrap();
    for _ in 0..200 {
        // On a slow machine the fault comes before all is queued.
        if let Err(error) = stream.fill(&mut a, 1.0) {
            assert_names(&error, stream.id(), 3);
        }
    }
    assert_names(&stream.synchronize().unwrap_err(), stream.id(), 3);
}

#[test]
fn a_device_that_is_opened_again_knows_nothing_of_the_fault() {
    common::needs!(Faults);
    let _turn = turn();
    for _ in 0..2 {
        let device = device(3);
        let mut work = Work::new(&device);
        let stream = device.stream().unwrap();
        work.queue(&stream).unwrap();
        stream.synchronize().unwrap();
        let _fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_AICORE_EXCEPTION);
        work.queue(&stream).unwrap();
        assert_names(&stream.synchronize().unwrap_err(), stream.id(), 2);
    }
}

#[test]
fn a_launch_that_is_refused_tells_its_arguments() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(4);
    let mut work = Work::new(&device);
    let stream = device.stream().unwrap();
    control::fail_call("aclrtLaunchKernelWithConfig", 0, 107_000);
    let error = work.queue(&stream).unwrap_err();
    assert_eq!(error.arguments(), Some("`adam_f32_none`, 40 blocks, 18 arguments"), "{error}");
    assert_eq!(error.cause(), None);
    let text = format!(
        "aclrtLaunchKernelWithConfig(`adam_f32_none`, 40 blocks, 18 arguments) on device 4, stream {}",
        stream.id()
    );
    assert!(error.to_string().starts_with(&text), "{error}");
    work.queue(&stream).unwrap();
    stream.synchronize().unwrap();
}
