//! Waits between streams.

use ascend_npu_mock::control::{self, Kind};

use crate::{HELD, Held, LEN, Turn, assert_nothing_found, device, values};

#[test]
fn a_stream_that_waits_for_another_comes_after_all_of_it() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let (slow, stream) = (device.stream().unwrap(), device.stream().unwrap());
    let held = Held::new(&slow);
    stream.wait_for(&slow).unwrap();
    stream.synchronize().unwrap();
    assert!(slow.is_idle().unwrap(), "the wait was over before the work that it waits for");
    drop(held);
}

/// A wait that is implied needs none of its own, and must be so.
#[test]
fn order_through_a_third_stream_holds() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let [first, second, third] = [(); 3].map(|()| device.stream().unwrap());
    let [mut a, mut b, mut c] = [(); 3].map(|()| device.alloc::<f32>(LEN).unwrap());
    first.fill_zero(&mut a).unwrap();
    second.copy(&a, &mut b).unwrap();
    third.copy(&b, &mut c).unwrap();
    third.fill_zero(&mut a).unwrap();
    first.copy(&c, &mut b).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

/// The record of an operation is made before what comes next is queued, and stands for no more than that operation.
#[test]
fn a_wait_covers_what_was_queued_after_an_earlier_record() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let (writer, reader) = (device.stream().unwrap(), device.stream().unwrap());
    let [mut a, mut b, mut c] = [(); 3].map(|()| device.alloc::<f32>(LEN).unwrap());
    for _ in 0..3 {
        writer.fill_zero(&mut a).unwrap();
        reader.copy(&a, &mut c).unwrap();
        writer.fill_zero(&mut b).unwrap();
        reader.copy(&b, &mut c).unwrap();
    }
    device.synchronize().unwrap();
    assert_nothing_found();
}

/// Two records, and a wait for what lies between.
#[test]
fn a_record_before_the_operation_does_not_do() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let [writer, reader, late] = [(); 3].map(|()| device.stream().unwrap());
    let [mut a, mut b, mut c] = [(); 3].map(|()| device.alloc::<f32>(LEN).unwrap());
    let mut to = [(); 3].map(|()| device.alloc::<f32>(LEN).unwrap());
    let mut end = device.alloc(LEN).unwrap();
    for (written, to) in [&mut a, &mut b, &mut c].into_iter().zip(&mut to) {
        writer.fill_zero(&mut *written).unwrap();
        reader.copy(&*written, to).unwrap();
    }
    // Into a buffer that nobody else uses: else its own history would order the two.
    late.copy(&b, &mut end).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

/// More records than a stream keeps: a later one stands in for those that are gone.
#[test]
fn an_old_operation_is_still_waited_for() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let (writer, helper, late) = (device.stream().unwrap(), device.stream().unwrap(), device.stream().unwrap());
    let mut old = device.alloc::<f32>(LEN).unwrap();
    let mut others: Vec<_> = (0..100).map(|_| device.alloc::<f32>(LEN).unwrap()).collect();
    let mut to = device.alloc::<f32>(LEN).unwrap();
    let held = Held::new(&writer);
    writer.fill_zero(&mut old).unwrap();
    for other in &mut others {
        drop(writer.copy_to_device(device.pinned(LEN).unwrap(), &mut *other).unwrap());
        helper.copy(&*other, &mut to).unwrap();
    }
    late.copy(&old, &mut device.alloc::<f32>(LEN).unwrap()).unwrap();
    drop(held);
    device.synchronize().unwrap();
    assert_nothing_found();
}

#[test]
fn a_stream_is_idle_when_its_work_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let stream = device.stream().unwrap();
    let mut buffer = device.alloc::<f32>(LEN).unwrap();
    let late = control::delay_operations(Kind::Fill, HELD);
    stream.fill_zero(&mut buffer).unwrap();
    assert!(!stream.is_idle().unwrap());
    stream.synchronize().unwrap();
    assert!(stream.is_idle().unwrap());
    drop(late);
}

#[test]
fn a_stream_that_was_waited_for_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let stream = device.stream().unwrap();
    let mut buffer = device.alloc::<f32>(LEN).unwrap();
    let late = control::delay_operations(Kind::Fill, HELD);
    stream.fill_zero(&mut buffer).unwrap();
    stream.synchronize().unwrap();
    // Freed at once, for nothing uses it any more.
    drop(buffer);
    device.synchronize().unwrap();
    assert_nothing_found();
    drop(late);
}

/// Threads that read one buffer, each on a stream of its own: what writes next waits for all.
#[test]
fn readers_of_several_threads_are_all_waited_for() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let mut buffer = device.stream().unwrap().upload_blocking(&values(LEN, 1)).unwrap();
    let writer = device.stream().unwrap();
    let mut readers: Vec<_> = (0..4).map(|_| (device.stream().unwrap(), device.alloc(LEN).unwrap())).collect();
    let shared = &buffer;
    std::thread::scope(|scope| {
        for (stream, to) in &mut readers {
            scope.spawn(move || (0..20).for_each(|_| stream.copy(shared, &mut *to).unwrap()));
        }
    });
    writer.fill_zero(&mut buffer).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

/// The stream that read first writes: its own read needs no wait, those of others do.
#[test]
fn further_readers_are_waited_for_by_the_first() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let [first, second] = [(); 2].map(|()| device.stream().unwrap());
    let mut buffer = first.upload_blocking(&values(LEN, 2)).unwrap();
    let [mut a, mut b] = [(); 2].map(|()| device.alloc(LEN).unwrap());
    first.copy(&buffer, &mut a).unwrap();
    second.copy(&buffer, &mut b).unwrap();
    first.fill_zero(&mut buffer).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}

#[test]
fn a_write_waits_for_a_reader_of_its_own_write() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let [first, second] = [(); 2].map(|()| device.stream().unwrap());
    let mut buffer = first.upload_blocking(&values(LEN, 3)).unwrap();
    let mut to = device.alloc(LEN).unwrap();
    first.fill_zero(&mut buffer).unwrap();
    second.copy(&buffer, &mut to).unwrap();
    first.fill_zero(&mut buffer).unwrap();
    device.synchronize().unwrap();
    assert_nothing_found();
}
