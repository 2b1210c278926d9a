//! Devices: what they tell of themselves, their limits and modes, and the thread's own current device.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]
#![allow(unsafe_code, clippy::undocumented_unsafe_blocks)] // Calls the C interface as another part of a program would.

mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::kernel::adam::Adam;
use ascend_npu::{
    Architecture, Backend, Communicator, CoreKind, DeviceStatus, Driver, ErrorKind, Link, OverflowMode, Reduction,
    RootInfo, Rows,
};
use ascend_npu_mock::control;
use ascend_npu_sys::{Acl, Library, Symbols, aclError, aclrtContext};
use common::{device, values};

/// Tests that count what a device holds take turns with those that use it.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The functions of what the tests run on.
fn acl() -> Acl {
    if Driver::open().unwrap().backend() == Backend::Cann {
        return Library::open().unwrap().acl;
    }
    let mut find = ascend_npu_mock::lookup;
    unsafe { Acl::load(&mut Symbols::partial(&mut find)) }.unwrap()
}

#[test]
fn a_device_tells_what_it_is() {
    common::needs!(Model);
    let device = device(3);
    let (found, model) = (device.properties().unwrap(), control::model("Ascend910B3").unwrap());
    assert_eq!((found.id, found.physical_id, found.chip), (3, Some(3), Some(3)));
    assert_eq!((found.soc_name.as_deref(), device.soc_name()), (Some("Ascend910B3"), Some("Ascend910B3")));
    assert_eq!(found.architecture, Architecture::A2201);
    assert_eq!((found.ai_cores, found.cube_cores, found.vector_cores), (Some(20), Some(20), Some(40)));
    assert_eq!(found.memory, Some(64 << 30), "{model:?}");
    assert_eq!(found.unified_buffer, Some(192 << 10));
    assert!(found.l2_cache.is_some_and(|bytes| bytes > 0) && found.ai_cpu_cores.is_some_and(|cores| cores > 0));
    let other = common::device(2).properties().unwrap();
    assert!(found.uuid.is_some() && found.uuid != other.uuid, "{found:?}");
    assert!(found.pci_bus.as_ref().is_some_and(|bus| bus.contains(':')) && found.pci_bus != other.pci_bus, "{found:?}");
    assert_eq!(device.vector_cores().unwrap(), 40);
    assert_eq!(device.status().unwrap(), DeviceStatus::Normal);
    assert!(device.utilization().unwrap().vector.is_none_or(|percent| percent <= 100));
}

#[test]
fn memory_tells_what_is_taken() {
    let device = device(4);
    let before = device.memory().unwrap();
    let buffer = device.alloc::<u8>(100 << 20).unwrap();
    let after = device.memory().unwrap();
    assert_eq!(before.total, after.total);
    let taken = before.free - after.free;
    assert!((100 << 20..110 << 20).contains(&taken), "{taken}");
    drop(buffer);
    assert_eq!(device.memory().unwrap(), before);
}

#[test]
fn peers_can_reach_each_other() {
    let (first, second) = (device(0), device(1));
    assert!(first.can_access(&second).unwrap() && second.can_access(&first).unwrap());
    assert!(first.can_access(&first).unwrap(), "a device reaches its own memory");
    assert_eq!(first.link_to(&second).unwrap(), Link::Hccs);
    first.enable_access(&second).unwrap();
    first.enable_access(&second).unwrap();
}

#[test]
fn limits_of_cores_are_set_and_taken_away() {
    let device = device(5);
    assert_eq!(device.core_limit(CoreKind::Vector).unwrap(), 40);
    device.set_core_limit(CoreKind::Vector, 8).unwrap();
    assert_eq!(device.core_limit(CoreKind::Vector).unwrap(), 8);
    let stream = device.stream().unwrap();
    stream.set_core_limit(CoreKind::Cube, 3).unwrap();
    assert_eq!(stream.core_limit(CoreKind::Cube).unwrap(), 3);
    device.reset_core_limits().unwrap();
    assert_eq!(device.core_limit(CoreKind::Vector).unwrap(), 40);
    let error = device.set_core_limit(CoreKind::Cube, 1000).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("1000 Cube cores were asked for"), "{error}");
}

