//! Closures that a stream calls: their place in the order, their panics, and what they must not do.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, NoCopy, Shard};
use ascend_npu::{ErrorKind, Result};
use ascend_npu_mock::control::{self, Kind};
use ascend_npu_sys::aclError;
use common::device;

/// Long beside the time that a missing wait would need to show.
const LATE: Duration = Duration::from_millis(40);

/// Rules are those of the process, so the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_closure_runs_after_the_work_before_it_and_holds_the_work_behind() {
    let _turn = turn();
    let device = device(0);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut a = device.alloc::<f32>(10).unwrap();
    let _late = control::delay_operations(Kind::Fill, LATE);
    stream.fill_zero(&mut a).unwrap();
    let (go, gate) = mpsc::channel::<u32>();
    let call = stream.run_on_host(move || gate.recv().unwrap() + 1).unwrap();
    let marker = other.run_on_host(|| ()).unwrap();
    marker.wait().unwrap();
    assert!(!call.is_ready().unwrap());
    let behind = stream.copy_to_host(&a, device.pinned(10).unwrap()).unwrap();
    assert!(!behind.is_ready().unwrap());
    go.send(41).unwrap();
    assert_eq!(call.wait().unwrap(), 42);
    behind.wait().unwrap();
}

#[test]
fn a_panic_comes_back_as_an_error_and_the_stream_goes_on() {
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let call = stream.run_on_host(|| -> u32 { panic!("no {}", "bread") }).unwrap();
    let next = stream.run_on_host(|| 7).unwrap();
    let error = call.wait().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Panicked);
    let text = format!("run_on_host on device 0, stream {}: the closure panicked: no bread", stream.id());
    assert_eq!(error.to_string(), text);
    assert_eq!(next.wait().unwrap(), 7);
    let odd = stream.run_on_host(|| std::panic::panic_any(5)).unwrap();
    assert!(odd.wait().unwrap_err().to_string().contains("with a value that is no text"));
}

#[test]
fn a_call_that_is_dropped_is_still_made_and_its_panic_is_kept() {
    let _turn = turn();
    let device = device(1);
    let stream = device.stream().unwrap();
    let count = Arc::new(AtomicU32::new(0));
    let counted = count.clone();
    drop(stream.run_on_host(move || counted.fetch_add(1, Ordering::SeqCst)).unwrap());
    drop(stream.run_on_host(|| panic!("heard later")).unwrap());
    stream.synchronize().unwrap();
    assert_eq!((count.load(Ordering::SeqCst), Arc::strong_count(&count)), (1, 1));
    let finished = stream.run_on_host(|| panic!("heard at once")).unwrap();
    stream.synchronize().unwrap();
    drop(finished);
    let errors = device.take_deferred_errors();
    let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert!(texts.len() == 2 && texts[0].ends_with("heard later") && texts[1].ends_with("heard at once"), "{texts:?}");
}

/// A value that panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("dropped");
        }
    }
}

#[test]
fn a_value_that_panics_as_it_is_dropped_does_not_reach_the_library() {
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let (go, gate) = mpsc::channel::<()>();
    let call = stream.run_on_host(move || {
        gate.recv().unwrap();
        Bomb
    });
    // Nobody takes the value: it is dropped where it was made.
    drop(call);
    go.send(()).unwrap();
    stream.synchronize().unwrap();
}

#[test]
fn no_device_can_be_touched_from_within() {
    let _turn = turn();
    let device = device(0);
    let stream = device.stream().unwrap();
    let inner = device.clone();
    let other = device.stream().unwrap();
    let refused = move || {
        let kind = |outcome: Result<()>| outcome.map_err(|error| error.kind());
        let mut kinds = vec![
            kind(inner.alloc::<f32>(10).map(drop)),
            kind(inner.stream().map(drop)),
            kind(inner.synchronize()),
            kind(inner.memory().map(drop)),
            kind(inner.properties().map(drop)),
            kind(other.synchronize()),
            kind(other.run_on_host(|| ()).map(drop)),
            kind(other.is_idle().map(drop)),
        ];
        kinds.push(kind(ascend_npu::Driver::open().and_then(|driver| driver.device(3)).map(drop)));
        kinds
    };
    let kinds = stream.run_on_host(refused).unwrap().wait().unwrap();
    assert_eq!(kinds, vec![Err(ErrorKind::InHostCall); 9]);
    device.alloc::<f32>(10).unwrap();
}

