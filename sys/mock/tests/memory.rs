//! Device memory, pinned memory, copies and fills, through the C interface.
#![allow(unsafe_code)] // Calls C functions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics fails, as it should"
)]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the wrappers pass live locals; bad addresses are what is tested"
)]

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock, mpsc};
use std::thread;

use ascend_npu_mock::control::{Settings, configure, usage};
use ascend_npu_sys::{Acl, Symbols, aclError, aclrtMemAttr, aclrtMemMallocPolicy, aclrtMemcpyKind, aclrtStream};
use once_cell::sync::Lazy;

const MIB: usize = 1 << 20;
const HBM: usize = 64 * MIB;
const HUGE_FIRST: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
const HUGE_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_ONLY;
const NORMAL_ONLY: aclrtMemMallocPolicy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_NORMAL_ONLY;
const TO_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
const TO_HOST: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
const ON_DEVICE: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
const ANY: aclrtMemcpyKind = aclrtMemcpyKind::ACL_MEMCPY_DEFAULT;

static ACL: Lazy<Acl> = Lazy::new(|| {
    let mut settings = Settings::default();
    settings.devices = 18;
    settings.hbm_bytes = Some(HBM as u64);
    configure(settings).unwrap();
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, aclError::SUCCESS);
    acl
});

/// The device remembers a limited number of freed blocks: a test that asks for them reads this, one that frees very many writes it.
static FREED: RwLock<()> = RwLock::new(());

/// Makes a device current. Each test has its own, so that the accounts are its own.
fn on(device: i32) {
    assert_eq!(unsafe { (ACL.aclrtSetDevice)(device) }, aclError::SUCCESS);
}

fn check(code: aclError) {
    assert_eq!(code, aclError::SUCCESS, "{}", text());
}

fn text() -> String {
    let text = unsafe { (ACL.aclGetRecentErrMsg)() };
    if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
}

fn try_malloc(bytes: usize, policy: aclrtMemMallocPolicy) -> Result<*mut c_void, aclError> {
    let mut address = null_mut();
    let code = unsafe { (ACL.aclrtMalloc)(&mut address, bytes, policy) };
    if code == aclError::SUCCESS { Ok(address) } else { Err(code) }
}

fn malloc(bytes: usize) -> *mut c_void {
    try_malloc(bytes, HUGE_FIRST).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

fn pinned(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    check(unsafe { (ACL.aclrtMallocHost)(&mut address, bytes) });
    address
}

fn free(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFree)(address) }
}

fn free_host(address: *mut c_void) -> aclError {
    unsafe { (ACL.aclrtFreeHost)(address) }
}

fn copy(to: *mut c_void, from: *const c_void, bytes: usize, kind: aclrtMemcpyKind) -> aclError {
    unsafe { (ACL.aclrtMemcpy)(to, bytes, from, bytes, kind) }
}

fn copy_async(to: *mut c_void, from: *const c_void, bytes: usize, kind: aclrtMemcpyKind, on: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtMemcpyAsync)(to, bytes, from, bytes, kind, on) }
}

fn upload(to: *mut c_void, from: &[u8]) {
    check(copy(to, from.as_ptr().cast(), from.len(), TO_DEVICE));
}

fn download(from: *const c_void, bytes: usize) -> Vec<u8> {
    let mut to = vec![0; bytes];
    check(copy(to.as_mut_ptr().cast(), from, bytes, TO_HOST));
    to
}

fn host(address: *mut c_void, bytes: usize) -> &'static mut [u8] {
    unsafe { std::slice::from_raw_parts_mut(address.cast(), bytes) }
}

fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

fn synchronize(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 251) as u8).collect()
}

/// Work that holds a stream up until it is told to go on.
struct Gate {
    go: mpsc::Sender<()>,
    wait: Box<Wait>,
}

struct Wait {
    signal: Mutex<mpsc::Receiver<()>>,
    done: AtomicBool,
}

impl Gate {
    fn close(stream: aclrtStream) -> Self {
        unsafe extern "C" fn wait(wait: *mut c_void) {
            let wait = unsafe { &*wait.cast::<Wait>() };
            wait.signal.lock().unwrap().recv().unwrap();
            wait.done.store(true, Ordering::Release);
        }
        let (go, signal) = mpsc::channel();
        let closed = Box::new(Wait { signal: Mutex::new(signal), done: AtomicBool::new(false) });
        let argument = (&raw const *closed).cast_mut().cast();
        check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(wait), argument) });
        Self { go, wait: closed }
    }
}

