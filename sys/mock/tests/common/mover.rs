//! A kernel that moves bytes, as images that tell what it touches, and that do not.

use std::process::Command;

use ascend_npu_sys::{aclrtBinHandle, aclrtFuncHandle};
use once_cell::sync::Lazy;

use super::{ACL, check};

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

pub static TELLS: Lazy<Vec<u8>> = Lazy::new(|| compile(1));
pub static SILENT: Lazy<Vec<u8>> = Lazy::new(|| compile(0));

pub fn load(image: &[u8]) -> aclrtFuncHandle {
    let (mut binary, mut function): (aclrtBinHandle, aclrtFuncHandle) = (std::ptr::null_mut(), std::ptr::null_mut());
    let loaded = unsafe {
        ACL.aclrtBinaryLoadFromData.unwrap()(image.as_ptr().cast(), image.len(), std::ptr::null(), &mut binary)
    };
    check(loaded);
    check(unsafe { ACL.aclrtBinaryGetFunction.unwrap()(binary, c"move".as_ptr(), &mut function) });
    function
}