#[test]
fn objects_dropped_within_are_given_back_afterwards() {
    common::needs!(Usage);
    let _turn = turn();
    let before = control::usage(2);
    let device = device(2);
    let stream = device.stream().unwrap();
    let buffer = stream.upload_blocking(&[1.0_f32; 1000]).unwrap();
    let pinned = device.pinned::<f32>(10).unwrap();
    let (event, other) = (stream.record_timed().unwrap(), device.stream().unwrap());
    let calls = || ["aclrtFree", "aclrtFreeHost", "aclrtDestroyEvent"].map(control::calls);
    let made = calls();
    let in_flight =
        stream.copy_to_device(device.pinned(1000).unwrap(), &mut device.alloc::<f32>(1000).unwrap()).unwrap();
    let call = stream.run_on_host(move || {
        drop((buffer, pinned, event, other, in_flight));
        ["aclrtFree", "aclrtFreeHost", "aclrtDestroyEvent"].map(control::calls)
    });
    assert_eq!(call.unwrap().wait().unwrap(), made, "nothing of the library is called within");
    drop((stream, device));
    assert_eq!(control::usage(2), before);
}

#[test]
fn the_last_handle_of_a_device_may_go_within() {
    common::needs!(Usage);
    let _turn = turn();
    let before = control::usage(3);
    let (go, gate) = mpsc::channel::<()>();
    {
        let elsewhere = device(4);
        let device = device(3);
        let stream = device.stream().unwrap();
        let buffer = device.alloc::<f32>(10).unwrap();
        // Called by a stream of another device, so that nothing else keeps this one open.
        let caller = elsewhere.stream().unwrap();
        drop(caller.run_on_host(move || {
            gate.recv().unwrap();
            drop((buffer, stream, device));
        }));
        go.send(()).unwrap();
        caller.synchronize().unwrap();
    }
    let started = Instant::now();
    while control::usage(3) != before {
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", control::usage(3));
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn after_a_fault_the_closure_is_not_called_and_given_back() {
    common::needs!(Faults);
    let _turn = turn();
    let device = device(5);
    let stream = device.stream().unwrap();
    let adam = Adam::load(&device).unwrap();
    let control_block = stream.upload_blocking(&[ControlBlock::new(&AdamW::default(), 1, 1.0)]).unwrap();
    let gradient = stream.upload_blocking(&[1.0_f32; 16]).unwrap();
    let [mut w, mut m, mut v] = [0.0_f32; 3].map(|value| stream.upload_blocking(&[value; 16]).unwrap());
    let _fault = control::fail_kernel("adam_f32_none", 0, aclError::RT_AICORE_EXCEPTION);
    let shard = Shard {
        gradient: gradient.as_slice(),
        master: w.as_mut_slice(),
        moment1: m.as_mut_slice(),
        moment2: v.as_mut_slice(),
        copy: NoCopy,
    };
    adam.step(&stream, &AdamW::default(), 0.1, control_block.as_slice(), shard).unwrap();
    let held = Arc::new(());
    let holds = held.clone();
    let call = stream.run_on_host(move || drop(holds));
    // Queued in time or not, it is not called.
    match call {
        Ok(call) => assert_eq!(call.wait().unwrap_err().kind(), ErrorKind::DeviceFault),
        Err(error) => assert_eq!(error.kind(), ErrorKind::DeviceFault),
    }
    assert_eq!(Arc::strong_count(&held), 1);
}