#[test]
fn an_allocation_costs_its_padding_and_whole_pages() {
    on(0);
    let cost = |bytes, policy| {
        let before = usage(0).device_bytes;
        let address = try_malloc(bytes, policy).unwrap();
        assert_eq!(address.addr() % 64, 0);
        assert_eq!(usage(0).device_blocks, 1);
        let cost = usage(0).device_bytes - before;
        check(free(address));
        assert_eq!(usage(0).device_bytes, before);
        cost as usize
    };
    assert_eq!(cost(1, HUGE_FIRST), 4096);
    assert_eq!(cost(4096 - 32, HUGE_FIRST), 4096);
    assert_eq!(cost(4096, HUGE_FIRST), 8192);
    assert_eq!(cost(MIB, HUGE_FIRST), MIB + 4096);
    assert_eq!(cost(MIB + 1, HUGE_FIRST), 2 * MIB);
    assert_eq!(cost(2 * MIB, HUGE_FIRST), 4 * MIB);
    assert_eq!(cost(1, HUGE_ONLY), 2 * MIB);
    assert_eq!(cost(2 * MIB, NORMAL_ONLY), 2 * MIB + 4096);
}

#[test]
fn the_free_memory_of_the_current_device_is_told() {
    on(1);
    let info = |attribute| {
        let (mut free, mut total) = (7, 7);
        check(unsafe { (ACL.aclrtGetMemInfo)(attribute, &mut free, &mut total) });
        (free, total)
    };
    assert_eq!(info(aclrtMemAttr::ACL_HBM_MEM), (HBM, HBM));
    let address = malloc(3 * MIB);
    assert_eq!(info(aclrtMemAttr::ACL_HBM_MEM), (HBM - 4 * MIB, HBM));
    assert_eq!(info(aclrtMemAttr::ACL_DDR_MEM), (0, 0));
    check(free(address));
}

