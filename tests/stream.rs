//! Order between streams, and the life of memory that queued work uses.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::time::Duration;

use ascend_npu::{DeviceBuffer, ErrorKind};
use ascend_npu_mock::control::{self, Kind};
use common::{device, values};

/// Long beside the time that a missing wait would need to show.
const LATE: Duration = Duration::from_millis(40);

#[test]
fn data_comes_back_as_it_went() {
    let stream = device(0).stream().unwrap();
    for len in [0, 1, 7, 1000, 300_000] {
        let data = values(len, 1);
        let buffer = stream.upload_blocking(&data).unwrap();
        assert_eq!(stream.download_blocking(&buffer).unwrap(), data);
    }
}

#[test]
fn a_reader_on_another_stream_waits_for_the_writer() {
    let device = device(0);
    let (writer, reader) = (device.stream().unwrap(), device.stream().unwrap());
    let mut buffer = device.alloc::<f32>(1000).unwrap();
    let data = values(1000, 2);
    let _late = control::delay_operations(Kind::Fill, LATE);
    writer.fill_zero(&mut buffer).unwrap();
    let zero = reader.copy_to_host(&buffer, device.pinned(1000).unwrap()).unwrap();
    let pending = writer.copy_to_device(device.pinned_from(&data).unwrap(), &mut buffer).unwrap();
    let there = reader.copy_to_host(&buffer, device.pinned(1000).unwrap()).unwrap();
    assert!(zero.wait().unwrap().iter().all(|&value| value == 0.0));
    assert_eq!(there.wait().unwrap()[..], data[..]);
    assert_eq!(pending.wait().unwrap()[..], data[..]);
}

#[test]
fn a_write_waits_for_readers_on_every_stream() {
    let device = device(0);
    let streams: Vec<_> = (0..4).map(|_| device.stream().unwrap()).collect();
    let old = values(5000, 3);
    let mut buffer = streams[0].upload_blocking(&old).unwrap();
    let _late = control::delay_operations(Kind::CopyDeviceToDevice, LATE);
    // A queue of late copies before each reader, so that none has read when the write is queued.
    let mut copies: Vec<DeviceBuffer<f32>> = streams.iter().map(|_| device.alloc(5000).unwrap()).collect();
    for (stream, copy) in streams.iter().zip(&mut copies).skip(1) {
        let other = stream.upload_blocking(&old).unwrap();
        stream.copy(&other, &mut *copy).unwrap();
        stream.copy(&buffer, &mut *copy).unwrap();
    }
    streams[0].fill_zero(&mut buffer).unwrap();
    for (stream, copy) in streams.iter().zip(&copies).skip(1) {
        assert_eq!(stream.download_blocking(copy).unwrap(), old);
    }
    assert!(streams[0].download_blocking(&buffer).unwrap().iter().all(|&value| value == 0.0));
}

#[test]
fn order_reaches_through_a_third_stream() {
    let device = device(0);
    let [first, second, third] = [(); 3].map(|()| device.stream().unwrap());
    let data = values(1000, 4);
    let source = first.upload_blocking(&data).unwrap();
    let (mut middle, mut end) = (device.alloc::<f32>(1000).unwrap(), device.alloc::<f32>(1000).unwrap());
    let _late = control::delay_operations(Kind::CopyDeviceToDevice, LATE);
    first.copy(&source, &mut middle).unwrap();
    second.copy(&middle, &mut end).unwrap();
    assert_eq!(third.download_blocking(&end).unwrap(), data);
}

#[test]
fn a_dropped_source_is_read_to_its_end() {
    let device = device(1);
    let stream = device.stream().unwrap();
    let data = values(10_000, 5);
    let mut buffer = device.alloc::<f32>(10_000).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    let mut other = device.alloc::<f32>(1).unwrap();
    stream.fill_zero(&mut other).unwrap();
    // Behind the late fill, so that nothing is read yet when the source is dropped and its size is asked for again.
    drop(stream.copy_to_device(device.pinned_from(&data).unwrap(), &mut buffer).unwrap());
    let reused: Vec<_> = (0..8).map(|_| device.pinned_from(&vec![9.0_f32; 10_000]).unwrap()).collect();
    assert_eq!(stream.download_blocking(&buffer).unwrap(), data);
    drop((late, reused));
}

#[test]
fn a_dropped_buffer_outlives_the_work_that_reads_it() {
    let device = device(1);
    let stream = device.stream().unwrap();
    let data = values(10_000, 6);
    let (gate, mut to) = (stream.upload_blocking(&[0.0_f32]).unwrap(), device.alloc::<f32>(10_000).unwrap());
    let mut out = device.alloc::<f32>(1).unwrap();
    let source = stream.upload_blocking(&data).unwrap();
    let late = control::delay_operations(Kind::CopyDeviceToDevice, LATE);
    stream.copy(&gate, &mut out).unwrap();
    stream.copy(&source, &mut to).unwrap();
    drop(source);
    // Freed at once, the memory would be poisoned, or given to one of these.
    let other = device.stream().unwrap();
    let reused: Vec<_> = (0..8).map(|_| other.upload_blocking(&vec![9.0_f32; 10_000]).unwrap()).collect();
    assert_eq!(stream.download_blocking(&to).unwrap(), data);
    drop((late, reused));
}