#[test]
fn what_is_left_of_streams_and_events_is_told() {
    let device = device(6);
    let (streams, events) = (device.streams_left().unwrap(), device.events_left().unwrap());
    let held = [device.stream().unwrap(), device.stream().unwrap()];
    assert_eq!(device.streams_left().unwrap(), streams - 2);
    assert!(events > 1000);
    drop(held);
}

#[test]
fn streams_have_the_priority_they_were_asked_for() {
    let device = device(0);
    let range = device.stream_priorities().unwrap();
    assert!(range.start() < range.end(), "{range:?}");
    for priority in range.clone() {
        assert_eq!(device.stream_with_priority(priority).unwrap().priority().unwrap(), priority);
    }
    assert_eq!(device.stream().unwrap().priority().unwrap(), *range.start());
    let error = device.stream_with_priority(range.end() + 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("priority 8 was asked for, of 0 to 7"), "{error}");
}

/// One device of its own, so that no other test has made a stream there.
#[test]
fn the_overflow_mode_is_set_before_the_first_stream() {
    let device = device(7);
    assert_eq!(device.overflow_mode().unwrap(), OverflowMode::InfNan);
    device.set_overflow_mode(OverflowMode::Saturation).unwrap();
    assert_eq!(device.overflow_mode().unwrap(), OverflowMode::Saturation);
    device.set_overflow_mode(OverflowMode::InfNan).unwrap();
    let _stream = device.stream().unwrap();
    // What is so already may be asked for at any time.
    device.set_overflow_mode(OverflowMode::InfNan).unwrap();
    let error = device.set_overflow_mode(OverflowMode::Saturation).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("when 1 streams had been made in the other mode"), "{error}");
    assert_eq!(device.overflow_mode().unwrap(), OverflowMode::InfNan);
}

/// Another part of the program has chosen a device on this thread. Whatever is done with objects of another device, it finds its
/// own again.
#[test]
fn a_threads_own_device_is_the_same_before_and_after() {
    let _turn = turn();
    let acl = acl();
    let theirs = device(2);
    let mut own: aclrtContext = std::ptr::null_mut();
    assert_eq!(unsafe { (acl.aclrtSetDevice)(2) }, aclError::SUCCESS);
    assert_eq!(unsafe { (acl.aclrtGetCurrentContext)(&mut own) }, aclError::SUCCESS);
    let is_own = |what: &str| {
        let (mut now, mut id) = (std::ptr::null_mut(), -1);
        assert_eq!(unsafe { (acl.aclrtGetCurrentContext)(&mut now) }, aclError::SUCCESS, "{what}");
        assert_eq!(unsafe { (acl.aclrtGetDevice)(&mut id) }, aclError::SUCCESS, "{what}");
        assert_eq!((now, id), (own, 2), "{what}");
    };
    macro_rules! same {
        ($($what:expr),* $(,)?) => {
            ($({
                let value = $what;
                is_own(stringify!($what));
                value
            }),*)
        };
    }
    let (driver, device) = same!(Driver::open().unwrap(), Driver::open().unwrap().device(1).unwrap());
    let _ = same!(
        device.properties().unwrap(),
        device.memory().unwrap(),
        device.vector_cores().unwrap(),
        device.status().unwrap(),
        device.utilization().unwrap(),
        device.synchronize().unwrap(),
        device.core_limit(CoreKind::Vector).unwrap(),
        device.set_core_limit(CoreKind::Vector, 5).unwrap(),
        device.reset_core_limits().unwrap(),
        device.streams_left().unwrap(),
        device.events_left().unwrap(),
    );
    let _ = same!(
        device.overflow_mode().unwrap(),
        device.stream_priorities().unwrap(),
        device.can_access(&theirs).unwrap(),
        device.link_to(&theirs).unwrap(),
        device.enable_access(&theirs).unwrap(),
    );
    let (stream, other, foreign) =
        same!(device.stream().unwrap(), device.stream_with_priority(1).unwrap(), theirs.stream().unwrap());
    let (mut a, mut b, mut c) = same!(
        stream.upload_blocking(&values(100, 1)).unwrap(),
        device.alloc::<f32>(100).unwrap(),
        theirs.alloc::<f32>(100).unwrap(),
    );
    let rows = Rows { count: 2, width: 10, source_pitch: 20, destination_pitch: 20 };
    let _ = same!(
        stream.fill_zero(&mut b).unwrap(),
        stream.fill(&mut b, 2.0).unwrap(),
        stream.copy(&a, &mut b).unwrap(),
        stream.copy(&b, &mut c).unwrap(),
        foreign.copy(&b, &mut c).unwrap(),
        stream.copy_rows(&a, &mut b, rows).unwrap(),
        other.copy_to_host(&b, device.pinned(100).unwrap()).unwrap().wait().unwrap(),
        other.copy_to_device(device.pinned(100).unwrap(), &mut b).unwrap().is_ready().unwrap(),
        other.wait_for(&stream).unwrap(),
        other.wait_for(&foreign).unwrap(),
        stream.synchronize().unwrap(),
    );
    let _ = same!(
        stream.synchronize_within(Duration::from_secs(1)).unwrap(),
        stream.is_idle().unwrap(),
        stream.priority().unwrap(),
        stream.core_limit(CoreKind::Cube).unwrap(),
        stream.set_core_limit(CoreKind::Cube, 4).unwrap(),
        stream.download_blocking(&a).unwrap(),
        foreign.download_blocking(&c).unwrap(),
    );
    let (first, last) = same!(stream.record_timed().unwrap(), stream.record_timed().unwrap());
    let _ = same!(last.elapsed_since(&first).unwrap(), last.is_ready().unwrap(), last.synchronize().unwrap());
    let adam = same!(Adam::load(&device).unwrap(),);
    let root = same!(RootInfo::create(&device).unwrap(),);
    let communicator = same!(Communicator::new(&device, &root, 1, 0).unwrap(),);
    let _ = same!(communicator.check().unwrap(), communicator.all_reduce_in_place(&mut a, Reduction::Sum).unwrap());
    let _ = same!(
        drop(communicator),
        drop((first, last)),
        drop(adam),
        drop((a, b)),
        drop(c),
        drop((stream, other)),
        drop(device),
        drop(foreign),
        drop(driver),
    );
    assert_eq!(unsafe { (acl.aclrtResetDevice)(2) }, aclError::SUCCESS);
}

