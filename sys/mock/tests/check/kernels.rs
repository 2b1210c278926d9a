//! Kernels tell what they touch while they run.

use std::process::Command;

use ascend_npu_sys::{aclrtBinHandle, aclrtFuncHandle, aclrtStream};
use once_cell::sync::Lazy;

use crate::support::*;

const SOURCE: &str = r#"
#include "ascend_host_image.h"
#include <string.h>
typedef struct { uint64_t from, to, bytes; } Args;
static int32_t move(const AscendHostBlock *block) {
    const Args *args = block->args;
    const AscendHostMemory *memory = &block->memory;
    if (memory->touch) {
        memory->touch(memory->context, args->from, args->bytes, 0);
        memory->touch(memory->context, args->to, args->bytes, 1);
    }
    uint64_t base, bytes;
    if (memory->find(memory->context, args->from, &base, &bytes) != 1) return 507035;
    if (memory->find(memory->context, args->to, &base, &bytes) != 1) return 507035;
    memcpy((void *)args->to, (const void *)args->from, args->bytes);
    return 0;
}
static const uint32_t params[] = {8, 8, 8};
static const AscendHostKernel kernels[] = {{"move", move, 3, params}};
const AscendHostImage ascend_host_image = {ASCEND_HOST_IMAGE_ABI, 2201, "fast", TOUCHES, 1, kernels};
"#;

fn compile(touches: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (source, image) = (folder.path().join("move.c"), folder.path().join("move.so"));
    std::fs::write(&source, SOURCE).unwrap();
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../kernels/host/include");
    let mut compiler = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".to_owned()));
    compiler.args(["-shared", "-fPIC", "-w", include, &format!("-DTOUCHES={touches}")]);
    assert!(compiler.arg(&source).arg("-o").arg(&image).status().unwrap().success());
    std::fs::read(image).unwrap()
}

static TELLS: Lazy<Vec<u8>> = Lazy::new(|| compile(1));
static SILENT: Lazy<Vec<u8>> = Lazy::new(|| compile(0));

fn load(image: &[u8]) -> aclrtFuncHandle {
    let (mut binary, mut function): (aclrtBinHandle, aclrtFuncHandle) = (std::ptr::null_mut(), std::ptr::null_mut());
    let loaded = unsafe {
        ACL.aclrtBinaryLoadFromData.unwrap()(image.as_ptr().cast(), image.len(), std::ptr::null(), &mut binary)
    };
    check(loaded);
    check(unsafe { ACL.aclrtBinaryGetFunction.unwrap()(binary, c"move".as_ptr(), &mut function) });
    function
}

fn launch(function: aclrtFuncHandle, to: *mut u8, from: *mut u8, bytes: usize, stream: aclrtStream) {
    let mut args = [address(from), address(to), bytes as u64];
    let size = size_of_val(&args);
    let launched = unsafe {
        ACL.aclrtLaunchKernelWithHostArgs.unwrap()(
            function,
            1,
            stream,
            std::ptr::null_mut(),
            args.as_mut_ptr().cast(),
            size,
            std::ptr::null_mut(),
            0,
        )
    };
    check(launched);
}

#[test]
fn a_kernel_that_reads_what_another_stream_writes_is_a_race_of_the_bytes_that_it_reads() {
    let device = device();
    let function = load(&TELLS);
    let (first, second, shared, to) = (stream(), stream(), memory(BYTES), memory(BYTES));
    fill(shared, BYTES, first);
    synchronize(first);
    fill(shared, BYTES / 2, first);
    launch(function, to, shared.wrapping_add(BYTES / 4), BYTES / 2, second);
    let race = race(device);
    let kernel = race.operations.iter().find(|operation| operation.name == "move").unwrap();
    assert!(!kernel.writes);
    assert_eq!(kernel.bytes, (address(shared) + BYTES as u64 / 4, address(shared) + BYTES as u64 / 2));
    assert!(kernel.site.contains("kernels.rs"), "{kernel:?}");
}

#[test]
fn a_kernel_that_waits_for_what_it_reads_is_in_order() {
    let device = device();
    let function = load(&TELLS);
    let (first, second, shared, to, done) = (stream(), stream(), memory(BYTES), memory(BYTES), event());
    fill(shared, BYTES, first);
    record(done, first);
    wait(second, done);
    launch(function, to, shared, BYTES, second);
    copy(shared, to, BYTES, second);
    nothing(device);
}

#[test]
fn where_a_silent_kernel_has_been_nothing_counts_as_unwritten() {
    let device = device();
    let function = load(&SILENT);
    let (stream, from, to) = (stream(), memory(BYTES), memory(BYTES));
    fill(from, BYTES, stream);
    launch(function, to, from, BYTES, stream);
    copy(from, to, BYTES, stream);
    nothing(device);
}