#[test]
fn out_of_memory_names_the_request_and_what_is_left() {
    on(2);
    let most = malloc(50 * MIB);
    assert_eq!(try_malloc(20 * MIB, HUGE_FIRST), Err(aclError::RT_MEMORY_ALLOCATION));
    let text = text();
    for part in ["device 2", &(20 * MIB).to_string(), &(12 * MIB).to_string(), &HBM.to_string(), "1 blocks live"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(try_malloc(usize::MAX, HUGE_FIRST), Err(aclError::RT_MEMORY_ALLOCATION));
    check(free(most));
    check(free(malloc(50 * MIB)));
}

#[test]
fn huge_pages_first_falls_back_and_huge_pages_only_does_not() {
    on(3);
    let most = malloc(60 * MIB);
    assert_eq!(usage(3).device_bytes as usize, 62 * MIB);
    // 2 MiB are left, which is no two huge pages.
    assert_eq!(try_malloc(2 * MIB - 16, HUGE_ONLY), Err(aclError::RT_MEMORY_ALLOCATION));
    let small = try_malloc(MIB + 4096, HUGE_FIRST).unwrap();
    assert_eq!(usage(3).device_bytes as usize, 64 * MIB);
    check(free(small));
    let some = try_malloc(4096, NORMAL_ONLY).unwrap();
    let rest = try_malloc(MIB + 4096, HUGE_FIRST).unwrap();
    assert_eq!(usage(3).device_bytes as usize, 62 * MIB + 8192 + MIB + 8192);
    for address in [most, some, rest] {
        check(free(address));
    }
}

#[test]
fn fresh_memory_is_poison() {
    on(4);
    let small = malloc(1000);
    assert!(download(small, 1000).iter().all(|&byte| byte == 0xA5));
    let large = malloc(3 * MIB);
    assert!(download(large, 4096).iter().all(|&byte| byte == 0xA5));
    check(free(small));
    check(free(large));
}

#[test]
fn only_the_start_of_a_live_allocation_can_be_freed_and_once() {
    let _few = FREED.read().unwrap();
    on(4);
    let (device, host, mut local) = (malloc(64), pinned(64), 0_u8);
    let refused = |code, part: &str| {
        assert_eq!(code, aclError::RT_PARAM_INVALID);
        let text = text();
        assert!(text.contains(part), "{part} in {text}");
    };
    refused(free(device.wrapping_byte_add(32)), "32 B inside the allocation of 64 B");
    refused(free(host), "which aclrtFreeHost frees");
    refused(free_host(device), "which aclrtFree frees");
    refused(free((&raw mut local).cast()), "no address that an allocation gave");
    check(free(device));
    check(free_host(host));
    refused(free(device), "was freed before");
    refused(free_host(host), "was freed before");
    assert_eq!(free(null_mut()), aclError::INVALID_PARAM);
    assert_eq!(free_host(null_mut()), aclError::INVALID_PARAM);
    text();
}

#[test]
fn empty_requests_and_null_results_are_refused() {
    on(4);
    let mut address = null_mut();
    assert_eq!(try_malloc(0, HUGE_FIRST), Err(aclError::INVALID_PARAM));
    assert_eq!(unsafe { (ACL.aclrtMalloc)(null_mut(), 64, HUGE_FIRST) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtMallocHost)(&mut address, 0) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { (ACL.aclrtMallocHost)(null_mut(), 64) }, aclError::INVALID_PARAM);
}

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
fn a_thread_without_a_device_has_no_memory() {
    Lazy::force(&ACL);
    assert_eq!(try_malloc(64, HUGE_FIRST), Err(aclError::RT_CONTEXT_NULL));
    let (mut to, from) = ([0_u8; 4], [1_u8; 4]);
    let code = copy(to.as_mut_ptr().cast(), from.as_ptr().cast(), 4, ANY);
    assert_eq!(code, aclError::RT_CONTEXT_NULL);
}

#[test]
fn memory_outlives_a_reset_of_its_device() {
    on(5);
    let address = malloc(64);
    upload(address, &pattern(64));
    check(unsafe { (ACL.aclrtResetDevice)(5) });
    on(5);
    assert_eq!(download(address, 64), pattern(64));
    check(free(address));
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
fn large_memory_is_gone_once_freed() {
    let _few = FREED.read().unwrap();
    on(6);
    let device = malloc(8 * MIB);
    check(free(device));
    let mut local = [0_u8; 16];
    assert_eq!(copy(local.as_mut_ptr().cast(), device, 16, TO_HOST), aclError::RT_PARAM_INVALID);
    assert!(text().contains("freed memory"));
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
fn memory_freed_under_a_queued_copy_is_a_fault_of_the_stream() {
    let _few = FREED.read().unwrap();
    on(11);
    for bytes in [64, 8 * MIB] {
        let (stream, device, source) = (stream(), malloc(bytes), pinned(bytes));
        let gate = Gate::close(stream);
        check(copy_async(device, source, bytes, TO_DEVICE, stream));
        check(free(device));
        gate.go.send(()).unwrap();
        assert_eq!(synchronize(stream), aclError::RT_SYS_DMA_ERROR);
        let text = text();
        assert!(text.contains("destination") && text.contains("freed memory"), "{text}");
        check(free_host(source));
    }
}

#[test]
fn pinned_memory_freed_under_a_queued_copy_is_a_fault_of_the_stream() {
    let _few = FREED.read().unwrap();
    on(12);
    let (stream, device, source) = (stream(), malloc(64), pinned(64));
    let gate = Gate::close(stream);
    check(copy_async(device, source, 64, TO_DEVICE, stream));
    check(free_host(source));
    gate.go.send(()).unwrap();
    assert_eq!(synchronize(stream), aclError::RT_SYS_DMA_ERROR);
    let text = text();
    assert!(text.contains("source") && text.contains("freed memory"), "{text}");
    check(free(device));
}

#[test]
fn memory_freed_under_a_queued_fill_is_a_fault_of_the_stream() {
    let _few = FREED.read().unwrap();
    on(13);
    let (stream, device) = (stream(), malloc(64));
    let gate = Gate::close(stream);
    check(unsafe { (ACL.aclrtMemsetAsync)(device, 64, 1, 64, stream) });
    check(free(device));
    gate.go.send(()).unwrap();
    assert_eq!(synchronize(stream), aclError::RT_SYS_DMA_ERROR);
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

#[test]
fn threads_allocate_and_free_at_once() {
    let _many = FREED.write().unwrap();
    on(15);
    thread::scope(|scope| {
        for thread in 0..4_usize {
            scope.spawn(move || {
                on(15);
                for round in 0..100_usize {
                    let bytes = 1 + (round * 7919 + thread * 104_729) % (3 * MIB);
                    let device = malloc(bytes);
                    let data = vec![thread as u8; bytes.min(4096)];
                    upload(device, &data);
                    assert_eq!(download(device, data.len()), data);
                    check(free(device));
                }
            });
        }
    });
    assert_eq!(usage(15).device_bytes, 0);
    assert_eq!(usage(15).device_blocks, 0);
}
