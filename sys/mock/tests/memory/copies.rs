//! Copies and fills.

use std::ptr::{null, null_mut};
use std::sync::atomic::Ordering;
use std::thread;

use ascend_npu_sys::{aclError, aclrtMemcpyKind};

use crate::calls::*;

#[test]
fn arguments_of_copies_and_fills_are_checked_before_memory_is_touched() {
    on(16);
    let (stream, device, host) = (stream(), malloc(64), pinned(64));
    let code = |to, limit, from, bytes, kind| {
        let queued = unsafe { (ACL.aclrtMemcpyAsync)(to, limit, from, bytes, aclrtMemcpyKind(kind), stream) };
        assert_eq!(unsafe { (ACL.aclrtMemcpy)(to, limit, from, bytes, aclrtMemcpyKind(kind)) }, queued);
        queued
    };
    // Nothing to copy is nothing to check.
    check(code(null_mut(), 0, null_mut(), 0, 99));
    assert_eq!(code(null_mut(), 64, host, 64, 1), aclError::INVALID_PARAM);
    assert_eq!(code(device, 64, null_mut(), 64, 1), aclError::INVALID_PARAM);
    for kind in [5, 6, 7, 99] {
        assert_eq!(code(device, 64, host, 64, kind), aclError::INVALID_PARAM, "kind {kind}");
    }
    assert_eq!(code(device, 63, host, 64, 1), aclError::RT_PARAM_INVALID);
    check(unsafe { (ACL.aclrtMemcpyAsync)(host, 64, host, 64, aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_HOST, stream) });
    let fill = |to, limit, bytes| {
        let queued = unsafe { (ACL.aclrtMemsetAsync)(to, limit, 1, bytes, stream) };
        assert_eq!(unsafe { (ACL.aclrtMemset)(to, limit, 1, bytes) }, queued);
        queued
    };
    check(fill(null_mut(), 0, 0));
    assert_eq!(fill(null_mut(), 64, 64), aclError::INVALID_PARAM);
    assert_eq!(fill(device, 63, 64), aclError::RT_PARAM_INVALID);
    check(synchronize(stream));
    check(free(device));
    check(free_host(host));
}

#[test]
fn the_addresses_and_not_the_kind_say_where_memory_is() {
    on(6);
    let (device, mut local) = (malloc(64), pattern(64));
    for kind in [TO_DEVICE, TO_HOST, ANY, aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_HOST] {
        let other = malloc(64);
        check(copy(device, local.as_ptr().cast(), 64, if kind == TO_HOST { ANY } else { kind }));
        check(copy(other, device, 64, kind));
        check(copy(local.as_mut_ptr().cast(), other, 64, if kind == TO_DEVICE { ANY } else { kind }));
        assert_eq!(local, pattern(64));
        check(free(other));
    }
    assert_eq!(copy(device, local.as_ptr().cast(), 64, aclrtMemcpyKind(6)), aclError::INVALID_PARAM);
    check(free(device));
}

#[test]
fn a_copy_stays_inside_live_allocations() {
    let _few = FREED.read().unwrap();
    on(6);
    let (device, local) = (malloc(64), [1_u8; 256]);
    let refused = |code, parts: &[&str]| {
        assert_eq!(code, aclError::RT_PARAM_INVALID);
        let text = text();
        parts.iter().for_each(|part| assert!(text.contains(part), "{part} in {text}"));
    };
    let source = local.as_ptr().cast();
    refused(copy(device, source, 128, TO_DEVICE), &["destination", "128 B", "64 B past the end", "device 6"]);
    refused(copy(source.cast_mut(), source, 16, TO_DEVICE), &["destination", "no live allocation"]);
    refused(unsafe { (ACL.aclrtMemcpy)(device, 8, source, 16, TO_DEVICE) }, &["16 B", "8 B"]);
    assert_eq!(copy(device, null(), 16, TO_DEVICE), aclError::INVALID_PARAM);
    assert_eq!(copy(null_mut(), source, 16, TO_DEVICE), aclError::INVALID_PARAM);
    check(unsafe { (ACL.aclrtMemcpy)(null_mut(), 0, null(), 0, TO_DEVICE) });
    check(free(device));
    text();
    refused(copy(device, source, 16, TO_DEVICE), &["destination", "freed memory"]);
    refused(copy(device, source, 16, ANY), &["destination", "freed memory"]);
}

#[test]
fn a_copy_between_devices_goes_by_address() {
    on(7);
    let here = malloc(64);
    on(6);
    let there = malloc(64);
    upload(there, &pattern(64));
    assert_eq!(copy(here, there, 64, ON_DEVICE), aclError::RT_PARAM_INVALID);
    assert!(text().contains("aclrtDeviceEnablePeerAccess(7, 0) on device 6"));
    check(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(7, 0) });
    check(copy(here, there, 64, ON_DEVICE));
    assert_eq!(download(here, 64), pattern(64));
    check(free(here));
    check(free(there));
}