#[test]
fn a_leaked_pending_leaks_only_itself() {
    let device = device(0);
    let stream = device.stream().unwrap();
    let data = values(1000, 7);
    let mut buffer = device.alloc::<f32>(1000).unwrap();
    std::mem::forget(stream.copy_to_device(device.pinned_from(&data).unwrap(), &mut buffer).unwrap());
    assert_eq!(stream.download_blocking(&buffer).unwrap(), data);
}

#[test]
fn a_stream_dropped_with_work_lets_it_finish() {
    let device = device(0);
    let data = values(1000, 8);
    let mut buffer = device.alloc::<f32>(1000).unwrap();
    {
        let stream = device.stream().unwrap();
        let _late = control::delay_operations(Kind::Fill, LATE);
        stream.fill_zero(&mut buffer).unwrap();
        drop(stream.copy_to_device(device.pinned_from(&data).unwrap(), &mut buffer).unwrap());
    }
    let reader = device.stream().unwrap();
    assert_eq!(reader.download_blocking(&buffer).unwrap(), data);
}

#[test]
fn everything_is_given_back_in_any_order_of_drops() {
    common::needs!(Usage);
    // Pinned memory belongs to no device, and tests that run beside this one take some: as does this line, at each run.
    let held = || {
        let mut usage = control::usage(7);
        (usage.pinned_bytes, usage.pinned_blocks) = (0, 0);
        usage
    };
    let before = held();
    let _elsewhere = device(6).pinned::<f32>(1000).unwrap();
    for order in 0..6 {
        let device = device(7);
        let stream = device.stream().unwrap();
        let mut buffer = device.alloc::<f32>(1000).unwrap();
        stream.fill_zero(&mut buffer).unwrap();
        let [a, b, c]: [Box<dyn std::any::Any>; 3] = [Box::new(device), Box::new(stream), Box::new(buffer)];
        match order {
            0 => drop((a, b, c)),
            1 => drop((a, c, b)),
            2 => drop((b, a, c)),
            3 => drop((b, c, a)),
            4 => drop((c, a, b)),
            _ => drop((c, b, a)),
        }
    }
    assert_eq!(held(), before);
}

#[test]
fn work_on_two_devices_needs_no_word_about_the_current_one() {
    let (first, second) = (device(2), device(3));
    let streams = (first.stream().unwrap(), second.stream().unwrap());
    let (a, b) = (values(100, 9), values(100, 10));
    let on_first = streams.0.upload_blocking(&a).unwrap();
    let on_second = streams.1.upload_blocking(&b).unwrap();
    assert_eq!(std::thread::spawn(move || streams.0.download_blocking(&on_first).unwrap()).join().unwrap(), a);
    assert_eq!(streams.1.download_blocking(&on_second).unwrap(), b);
}

#[test]
fn memory_of_another_device_is_refused() {
    let stream = device(2).stream().unwrap();
    let mut foreign = device(3).alloc::<f32>(4).unwrap();
    let error = stream.fill_zero(&mut foreign).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    let text = format!("fill_zero on device 2, stream {}: a buffer of device 3 was given", stream.id());
    assert_eq!(error.to_string(), text);
}

#[test]
fn parts_of_different_length_are_refused() {
    let device = device(0);
    let stream = device.stream().unwrap();
    let source = device.alloc::<f32>(4).unwrap();
    let mut destination = device.alloc::<f32>(5).unwrap();
    let error = stream.copy(&source, &mut destination).unwrap_err();
    assert_eq!(error.to_string(), "copy: the source has 4 elements, the destination 5; give parts of one length");
    assert_eq!(destination.slice_mut(3..6).map(drop).unwrap_err().to_string(), "slice: 3..6 was asked of 5 elements");
}

#[test]
fn memory_that_runs_out_says_how_much_was_asked_and_free() {
    let error = device(6).alloc::<f32>(1 << 40).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    let text = error.to_string();
    assert!(text.contains("4398046511104 bytes were asked for"), "{text}");
    assert!(text.contains("are free"), "{text}");
}

#[test]
fn an_allocation_waits_for_dropped_memory_that_is_still_in_use() {
    let device = device(5);
    let stream = device.stream().unwrap();
    let free = device.memory().unwrap().free;
    let most = free / 4 * 3;
    let mut large = device.alloc::<u8>(most).unwrap();
    let _late = control::delay_operations(Kind::Fill, LATE);
    stream.fill_zero(large.slice_mut(0..100).unwrap()).unwrap();
    drop(large);
    let again = device.alloc::<u8>(most).unwrap();
    assert_eq!(again.len(), most);
}

#[test]
fn a_split_buffer_is_freed_with_its_last_part() {
    common::needs!(Usage);
    let device = device(4);
    let stream = device.stream().unwrap();
    let before = control::usage(4).device_blocks;
    let mut parts = device.alloc::<f32>(100).unwrap().split(&[10, 0, 90]).unwrap();
    stream.fill_zero(&mut parts[2]).unwrap();
    let pending = stream.copy_to_device(device.pinned_from(&values(10, 11)).unwrap(), &mut parts[0]).unwrap();
    pending.wait().unwrap();
    assert_eq!(stream.download_blocking(&parts[0]).unwrap(), values(10, 11));
    assert_eq!(stream.download_blocking(&parts[2]).unwrap(), vec![0.0; 90]);
    assert_eq!(control::usage(4).device_blocks, before + 1);
    drop(parts);
    assert_eq!(control::usage(4).device_blocks, before);
    let error = device.alloc::<f32>(10).unwrap().split(&[4, 7]).unwrap_err();
    assert!(error.to_string().contains("a buffer of 10 elements was to be split into [4, 7]"), "{error}");
}
