//! Copies and fills in all directions: what arrives, and in which order.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

mod common;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ascend_npu::{Device, DeviceBuffer, ErrorKind, Part, Rows, Stream, bf16};
use ascend_npu_mock::control::{self, Kind};
use common::{device, values};

/// Long beside the time that a missing wait would need to show.
const LATE: Duration = Duration::from_millis(40);

/// Of the tests that copy parts: one counts the calls for that.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn on(id: u32) -> (Device, Stream) {
    let device = device(id);
    let stream = device.stream().unwrap();
    (device, stream)
}

#[test]
fn a_copy_between_devices_waits_for_the_work_of_both() {
    let ((first, one), (second, two)) = (on(0), on(1));
    let data = values(1000, 1);
    let mut source = first.alloc::<f32>(1000).unwrap();
    let mut destination = second.alloc::<f32>(1000).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    // The late fill of the destination must not come after the copy, nor the copy before the source is there.
    two.fill_bytes(&mut destination, 7).unwrap();
    one.fill_zero(&mut source).unwrap();
    let sent = one.copy_to_device(first.pinned_from(&data).unwrap(), &mut source).unwrap();
    let third = first.stream().unwrap();
    third.copy(&source, &mut destination).unwrap();
    // Later work on either device waits for the copy.
    one.fill_zero(&mut source).unwrap();
    assert_eq!(two.download_blocking(&destination).unwrap(), data);
    assert_eq!(one.download_blocking(&source).unwrap(), vec![0.0; 1000]);
    drop((late, sent));
}

#[test]
fn a_copy_runs_on_a_stream_of_either_device() {
    let ((first, one), (second, two)) = (on(2), on(3));
    let data = values(100, 2);
    let source = one.upload_blocking(&data).unwrap();
    let mut pulled = second.alloc::<f32>(100).unwrap();
    two.copy(&source, &mut pulled).unwrap();
    let mut back = first.alloc::<f32>(100).unwrap();
    two.copy(&pulled, &mut back).unwrap();
    assert_eq!(one.download_blocking(&back).unwrap(), data);
    let elsewhere = device(4).stream().unwrap();
    let error = elsewhere.copy(&source, &mut pulled).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("buffers of devices 2 and 3 were given"), "{error}");
}

#[test]
fn memory_dropped_in_a_copy_between_devices_outlives_it() {
    let ((first, one), (second, two)) = (on(5), on(6));
    let data = values(10_000, 3);
    let mut destination = second.alloc::<f32>(10_000).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    let mut gate = first.alloc::<f32>(1).unwrap();
    {
        let source = two.upload_blocking(&data).unwrap();
        let mut near = first.alloc::<f32>(10_000).unwrap();
        one.fill_zero(&mut gate).unwrap();
        one.copy(&source, &mut near).unwrap();
        one.copy(&near, &mut destination).unwrap();
        // Both ends go, one of a device whose streams know nothing of it.
    }
    let reused: Vec<_> = (0..8).map(|_| two.upload_blocking(&vec![9.0_f32; 10_000]).unwrap()).collect();
    assert_eq!(two.download_blocking(&destination).unwrap(), data);
    drop((late, reused));
}

#[test]
fn a_device_closed_with_its_memory_in_a_copy_waits_for_it() {
    let (first, one) = on(0);
    let data = values(10_000, 4);
    let mut near = first.alloc::<f32>(10_000).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    {
        let (second, two) = on(7);
        let source = two.upload_blocking(&data).unwrap();
        one.fill_zero(&mut near).unwrap();
        one.copy(&source, &mut near).unwrap();
        drop((source, two, second));
    }
    assert_eq!(one.download_blocking(&near).unwrap(), data);
    drop(late);
}

#[test]
fn streams_of_two_devices_wait_for_each_other() {
    let ((first, one), (_, two)) = (on(0), on(1));
    let mut a = first.alloc::<f32>(1).unwrap();
    let late = control::delay_operations(Kind::Fill, LATE);
    for _ in 0..3 {
        one.fill_zero(&mut a).unwrap();
        two.wait_for(&one).unwrap();
        two.synchronize().unwrap();
        assert!(one.is_idle().unwrap(), "the second device's stream is done only when the first's is");
    }
    drop(late);
}

