//! What copies and fills read and write, and how long they hold it.

use ascend_npu_mock::control;

use crate::{Held, LEN, Turn, assert_nothing_found, check_reader, check_writer, device, values};

#[test]
fn a_fill_writes_its_destination() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    check_writer::<f32>(&device, &device.stream().unwrap(), |stream, buffer| stream.fill_zero(buffer).unwrap());
}

#[test]
fn a_copy_reads_its_source() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let mut to = device.alloc::<f32>(LEN).unwrap();
    check_reader(&device, &device.stream().unwrap(), |stream, buffer| stream.copy(buffer, &mut to).unwrap());
}

#[test]
fn a_copy_writes_its_destination() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let source = device.stream().unwrap().upload_blocking(&values(LEN, 2)).unwrap();
    check_writer(&device, &device.stream().unwrap(), |stream, buffer| stream.copy(&source, buffer).unwrap());
}

#[test]
fn a_copy_to_the_device_writes_its_destination() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let mut host = [device.pinned::<f32>(LEN).unwrap(), device.pinned(LEN).unwrap()].into_iter();
    check_writer(&device, &device.stream().unwrap(), |stream, buffer| {
        drop(stream.copy_to_device(host.next().unwrap(), buffer).unwrap());
    });
}

#[test]
fn a_copy_to_the_host_reads_its_source() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let host = device.pinned::<f32>(LEN).unwrap();
    check_reader(&device, &device.stream().unwrap(), |stream, buffer| {
        drop(stream.copy_to_host(buffer, host).unwrap());
    });
}

#[test]
fn a_result_is_handed_out_when_it_has_arrived() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let stream = device.stream().unwrap();
    let data = values(LEN, 3);
    let source = stream.upload_blocking(&data).unwrap();
    let mut other = device.alloc::<f32>(1).unwrap();
    // The copy is the last of its stream, and then it is not.
    for behind in [false, true] {
        let _held = Held::new(&stream);
        let pending = stream.copy_to_host(&source, device.pinned(LEN).unwrap()).unwrap();
        if behind {
            stream.fill_zero(&mut other).unwrap();
        }
        assert!(!pending.is_ready().unwrap());
        assert_eq!(pending.wait().unwrap()[..], data[..]);
    }
    assert_nothing_found();
}

#[test]
fn a_result_is_ready_when_it_has_arrived() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let stream = device.stream().unwrap();
    let source = stream.upload_blocking(&values(LEN, 4)).unwrap();
    let held = Held::new(&stream);
    let pending = stream.copy_to_host(&source, device.pinned(LEN).unwrap()).unwrap();
    assert!(!pending.is_ready().unwrap());
    drop(held);
    stream.synchronize().unwrap();
    assert!(pending.is_ready().unwrap());
}

/// Pinned memory that is given up comes back once the copy is done, and not before.
fn check_pinned(give_up: impl Fn(&ascend_npu::Stream, &mut ascend_npu::DeviceBuffer<f32>)) {
    let device = device(1);
    let stream = device.stream().unwrap();
    let mut buffer = stream.upload_blocking(&values(LEN, 5)).unwrap();
    let before = control::usage(1).pinned_blocks;
    let held = Held::new(&stream);
    give_up(&stream, &mut buffer);
    assert_eq!(control::usage(1).pinned_blocks, before + 1, "freed under the copy");
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(control::usage(1).pinned_blocks, before + 1, "freed under the copy by an allocation");
    drop(held);
    stream.synchronize().unwrap();
    drop(device.alloc::<u8>(1).unwrap());
    assert_eq!(control::usage(1).pinned_blocks, before, "never freed");
    assert_nothing_found();
}

#[test]
fn a_source_that_is_given_up_lives_until_its_copy_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    check_pinned(|stream, buffer| {
        drop(stream.copy_to_device(stream.device().pinned(LEN).unwrap(), buffer).unwrap());
    });
}

#[test]
fn a_destination_that_is_given_up_lives_until_its_copy_is_done() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    check_pinned(|stream, buffer| {
        drop(stream.copy_to_host(&*buffer, stream.device().pinned(LEN).unwrap()).unwrap());
    });
}

/// The call may have queued its copy before it failed.
#[test]
fn memory_of_a_copy_that_failed_is_kept_as_if_it_had_not() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    check_pinned(|stream, buffer| {
        control::fail_call("aclrtMemcpyAsync", 0, 507_899);
        stream.copy_to_host(&*buffer, stream.device().pinned(LEN).unwrap()).unwrap_err();
    });
}

/// As above, for the device's end of it.
#[test]
fn a_buffer_of_a_call_that_failed_is_kept_as_if_it_had_not() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(1);
    let stream = device.stream().unwrap();
    let mut buffer = device.alloc::<f32>(LEN).unwrap();
    let held = Held::new(&stream);
    let before = control::usage(1).device_blocks;
    control::fail_call("aclrtMemsetAsync", 0, 507_899);
    stream.fill_zero(&mut buffer).unwrap_err();
    drop(buffer);
    assert_eq!(control::usage(1).device_blocks, before);
    drop(held);
}

#[test]
fn blocking_copies_wait_for_work_on_other_streams() {
    crate::common::needs!(Checks);
    let _turn = Turn::take();
    let device = device(0);
    let (writer, reader) = (device.stream().unwrap(), device.stream().unwrap());
    let data = values(LEN, 6);
    let mut buffer = device.alloc(LEN).unwrap();
    let _held = Held::new(&writer);
    drop(writer.copy_to_device(device.pinned_from(&data).unwrap(), &mut buffer).unwrap());
    assert_eq!(reader.download_blocking(&buffer).unwrap(), data);
    assert_nothing_found();
}
