//! Kernel images, argument lists and launches, through the C interface.
#![allow(unsafe_code)] // Calls C functions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics fails, as it should"
)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "the wrappers pass live locals; bad handles are what is tested")]

use std::ffi::{CStr, CString, c_void};
use std::fs;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use ascend_npu_mock::control;
use ascend_npu_sys::{
    Acl, Symbols, aclError, aclrtArgsHandle, aclrtBinHandle, aclrtFuncHandle, aclrtMemMallocPolicy, aclrtMemcpyKind,
    aclrtParamHandle, aclrtStream,
};
use once_cell::sync::Lazy;

const SOURCE: &str = r#"
#include "ascend_host_image.h"
#include <stdio.h>
#include <string.h>

static uint64_t word(const AscendHostBlock *block, int index) { return ((const uint64_t *)block->args)[index]; }

/* Adds 1 to element `block` of an array. */
static int32_t mark(const AscendHostBlock *block) {
    __atomic_fetch_add((uint32_t *)word(block, 0) + block->block, 1, __ATOMIC_RELAXED);
    return block->block_count == 0;
}

/* Copies the packed arguments to the address that the last one holds. */
static int32_t pack(const AscendHostBlock *block) {
    memcpy((void *)word(block, 4), block->args, block->args_bytes);
    return 0;
}

static int32_t fault(const AscendHostBlock *block) {
    if (block->block != (uint32_t)word(block, 0)) return 0;
    snprintf(block->message, block->message_bytes, "element %d is bad", 42);
    return 507035;
}

static int32_t silent(const AscendHostBlock *block) { (void)block; return 507015; }

static int32_t shout(const AscendHostBlock *block) {
    memset(block->message, 'x', block->message_bytes);
    return 507015;
}

static int32_t idle(const AscendHostBlock *block) { (void)block; return 0; }

/* Looks an address up; writes whether it was found, the base and the length. */
static int32_t look(const AscendHostBlock *block) {
    uint64_t *out = (uint64_t *)word(block, 1);
    out[0] = (uint64_t)block->memory.find(block->memory.context, word(block, 0), &out[1], &out[2]);
    return 0;
}

/* Counts the calls since the image was loaded. */
static int32_t tally(const AscendHostBlock *block) {
    static uint32_t calls = 0;
    *(uint32_t *)word(block, 0) = ++calls;
    return 0;
}

/* Looks an address up, tells so, waits to be told to go on, and writes there. */
static int32_t linger(const AscendHostBlock *block) {
    uint32_t *flags = (uint32_t *)word(block, 1);
    uint64_t base, bytes;
    if (!block->memory.find(block->memory.context, word(block, 0), &base, &bytes)) return 507035;
    __atomic_store_n(&flags[0], 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&flags[1], __ATOMIC_ACQUIRE)) {}
    memset((void *)base, 1, bytes);
    return 0;
}

#ifndef NO_TABLE
static const uint32_t word_params[] = {8, 8};
static const uint32_t small_params[] = {4};
static const uint32_t pack_params[] = {1, 2, 12, 8};
static const AscendHostKernel kernels[] = {
    {"mark", mark, 1, word_params},     {"pack", pack, 4, pack_params}, {"fault", fault, 1, small_params},
    {"silent", silent, 0, 0},           {"shout", shout, 0, 0},         {"look", look, 2, word_params},
    {"tally", tally, 1, word_params},   {"linger", linger, 2, word_params},
    {"doomed", idle, 0, 0},             {"condemned", idle, 0, 0},
};
#ifndef ABI
#define ABI ASCEND_HOST_IMAGE_ABI
#endif
#ifndef ARCH
#define ARCH 2201
#endif
const AscendHostImage ascend_host_image = {ABI, ARCH, "fast", 0, sizeof kernels / sizeof *kernels, kernels};
#endif
"#;

static ACL: Lazy<Acl> = Lazy::new(|| {
    let acl = unsafe { Acl::load(&mut Symbols::partial(&mut ascend_npu_mock::lookup)) }.unwrap();
    assert_eq!(unsafe { (acl.aclInit)(null()) }, aclError::SUCCESS);
    acl
});

static IMAGE: Lazy<Vec<u8>> = Lazy::new(|| compile(&[]));

