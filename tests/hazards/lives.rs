//! What is dropped while it is in use, and what is given back when it no longer is.

use std::time::Instant;

use ascend_npu::DeviceBuffer;
use ascend_npu_mock::control;

use crate::{Held, LEN, Turn, assert_nothing_found, device, values};

fn blocks() -> usize {
    control::usage(1).device_blocks
}

/// A buffer that is dropped while `queue` uses it is there until that is done, and then freed by the next allocation.
fn check_life(queue: impl Fn(&ascend_npu::Stream, &mut DeviceBuffer<f32>)) {
    let device = device(1);
    let stream = device.stream().unwrap();
    let mut buffer = device.stream().unwrap().upload_blocking(&values(LEN, 1)).unwrap();
    let held = Held::new(&stream);
    let before = blocks();
    queue(&stream, &mut buffer);
    drop(buffer);
    assert_eq!(blocks(), before, "freed at the drop");
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(blocks(), before, "freed by an allocation");
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(blocks(), before - 1, "never freed");
    drop(held);
    assert_nothing_found();
}

#[test]
fn a_buffer_that_is_read_outlives_its_drop() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let to = std::cell::RefCell::new(device(1).alloc::<f32>(LEN).unwrap());
    check_life(|stream, buffer| stream.copy(&*buffer, &mut *to.borrow_mut()).unwrap());
}

#[test]
fn a_buffer_that_is_written_outlives_its_drop() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    check_life(|stream, buffer| stream.fill_zero(buffer).unwrap());
}

#[test]
fn a_buffer_that_two_streams_use_outlives_both() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let streams = [device.stream().unwrap(), device.stream().unwrap()];
    let buffer = streams[0].upload_blocking(&values(LEN, 2)).unwrap();
    let mut to = [(); 2].map(|()| device.alloc::<f32>(LEN).unwrap());
    let held = Held::new(&streams[1]);
    let before = blocks();
    for (stream, to) in streams.iter().zip(&mut to) {
        stream.copy(&buffer, to).unwrap();
    }
    drop(buffer);
    streams[0].synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(blocks(), before, "freed under the second stream");
    streams[1].synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(blocks(), before - 1, "never freed");
    drop(held);
    assert_nothing_found();
}

#[test]
fn a_buffer_that_was_split_outlives_what_uses_a_part() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let stream = device.stream().unwrap();
    let mut parts = stream.upload_blocking(&values(LEN, 3)).unwrap().split(&[10, LEN - 10]).unwrap();
    let held = Held::new(&stream);
    let before = blocks();
    stream.fill_zero(&mut parts[0]).unwrap();
    drop(parts.remove(0));
    drop(parts);
    assert_eq!(blocks(), before, "freed under the fill of a part");
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(blocks(), before - 1, "never freed");
    drop(held);
    assert_nothing_found();
}

#[test]
fn a_part_has_the_history_of_the_whole() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut whole = device.alloc::<f32>(LEN).unwrap();
    stream.fill_zero(&mut whole).unwrap();
    let mut parts = whole.split(&[LEN / 2, LEN / 2]).unwrap();
    other.fill_zero(&mut parts[1]).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

/// Marks are kept for more streams than that before those that have passed are dropped.
#[test]
fn the_readers_of_many_streams_are_all_waited_for() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let mut buffer = device.stream().unwrap().upload_blocking(&values(LEN, 4)).unwrap();
    let streams: Vec<_> = (0..40).map(|_| device.stream().unwrap()).collect();
    let mut to: Vec<_> = streams.iter().map(|_| device.alloc::<f32>(LEN).unwrap()).collect();
    for (stream, to) in streams.iter().zip(&mut to) {
        stream.copy(&buffer, to).unwrap();
    }
    device.stream().unwrap().fill_zero(&mut buffer).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

#[test]
fn memory_that_no_work_uses_is_freed_at_once() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let stream = device.stream().unwrap();
    let buffer = stream.upload_blocking(&values(LEN, 5)).unwrap();
    let pinned = device.pinned::<f32>(LEN).unwrap();
    let before = control::usage(1);
    drop(buffer);
    drop(pinned);
    let after = control::usage(1);
    assert_eq!((after.device_blocks, after.pinned_blocks), (before.device_blocks - 1, before.pinned_blocks - 1));
}

/// The next allocation may be never.
#[test]
fn what_a_device_still_holds_is_given_back_with_it() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let before = control::usage(4);
    let waits = control::calls("aclrtSynchronizeStreamWithTimeout");
    {
        let device = device(4);
        let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
        let mut buffer = device.alloc::<f32>(LEN).unwrap();
        let _held = Held::new(&stream);
        stream.fill_zero(&mut buffer).unwrap();
        other.copy(&buffer, &mut device.alloc::<f32>(LEN).unwrap()).unwrap();
        drop(other.copy_to_host(&buffer, device.pinned(LEN).unwrap()).unwrap());
    }
    assert_eq!(control::usage(4), before);
    // Destroying a stream would wait for its work too, but without a limit.
    assert_eq!(control::calls("aclrtSynchronizeStreamWithTimeout"), waits + 2);
    assert_nothing_found();
}

#[test]
fn drops_do_not_wait_for_the_device() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let stream = device.stream().unwrap();
    let mut buffer = device.alloc::<f32>(LEN).unwrap();
    let source = stream.upload_blocking(&values(LEN, 6)).unwrap();
    let held = Held::new(&stream);
    let waits = || {
        ["aclrtSynchronizeStream", "aclrtSynchronizeStreamWithTimeout", "aclrtSynchronizeEvent", "aclrtDestroyStream"]
            .map(control::calls)
    };
    let before = waits();
    stream.fill_zero(&mut buffer).unwrap();
    let pending = stream.copy_to_host(&source, device.pinned(LEN).unwrap()).unwrap();
    let event = stream.record_timed().unwrap();
    drop((pending, buffer, source, event, stream));
    // Nor does the allocation that looks whether they can go.
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(waits(), before);
    drop(held);
}

#[test]
fn a_stream_that_is_dropped_is_given_back_when_its_work_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let mut buffer = device.alloc::<f32>(LEN).unwrap();
    let before = control::usage(1).streams;
    let held = Held::new(&stream);
    stream.fill_zero(&mut buffer).unwrap();
    drop(stream);
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(control::usage(1).streams, before, "destroyed under its work");
    let started = Instant::now();
    drop(held);
    other.copy(&buffer, &mut device.alloc::<f32>(LEN).unwrap()).unwrap();
    other.synchronize().unwrap();
    while control::usage(1).streams == before && started.elapsed().as_secs() < 20 {
        drop(device.alloc::<u8>(1).unwrap());
    }
    assert_eq!(control::usage(1).streams, before - 1, "never destroyed");
    assert_nothing_found();
}