#[test]
fn notifies_between_devices_are_used_again() {
    common::needs!(Calls);
    let ((first, one), (second, two)) = (on(2), on(3));
    let (mut near, mut far) = (first.alloc::<f32>(10).unwrap(), second.alloc::<f32>(10).unwrap());
    let made = control::calls("aclrtCreateNotify");
    for step in 0..500 {
        one.fill(&mut near, step as f32).unwrap();
        two.copy(&near, &mut far).unwrap();
        if step % 10 == 0 {
            one.synchronize().unwrap();
            two.synchronize().unwrap();
        }
    }
    assert_eq!(two.download_blocking(&far).unwrap(), vec![499.0; 10]);
    let made = control::calls("aclrtCreateNotify") - made;
    assert!((1..=24).contains(&made), "{made} notifies were made for 1000 waits, at most 20 at a time");
}

#[test]
fn fills_set_every_element_and_nothing_else() {
    let (device, stream) = on(0);
    for len in [1, 2, 3, 1000, 4096, 4097, 70_001] {
        let mut buffer = stream.upload_blocking(&vec![5.0_f32; len + 2]).unwrap();
        stream.fill(buffer.slice_mut(1..len + 1).unwrap(), 1.25).unwrap();
        let found = stream.download_blocking(&buffer).unwrap();
        assert_eq!((found[0], found[len + 1]), (5.0, 5.0), "{len}");
        assert!(found[1..=len].iter().all(|&value| value == 1.25), "{len}");
    }
    let mut halves = device.alloc::<bf16>(33).unwrap();
    stream.fill(&mut halves, bf16::from_f32(-3.5)).unwrap();
    assert_eq!(stream.download_blocking(&halves).unwrap(), vec![bf16::from_f32(-3.5); 33]);
    let mut wide = device.alloc::<[u64; 3]>(7000).unwrap();
    stream.fill(&mut wide, [1, 2, 3]).unwrap();
    assert_eq!(stream.download_blocking(&wide).unwrap(), vec![[1, 2, 3]; 7000]);
    stream.fill_bytes(&mut wide, 0xAB).unwrap();
    assert_eq!(stream.download_blocking(&wide).unwrap(), vec![[0xABAB_ABAB_ABAB_ABAB; 3]; 7000]);
    stream.fill(device.alloc::<f32>(0).unwrap().as_mut_slice(), 1.0).unwrap();
}

#[test]
fn rows_go_in_all_directions() {
    let (device, stream) = on(0);
    let rows = Rows { count: 3, width: 4, source_pitch: 10, destination_pitch: 7 };
    let data = values(30, 5);
    let expected = |rest: f32| {
        let mut expected = vec![rest; 21];
        for row in 0..3 {
            expected[row * 7..row * 7 + 4].copy_from_slice(&data[row * 10..row * 10 + 4]);
        }
        expected
    };
    let source = stream.upload_blocking(&data).unwrap();
    let ones = || stream.upload_blocking(&[1.0_f32; 21]).unwrap();

    let mut on_device = ones();
    stream.copy_rows(&source, &mut on_device, rows).unwrap();
    assert_eq!(stream.download_blocking(&on_device).unwrap(), expected(1.0));

    let mut from_host = ones();
    let pending = stream.copy_rows_to_device(device.pinned_from(&data).unwrap(), &mut from_host, rows).unwrap();
    assert_eq!(stream.download_blocking(&from_host).unwrap(), expected(1.0));
    assert_eq!(pending.wait().unwrap()[..], data[..]);

    let to_host = stream.copy_rows_to_host(&source, device.pinned_from(&[2.0; 21]).unwrap(), rows).unwrap();
    assert_eq!(to_host.wait().unwrap()[..], expected(2.0)[..]);

    let nothing = Rows { count: 0, ..rows };
    let untouched = stream.copy_rows_to_host(&source, device.pinned_from(&[3.0; 1]).unwrap(), nothing).unwrap();
    assert_eq!(untouched.wait().unwrap()[..], [3.0]);
}