fn compile(flags: &[&str]) -> Vec<u8> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let base = std::env::temp_dir().join(format!("ascend-npu-mock-{}-{number}", std::process::id()));
    let (source, image) = (base.with_extension("c"), base.with_extension("so"));
    fs::write(&source, SOURCE).unwrap();
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../kernels/host/include");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut command = Command::new(compiler);
    command.args(["-shared", "-fPIC", "-O1", include]).args(flags).arg(&source).arg("-o").arg(&image);
    assert!(command.status().unwrap().success());
    let bytes = fs::read(&image).unwrap();
    fs::remove_file(source).unwrap();
    fs::remove_file(image).unwrap();
    bytes
}

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

fn refused(code: aclError, expected: aclError, parts: &[&str]) {
    let text = text();
    assert_eq!(code, expected, "{text}");
    parts.iter().for_each(|part| assert!(text.contains(part), "{part} in {text}"));
}

fn try_load(bytes: &[u8]) -> Result<aclrtBinHandle, aclError> {
    let mut image = null_mut();
    let load = ACL.aclrtBinaryLoadFromData.unwrap();
    let code = unsafe { load(bytes.as_ptr().cast(), bytes.len(), null(), &mut image) };
    if code == aclError::SUCCESS { Ok(image) } else { Err(code) }
}

