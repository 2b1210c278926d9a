//! Destructors whose calls fail: no abort, no hang, and the error is kept.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use ascend_npu::kernel::Module;
use ascend_npu::kernel::adam::Adam;
use ascend_npu::{
    Communicator, Device, DeviceBuffer, Driver, ExportedBuffer, HostCall, Importers, Notify, PinnedBuffer, PoolOptions,
    Result, RootInfo, Stream, TimedEvent,
};
use ascend_npu_mock::control;

use crate::program::Place;

/// Functions that destructors call while the device is open, and at its end.
const BEFORE: [&str; 6] =
    ["aclrtFree", "aclrtFreeHost", "aclrtDestroyEvent", "aclrtDestroyNotify", "aclrtIpcMemClose", "HcclCommDestroy"];
const AT_THE_END: [&str; 3] = ["aclrtDestroyStream", "aclrtBinaryUnLoad", "aclrtResetDevice"];

/// One of everything that has something to give back.
struct Everything {
    _event: TimedEvent,
    _buffer: DeviceBuffer<f32>,
    _pooled: DeviceBuffer<f32>,
    _exported: ExportedBuffer<f32>,
    _notify: Notify,
    _call: HostCall<()>,
    _pinned: PinnedBuffer<f32>,
    _adam: Adam,
    _communicator: Communicator,
    _stream: Stream,
    device: Device,
}

impl Everything {
    fn new(driver: &Driver, device: u32) -> Result<Self> {
        let device = driver.device(device)?;
        let stream = device.stream()?;
        Ok(Self {
            _event: stream.record_timed()?,
            _buffer: stream.upload_blocking(&[1.0; 100])?,
            _pooled: device.pool(PoolOptions::default()).alloc(&stream, 100)?,
            _exported: stream.upload_blocking(&[1.0; 100])?.export(Importers::Any)?,
            _notify: device.notify()?,
            _call: stream.run_on_host(|| ())?,
            _pinned: device.pinned(100)?,
            _adam: Adam::load(&device)?,
            _communicator: Communicator::new(&device, &RootInfo::create(&device)?, 1, 0)?,
            _stream: stream,
            device,
        })
    }
}

/// All failures that destructors can meet, once each.
fn fail_everything() {
    for function in BEFORE.into_iter().chain(AT_THE_END) {
        control::fail_call(function, 0, 507_899);
    }
}

/// A failing end leaves things behind in the process: so each case is a program of its own.
#[test]
fn what_a_destructor_could_not_return_is_kept() {
    Place::new().run("destructors::drop_with_failures", &[("ASCEND_NPU_BACKEND", "mock")]).has("kept\n");
}

#[test]
#[ignore = "a program of other tests"]
fn drop_with_failures() {
    let driver = Driver::open().unwrap();
    for (id, function) in (0..).zip(BEFORE) {
        let everything = Everything::new(&driver, id).unwrap();
        let device = everything.device.clone();
        control::fail_call(function, 0, 507_899);
        drop(everything);
        let errors = device.take_deferred_errors();
        assert!(errors.iter().any(|error| error.operation() == function), "{function}: {errors:?}");
        assert!(device.take_deferred_errors().is_empty());
        assert!(driver.take_deferred_errors().is_empty());
        control::forget_failures();
    }
    for (id, function) in (5..).zip(AT_THE_END) {
        let everything = Everything::new(&driver, id).unwrap();
        control::fail_call(function, 0, 507_899);
        drop(everything);
        let errors = driver.take_deferred_errors();
        assert!(errors.iter().any(|error| error.operation() == function), "{function}: {errors:?}");
        assert!(errors.iter().all(|error| error.device() == Some(id.cast_signed())), "{errors:?}");
    }
    println!("kept");
}

#[test]
fn a_panic_with_failing_destructors_unwinds() {
    let ran = Place::new().run("destructors::panic_with_failures", &[("ASCEND_NPU_BACKEND", "mock")]);
    ran.has("unwound\n");
    assert!(
        ran.err.contains("nobody asked for this error of a destructor: aclrtResetDevice on device 0: returned 507899"),
        "{ran:?}"
    );
    assert!(ran.err.contains("nobody asked for this error of a destructor: aclFinalize: returned 500000"), "{ran:?}");
}

#[test]
#[ignore = "a program of other tests"]
fn panic_with_failures() {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let driver = Driver::open().unwrap();
        let _everything = Everything::new(&driver, 0).unwrap();
        fail_everything();
        control::fail_call("aclFinalize", 0, 500_000);
        panic!("in the middle of it");
    }));
    assert!(outcome.is_err());
    println!("unwound");
}

#[test]
fn a_program_ends_with_handles_in_statics() {
    let ran = Place::new().run("destructors::end_with_statics", &[("ASCEND_NPU_BACKEND", "mock")]);
    ran.has("at the end\n");
}

#[test]
#[ignore = "a program of other tests"]
fn end_with_statics() {
    static DRIVER: OnceLock<Driver> = OnceLock::new();
    static DEVICE: OnceLock<Device> = OnceLock::new();
    static BUFFER: OnceLock<DeviceBuffer<f32>> = OnceLock::new();
    static MODULE: OnceLock<Adam> = OnceLock::new();
    thread_local! {
        static OF_THREAD: OnceLock<Everything> = const { OnceLock::new() };
    }
    let driver = DRIVER.get_or_init(|| Driver::open().unwrap());
    let device = DEVICE.get_or_init(|| driver.device(0).unwrap());
    BUFFER.get_or_init(|| device.alloc(100).unwrap());
    MODULE.get_or_init(|| Adam::load(device).unwrap());
    OF_THREAD.with(|cell| drop(cell.set(Everything::new(driver, 1).unwrap())));
    fail_everything();
    println!("at the end");
}

#[test]
fn an_image_that_is_none_is_an_error() {
    let _turn = crate::turn();
    let device = Driver::open().unwrap().device(0).unwrap();
    unsafe { Module::load(&device, b"no image") }.unwrap_err();
}