#[test]
fn rows_that_overlap_or_lie_outside_are_refused() {
    let (device, stream) = on(0);
    let (a, mut b) = (device.alloc::<f32>(30).unwrap(), device.alloc::<f32>(17).unwrap());
    let rows = Rows { count: 3, width: 4, source_pitch: 10, destination_pitch: 7 };
    let told = |rows, b: &mut DeviceBuffer<f32>| stream.copy_rows(&a, b, rows).unwrap_err().to_string();
    let text = told(rows, &mut b);
    assert!(
        text.contains("3 rows of 4 elements at a pitch of 7 do not lie in the destination, which has 17 elements"),
        "{text}"
    );
    let text = told(Rows { destination_pitch: 3, ..rows }, &mut b);
    assert!(text.contains("rows of 4 elements at a pitch of 3 in the destination overlap"), "{text}");
    let text = told(Rows { count: usize::MAX, ..rows }, &mut b);
    assert!(text.contains("do not lie in the source"), "{text}");
}

#[test]
fn parts_of_a_pinned_buffer_go_to_many_places_and_back() {
    common::needs!(Calls);
    let _turn = turn();
    let (device, stream) = on(0);
    let data = values(100, 6);
    let mut buffers: Vec<_> = [10, 0, 30].map(|len| device.alloc::<f32>(len).unwrap()).into();
    let late = control::delay_operations(Kind::Fill, LATE);
    stream.fill_zero(&mut buffers[2]).unwrap();
    let other = device.stream().unwrap();
    let calls = control::calls("aclrtMemcpyBatchAsync");
    let mut views = buffers.iter_mut();
    let mut part = |offset| Part { offset, part: views.next().unwrap().as_mut_slice() };
    let parts = vec![part(90), part(100), part(5)];
    let sent = other.copy_parts_to_device(device.pinned_from(&data).unwrap(), parts).unwrap();
    assert_eq!(stream.download_blocking(&buffers[0]).unwrap(), data[90..]);
    assert_eq!(stream.download_blocking(&buffers[2]).unwrap(), data[5..35]);
    assert_eq!(sent.wait().unwrap()[..], data[..]);

    let parts = vec![Part { offset: 0, part: buffers[2].as_slice() }, Part { offset: 40, part: buffers[0].as_slice() }];
    let back = stream.copy_parts_to_host(parts, device.pinned_from(&[7.0; 50]).unwrap()).unwrap().wait().unwrap();
    assert_eq!((&back[..30], &back[30..40], &back[40..]), (&data[5..35], &[7.0; 10][..], &data[90..]));
    assert_eq!(control::calls("aclrtMemcpyBatchAsync"), calls + 2);
    drop(late);
}

#[test]
fn parts_outside_or_over_each_other_are_refused() {
    let _turn = turn();
    let (device, stream) = on(0);
    let buffer = device.alloc::<f32>(10).unwrap();
    let part = |offset| Part { offset, part: buffer.as_slice() };
    let host = || device.pinned::<f32>(20).unwrap();
    let text = stream.copy_parts_to_host(vec![part(11)], host()).unwrap_err().to_string();
    assert!(text.contains("10 elements at 11 were asked of a pinned buffer of 20"), "{text}");
    let text = stream.copy_parts_to_host(vec![part(9), part(0)], host()).unwrap_err().to_string();
    assert!(text.contains("10 elements at 0 and 10 at 9 overlap"), "{text}");
    stream.copy_parts_to_host(vec![part(10), part(0)], host()).unwrap().wait().unwrap();
}

/// A blocking read waits for the work that fills what it reads, whatever stream that is on, and so do copies between devices and
/// fills.
#[test]
fn blocking_reads_wait_for_late_work_elsewhere() {
    let ((first, one), (second, two)) = (on(0), on(1));
    let late = control::delay_operations(Kind::Fill, LATE);
    let mut a = first.alloc::<i32>(1).unwrap();
    one.fill(&mut a, 7).unwrap();
    one.fill_bytes(&mut a, 1).unwrap();
    assert_eq!(first.stream().unwrap().download_blocking(&a).unwrap(), [0x0101_0101]);
    one.fill_bytes(&mut a, 2).unwrap();
    let mut b = second.alloc::<i32>(1).unwrap();
    two.copy(&a, &mut b).unwrap();
    assert_eq!(second.stream().unwrap().download_blocking(&b).unwrap(), [0x0202_0202]);
    drop(late);
}