fn load() -> aclrtBinHandle {
    try_load(&IMAGE).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

fn unload(image: aclrtBinHandle) -> aclError {
    unsafe { ACL.aclrtBinaryUnLoad.unwrap()(image) }
}

fn try_function(image: aclrtBinHandle, name: &str) -> Result<aclrtFuncHandle, aclError> {
    let (mut function, name) = (null_mut(), CString::new(name).unwrap());
    let code = unsafe { ACL.aclrtBinaryGetFunction.unwrap()(image, name.as_ptr(), &mut function) };
    if code == aclError::SUCCESS { Ok(function) } else { Err(code) }
}

fn function(image: aclrtBinHandle, name: &str) -> aclrtFuncHandle {
    try_function(image, name).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

fn begin(function: aclrtFuncHandle) -> aclrtArgsHandle {
    let mut list = null_mut();
    check(unsafe { ACL.aclrtKernelArgsInit.unwrap()(function, &mut list) });
    list
}

fn try_append(list: aclrtArgsHandle, bytes: &[u8]) -> Result<aclrtParamHandle, aclError> {
    let (mut param, data) = (null_mut(), bytes.as_ptr().cast_mut().cast());
    let code = unsafe { ACL.aclrtKernelArgsAppend.unwrap()(list, data, bytes.len(), &mut param) };
    if code == aclError::SUCCESS { Ok(param) } else { Err(code) }
}

fn append(list: aclrtArgsHandle, bytes: &[u8]) -> aclrtParamHandle {
    try_append(list, bytes).unwrap_or_else(|code| panic!("{code:?} {}", text()))
}

fn update(list: aclrtArgsHandle, param: aclrtParamHandle, bytes: &[u8]) -> aclError {
    let data = bytes.as_ptr().cast_mut().cast();
    unsafe { ACL.aclrtKernelArgsParaUpdate.unwrap()(list, param, data, bytes.len()) }
}

fn finalize(list: aclrtArgsHandle) -> aclError {
    unsafe { ACL.aclrtKernelArgsFinalize.unwrap()(list) }
}

fn launch(function: aclrtFuncHandle, blocks: u32, stream: aclrtStream, list: aclrtArgsHandle) -> aclError {
    unsafe { ACL.aclrtLaunchKernelWithConfig.unwrap()(function, blocks, stream, null_mut(), list, null_mut()) }
}

/// Queues a launch with whole arguments.
fn run(function: aclrtFuncHandle, blocks: u32, stream: aclrtStream, args: &[&[u8]]) {
    let list = begin(function);
    for arg in args {
        append(list, arg);
    }
    check(finalize(list));
    check(launch(function, blocks, stream, list));
}

fn stream() -> aclrtStream {
    let mut stream = null_mut();
    check(unsafe { (ACL.aclrtCreateStream)(&mut stream) });
    stream
}

fn synchronize(stream: aclrtStream) -> aclError {
    unsafe { (ACL.aclrtSynchronizeStream)(stream) }
}

fn zeros(bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    check(unsafe { (ACL.aclrtMalloc)(&mut address, bytes, policy) });
    check(unsafe { (ACL.aclrtMemset)(address, bytes, 0, bytes) });
    address
}

fn free(address: *mut c_void) {
    check(unsafe { (ACL.aclrtFree)(address) });
}

fn download<const N: usize>(from: *const c_void) -> [u8; N] {
    let mut to = [0; N];
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_HOST;
    check(unsafe { (ACL.aclrtMemcpy)(to.as_mut_ptr().cast(), N, from, N, kind) });
    to
}

fn number(from: *const c_void) -> u32 {
    u32::from_ne_bytes(download(from))
}

fn bytes_of(address: *mut c_void) -> [u8; 8] {
    (address.expose_provenance() as u64).to_ne_bytes()
}

#[test]
fn every_block_runs_once() {
    on(0);
    let (image, stream, marks) = (load(), stream(), zeros(4 * 1000));
    let mark = function(image, "mark");
    for blocks in [1, 2, 3, 40, 1000] {
        run(mark, blocks, stream, &[&bytes_of(marks)]);
    }
    check(synchronize(stream));
    for block in 0..1000_usize {
        let runs = [1, 2, 3, 40, 1000].iter().filter(|&&blocks| block < blocks).count();
        assert_eq!(number(marks.wrapping_byte_add(4 * block)) as usize, runs, "block {block}");
    }
    free(marks);
    check(unload(image));
}

#[test]
fn each_argument_starts_on_eight_bytes() {
    on(0);
    let (image, stream, out) = (load(), stream(), zeros(64));
    let text = *b"twelve bytes";
    run(function(image, "pack"), 1, stream, &[&[7], &0x1234_u16.to_ne_bytes(), &text, &bytes_of(out)]);
    check(synchronize(stream));
    let packed: [u8; 40] = download(out);
    assert_eq!(packed[..8], [7, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(packed[8..10], 0x1234_u16.to_ne_bytes());
    assert_eq!(packed[16..28], text);
    assert_eq!(packed[32..40], bytes_of(out));
    free(out);
    check(unload(image));
}

#[test]
fn what_is_no_image_is_refused_with_the_reason() {
    on(0);
    let refuse = |bytes: &[u8], parts: &[&str]| match try_load(bytes) {
        Ok(_) => panic!("loaded"),
        Err(code) => refused(code, aclError::RT_PARAM_INVALID, parts),
    };
    refuse(b"#!/bin/sh", &["9 B", "no ELF file"]);
    refuse(b"\x7fEL", &["no ELF file"]);
    refuse(&IMAGE[..200], &["cannot be loaded"]);
    refuse(&compile(&["-DNO_TABLE"]), &["ascend_host_image"]);
    refuse(&compile(&["-DABI=3"]), &["version 3", "takes 2"]);
    refuse(&compile(&["-DARCH=1001"]), &["architecture 1001", "Ascend910B3", "2201"]);
    let mut image = null_mut();
    let load = ACL.aclrtBinaryLoadFromData.unwrap();
    assert_eq!(unsafe { load(null(), 8, null(), &mut image) }, aclError::INVALID_PARAM);
    assert_eq!(unsafe { load(IMAGE.as_ptr().cast(), IMAGE.len(), null(), null_mut()) }, aclError::INVALID_PARAM);
}

#[test]
fn an_unknown_kernel_is_refused_with_the_names_there_are() {
    on(0);
    let image = load();
    let code = try_function(image, "adam").unwrap_err();
    refused(code, aclError::RT_KERNEL_LOOKUP, &["`adam`", "mark, pack, fault"]);
    assert_eq!(function(image, "mark"), function(image, "mark"));
    check(unload(image));
}

#[test]
fn wrong_handles_are_refused_and_never_followed() {
    on(0);
    let (image, stream) = (load(), stream());
    let mark = function(image, "mark");
    let list = begin(mark);
    for wrong in [null_mut(), stream, std::ptr::without_provenance_mut(1)] {
        let null = wrong.is_null();
        let handle = if null { aclError::INVALID_PARAM } else { aclError::RT_INVALID_HANDLE };
        let param = if null { aclError::INVALID_PARAM } else { aclError::RT_PARAM_INVALID };
        refused(unload(wrong), handle, &["image"]);
        refused(try_function(wrong, "mark").unwrap_err(), handle, &["image"]);
        refused(unsafe { ACL.aclrtKernelArgsInit.unwrap()(wrong, &mut null_mut()) }, handle, &["function"]);
        refused(try_append(wrong, &[0; 8]).unwrap_err(), handle, &["argument list"]);
        refused(finalize(wrong), handle, &["argument list"]);
        refused(launch(wrong, 1, stream, list), handle, &["function"]);
        refused(launch(mark, 1, stream, wrong), handle, &["argument list"]);
        refused(update(list, wrong, &[0; 8]), param, &["no argument"]);
    }
    check(unload(image));
    refused(unload(image), aclError::RT_INVALID_HANDLE, &["image"]);
    refused(launch(mark, 1, stream, list), aclError::RT_INVALID_HANDLE, &["function"]);
}

#[test]
fn arguments_have_the_number_and_the_sizes_of_the_parameters() {
    on(0);
    let (image, stream) = (load(), stream());
    let look = function(image, "look");
    let invalid = aclError::RT_PARAM_INVALID;
    let list = begin(look);
    refused(try_append(list, &[0; 4]).unwrap_err(), invalid, &["argument 0", "`look`", "8 B", "4 B"]);
    let first = append(list, &[0; 8]);
    refused(finalize(list), invalid, &["takes 2 arguments, 1"]);
    refused(launch(look, 1, stream, list), invalid, &["not final"]);
    append(list, &[0; 8]);
    refused(try_append(list, &[0; 8]).unwrap_err(), invalid, &["takes 2 arguments"]);
    refused(update(list, first, &[0; 4]), invalid, &["argument 0"]);
    check(finalize(list));
    refused(try_append(list, &[0; 8]).unwrap_err(), aclError::RT_FEATURE_NOT_SUPPORT, &["final"]);
    refused(launch(look, 0, stream, list), aclError::INVALID_PARAM, &["0 blocks"]);
    refused(launch(function(image, "mark"), 1, stream, list), invalid, &["`mark`", "`look`"]);
    check(unload(image));
}

#[test]
fn a_changed_argument_counts_once_the_list_is_final_again() {
    on(0);
    let (image, stream, one, two) = (load(), stream(), zeros(4), zeros(4));
    let mark = function(image, "mark");
    let list = begin(mark);
    let param = append(list, &bytes_of(one));
    check(finalize(list));
    check(launch(mark, 1, stream, list));
    check(update(list, param, &bytes_of(two)));
    refused(launch(mark, 1, stream, list), aclError::RT_PARAM_INVALID, &["not final"]);
    check(finalize(list));
    check(launch(mark, 1, stream, list));
    check(launch(mark, 1, stream, list));
    check(synchronize(stream));
    assert_eq!((number(one), number(two)), (1, 2));
    [one, two].into_iter().for_each(free);
    check(unload(image));
}

#[test]
fn a_thread_has_one_argument_list() {
    on(0);
    let image = load();
    let mark = function(image, "mark");
    let list = begin(mark);
    assert_eq!(begin(mark), list);
    let (list, mark) = (list.addr(), mark.addr());
    let other = thread::spawn(move || {
        on(0);
        refused(finalize(std::ptr::without_provenance_mut(list)), aclError::RT_INVALID_HANDLE, &["this thread"]);
        assert_ne!(begin(std::ptr::without_provenance_mut(mark)).addr(), list);
    });
    other.join().unwrap();
    check(unload(image));
}

#[test]
fn a_fault_names_kernel_block_and_reason() {
    on(1);
    let (image, stream) = (load(), stream());
    run(function(image, "fault"), 8, stream, &[&3_u32.to_ne_bytes()]);
    let code = synchronize(stream);
    refused(code, aclError::RT_VECTOR_CORE_EXCEPTION, &["kernel fault, block 3 of 8: element 42 is bad"]);
    run(function(image, "silent"), 1, stream, &[]);
    refused(synchronize(stream), aclError::RT_AICORE_EXCEPTION, &["kernel silent, block 0 of 1"]);
    run(function(image, "shout"), 1, stream, &[]);
    refused(synchronize(stream), aclError::RT_AICORE_EXCEPTION, &["kernel shout, block 0 of 1", "xxx"]);
    check(unload(image));
}

#[test]
fn a_kernel_finds_live_device_memory_only() {
    on(2);
    let (image, stream, out, memory) = (load(), stream(), zeros(24), zeros(100));
    let look = function(image, "look");
    let find = |address: *mut c_void| {
        run(look, 1, stream, &[&bytes_of(address), &bytes_of(out)]);
        check(synchronize(stream));
        download::<24>(out)
    };
    let found = find(memory.wrapping_byte_add(64));
    assert_eq!(found[..8], 1_u64.to_ne_bytes());
    assert_eq!(found[8..16], bytes_of(memory));
    assert_eq!(found[16..], 160_u64.to_ne_bytes(), "100 B in whole blocks, and one of padding");
    assert_eq!(find(memory.wrapping_byte_add(160))[..8], 0_u64.to_ne_bytes());
    free(memory);
    assert_eq!(find(memory)[..8], 0_u64.to_ne_bytes());
    free(out);
    check(unload(image));
}

#[test]
fn two_loads_of_one_image_share_no_state() {
    on(3);
    let (stream, out) = (stream(), zeros(4));
    let count = |image| {
        run(function(image, "tally"), 1, stream, &[&bytes_of(out)]);
        check(synchronize(stream));
        number(out)
    };
    let (one, two) = (load(), load());
    assert_eq!((count(one), count(one), count(two)), (1, 2, 1));
    check(unload(one));
    let three = load();
    assert_eq!((count(three), count(two)), (1, 2));
    check(unload(two));
    check(unload(three));
    // An image that the system never unloads, as one with certain C++ statics is.
    let staying = compile(&["-Wl,-z,nodelete"]);
    for _ in 0..3 {
        let image = try_load(&staying).unwrap();
        assert_eq!(count(image), 1);
        check(unload(image));
    }
    free(out);
}

#[test]
fn an_image_belongs_to_the_device_it_was_loaded_onto() {
    on(3);
    let image = load();
    let silent = function(image, "silent");
    on(4);
    let stream = stream();
    let list = begin(silent);
    check(finalize(list));
    refused(launch(silent, 1, stream, list), aclError::RT_PARAM_INVALID, &["device 3", "device 4"]);
    check(unload(image));
}

#[test]
fn a_queued_launch_outlives_its_image() {
    unsafe extern "C" fn wait(signal: *mut c_void) {
        let signal = unsafe { &*signal.cast::<Mutex<mpsc::Receiver<()>>>() };
        signal.lock().unwrap().recv().unwrap();
    }
    on(5);
    let (image, stream, out) = (load(), stream(), zeros(4));
    let (go, signal) = mpsc::channel();
    let signal = Box::new(Mutex::new(signal));
    let argument = (&raw const *signal).cast_mut().cast();
    check(unsafe { ACL.aclrtLaunchHostFunc.unwrap()(stream, Some(wait), argument) });
    run(function(image, "tally"), 1, stream, &[&bytes_of(out)]);
    check(unload(image));
    assert_eq!(number(out), 0);
    go.send(()).unwrap();
    check(synchronize(stream));
    assert_eq!(number(out), 1);
    free(out);
}

#[test]
fn memory_freed_under_a_running_kernel_is_a_fault_and_no_crash() {
    on(6);
    let (image, stream) = (load(), stream());
    for bytes in [64, 8 << 20] {
        let (memory, flags) = (zeros(bytes), zeros(8));
        let flag = |index: usize| unsafe { &*flags.wrapping_byte_add(4 * index).cast::<AtomicU32>() };
        run(function(image, "linger"), 1, stream, &[&bytes_of(memory), &bytes_of(flags)]);
        while flag(0).load(Ordering::Acquire) == 0 {
            thread::yield_now();
        }
        free(memory);
        flag(1).store(1, Ordering::Release);
        let parts = ["kernel linger, block 0 of 1", &format!("{bytes} B"), "was freed while it was in use"];
        refused(synchronize(stream), aclError::RT_VECTOR_CORE_EXCEPTION, &parts);
        free(flags);
    }
    check(unload(image));
}

#[test]
fn a_rule_makes_one_launch_of_a_kernel_fault() {
    on(7);
    let (image, stream) = (load(), stream());
    let doomed = function(image, "doomed");
    let _rule = control::fail_kernel("doomed", 1, aclError::RT_AICORE_TIMEOUT);
    let run = || {
        run(doomed, 2, stream, &[]);
        synchronize(stream)
    };
    check(run());
    refused(run(), aclError::RT_AICORE_TIMEOUT, &["doomed"]);
    check(run());
    check(unload(image));
}

#[test]
fn a_rule_as_text_makes_one_launch_of_a_kernel_fault_with_the_code_of_the_core() {
    on(7);
    let (image, stream) = (load(), stream());
    let condemned = function(image, "condemned");
    control::fault("kernel-fault kernel=condemned launch=1").unwrap();
    let run = || {
        run(condemned, 2, stream, &[]);
        synchronize(stream)
    };
    check(run());
    refused(run(), aclError::RT_AICORE_EXCEPTION, &["condemned", "by a rule"]);
    check(run());
    check(unload(image));
}