#[test]
fn an_error_of_an_unknown_device_tells_what_there_is() {
    let error = Driver::open().unwrap().device(8).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoDevice);
    assert!(error.to_string().contains("device 8 was asked for, but this process sees 8 (0 to 7)"), "{error}");
}

/// Opening one device after another makes the second the current one, as the library sees it; and what is dropped first must not
/// matter.
#[test]
fn two_devices_and_their_objects_are_dropped_in_any_order() {
    common::needs!(Usage);
    let _turn = turn();
    let held = |id| {
        let mut usage = control::usage(id);
        (usage.pinned_bytes, usage.pinned_blocks) = (0, 0);
        usage
    };
    let before = [held(2), held(3)];
    for first in 0..4 {
        for second in (0..4).filter(|&place| place != first) {
            for third in (0..4).filter(|place| ![first, second].contains(place)) {
                let (zero, one) = (device(2), device(3));
                let stream = zero.stream().unwrap();
                let mut buffer = zero.alloc::<f32>(1000).unwrap();
                stream.fill(&mut buffer, 1.5).unwrap();
                assert_eq!(held(3), before[1], "nothing of this is on the other device");
                assert_eq!(stream.download_blocking(&buffer).unwrap(), [1.5; 1000]);
                stream.fill(&mut buffer, 2.5).unwrap();
                let objects: [Box<dyn std::any::Any>; 4] =
                    [Box::new(zero), Box::new(one), Box::new(buffer), Box::new(stream)];
                let mut objects = objects.map(Some);
                for place in [first, second, third] {
                    objects[place] = None;
                }
                drop(objects);
                assert_eq!([held(2), held(3)], before, "{first} {second} {third}");
            }
        }
    }
}

#[test]
fn memory_is_counted_and_freed_on_its_own_device_whichever_is_current() {
    common::needs!(Usage);
    let _turn = turn();
    let acl = acl();
    let other = device(1);
    assert_eq!(unsafe { (acl.aclrtSetDevice)(0) }, aclError::SUCCESS);
    let blocks = |id| control::usage(id).device_blocks;
    let before = blocks(1);
    let stream = other.stream().unwrap();
    let buffer = stream.upload_blocking(&values(1000, 1)).unwrap();
    assert_eq!(blocks(1), before + 1);
    drop(buffer);
    assert_eq!(blocks(1), before);
    assert_eq!(unsafe { (acl.aclrtResetDevice)(0) }, aclError::SUCCESS);
}