#[test]
fn a_queued_copy_of_pinned_memory_runs_in_its_turn() {
    on(7);
    let (stream, device, source, target) = (stream(), malloc(256), pinned(256), pinned(256));
    let gate = Gate::close(stream);
    host(target, 256).fill(0);
    host(source, 256).fill(1);
    check(copy_async(device, source, 256, TO_DEVICE, stream));
    check(copy_async(target, device, 256, TO_HOST, stream));
    // Both copies are queued behind the gate: what they read is what is there when they run.
    assert!(host(target, 256).iter().all(|&byte| byte == 0));
    host(source, 256).copy_from_slice(&pattern(256));
    gate.go.send(()).unwrap();
    check(synchronize(stream));
    assert_eq!(host(target, 256), pattern(256));
    check(free(device));
    check(free_host(source));
    check(free_host(target));
}

#[test]
fn a_queued_copy_of_pageable_memory_waits_for_the_stream() {
    on(7);
    let (stream, device) = (stream(), malloc(256));
    let gate = Gate::close(stream);
    let go = gate.go.clone();
    let other = thread::spawn(move || go.send(()).unwrap());
    check(copy_async(device, pattern(256).as_ptr().cast(), 256, TO_DEVICE, stream));
    assert!(gate.wait.done.load(Ordering::Acquire), "the stream was not waited for");
    assert_eq!(download(device, 256), pattern(256));
    other.join().unwrap();
    check(free(device));
}

#[test]
fn a_synchronous_copy_does_not_wait_for_streams() {
    on(8);
    let (stream, device) = (stream(), malloc(64));
    let gate = Gate::close(stream);
    upload(device, &pattern(64));
    assert!(!gate.wait.done.load(Ordering::Acquire));
    assert_eq!(download(device, 64), pattern(64));
    gate.go.send(()).unwrap();
    check(synchronize(stream));
    check(free(device));
}

#[test]
fn a_fill_and_a_copy_between_devices_do_not_wait_for_streams() {
    on(17);
    let there = malloc(64);
    on(16);
    let (stream, here) = (stream(), malloc(64));
    check(unsafe { (ACL.aclrtDeviceEnablePeerAccess)(17, 0) });
    let host = pinned(64).cast::<u8>();
    let gate = Gate::close(stream);
    check(copy_async(here, host.cast(), 64, TO_DEVICE, stream));
    check(unsafe { (ACL.aclrtMemset)(here, 64, 5, 64) });
    check(copy(there, here, 64, ON_DEVICE));
    assert_eq!(download(there, 64), [5; 64], "what is queued has not run");
    unsafe { host.write_bytes(9, 64) };
    gate.go.send(()).unwrap();
    check(synchronize(stream));
    assert_eq!(download(here, 64), [9; 64]);
    check(free(here));
    check(free(there));
}

#[test]
fn a_stream_does_not_copy_from_host_to_host() {
    on(8);
    let (stream, one, two) = (stream(), pinned(64), pinned(64));
    let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_HOST;
    assert_eq!(copy_async(one, two, 64, kind, stream), aclError::RT_FEATURE_NOT_SUPPORT);
    check(copy_async(one, one, 64, kind, stream));
    check(copy(one, two, 64, kind));
    check(free_host(one));
    check(free_host(two));
}

#[test]
fn a_stream_of_another_device_is_refused() {
    on(9);
    let stream = stream();
    on(8);
    let (device, source) = (malloc(64), pinned(64));
    assert_eq!(copy_async(device, source, 64, TO_DEVICE, stream), aclError::RT_STREAM_CONTEXT);
    check(free(device));
    check(free_host(source));
}

#[test]
fn large_queued_copies_and_fills_are_whole() {
    on(10);
    let bytes = 13 * MIB + 5;
    let (stream, device, other, source) = (stream(), malloc(bytes), malloc(bytes), pinned(bytes));
    host(source, bytes).copy_from_slice(&pattern(bytes));
    check(copy_async(device, source, bytes, TO_DEVICE, stream));
    check(copy_async(other, device, bytes, ON_DEVICE, stream));
    check(unsafe { (ACL.aclrtMemsetAsync)(device, bytes, 0x1_03, bytes - 1, stream) });
    check(synchronize(stream));
    assert!(download(other, bytes) == pattern(bytes));
    let filled = download(device, bytes);
    assert!(filled[..bytes - 1].iter().all(|&byte| byte == 3));
    assert_eq!(filled[bytes - 1], pattern(bytes)[bytes - 1]);
    check(free(device));
    check(free(other));
    check(free_host(source));
}

#[test]
fn a_fill_takes_the_lowest_byte_and_stays_inside_memory_of_the_library() {
    on(14);
    let (device, mut local) = (malloc(64), [0_u8; 64]);
    let fill = |to, limit, bytes| unsafe { (ACL.aclrtMemset)(to, limit, 0x1234, bytes) };
    check(fill(device, 64, 64));
    assert_eq!(download(device, 64), [0x34; 64]);
    check(fill(null_mut(), 0, 0));
    assert_eq!(fill(null_mut(), 64, 64), aclError::INVALID_PARAM);
    assert_eq!(fill(device, 32, 64), aclError::RT_PARAM_INVALID);
    assert_eq!(fill(device, 128, 128), aclError::RT_PARAM_INVALID);
    assert_eq!(fill(local.as_mut_ptr().cast(), 64, 64), aclError::RT_PARAM_INVALID);
    assert_eq!(local, [0; 64]);
    check(free(device));
}
